// What people are told of each cause: whose turn it is, the one step, what kind of run helps, and, for the maintainer of the
// workflow, what happened and what to do. To change a sentence, change it here.
import type { Asked, Cause, CauseOf, FailedCause, Naming, Need, Surrounding } from '../judgement/cause.ts';
import { isForMembers, type Visibility } from '../judgement/disclosure.ts';
import { countOf, formatCount, formatDuration, formatSetting, formatTime } from '../judgement/format.ts';
import { toFullName, toShortSha } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import type { PullEnding, Report } from '../judgement/report.ts';
import { toAbsentSentences, toScanName } from '../judgement/scan-wording.ts';
import { isFullScan, type Scan, scanEndMs } from '../judgement/scan.ts';
import type { Unverified } from '../judgement/unverified.ts';

/** Text of ours with places such as `{contact}` for what differs from run to run; with a capital, `{Contact}` begins a sentence. */
export type Template = string;

/** Who reads of a cause, and what can be done where it is read. */
export interface CauseReader {
  readonly visibility: Visibility;
  readonly ending: PullEnding | null;
  readonly pullRequest: number | null;
  /** What was to be judged, such as `the newest commit`. */
  readonly commit: string;
  /** When the scan started, and how long others took, as sentences; empty: that is not known. */
  readonly scanTimes: string;
  readonly rerunBy: Report['rerunBy'];
}

/** What is told of a cause. */
export interface CauseWords {
  /** Completes "could not judge: …". */
  readonly headline: string;
  /** Whether the reader's change has to do with it. */
  readonly about: string;
  /** What the reader has to know before the rest, without a page that it ends with; null: nothing. */
  readonly note: { readonly text: string; readonly page: Page | null } | null;
  /** Completes "What to do:", without a capital at its start; null: nothing. */
  readonly todo: Template | null;
  /** What happened, for the maintainer of the workflow; null: the rest says it all. */
  readonly technical: string | null;
  /** For the same reader, a sentence each. */
  readonly advice: readonly string[];
}

export interface Page {
  readonly title: string;
  readonly url: string;
}

/** A row of the table. */
interface Row {
  readonly headline: string;
  /** @default NOT_YOURS */
  readonly about?: string;
  readonly note?: CauseWords['note'];
  /** Without a capital and without a full stop; null: nothing but the run. */
  readonly step: Template | null;
  /** Which kind of run helps after it; null: none. */
  readonly run: 'again' | 'new' | null;
  /** When it helps, such as `in a few minutes`; absent: after the step. */
  readonly when?: string;
  /** Sentences behind the step. */
  readonly tail?: Template;
  readonly technical: string;
  readonly advice?: readonly string[];
}

const NOT_CHECKED = 'Your change has not been checked yet.';
/** Of a pull request that is closed, nobody waits for that any more. */
const NEVER_CHECKED = 'Your change was not checked.';
const NOT_YOURS = 'Not about your change.';
const NO_ACCOUNT = 'No account there? Ask {contact}.';
const IF_AGAIN = 'If that fails too, ask {contact}.';
/** A re-run keeps the workflow file and the event of the first attempt. */
const NEW_RUN = 'push, or close and reopen this pull request: a re-run keeps the old workflow file and the old event.';
const NEW_RUN_ELSEWHERE = 'start a new run: a re-run keeps the old workflow file and the old event.';

/** Where it is said how a workflow is switched off in a fork. */
export const OWN_FORK_PAGE =
  'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md#your-own-fork-of-somebodys-repository';

/** For a reader of whom nothing is known: what everybody may read. */
const ANYBODY: CauseReader = {
  ...{ visibility: 'unknown', ending: null, pullRequest: null },
  ...{ commit: 'the commit', scanTimes: '', rerunBy: 'reader' },
};

export function explainCause(cause: Cause, reader: CauseReader): CauseWords {
  const { headline, about = NOT_YOURS, note = null, technical, advice = [], ...row } = toRow(cause, reader);
  const { ending } = reader;
  return {
    ...{ headline, note },
    // A note says it all.
    ...(note === null ? { technical, advice } : { technical: null, advice: [] }),
    about: ending !== null && about !== NOT_YOURS ? NEVER_CHECKED : about,
    todo: ending === null ? toTodo(row, reader) : toLateTodo({ ...row, about }, ending),
  };
}

