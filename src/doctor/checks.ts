// The checks of the doctor. Each stands alone, and says what to do, with the line to add to the workflow.
import { toAdvice, toWhat } from '../documents/causes.ts';
import { lasts } from '../judgement/cause.ts';
import type { Disclosure } from '../judgement/disclosure.ts';
import { countOf, formatCount, formatDuration, formatTime } from '../judgement/format.ts';
import { compact } from '../judgement/lists.ts';
import { toAbsentSentences } from '../judgement/scan-wording.ts';
import { scanAgeMs, scanEndMs } from '../judgement/scan.ts';
import { DAY_MS } from '../judgement/time.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { isSeveral } from '../sweep/inputs.ts';
import { decideRequired } from './check-required.ts';
import { block, type Check, ok, type Result, toList, UNCHECKED, warn } from './check.ts';
import {
  type Diagnosis,
  selectReplayFault,
  selectUsableScans,
  toKnown,
  toOpenBugs,
  type UnreadPull,
} from './evidence.ts';
import { servesForks, toMaxAgeDays } from './own-set-ups.ts';
import { countOrigins, toOriginWords } from './recent-pulls.ts';
import { ENOUGH_BUGS } from './relisting.ts';
import type { ScanStatistics } from './scan-statistics.ts';
import { SECRET, toTrigger } from './set-ups.ts';

/** Decides all checks in one order; only a public repository has the last one. */
export function decideChecks(source: Diagnosis): readonly Check[] {
  return [
    { id: 'api-key', ...checkKey(source) },
    { id: 'repository', ...checkRepository(source) },
    { id: 'scans', ...checkScans(source) },
    { id: 'scan-lists', ...checkLists(source) },
    { id: 'lists-again', ...checkListsAgain(source) },
    { id: 'bugs', ...checkBugs(source) },
    { id: 'pull-requests', ...checkPulls(source) },
    { id: 'contents', ...checkContents(source) },
    { id: 'forks', ...checkForks(source) },
    { id: 'required', ...decideRequired(source) },
    ...(source.evidence.github.visibility === 'public' ? [{ id: 'public' as const, ...checkPublic(source) }] : []),
  ];
}

function blockBy(fault: Unverified, line?: string): Result {
  return block(toWhat(fault), { advice: toAdvice(fault), line });
}

function isOfWorkflow({ cause }: Unverified): boolean {
  return cause.kind === 'lacks-permission' && cause.whose === 'workflow';
}

/** Adds the line only where the workflow lacks a permission. */
function blockByGitHub(fault: Unverified): Result {
  return blockBy(fault, isOfWorkflow(fault) ? PERMISSIONS_LINE : undefined);
}

const KEY_LINE = `api-key: \${{ secrets.${SECRET} }}`;
const PERMISSIONS_LINE = 'permissions: { contents: read, pull-requests: read }';

function checkKey({ evidence }: Diagnosis): Result {
  const { account } = evidence.service;
  if (account === null) {
    return block('The input `api-key` is empty.', {
      advice: [
        `Store the key as the secret \`${SECRET}\` under Settings → Secrets and variables → Actions, and pass it.`,
      ],
      line: KEY_LINE,
    });
  }
  if (isUnverified(account)) {
    return blockBy(account, account.reason === 'unauthorized' ? KEY_LINE : undefined);
  }
  return ok(`The key works. ${toOrganizations(account.organizations, evidence.disclosure)}`);
}

/** Leaves out the names where everybody may read them. */
function toOrganizations(names: readonly string[], disclosure: Disclosure): string {
  if (names.length === 0) return 'It belongs to no organization.';
  if (disclosure === 'counts') return `It belongs to ${countOf(names.length, 'organization', 'organizations')}.`;
  return `${names.length === 1 ? 'Its organization' : 'Its organizations'}: ${toList(names)}.`;
}

