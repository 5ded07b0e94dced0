// Random runs of the gate: the facts of a random world as both services hold them, with an event and inputs as a workflow gives them.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { CommitData, FileData, GitHubData, PullData } from '../../sandbox/github/data.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import type { BugData, ScanData, ServiceData } from '../../sandbox/service/data.ts';
import { makeRepo } from '../../sandbox/service/small-world.ts';
import { fc } from '../harness/random.ts';
import { aServiceBug, aServiceScan, aServiceWorld } from '../harness/service-data.ts';
import {
  countsOf,
  type Facts,
  foreignSha,
  formerSha,
  grandparentSha,
  headSha,
  hourMs,
  listOf,
  mainSha,
  movedSha,
  nowMs,
  parentSha,
  type PullFact,
  randomFacts,
  type RandomInputs,
  randomInputs,
  type Refusal,
} from '../judgement/random-world.ts';

const ours = 'repo_ours';
const goodKey = 'svc_test_random-worlds';
/** What GITHUB_SHA is on a pull request: the merge commit, which nobody may judge. */
const mergeSha = 'f'.repeat(40);

/** An event, and what it says of what is to be judged. */
export interface EventCase {
  readonly name: string;
  readonly payload: unknown;
  readonly workflowSha: string;
  /** The commit that it names; `head`: that of its pull request, which GitHub must tell; `unknown`: it should have named one. */
  readonly commit: string;
  /** The pull request that it names; `of its branch`: the open one of that branch with that head; `of another branch`: of one that has none. */
  readonly pull: number | 'of its branch' | 'of another branch' | null;
  readonly pushedTo: string | null;
  readonly isQueued: boolean;
}

export interface RandomRun {
  readonly facts: Facts;
  readonly inputs: RandomInputs;
  readonly event: EventCase;
  readonly apiKey: string;
  /** As given; empty: not given. */
  readonly sha: string;
  readonly prNumber: string;
  readonly mode: 'enforce' | 'warn';
  readonly onUnverified: '' | 'fail' | 'warn';
}

const common = { workflowSha: mergeSha, pushedTo: null, isQueued: false } as const;
const pull = { number: 7, head: { sha: headSha } };
const ofPull = { ...common, payload: { pull_request: pull }, commit: headSha, pull: 7 };
const onMain = { ...common, workflowSha: mainSha, commit: mainSha, pull: null };
const run = { head_sha: headSha, head_branch: 'topic', head_repository: { full_name: 'acme/storefront' } };
const ofFork = { ...run, head_repository: { full_name: 'mallory/storefront' } };
const queue = { head_sha: mergeSha, head_ref: `refs/heads/gh-readonly-queue/main/pr-7-${headSha}` };
const push = (branch: string, after: string): Omit<EventCase, 'pull'> => ({
  ...common,
  name: 'push',
  payload: { ref: `refs/heads/${branch}`, after },
  workflowSha: after,
  commit: after,
  pushedTo: branch,
});
const tag = { ref: 'refs/tags/v1', after: mergeSha, head_commit: { id: headSha } };

const events: readonly EventCase[] = [
  { ...ofPull, name: 'pull_request' },
  { ...ofPull, name: 'pull_request_target' },
  { ...common, name: 'workflow_run', payload: { workflow_run: run }, commit: headSha, pull: 'of its branch' },
  { ...push('topic', headSha), pull: 'of its branch' },
  // A branch of the same name in a fork.
  { ...common, name: 'workflow_run', payload: { workflow_run: ofFork }, commit: headSha, pull: 'of another branch' },
  // A branch that is the head of no pull request.
  { ...push('main', headSha), pull: 'of another branch' },
  { ...push('release', headSha), pull: 'of another branch' },
  { ...common, name: 'push', payload: tag, workflowSha: headSha, commit: headSha, pull: null },
  { ...common, name: 'merge_group', payload: { merge_group: queue }, commit: 'head', pull: 7, isQueued: true },
  {
    ...common,
    name: 'issue_comment',
    payload: { issue: { number: 7, pull_request: { url: 'https://x.example' } } },
    commit: 'head',
    pull: 7,
  },
  { ...onMain, name: 'issue_comment', payload: { issue: { number: 11 } } },
  { ...onMain, name: 'workflow_dispatch', payload: {} },
  { ...onMain, name: 'schedule', payload: { schedule: '0 5 * * *' } },
  { ...onMain, name: 'of_tomorrow', payload: { after: headSha } },
  { ...onMain, name: 'push', payload: { deleted: true, after: '0'.repeat(40) }, commit: 'nothing' },
  { ...onMain, name: 'pull_request', payload: { pull_request: 'of another shape' }, commit: 'unknown' },
];