type Steps = Pick<Row, 'step' | 'run' | 'when' | 'tail'>;

function toTodo({ step, run, when, tail }: Steps, reader: CauseReader): Template | null {
  if (run === 'new') return compact([step && `${step}. Then`, toNewRun(reader)]).join(' ');
  if (run === null) return step && `${step}.`;
  if (step === null) return toRunAlone(when ?? '', reader);
  const again = toAgain(reader);
  return again === null
    ? compact([`${step}.`, tail, '{Contact} can then run the job again.']).join(' ')
    : tail === undefined
      ? `${step}. Then ${again}.`
      : `${step}, then ${again}. ${tail}`;
}

/** What the reader can do; null: only somebody else can. */
function toAgain({ rerunBy }: CauseReader): Template | null {
  if (rerunBy === 'maintainer') return null;
  return rerunBy === 'queue' ? 'add it to the queue again' : '{again}';
}

/** `when` is such as `in a few minutes`, or `after 14:32 UTC`. */
function toRunAlone(when: string, reader: CauseReader): Template {
  const again = toAgain(reader);
  return again === null ? `ask {contact} to run the job again ${when}.` : `${again} ${when}. ${IF_AGAIN}`;
}

function toNewRun({ pullRequest, rerunBy }: CauseReader): string {
  if (rerunBy === 'queue') return 'add it to the queue again.';
  return pullRequest === null ? NEW_RUN_ELSEWHERE : NEW_RUN;
}

/** For a pull request that is closed: no scan and no run of its own helps it, but what helps every other still does. */
function toLateTodo({ about, step, run }: Pick<Row, 'about' | 'step' | 'run'>, ending: PullEnding): Template | null {
  if (step === null && run === null) return null;
  if (about === NOT_YOURS && (step !== null || run === 'again')) {
    return `nothing in this pull request. If others say the same, ${step ?? 'ask {contact}'}.`;
  }
  return ending === 'closed'
    ? 'nothing, unless you open it again.'
    : 'nothing. If it has bugs, {service} shows them once the branch that it was merged into is scanned.';
}

/** What happened, in one paragraph of plain text that may quote others as far as the cause was disclosed. */
export function toWhat({ cause }: Pick<Unverified, 'cause'>): string {
  return toRow(cause, ANYBODY).technical;
}

/** What the maintainer of the workflow does about it, a sentence each, and when a run is worth it. */
export function toAdvice({ cause }: Pick<Unverified, 'cause'>): readonly string[] {
  const { advice = [] } = toRow(cause, ANYBODY);
  const until = cause.kind === 'rate-limited' ? cause.until : null;
  if (until !== null) return [...advice, `After ${formatTime(until)}, run the job again.`];
  return PASSING.has(cause.kind) ? [...advice, 'Run the job again in a few minutes.'] : advice;
}

const PASSING: ReadonlySet<Cause['kind']> = new Set([
  'outage',
  'rate-limited',
  'changing-list',
  'short-lists',
  'no-time',
]);

/** The same as one text. */
export function toWhatAndAdvice(fault: Pick<Unverified, 'cause'>, separator: string): string {
  return [toWhat(fault), ...toAdvice(fault)].join(separator);
}

/** In a few words of ours, such as `the service answered 503`. */
export function toBrief(cause: Cause): string {
  const status = 'status' in cause ? cause.status : null;
  if (cause.kind === 'rate-limited') return 'the service answered 429';
  return `the service ${status === null ? 'did not answer' : `answered ${status}`}`;
}

const AGAIN_SOON = { step: null, run: 'again', when: 'in a few minutes' } as const;

