// The faults of the judge and of what it asks: why nothing could be judged, and what to do. A service that refuses or
// fails is in `service/to-unverified.ts`, GitHub in `github/failure.ts`.
import { type DeadlineError, ShareError } from './errors.ts';
import { countOf, formatCount, formatDuration, formatSetting, formatTime } from './format.ts';
import {
  type CommitSha,
  type EpochMs,
  type RepoId,
  type RepositoryRef,
  toFullName,
  toShortSha,
} from './identifiers.ts';
import { compact } from './lists.ts';
import type { Question } from './question.ts';
import { toAbsentSentences, toScanName } from './scan-wording.ts';
import { isAbsent, isFullScan, type Scan, scanAheadMs, scanEndMs, type ScanHistory, type UsableScan } from './scan.ts';
import type { JudgedScan } from './selection.ts';
import { Unverified } from './unverified.ts';
import type { UnverifiedReason } from './verdict.ts';

/** The usual one: a reason, a sentence, and what to do. */
export function unverified(reason: UnverifiedReason, what: string, advice: readonly string[] = []): Unverified {
  return new Unverified(reason, { what, advice });
}

// --- Scans

/** No scan can be judged: says what there is, and what to do. */
export function noScanFault(
  { sha, inputs, now }: Pick<Question, 'sha' | 'inputs' | 'now'>,
  history: ScanHistory,
): Unverified {
  const { scans, foreignRepositoryIds } = history;
  const what = compact([
    describeScans(sha, inputs, history),
    describeOthers(history),
    ...toAbsentSentences(scans.filter((scan) => isAbsent(scan, now))),
  ]).join(' ');
  if (scans.length === 0 && foreignRepositoryIds.length > 0)
    return unverified('no-scan', what, OTHER_REPOSITORY_ADVICE);
  const { scanMatch, scanTypes, waitForScanMs } = inputs;
  const advice = compact([
    waitForScanMs === 0
      ? 'If scans start by themselves but late, let the workflow wait for them: `wait-for-scan: 5m`.'
      : `If scans start later than \`wait-for-scan: ${formatSetting(waitForScanMs)}\` allows for, let the workflow wait longer.`,
    scanTypes.length > 0 &&
      `Only scans of ${scanTypes.length === 1 ? 'the type' : 'the types'} \`${scanTypes.join(', ')}\` count: see the input \`scan-types\`.`,
    // Where there are scans of other commits alone, the comment says so itself; `latest` has looked at every commit already.
    scanMatch.every((match) => match === 'exact') &&
      scans.some((scan) => scan.sha === sha) &&
      'If not every commit is scanned, let the workflow use the scan of an older commit: `scan-match: exact, ancestor`.',
  ]);
  return unverified('no-scan', what, [
    ...(foreignRepositoryIds.length === 0 ? [] : OTHER_REPOSITORY_ADVICE),
    ...advice,
  ]);
}

/** Such as `No scan of commit … exists; the newest is of …`. */
function describeScans(sha: CommitSha, { scanMatch }: Question['inputs'], { scans }: ScanHistory): string {
  const commit = `commit \`${toShortSha(sha)}\``;
  const [newest] = scans;
  if (newest === undefined) return `No scan of ${commit} exists: the service has no scan of this repository at all.`;
  const which = scanMatch.includes('ancestor') ? `${commit} or of a commit before it` : commit;
  if (scanMatch.includes('latest') || scans.some((scan) => scan.sha === sha)) return `No scan of ${which} can be used.`;
  const other = newest.sha === null ? 'an unknown commit' : `\`${toShortSha(newest.sha)}\``;
  return `No scan of ${which} exists; the newest is of ${other}.`;
}

const MAX_NAMED_REPOSITORIES = 5;

/** Scans that the service listed for this repository, and that are of another. */
function describeOthers({ repositoryId, foreignRepositoryIds }: ScanHistory): string | null {
  if (foreignRepositoryIds.length === 0) return null;
  const repositories = [...new Set(foreignRepositoryIds)].slice(0, MAX_NAMED_REPOSITORIES);
  const names = repositories.map((id) => `\`${id}\``).join(', ');
  const count = countOf(
    foreignRepositoryIds.length,
    'scan that the service listed is',
    'scans that the service listed are',
  );
  return `${count} not of \`${repositoryId}\` but of ${names}.`;
}