function checkRepository(source: Diagnosis): Result {
  const { service, settings } = source.evidence;
  const { repository } = service;
  if (repository === null) return UNCHECKED;
  if (isUnverified(repository)) {
    const isNamed = repository.reason === 'repository-not-found' && settings.repositoryId === null;
    // An ID beside other repositories is a wrong input.
    return blockBy(repository, isNamed && !isSeveral(settings) ? 'repository-id: repo_…' : undefined);
  }
  const { id, isOtherName } = repository;
  if (isOtherName) {
    return warn(`In the service \`${id}\` has another name than ${settings.repository}.`, {
      advice: ['Check the input `repository-id`, or leave it out to find the repository by name.'],
    });
  }
  return ok(`The service knows ${settings.repository} as \`${id}\`.`);
}

function checkScans(source: Diagnosis): Result {
  const { settings, service, readAt } = source.evidence;
  const { history } = service;
  if (isUnverified(history)) return blockBy(history);
  if (history === null || source.scans === null) return UNCHECKED;
  const { scans } = history;
  if (scans.length === 0) {
    return block('The service has no scan of this repository.', {
      advice: ['Start a scan in the service, or have it scan this repository every night.'],
    });
  }
  const { usable, passedOver } = selectUsableScans(scans, settings.scanTypes, readAt);
  if (usable.length === 0) {
    const types = settings.scanTypes.join(', ');
    const none = `None of ${countOf(scans.length, 'scan', 'scans')} can be used.`;
    return block([none, ...toAbsentSentences(passedOver)].join(' '), {
      advice: compact([
        types !== '' && `Only scans of these types count: ${types}.`,
        passedOver.length > 0 && 'Look at them in the service.',
      ]),
      line: types === '' ? undefined : 'scan-types: default',
    });
  }
  return checkUsable(source, source.scans, toAbsentSentences(passedOver));
}

function checkUsable(source: Diagnosis, scans: ScanStatistics, passedOver: readonly string[]): Result {
  const { recommendation, evidence } = source;
  const facts = toScanFacts(source, scans, passedOver);
  if (scans.complete === 0) return blockIncomplete(scans, facts, passedOver);
  if (recommendation === 'none') {
    if (scans.ofBranch === null) {
      return warn(`${facts} GitHub did not say which of them are of the default branch.`);
    }
    if (toKnown(evidence.github.pulls) === null) {
      return warn(`${facts} GitHub did not say which of them are of heads of pull requests.`);
    }
    return block(
      `${facts} Fewer than half of the heads of pull requests have a complete scan, and the default branch has no complete full one.`,
      { advice: ['Have the service scan the default branch every night, or every pull request.'] },
    );
  }
  if (scans.failed > scans.complete) {
    return warn(`${facts} More scans fail than complete.`, {
      advice: ['Look at the failed scans in the service: a commit whose scan failed is not judged.'],
    });
  }
  const days = toMaxAgeDays('nightly-scans', scans);
  const newest = scans.newestOfBranch;
  const isStale = newest !== null && scanAgeMs(newest, evidence.readAt) > days * DAY_MS;
  if (recommendation === 'nightly-scans' && isStale) {
    return warn(
      `${facts} That is longer ago than \`max-scan-age: ${days}d\` allows, so the verdict is \`stale-scan\`.`,
      {
        advice: ['Start a scan of the default branch, and have it scanned every night.'],
      },
    );
  }
  return ok(facts);
}

function blockIncomplete({ failed, running }: ScanStatistics, facts: string, passedOver: readonly string[]): Result {
  if (running > 0) {
    return block(`${facts} None is complete yet.`, {
      advice: ['Run this job again when a scan has finished.'],
    });
  }
  return block([`No scan can be used: ${formatCount(failed)} failed.`, ...passedOver].join(' '), {
    advice: ['Look at the failed scans in the service. Until one completes, the gate cannot judge anything.'],
  });
}

function toScanFacts(source: Diagnosis, scans: ScanStatistics, passedOver: readonly string[]): string {
  const { defaultBranch, pulls } = source.evidence.github;
  const branch = defaultBranch === null ? 'the default branch' : `\`${defaultBranch}\``;
  const newest = scans.newestOfBranch;
  const facts = compact([
    `The last ${countOf(scans.read, 'scan', 'scans')}: ${toKinds(scans)}.`,
    scans.ofBranch !== null &&
      `${formatCount(scans.ofBranch)} ${scans.ofBranch === 1 ? 'is' : 'are'} of ${branch}${toKnown(pulls) === null ? '' : `, ${formatCount(scans.ofHeads)} of heads of the last pull requests`}.`,
    newest !== null && `The newest full scan of ${branch} finished ${formatTime(scanEndMs(newest))}.`,
    scans.intervalMs !== null && `They are ${formatDuration(scans.intervalMs)} apart (median).`,
    scans.delayMs !== null && `A head's scan ends ${formatDuration(scans.delayMs)} after its commit (median).`,
    ...passedOver,
  ]);
  return facts.join(' ');
}