function toRow(cause: Cause, reader: CauseReader): Row {
  switch (cause.kind) {
    // Scans
    case 'no-scan':
      return {
        headline: cause.absent.some(({ sha }) => sha === cause.sha)
          ? `no usable scan of ${reader.commit}`
          : `${reader.commit} has not been scanned`,
        about: NOT_CHECKED,
        ...{ step: 'start a scan of {commit} in {service}', run: 'again', tail: NO_ACCOUNT },
        technical: describeNoScan(cause),
        advice: adviseOnNoScan(cause),
      };
    case 'unscanned':
      return {
        headline: `${reader.commit} has not been scanned`,
        about: NOT_CHECKED,
        step: 'ask {contact}: where only the default branch is scanned, this set-up judges nothing',
        run: 'new',
        technical: `No commit of this pull request has been scanned. ${toScanName(cause.scan)} is of ${toCommit(cause.scan)}, and cannot know what commit \`${toShortSha(cause.sha)}\` introduces.`,
        advice: isForMembers(reader.visibility)
          ? [`${NEEDS_HEADS}: use \`gate-on: touched\`.`]
          : [
              `${NEEDS_HEADS}.`,
              // There `touched` would tell whoever opens a pull request which files have bugs.
              'In a public repository, let the service scan the newest commit of each pull request, or leave out those from forks and use the action `watch`; the action `doctor` shows the workflow.',
            ],
      };
    case 'scan-failed':
      return {
        headline: `the scan of ${reader.commit} failed`,
        about: NOT_CHECKED,
        ...{ step: 'start the scan of {commit} again in {service}', run: 'again', tail: NO_ACCOUNT },
        technical: `${toScanName(cause.scan)} of commit \`${toShortSha(cause.sha)}\` failed, and no other scan of it can be used.`,
      };
    case 'scan-running':
      return {
        headline: 'the scan did not finish in time',
        about: NOT_CHECKED,
        ...{ step: 'wait until the scan has finished', run: 'again', tail: reader.scanTimes },
        ...describeRunning(cause),
      };
    case 'scanning-stopped':
      return {
        headline: 'the last scan is too old',
        // A scan of the commit itself is not replaced by one of another commit; it helps no other pull request.
        step: `ask {contact} for a new scan of ${cause.standsIn || reader.ending !== null ? 'this repository' : '{commit}'}`,
        run: 'again',
        technical: describeStopped(cause),
        advice: [cause.standsIn ? 'The base branch must be scanned again.' : 'The commit must be scanned again.'],
      };
    case 'scan-ahead':
      return {
        headline: 'the scan is dated in the future',
        step: 'ask {contact} to check the clocks of {service} and of the machine that runs this job',
        run: 'again',
        technical: `${toScanName(cause.scan)} is dated ${formatDuration(cause.aheadMs)} in the future, so \`max-scan-age\` cannot tell how old it is.`,
      };
    case 'no-scan-of-branch':
      return {
        ...toOtherRow(),
        technical: compact([
          `No scan of the branch \`${cause.branch}\` ${cause.absent.some(({ state }) => state === 'complete') ? 'can be used' : 'is complete'}.`,
          ...toAbsentSentences(cause.absent),
          cause.leftOut,
        ]).join(' '),
        advice: compact([
          `Start a scan of this branch in ${cause.service}, or ${cause.isOfSeveral ? 'leave the repository out of `repositories`' : 'wait for the next one'}.`,
          `If ${cause.service} scans another branch, or \`${cause.branch}\` is misspelled, correct the input \`branch\`.`,
          cause.scanTypes.length > 0 &&
            `Only scans of the types ${cause.scanTypes.join(', ')} count: see the input \`scan-types\`.`,
        ]),
      };
    case 'no-branch':
      return {
        ...toOtherRow(),
        technical: `GitHub shows this token no commit of the branch \`${cause.branch}\`.`,
        advice: [
          'If the repository is empty, push to it and run this job again.',
          `If \`${cause.branch}\` is misspelled, correct the input \`branch\`; if it is there, the token needs the permission "contents: read".`,
        ],
      };
    case 'branch-scan-old':
      return {
        ...toOtherRow(),
        technical: `The newest complete scan of \`${cause.branch}\` is ${formatDuration(cause.ageMs)} old; \`max-scan-age\` allows ${formatDuration(cause.maxScanAgeMs)}. Either scanning has stopped, or its scans fail.`,
        advice: [`Look at the scans of this repository in ${cause.service}, and start one.`],
      };
    case 'branch-scan-ahead':
      return {
        ...toOtherRow(),
        technical: `The newest complete scan of \`${cause.branch}\` is dated in the future, so \`max-scan-age\` cannot tell how old it is.`,
        advice: [
          'Check the clock of the machine that runs this job; if it is right, ask who runs the service about its clock.',
        ],
      };
    // Lists of the service
    case 'short-lists':
      return { headline: 'the service does not list every bug', ...AGAIN_SOON, ...describeShortLists(cause, reader) };
    case 'changing-list':
      return {
        ...{ headline: UNREAD.service, ...AGAIN_SOON },
        technical: `${cause.endpoint}: the list kept changing each of the ${cause.readings} times it was read.`,
      };
    case 'other-repository':
      return {
        ...{ headline: UNREAD.service, step: 'ask {contact} to check `repository-id`', run: 'new' },
        ...{ technical: cause.said, advice: OTHER_REPOSITORY_ADVICE },
      };
    case 'list-gone':
      return {
        headline: 'the service no longer has the list of a scan',
        ...{ step: 'ask {contact} for a new scan of this repository', run: 'again', technical: toSentence(cause) },
      };
    // Key and repository
    case 'no-key':
      return describeNoKey(cause);
    case 'refused-key':
      return {
        ...{ headline: REFUSED_KEY, step: 'ask {contact} to renew the key', run: 'again' },
        technical: toSentence(cause),
        advice: ['The key is the secret behind the input `api-key`. Still the old key? Start a new run.'],
      };
    case 'lacks-role':
      return {
        ...{ headline: REFUSED_KEY, step: 'ask {contact} to give the user of the key access', run: 'again' },
        technical: toSentence(cause),
        advice: ['The key is the secret behind the input `api-key`.'],
      };
    case 'unknown-repository':
      return {
        ...{ headline: UNKNOWN_REPOSITORY, ...CONNECT },
        technical: `The service knows no repository ${cause.fullName}. This API key sees ${cause.said}.`,
        advice: [
          'Connect the repository to the service, or use a key of the organization that it is connected to.',
          `If it has another name there, ${toNamingAdvice(cause.fullName, cause.naming)}.`,
        ],
      };
    case 'hidden-repository':
      return {
        ...{ headline: UNKNOWN_REPOSITORY, ...CONNECT },
        technical: `The service lists the repository as \`${cause.repositoryId}\`, but says that it does not know it when asked for its scans.`,
        advice: [
          'Look in the service whether the repository is still connected, and whether the owner of this API key may read it.',
        ],
      };
    case 'repository-twice':
      return {
        headline: 'the service knows several repositories with this name',
        ...{ step: 'ask {contact} to set `repository-id`', run: 'new' },
        technical: `The service knows ${cause.count} repositories named ${cause.fullName}: ${cause.said}.`,
        advice: [
          cause.naming === 'none'
            ? `Leave only the right one connected to the service, or ${toOwnJob(cause.fullName)}.`
            : 'Say which one with the input `repository-id`.',
        ],
      };
    case 'wrong-repository-id':
      return {
        headline: UNKNOWN_REPOSITORY,
        ...{ step: 'ask {contact} to set `repository-id`', run: 'new' },
        technical: `The service knows no repository \`${cause.repositoryId}\`, or this API key may not see it.`,
        advice: ['Check the input `repository-id`, or leave it out so that the repository is looked up.'],
      };
    case 'unknown-name':
      return {
        ...toOtherRow(),
        technical: `${cause.fullName} is not known by this name on GitHub, or not to this token.`,
        advice: ['Give the name that it has now, or give the token access to it.'],
      };
    case 'nothing-to-look-at':
      return {
        ...toOtherRow(),
        technical: 'There is no repository that both the key and the token see, so nothing was looked at.',
        advice: compact([
          'Connect a repository to the service, or use a key of the organization whose repositories are connected.',
          'The token has to be one of a GitHub App that is installed there, or of a person who may read them.',
          cause.isPublic && 'This repository is public, so only public repositories count.',
        ]),
      };
    case 'unknown-readers':
      return { ...toOtherRow(), ...describeUnknownReaders(cause) };
    // GitHub
    case 'no-token':
      return {
        headline: 'there is no GitHub token',
        ...{ step: 'ask {contact} to give the gate a `github-token`', run: 'new' },
        technical: `Without a github-token the gate cannot ${cause.task}.`,
        advice: adviseOnNeed(cause.need),
      };
    case 'lacks-permission': {
      const { whose, permission } = cause;
      const isOfWorkflow = whose === 'workflow';
      return {
        headline: UNREAD.github,
        step: isOfWorkflow
          ? `ask {contact} to add \`${permission}\` to the workflow`
          : `ask {contact} to give the token that the workflow uses \`${permission}\``,
        run: isOfWorkflow ? 'new' : 'again',
        technical: toSentence(cause),
        advice: adviseOnNeed(cause.need),
      };
    }
    case 'unknown-pull-request':
      return {
        headline: 'GitHub does not show the pull request',
        ...{ step: 'ask {contact} to check the number, and the token', run: 'new' },
        technical: toSentence(cause),
        advice: adviseOnNeed(cause.need),
      };
    case 'renamed':
      return {
        ...{ headline: 'the repository was renamed', step: null, run: 'new' },
        ...{ technical: toSentence(cause), advice: adviseOnNeed(cause.need) },
      };
    case 'too-many-files':
      return {
        headline: 'GitHub cannot list that many files',
        about: NOT_CHECKED,
        step: 'split this pull request. If that is not possible, ask {contact} how to merge it',
        run: null,
        technical: toSentence(cause),
        advice: ['Where the newest commit of a pull request is scanned, `gate-on: introduced` does without the files.'],
      };
    case 'not-yet-shown': {
      const headline = cause.isShown
        ? 'GitHub still shows the commit before this one'
        : 'GitHub does not show this pull request yet';
      return {
        ...{ headline, step: null, run: 'again', when: 'in a minute' },
        ...{ technical: `${headline}.`, advice: adviseOnNeed('changes') },
      };
    }
    case 'superseded':
      return {
        headline: 'there is a newer commit',
        about: 'Your newer push is being checked instead.',
        ...{ step: 'nothing', run: null },
        technical: `The pull request has moved on from commit \`${toShortSha(cause.sha)}\`${cause.meanwhile}.`,
      };
    case 'no-commit':
      return {
        headline: 'the event names no commit',
        ...{ step: 'ask {contact} to correct the inputs', run: 'new' },
        ...{ technical: cause.why, advice: ['Name the commit with the input `sha`.'] },
      };
    case 'other-author':
      return {
        ...toOtherRow(),
        technical: `GitHub shows \`${cause.author}\` as the author of ${cause.what}, though this token was taken for that of \`${cause.taken}\`: what earlier runs wrote as \`${cause.author}\` was not found.`,
        advice: ['Let this machine send `POST /graphql` to GitHub with this token: the answer says whose token it is.'],
      };
    // Either
    case 'rate-limited':
      return {
        headline: UNREAD[cause.who],
        ...AGAIN_SOON,
        ...(cause.until !== null && { when: `after ${formatTime(cause.until)}` }),
        technical: toSentence(cause),
      };
    case 'surroundings':
      return {
        ...{ headline: UNREAD[cause.who], step: `ask {contact} to ${toCheck(cause)}`, run: 'again' },
        technical: toSentence(cause),
      };
    case 'outage':
    case 'given-up':
      return {
        ...{ headline: UNREAD[cause.who], ...AGAIN_SOON, technical: toSentence(cause) },
      };
    case 'refused':
      return {
        ...{ headline: UNREAD[cause.who], step: 'ask {contact}', run: cause.who === 'github' ? 'again' : 'new' },
        technical: toSentence(cause),
        advice: cause.who === 'github' ? [] : adviseOnNeed(cause.need),
      };
    case 'no-time':
      return {
        ...{ headline: UNREAD.service, ...AGAIN_SOON },
        technical: `${cause.isOfShare ? 'The service was not asked any more' : 'Gave up on the service'}: ${cause.said}.`,
      };
    case 'not-asked':
      return { ...toOtherRow(), technical: 'GitHub was not asked.' };
    case 'too-little-left':
      return {
        ...toOtherRow(),
        technical:
          'Nothing was judged: this run had too few requests to GitHub left, or too little time; each run begins with others.',
      };
    case 'wrong-inputs':
      return {
        ...{ headline: 'an input is wrong', step: 'ask {contact} to correct the inputs', run: null },
        technical: 'Nothing was judged; the log of the job says what was given.',
        advice: cause.inputs.map(({ input, allowed }) => `Set \`${input}\` to ${allowed}.`),
      };
  }
}