/** As far as the sandbox holds them: the service keeps to its words, and GitHub counts what it lists and names all times. */
function toHeld({ scans, bugs, pulls, refused }: Facts): Facts {
  return {
    scans: scans.map(({ status, initiator, ...scan }) => ({
      ...scan,
      status: status === 'queued' ? 'in_progress' : status,
      initiator: initiator === 'webhook' ? 'scanNow' : initiator,
    })),
    bugs: bugs.map((bug) => ({ ...bug, isInRepository: true })),
    pulls: pulls.map((each) => ({
      ...each,
      fileCount: each.files.length,
      former: { ...each.former, hasMore: false },
      isUnlisted: false,
    })),
    // What is refused of the commits is so of the first.
    refused: refused
      .filter((question) => question in refusedPaths)
      .flatMap((question) => [question, question.replace(/^commits/u, 'first')]),
  };
}

export const randomRun: fc.Arbitrary<RandomRun> = fc
  .record({
    facts: randomFacts.map(toHeld),
    inputs: randomInputs,
    event: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...events.slice(0, 4)) },
      { weight: 3, arbitrary: fc.constantFrom(...events) },
    ),
    apiKey: fc.constantFrom(...Array<string>(20).fill(goodKey), '', 'svc_test_of-somebody-else'),
    sha: fc.constantFrom('', '', '', '', headSha.toUpperCase(), parentSha),
    prNumber: fc.constantFrom('', '', '', '7', '8'),
    mode: fc.constantFrom('enforce' as const, 'enforce' as const, 'warn' as const),
    onUnverified: fc.constantFrom('' as const, '' as const, 'fail' as const, 'warn' as const),
  })
  // A commit of one pull request with the number of another is nobody's set-up.
  .map(({ prNumber, ...rest }) => ({ ...rest, prNumber: rest.sha !== '' && prNumber === '8' ? '' : prNumber }));

const toDuration = (ms: number | null): string => (ms === null ? '' : `${ms / hourMs}h`);

/** As a workflow writes them. */
export function toTexts({ inputs, apiKey, sha, prNumber, mode, onUnverified }: RandomRun): Record<string, string> {
  const { gateOn, foundSince } = inputs;
  return {
    'api-key': apiKey,
    sha,
    'pr-number': prNumber,
    'scan-match': inputs.scanMatch.join(', '),
    'scan-types': inputs.scanTypes.join(','),
    'max-scan-age': toDuration(inputs.maxScanAgeMs),
    'wait-timeout': '0',
    'count-from': inputs.countFrom,
    'gate-on': gateOn === 'all' ? gateOn : gateOn.join(', '),
    paths: inputs.paths.join('\n'),
    'found-since': foundSince === null ? '' : new Date(foundSince).toISOString().slice(0, 10),
    'max-security-bugs': String(inputs.maxSecurityBugs),
    'max-bugs': String(inputs.maxBugs),
    unclassified: inputs.countUnclassified ? 'count' : 'ignore',
    mode,
    'on-unverified': onUnverified,
    'report-file': 'report.json',
  };
}

const refusedPaths: Readonly<Record<Refusal, string>> = {
  scans: '/public/v1/scans',
  ancestors: '/storefront/commits$',
  openPulls: String.raw`/pulls\?(?!.*head=)`,
  branch: String.raw`/pulls\?.*head=`,
  repository: '/acme/storefront$',
  reaches: `/storefront/compare/${headSha}`,
  'former 7': '/graphql$',
  'first 8': String.raw`/pulls/8/commits\?.*per_page=1(?!\d)`,
  ...Object.fromEntries(['wr_0', 'wr_1'].map((id) => [`gone ${id}`, `workflow_request_id=${id}(?!\\d)`])),
  ...Object.fromEntries([7, 8, 20].map((number) => [`files ${number}`, `/pulls/${number}/files$`])),
  ...Object.fromEntries([7, 8, 20].map((number) => [`commits ${number}`, `/pulls/${number}/commits$`])),
  ...Object.fromEntries([7, 8, 20].map((number) => [`head ${number}`, `/pulls/${number}$`])),
};