const OTHER_REPOSITORY_ADVICE: readonly string[] = [
  'If the workflow has the input `repository-id`, check it, or leave it out so that the repository is looked up.',
  'If it is right, or the workflow has none, tell the people who run the service: its answer is for another repository.',
];

/** With `gate-on: introduced` alone, and a scan of none of the pull request's own commits. */
export function unscannedFault(scan: UsableScan, sha: CommitSha): Unverified {
  const scanned = scan.sha === null ? 'an unknown commit' : `commit \`${toShortSha(scan.sha)}\``;
  return unverified(
    'no-scan',
    `No commit of this pull request has been scanned. ${toScanName(scan)} is of ${scanned}, and cannot know what commit \`${toShortSha(sha)}\` introduces.`,
    [
      `${NEEDS_HEADS}.`,
      // There `touched` would tell whoever opens a pull request which files have bugs.
      'In a public repository, let the service scan the newest commit of each pull request, or leave out those from forks and use the action `watch`; the action `doctor` shows the workflow.',
    ],
  ).with({ privateAdvice: [`${NEEDS_HEADS}: use \`gate-on: touched\`.`] });
}

const NEEDS_HEADS = 'Where only the default branch is scanned, nothing can be judged with `gate-on: introduced`';

/** A full scan of the commit failed, or its only scan. */
export function scanFailedFault({ sha }: Pick<Question, 'sha'>, scan: Scan): Unverified {
  return unverified(
    'scan-failed',
    `${toScanName(scan)} of commit \`${toShortSha(sha)}\` failed, and no other scan of it can be used.`,
  );
}

/** A scan still ran when the time to wait was up. */
export function scanTimeoutFault(
  { sha, inputs: { waitTimeoutMs }, waitedMs }: Pick<Question, 'sha' | 'inputs' | 'waitedMs'>,
  scan: Scan,
): Unverified {
  const name = `${toScanName(scan)} of commit \`${toShortSha(sha)}\``;
  return unverified(
    'scan-timeout',
    waitedMs === 0 ? `${name} has not finished yet.` : `${name} had not finished after ${formatDuration(waitedMs)}.`,
    [
      waitTimeoutMs === 0
        ? 'If it only takes a while, let the workflow wait for it: `wait-timeout: 10m`.'
        : `If scans usually take longer, let the workflow wait longer than \`wait-timeout: ${formatSetting(waitTimeoutMs)}\`.`,
    ],
  );
}

/** Scanning has stopped. `newest` is the youngest scan that could have excused the judged one, or that itself. */
export function oldScanFault(
  { inputs: { maxScanAgeMs }, now }: Pick<Question, 'inputs' | 'now'>,
  { scan, standsIn }: JudgedScan,
  newest: UsableScan,
): Unverified {
  const allowed = `\`max-scan-age\` allows ${formatDuration(maxScanAgeMs ?? 0)}`;
  const what = isFullScan(newest)
    ? `No full scan that can be used has finished since ${toEnd(newest, now)}; ${allowed}.`
    : `Scan \`${scan.id}\` finished ${toEnd(scan, now)}; ${allowed}.`;
  const needed = standsIn ? 'The base branch must be scanned again.' : 'The commit must be scanned again.';
  return unverified('stale-scan', what, [needed]);
}

function toEnd(scan: Scan, now: EpochMs): string {
  const endedAt = scanEndMs(scan);
  return `${formatTime(endedAt)}, ${formatDuration(Math.max(0, now - endedAt))} ago`;
}