/** Says, for example, `12 complete, 1 failed; 13 full`. */
function toKinds({ complete, failed, running, full, partial }: ScanStatistics): string {
  const name = (count: number, kind: string): string | false => count > 0 && `${formatCount(count)} ${kind}`;
  const states = [`${formatCount(complete)} complete`, name(failed, 'failed'), name(running, 'running')];
  return `${compact(states).join(', ')}; ${compact([`${formatCount(full)} full`, name(partial, 'partial')]).join(', ')}`;
}

function checkLists(source: Diagnosis): Result {
  const { lists } = source.evidence.service;
  if (lists === null) return UNCHECKED;
  if (isUnverified(lists)) return blockBy(lists);
  const short = lists.filter(({ counted, listed }) => listed < counted);
  if (lists.length === 0) return ok('The scans do not say how many bugs they found.');
  if (short.length === 0) {
    const newest = countOf(lists.length, 'complete scan', 'complete scans');
    return ok(`The lists of the newest ${newest} have every bug that these count.`);
  }
  const named = short.map(
    ({ scanId, counted, listed }) =>
      `Scan \`${scanId}\` counts ${countOf(counted, 'bug', 'bugs')}, its lists have ${formatCount(listed)}.`,
  );
  return warn(named.join(' '), {
    advice: [
      'Where the gate compares such a scan it does not pass. With `count-from: repository`, as in the set-up release, it does without these lists.',
    ],
    line: 'count-from: repository',
  });
}

/** A gap is no fault here, since no verdict depends on it. */
function checkListsAgain({ evidence: { relisting }, listsAgain }: Diagnosis): Result {
  if (isUnverified(relisting)) return warn(toWhat(relisting));
  if (relisting === null) {
    return ok('Not measured: it takes two full scans of the default branch, and at most 2,000 pending bugs.');
  }
  const { scans, listedTwice, missed } = relisting;
  const of = `of the last ${countOf(scans, 'full scan', 'full scans')} of the default branch`;
  if (missed > 0) {
    const bugs = countOf(missed, 'pending bug', 'pending bugs');
    return ok(`The service does not list every bug again: one ${of} leaves out ${bugs} that a later one lists.`);
  }
  if (listedTwice < ENOUGH_BUGS) {
    const bugs = countOf(listedTwice, 'pending bug is', 'pending bugs are');
    return ok(`Whether the service lists every bug again is not known: only ${bugs} in two ${of}.`);
  }
  const what = `The service lists every bug again: ${formatCount(listedTwice)} are in two or more ${of}, and none is left out.`;
  if (!listsAgain) return ok(what);
  return ok(what, {
    advice: [
      'So a bug that a full scan of the commit does not list is fixed. With `scan-match: exact` and `scan-types: default`, count from the scan alone.',
    ],
    line: 'count-from: scan',
  });
}

function checkBugs(source: Diagnosis): Result {
  const { bugs } = source.evidence.service;
  if (isUnverified(bugs)) return blockBy(bugs);
  return source.bugs === null ? UNCHECKED : ok(`The repository has ${toOpenBugs(source.bugs)}.`);
}

function checkPulls({ evidence }: Diagnosis): Result {
  const pulls = evidence.github.pulls;
  if (pulls === null) return blockToken();
  if (isUnverified(pulls)) return blockByGitHub(pulls);
  const unread = evidence.replay?.unread ?? [];
  if (unread.length > 0) {
    const last = countOf(pulls.length, 'pull request', 'pull requests');
    const tell = selectReplayFault(evidence.replay) === null ? warn : block;
    return tell(`${formatCount(unread.length)} of the last ${last} could not be replayed.`, {
      advice: toUnreadAdvice(unread),
    });
  }
  if (pulls.length === 0) {
    return ok('The token reads pull requests. There is none yet, so nothing is replayed.');
  }
  return ok(`The token can read pull requests: it read the last ${formatCount(pulls.length)}.`);
}