export function toFaults({ facts: { refused } }: RandomRun): readonly FaultRule[] {
  return refused.flatMap((question) => {
    const regex = refusedPaths[question];
    if (regex === undefined) return [];
    const status = question === 'scans' ? 400 : question.startsWith('gone') ? 404 : 403;
    return [{ path: { regex }, effect: { kind: 'status', status } }];
  });
}

function toBug({ id, isSecurity, path, createdAt, review, commitSha, introducedIn }: Facts['bugs'][number]): BugData {
  return aServiceBug(id, {
    ...{ id, createdAt, review, commitSha, isSecurityVulnerability: isSecurity, filePath: path, repoId: ours },
    introducedIn: introducedIn && { date: '2026-01-02', ...introducedIn },
  });
}

function toScan(facts: Facts, scan: Facts['scans'][number]): ScanData {
  const { id, status, type, sha, initiator, createdAt, completedAt } = scan;
  return aServiceScan('', {
    ...{ workflowRequestId: id, workflowStatus: status, scanType: type, commitSha: sha, initiator },
    ...{ createdAt, completedAt, repoId: ours, repoName: 'storefront' },
    // A real service may leave a count out; this one never would.
    bugCounts: countsOf(facts, scan) as ScanData['bugCounts'] & object,
  });
}

export function toServiceData({ facts }: RandomRun): ServiceData {
  const ids = facts.scans.flatMap(({ id }) => id ?? []);
  return aServiceWorld({
    keys: [goodKey],
    repos: [makeRepo('other', 'repo_theirs'), makeRepo('storefront', ours)],
    scans: facts.scans.map((scan) => toScan(facts, scan)),
    bugs: facts.bugs.map(toBug),
    surfaced: Object.fromEntries(ids.map((id) => [id, listOf(facts, id).map((bug) => bug.id)])),
  });
}

const people = ['mara', 'jonas', 'renovate[bot]'];

/** Pull request 7 is of the branch `topic`. */
export function toGitHubData({ facts }: RandomRun): GitHubData {
  const usual = storefrontGitHub(nowMs);
  const [first] = usual.pulls;
  if (first === undefined) throw new Error('the storefront has a pull request');
  const toFile = ({ path, previousPath, isAdded }: PullFact['files'][number]): FileData => ({
    filename: path,
    status: isAdded === true ? 'added' : previousPath === null ? 'modified' : 'renamed',
    ...(previousPath === null ? {} : { previousFilename: previousPath }),
    additions: 1,
    deletions: 0,
  });
  const parents: Readonly<Record<string, readonly string[]>> = {
    [headSha]: [parentSha],
    [parentSha]: [grandparentSha],
    ...Object.fromEntries([foreignSha, formerSha].map((each) => [each, [mainSha]])),
  };
  const named = [headSha, parentSha, grandparentSha, foreignSha, formerSha, mainSha, movedSha, mergeSha];
  const all = new Set([...named, ...facts.pulls.flatMap(({ commits }) => commits)]);
  const commits = [...all].map((sha, at): CommitData => ({
    sha,
    parents: [...(parents[sha] ?? [])],
    message: 'A commit',
    authorName: 'Ada',
    date: new Date(nowMs - at * hourMs).toISOString(),
  }));
  const toPull = ({ number, isOpen, head, author, files, commits: own, former }: PullFact): PullData => ({
    ...first,
    number,
    state: isOpen ? 'open' : 'closed',
    user: author ?? 'ghost',
    isUserGone: author === null,
    head: { ...first.head, ref: number === 7 ? 'topic' : `other-${number}`, sha: head },
    files: files.map(toFile),
    commits: [...own],
    formerHeads: [...former.commits],
    createdAt: new Date(nowMs - 5 * hourMs).toISOString(),
  });
  return {
    ...usual,
    users: [
      ...usual.users,
      ...people.map((login, at) => ({
        id: 100 + at,
        login,
        type: login.endsWith('[bot]') ? ('Bot' as const) : ('User' as const),
        permission: 'write' as const,
      })),
    ],
    comments: [],
    branches: { main: mainSha },
    pulls: facts.pulls.map(toPull),
    commits,
  };
}