const UNREAD: Readonly<Record<Asked, string>> = {
  service: 'reading from the service failed',
  github: 'reading from GitHub failed',
};
const REFUSED_KEY = 'the service refused the key';
const UNKNOWN_REPOSITORY = 'the service does not know this repository';
const CONNECT = { step: 'ask {contact} to connect this repository to {service}', run: 'again' } as const;

/** Of what no gate comes to: the maintainer of the workflow reads it. */
function toOtherRow(): Pick<Row, 'headline' | 'step' | 'run'> {
  return { headline: 'nothing could be looked at', step: 'ask {contact}', run: null };
}

/** A request that failed, as one paragraph: what was wanted, what came, and what to look at. */
export function toSentence(cause: FailedCause): string {
  const { task, said, remedy } = cause;
  if (cause.kind === 'unknown-pull-request') {
    return `Could not ${task ?? 'read it'}. There is ${said} that this token can see: check the number, and that the job has the permission "${cause.permission}".`;
  }
  return compact([task === null ? said : `Could not ${task}: ${said}.`, remedy]).join(' ');
}

const NEEDS: Readonly<Record<Need, string>> = {
  ancestors: '`scan-match` with `ancestor` needs to read commits.',
  changes: '`gate-on` needs to know what the pull request changes.',
  twins: 'A check belongs to the commit, and another pull request may have the same one.',
  'pull-request': '`gate-on` needs to know the pull request; the input `pr-number` can name it.',
  commit: 'The input `sha` can name the commit.',
  several: 'For several repositories use the token of a GitHub App, such as actions/create-github-app-token makes.',
  bugs: '`count-from: scan` does without the list of all bugs of the repository.',
};