/** The judged scan's age cannot be told. */
export function scanDatedAheadFault({ now }: Pick<Question, 'now'>, scan: UsableScan): Unverified {
  const ahead = formatDuration(scanAheadMs(scan, now));
  return unverified(
    'stale-scan',
    `Scan \`${scan.id}\` is dated ${ahead} in the future, so \`max-scan-age\` cannot tell how old it is.`,
    ['Set the clock of the machine that runs this job, or ask who runs the service about its clock.'],
  ).with({ headline: 'the scan is dated in the future' });
}

// --- Lists of the service

/** The lists of the judged scans stay short of what these count. */
export function shortListsFault(missing: number): Unverified {
  return unverified(
    'service-error',
    `The scan counts ${countOf(missing, 'more bug', 'more bugs')} than the service lists, so it is not known whether they are pending.`,
    [WAIT_FOR_LISTS, 'With `count-from: repository` and `found-since` the lists of the scan are not compared.'],
  ).with({
    headline: 'the service does not list every bug',
    privateAdvice: [
      WAIT_FOR_LISTS,
      'With `count-from: repository` and `gate-on: introduced, touched` or `found-since` the lists of the scan are not compared.',
    ],
  });
}

const WAIT_FOR_LISTS = 'Wait a few minutes after the scan, then run the job again.';

/** A list of the service that no two readings agreed on. */
export function changingListFault(endpoint: string, readings: number): Unverified {
  return unverified('service-error', `${endpoint}: the list kept changing each of the ${readings} times it was read.`, [
    'Run the job again when no scan is starting.',
  ]).with({ isTransient: true });
}

/** An answer is about another repository than the one that was asked for. */
export function otherRepositoryFault(what: string): Unverified {
  return unverified('service-error', what, OTHER_REPOSITORY_ADVICE);
}

/** The time of the run is over, or that of one repository of many, for whatever took it. */
export function serviceDeadlineFault(error: DeadlineError): Unverified {
  const what = error instanceof ShareError ? 'The service was not asked any more' : 'Gave up on the service';
  return unverified('service-error', `${what}: ${error.message}.`);
}

// --- Key and repository

/** Where it is said how a workflow is switched off in a fork. */
export const OWN_FORK_PAGE =
  'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md#your-own-fork-of-somebodys-repository';

/** Events that Dependabot and forks cause none of. */
const OF_NO_PULL = new Set(['schedule', 'workflow_dispatch', 'repository_dispatch']);

interface KeylessEvent {
  /** Such as `pull_request`. */
  readonly name: string;
  readonly isInFork: boolean;
}

/** The fault for a missing API key, with the likely reasons; in somebody's own fork there is one reason, and nothing to do. */
export function noCredentialsFault({ name, isInFork }: KeylessEvent): Unverified {
  if (isInFork) {
    return unverified('no-credentials', 'This is a fork without a key.', [
      `Nothing is asked of you; to switch the workflow off here, see ${OWN_FORK_PAGE}`,
    ]);
  }
  return unverified(
    'no-credentials',
    'The input `api-key` is empty, so the service was not asked.',
    compact([
      'Check that the secret that the workflow passes as `api-key` exists in the repository, organization or environment, under the same name.',
      !OF_NO_PULL.has(name) &&
        'For pull requests of Dependabot, add the key to the Dependabot secrets as well. Pull requests from forks get no secrets on `pull_request`.',
    ]),
  );
}

/**
 * How a workflow can say which repository of the service it means: by its name there or its ID, by its ID alone where the action
 * has no input `repository`, or neither beside other repositories, which an ID says nothing about.
 */
export type Naming = 'name-or-id' | 'id' | 'none';

/** Several repositories have the name. `matches` names each with its ID. */
export function ambiguousRepositoryFault(
  fullName: string,
  matches: readonly string[],
  naming: Naming = 'name-or-id',
): Unverified {
  return unverified(
    'repository-not-found',
    `The service knows ${matches.length} repositories named ${fullName}: ${matches.join(', ')}.`,
    [
      naming === 'none'
        ? `Leave only the right one connected to the service, or ${toOwnJob(fullName)}.`
        : 'Say which one with the input `repository-id`.',
    ],
  ).with({ headline: 'the service knows several repositories with this name', isLasting: true });
}