/** Quotes the API that did not answer, since its words may say that another run would not help. */
function toUnreadAdvice(unread: readonly UnreadPull[]): readonly string[] {
  const why = [...Map.groupBy(unread, ({ fault }) => toWhat(fault))].map(([what, pulls]) => {
    const numbers = toList(pulls.map(({ number }) => String(number)));
    return `${pulls.length === 1 ? 'Pull request' : 'Pull requests'} ${numbers}: ${what}`;
  });
  // The client's words on an error of the service say what to do.
  const mayPass = unread.some(({ fault }) => fault.reason === 'github-error' && !lasts(fault.cause));
  return compact([...why.slice(0, MAX_REASONS), mayPass && 'Run this job again when that is over.']);
}

/** Nobody reads more reasons than these. */
const MAX_REASONS = 3;

function blockToken(): Result {
  return block('The input `github-token` is empty.', {
    advice: ['Leave the input out, so that the token of the workflow is used.'],
    line: PERMISSIONS_LINE,
  });
}

function checkContents({ evidence }: Diagnosis): Result {
  const { branchCommits, defaultBranch } = evidence.github;
  if (branchCommits === null) return blockToken();
  if (isUnverified(branchCommits)) return blockByGitHub(branchCommits);
  return ok(`The token reads commits of \`${defaultBranch ?? 'HEAD'}\`.`);
}

const DEPENDABOT_ADVICE = 'For Dependabot, add the key under Settings → Secrets and variables → Dependabot too.';
const TARGET_ADVICE = 'For forks, use `pull_request_target`, and never check out code in that job.';
const POLICY_ADVICE =
  'GitHub blocks that event in public repositories unless a policy under Settings → Actions → Policies allows it: docs/forks.md shows how, and what to do without it.';
const BY_HAND_ADVICE =
  'In a public repository keep `on: pull_request`, so that forks get no key: somebody with write access starts the gate for them by hand (docs/forks.md), and the `watch` action reports their bugs after the merge.';

function checkForks({ evidence, recommendation }: Diagnosis): Result {
  const { pulls, visibility } = evidence.github;
  const known = toKnown(pulls);
  if (known === null) return UNCHECKED;
  if (known.length === 0) return ok('There is no pull request yet.');
  const isPublic = visibility === 'public';
  // Where no set-up would work yet, the advice is for the first scan.
  const isServed = servesForks(recommendation === 'none' ? 'nightly-scans' : recommendation, visibility);
  const origins = countOrigins(known);
  const { forks, dependabot } = origins;
  const forkAdvice = isServed ? compact([TARGET_ADVICE, isPublic && POLICY_ADVICE]) : [BY_HAND_ADVICE];
  if (forks + dependabot === 0) {
    return ok(
      `None of the last pull requests (${formatCount(known.length)}) is from a fork or from Dependabot, which get no secrets on \`pull_request\`.`,
      // Anybody may send a pull request from a fork later.
      { advice: isPublic ? forkAdvice : [] },
    );
  }
  const last = countOf(known.length, 'pull request', 'pull requests');
  return warn(
    `Of the last ${last}: ${toOriginWords(origins)}. On \`pull_request\` they get no secrets, so the gate would be red with \`no-credentials\`.`,
    {
      advice: [...(dependabot > 0 ? [DEPENDABOT_ADVICE] : []), ...(forks > 0 ? forkAdvice : [])],
      line: forks > 0 && isServed ? toTrigger('pull_request_target') : undefined,
    },
  );
}

/** Anybody who may open pull requests can ask which files have bugs, one pull request a file. */
function checkPublic({ recommendation }: Diagnosis): Result {
  const what =
    'The repository is public. With anything but `gate-on: introduced`, anybody who opens a pull request learns from green or red which files have pending bugs.';
  if (recommendation !== 'pull-request-scans') return warn(what, { advice: [BY_HAND_ADVICE] });
  return warn(what, {
    advice: ['Your service scans the heads of pull requests, so use `gate-on: introduced`.'],
    line: 'gate-on: introduced',
  });
}