function adviseOnNeed(need: Need | undefined): readonly string[] {
  return need === undefined ? [] : [NEEDS[need]];
}

// --- Scans

function toCommit({ sha }: Scan): string {
  return sha === null ? 'an unknown commit' : `commit \`${toShortSha(sha)}\``;
}

const NEEDS_HEADS = 'Where only the default branch is scanned, nothing can be judged with `gate-on: introduced`';

/** Such as `No scan of commit … exists; the newest is of …`. */
function describeNoScan(cause: CauseOf<'no-scan'>): string {
  return compact([describeScans(cause), describeOthers(cause), ...toAbsentSentences(cause.absent)]).join(' ');
}

function describeScans({ sha, scans, inputs: { scanMatch } }: CauseOf<'no-scan'>): string {
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
function describeOthers({ repositoryId, foreignRepositoryIds }: CauseOf<'no-scan'>): string | null {
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

function adviseOnNoScan({ sha, scans, inputs, foreignRepositoryIds }: CauseOf<'no-scan'>): readonly string[] {
  const others = foreignRepositoryIds.length === 0 ? [] : OTHER_REPOSITORY_ADVICE;
  if (scans.length === 0 && others.length > 0) return others;
  const { scanMatch, scanTypes, waitForScanMs } = inputs;
  return compact([
    ...others,
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
}

function describeRunning({
  scan,
  sha,
  waitedMs,
  waitTimeoutMs,
}: CauseOf<'scan-running'>): Pick<Row, 'technical' | 'advice'> {
  const name = `${toScanName(scan)} of commit \`${toShortSha(sha)}\``;
  return {
    technical:
      waitedMs === 0 ? `${name} has not finished yet.` : `${name} had not finished after ${formatDuration(waitedMs)}.`,
    advice: [
      waitTimeoutMs === 0
        ? 'If it only takes a while, let the workflow wait for it: `wait-timeout: 10m`.'
        : `If scans usually take longer, let the workflow wait longer than \`wait-timeout: ${formatSetting(waitTimeoutMs)}\`.`,
    ],
  };
}

function describeStopped({ scan, newest, maxScanAgeMs, now }: CauseOf<'scanning-stopped'>): string {
  const allowed = `\`max-scan-age\` allows ${formatDuration(maxScanAgeMs)}`;
  const toEnd = (ended: Scan): string =>
    `${formatTime(scanEndMs(ended))}, ${formatDuration(Math.max(0, now - scanEndMs(ended)))} ago`;
  return isFullScan(newest)
    ? `No full scan that can be used has finished since ${toEnd(newest)}; ${allowed}.`
    : `${toScanName(scan)} finished ${toEnd(scan)}; ${allowed}.`;
}

// --- The service

function describeShortLists(
  { missing, of }: CauseOf<'short-lists'>,
  { visibility }: CauseReader,
): Pick<Row, 'technical' | 'advice'> {
  if (of === 'new') {
    return {
      technical: `${countOf(missing, 'bug', 'bugs')} that the new scans count ${missing === 1 ? 'is' : 'are'} in none of their lists, so it is not known what is new.`,
      advice: [
        'A scan can be complete a while before its bugs are listed. If it stays that way, ask the people who run the service why the lists of the scan are short.',
      ],
    };
  }
  const which = isForMembers(visibility) ? '`gate-on: introduced, touched` or `found-since`' : '`found-since`';
  return {
    technical: `The scan counts ${countOf(missing, 'more bug', 'more bugs')} than the service lists, so it is not known whether they are pending.`,
    advice: [`With \`count-from: repository\` and ${which} the lists of the scan are not compared.`],
  };
}

const SWITCH_OFF = 'Nothing is asked of you; to switch the workflow off here, see';
const NO_KEY = 'The input `api-key` is empty, so the service was not asked.';

function describeNoKey({ origin }: CauseOf<'no-key'>): Row {
  switch (origin) {
    case 'secret':
      return {
        ...{ headline: 'there is no API key', step: 'ask {contact} to add the API key', run: 'again' },
        technical: NO_KEY,
        advice: [
          'Check that the secret that the workflow passes as `api-key` exists in the repository, organization or environment, under the same name. If the workflow names another secret, start a new run.',
        ],
      };
    case 'dependabot':
      return {
        headline: 'Dependabot gets no API key',
        ...{ step: 'ask {contact} to add the key to the Dependabot secrets', run: 'again' },
        technical: `${NO_KEY} GitHub gives runs that Dependabot starts only the Dependabot secrets, whoever runs them again.`,
      };
    case 'fork':
      return {
        headline: 'a pull request from a fork gets no API key',
        note: {
          text: 'GitHub gives pull requests from forks no keys; a maintainer has to check this one. You need not do anything.',
          page: null,
        },
        ...{ step: null, run: null, technical: `${NO_KEY} GitHub gives pull requests from forks no keys.` },
      };
    case 'own-fork':
      return {
        headline: 'a fork has no API key',
        about: 'This is a fork without a key.',
        note: { text: SWITCH_OFF, page: { title: 'forks', url: OWN_FORK_PAGE } },
        ...{ step: null, run: null, technical: 'This is a fork without a key.' },
        advice: [`${SWITCH_OFF} ${OWN_FORK_PAGE}`],
      };
  }
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

// --- GitHub, and this machine

function describeUnknownReaders({
  repository,
  isAgain,
  hidden,
  all,
}: CauseOf<'unknown-readers'>): Pick<Row, 'technical' | 'advice'> {
  const own = toFullName(repository);
  const which = all === 1 ? 'the repository' : `${formatCount(hidden)} of the ${formatCount(all)} repositories`;
  return {
    technical: `GitHub does not say who can read ${own}, where this workflow runs. If everybody can, the log must not name ${which} to look at, so nothing was looked at.`,
    advice: compact([
      `Give the token access to ${own}: if it is the token of a GitHub App, install the app there too.`,
      // Its event is that of the first attempt, which may be a month old.
      isAgain && 'Or start a new run: one that is run again no longer knows who can read the repository.',
    ]),
  };
}

/** Where the network of the machine that runs the job fails, whoever runs the service cannot help. */
const CHECKS: Readonly<Record<Surrounding, string>> = {
  proxy: 'check the proxy of the machine that runs this job',
  certificate: 'check which certificates the machine that runs this job trusts',
  clock: 'set the clock of the machine that runs this job',
  name: 'check the name resolution of the machine that runs this job',
  network: 'check the network of the machine that runs this job',
};

function toCheck({ part, who }: CauseOf<'surroundings'>): string {
  // GitHub's own address comes with the runner.
  return part === 'name' && who === 'service'
    ? CHECKS.name.replace('check ', 'check the address of the service, and ')
    : CHECKS[part];
}