const MAX_NAMED_ORGANIZATIONS = 20;

interface SeenByKey {
  readonly repositories: number;
  readonly organizations: readonly string[];
}

/**
 * No repository has the name. Says how much the key sees instead, and the names of its organizations only in `quoted`, for
 * whoever may know them: the user's e-mail address is nobody else's business.
 */
export function repositoryNotFoundFault(
  fullName: string,
  { repositories, organizations }: SeenByKey,
  naming: Naming = 'name-or-id',
): Unverified {
  const names = organizations.slice(0, MAX_NAMED_ORGANIZATIONS).join(', ');
  const where = names === '' ? 'no organization' : `the organizations ${names}`;
  const what = `The service knows no repository ${fullName}. This API key sees ${repositories} ${repositories === 1 ? 'repository' : 'repositories'}`;
  return unverified('repository-not-found', `${what}.`, [
    'Connect the repository to the service, or use a key of the organization that it is connected to.',
    `If it has another name there, ${toNamingAdvice(fullName, naming)}.`,
  ]).with({ quoted: `${what} and ${where}.` });
}

function toNamingAdvice(fullName: string, naming: Naming): string {
  switch (naming) {
    case 'name-or-id':
      return 'give that name with the input `repository`, or its ID with `repository-id`';
    case 'id':
      return 'give its ID there with the input `repository-id`';
    case 'none':
      return toOwnJob(fullName);
  }
}

/** An ID is of one repository. */
function toOwnJob(fullName: string): string {
  return `look at it in a job of its own, with \`repositories: ${fullName}\` and its ID there in \`repository-id\``;
}

/** GitHub knows no repository by this name, or the token does not see it. */
export function unknownNameFault(fullName: string): Unverified {
  return unverified('repository-not-found', `${fullName} is not known by this name on GitHub, or not to this token.`, [
    'Give the name that it has now, or give the token access to it.',
  ]);
}

/** Of all repositories there is none to look at. Where everybody can read the log, only public ones are. */
export function noRepositoryFault(isPublic = false): Unverified {
  return unverified(
    'repository-not-found',
    'There is no repository that both the key and the token see, so nothing was looked at.',
    compact([
      'Connect a repository to the service, or use a key of the organization whose repositories are connected.',
      'The token has to be one of a GitHub App that is installed there, or of a person who may read them.',
      isPublic && 'This repository is public, so only public repositories count.',
    ]),
  );
}

interface Hidden {
  /** Repositories of which it is not known that everybody can read them. */
  readonly hidden: number;
  readonly all: number;
}

/** Nobody says who can read the workflow's repository: the log of a public one must not name these, nor does this. */
export function unknownReadersFault(
  { repository, runAttempt }: { readonly repository: RepositoryRef; readonly runAttempt: number },
  { hidden, all }: Hidden,
): Unverified {
  const own = toFullName(repository);
  const which = all === 1 ? 'the repository' : `${formatCount(hidden)} of the ${formatCount(all)} repositories`;
  return unverified(
    'github-error',
    `GitHub does not say who can read ${own}, where this workflow runs. If everybody can, the log must not name ${which} to look at, so nothing was looked at.`,
    compact([
      `Give the token access to ${own}: if it is the token of a GitHub App, install the app there too.`,
      // Its event is that of the first attempt, which may be a month old.
      runAttempt > 1 && 'Or start a new run: one that is run again no longer knows who can read the repository.',
    ]),
  );
}

/** The service knows no repository of this id, or does not show it. */
export function unknownRepositoryFault(repositoryId: RepoId): Unverified {
  return unverified(
    'repository-not-found',
    `The service knows no repository \`${repositoryId}\`, or this API key may not see it.`,
    ['Check the input `repository-id`, or leave it out so that the repository is looked up.'],
  ).with({ isLasting: true });
}

/** The service lists the repository, and then says that there is none of its id. */
export function hiddenRepositoryFault(repositoryId: RepoId): Unverified {
  return unverified(
    'repository-not-found',
    `The service lists the repository as \`${repositoryId}\`, but says that it does not know it when asked for its scans.`,
    [
      'Look in the service whether the repository is still connected, and whether the owner of this API key may read it.',
    ],
  );
}

// --- GitHub

/** What was asked of GitHub, for the sentence that says it failed. */
export interface GitHubQuestion {
  /** Completes "could not …". */
  readonly doing: string;
  /** What a workflow would have to grant. */
  readonly permission: string;
  /** What to do; by default nothing but what the sentence says. */
  readonly advice?: readonly string[];
}

const NEEDS_CHANGES = ['`gate-on` needs to know what the pull request changes.'];
const READS_PULLS = 'pull-requests: read';

export const GITHUB_QUESTIONS = {
  ancestors: {
    doing: 'read the ancestors of the commit',
    permission: 'contents: read',
    advice: ['`scan-match` with `ancestor` needs to read commits.'],
  },
  files: { doing: 'read the files of the pull request', permission: READS_PULLS, advice: NEEDS_CHANGES },
  commits: { doing: 'read the commits of the pull request', permission: READS_PULLS, advice: NEEDS_CHANGES },
  head: { doing: 'read the head of the pull request', permission: READS_PULLS, advice: NEEDS_CHANGES },
  openPulls: {
    doing: 'read the open pull requests',
    permission: READS_PULLS,
    advice: ['A check belongs to the commit, and another pull request may have the same one.'],
  },
  otherPulls: {
    doing: 'read another open pull request, to which the service attributes a bug',
    permission: READS_PULLS,
  },
  formerHeads: {
    doing: 'read what the pull request was before a force push',
    permission: READS_PULLS,
    advice: NEEDS_CHANGES,
  },
  pullOfBranch: {
    doing: 'find the pull request of the commit',
    permission: READS_PULLS,
    advice: ['`gate-on` needs to know the pull request; the input `pr-number` can name it.'],
  },
  repository: { doing: 'read the repository', permission: 'metadata: read' },
  comparison: { doing: 'compare the pushed commit with others', permission: 'contents: read' },
} as const satisfies Readonly<Record<string, GitHubQuestion>>;

export function noTokenFault({ doing, advice = [] }: GitHubQuestion): Unverified {
  return unverified('github-error', `Without a github-token the gate cannot ${doing}.`, advice).with({
    isGivenUp: true,
  });
}

/** GitHub's API lags behind: what it shows, or one of its lists, is of an earlier head; or it does not show the pull request at all. */
export function headNotListedFault(isShown = true): Unverified {
  const headline = isShown
    ? 'GitHub still shows the commit before this one'
    : 'GitHub does not show this pull request yet';
  return unverified('github-error', `${headline}.`, NEEDS_CHANGES).with({ headline });
}

/** `meanwhile` says what was going on, such as ` while its scan was awaited`. */
export function supersededFault(sha: CommitSha, meanwhile = ''): Unverified {
  return unverified('superseded', `The pull request has moved on from commit \`${toShortSha(sha)}\`${meanwhile}.`);
}

interface OtherAuthor {
  /** Whom GitHub shows. */
  readonly author: string;
  /** Whose the token was taken to be. */
  readonly taken: string;
}

/** What was created is another account's than what was looked for. `what` is such as `the issue`. */
export function otherAuthorFault(what: string, { author, taken }: OtherAuthor): Unverified {
  return unverified(
    'github-error',
    `GitHub shows \`${author}\` as the author of ${what}, though this token was taken for that of \`${taken}\`: what earlier runs wrote as \`${author}\` was not found.`,
    ['Let this machine send `POST /graphql` to GitHub with this token: the answer says whose token it is.'],
  );
}

export function unknownCommitFault(why: string): Unverified {
  return unverified('github-error', why, ['Name the commit with the input `sha`.']).with({
    // GitHub was not even asked.
    headline: 'the event names no commit',
  });
}

export function toHeadQuestion(number: number): GitHubQuestion {
  const advice = ['The input `sha` can name the commit.'];
  return { doing: `read pull request ${number}`, permission: READS_PULLS, advice };
}
