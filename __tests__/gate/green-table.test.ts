// The table of what a green check may claim: scans, lists and pull requests that all answer, and what the gate says of them.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { CommitData, FileData, PullData } from '../../sandbox/github/data.ts';
import { commitSha, hourMs } from '../../sandbox/scenarios/identity.ts';
import { addedLink, movedSubmodule } from '../../sandbox/scenarios/patch.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { storefrontRepo } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { BugData, LateList, RunningScan, ScanData } from '../../sandbox/service/data.ts';
import { createTestClock } from '../harness/clock.ts';
import { type EventName, events } from '../harness/events.ts';
import { type GateRun, runGateIn, warningsOf, withSandbox } from '../harness/sandbox.ts';
import { describe, expect, test } from '../jest.ts';

const nowMs = Date.now();
const { headSha, baseSha, repoId } = storefront;
const pullNumber = 482;

interface Row {
  /**
   * Newest first: id, `none` where it has none, then the status and the type where they are not `complete` and
   * `default`, then the commit where it is not the head. `stuck` has been in progress for more than a day.
   */
  readonly scans?: readonly string[];
  /** The bugs of each scan by its id, and those that only the repository lists, as `repo`. */
  readonly bugs?: Readonly<Record<string, readonly BugData[]>>;
  readonly running?: readonly RunningScan[];
  readonly late?: readonly LateList[];
  /** Of pull request 482. */
  readonly files?: readonly FileData[];
  /** Of pull request 482, oldest first. */
  readonly commits?: readonly string[];
  /** Besides pull request 482, which goes on unchanged where it is not among them. */
  readonly pulls?: readonly Partial<PullData>[];
  readonly headRepository?: string;
  readonly event?: EventName;
  readonly pushedTo?: string;
  readonly inputs?: string;
  readonly faults?: readonly (string | FaultRule)[];
  /** The reason, ` | ` and a part of the headline. */
  readonly says: string;
  readonly gatedSecurity?: string;
  /** A part of the comment below the headline. */
  readonly explains?: string;
  /** The other pull requests that GitHub was asked about, by number. */
  readonly asksFor?: readonly number[];
  /** Whether GitHub was asked for all open pull requests. */
  readonly looksForTwins?: true;
}

/** A pending security bug in a file that pull request 482 changes. */
function bug(id: string, changes: Partial<BugData> = {}): BugData {
  return {
    id: `bug_${id}`,
    title: `The bug ${id}`,
    summary: '',
    filePath: 'src/a.ts',
    repoId,
    createdAt: nowMs - 2 * hourMs,
    isSecurityVulnerability: true,
    linkedIssues: [],
    ...changes,
  };
}

const harmless = (id: string): BugData => bug(id, { isSecurityVulnerability: false });
const at = (path: string): BugData => bug('path', { filePath: path });
const broughtIn = (sha: string, prNumber?: number): BugData =>
  bug(`of_${prNumber ?? 'none'}`, {
    introducedIn: { sha, date: '2026-11-18', ...(prNumber === undefined ? {} : { prNumber }) },
  });
const elsewhere = commitSha('elsewhere');

function file(filename: string, changes: Partial<FileData> = {}): FileData {
  return { filename, status: 'modified', additions: 1, deletions: 1, ...changes };
}

const removed = (filename: string): FileData => file(filename, { status: 'removed' });
const numbered = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

function toScan(text: string, index: number, all: readonly string[]): ScanData {
  const [id = '', ...words] = text.split(' ');
  const statuses = ['failed', 'dlq', 'in_progress', 'stuck'];
  const labels = ['base', 'checkout'];
  const status = words.find((word) => statuses.includes(word)) ?? 'complete';
  const label = words.find((word) => labels.includes(word));
  const isDayOld = all.slice(0, index + 1).some((each) => each.includes('stuck'));
  const createdAt = nowMs - (index + (isDayOld ? 25 : 1)) * hourMs;
  return {
    repoId,
    repoName: storefront.name,
    ownerName: storefront.owner,
    initiator: 'scheduler',
    workflowRequestId: id === 'none' ? null : `wr_${id}`,
    workflowStatus: status === 'stuck' ? 'in_progress' : status,
    scanType: words.find((word) => ![...statuses, ...labels].includes(word)) ?? 'default',
    commitSha: label === undefined ? headSha : commitSha(label),
    createdAt,
    completedAt: status === 'complete' ? createdAt + hourMs / 2 : null,
  };
}

function toWorld(row: Row): ScenarioWorld {
  const { scans = ['full'], bugs = {}, running = [], late = [] } = row;
  const data = storefrontGitHub(nowMs);
  const [first] = data.pulls;
  if (first === undefined) throw new Error('the storefront has a pull request');
  const own: PullData = {
    ...first,
    files: [...(row.files ?? [file('src/a.ts')])],
    commits: [...(row.commits ?? first.commits)],
    head: { ...first.head, repository: row.headRepository ?? first.head.repository },
  };
  const given = (row.pulls ?? []).map((pull) => ({ ...own, files: [], ...pull }));
  const pulls = [...(given.some(({ number }) => number === pullNumber) ? [] : [own]), ...given];
  const known = new Set(data.commits.map(({ sha }) => sha));
  const more = (row.commits ?? []).filter((sha) => !known.has(sha)).map(toCommit);
  const service = {
    keys: [storefront.apiKey],
    readOnlyKeys: [],
    user: { email: 'a@b.example', orgs: [] },
    repos: [storefrontRepo()],
    rules: [],
    ruleRequests: [],
    scans: scans.map(toScan),
    runningScans: [...running],
    lateLists: [...late],
    bugs: [
      ...new Map(
        Object.values(bugs)
          .flat()
          .map((each) => [each.id, each]),
      ).values(),
    ],
    surfaced: Object.fromEntries(Object.entries(bugs).map(([id, list]) => [`wr_${id}`, list.map((each) => each.id)])),
  };
  return storefrontWorld(service, { ...data, pulls, commits: [...data.commits, ...more] });
}

function toCommit(sha: string): CommitData {
  const date = '2026-11-18T12:00:00Z';
  return { sha, date, parents: [], message: 'A commit', authorName: 'Mara Lindqvist' };
}

/** `gate-on=touched; wait-timeout=0` */
function toInputs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('; ').map((pair) => pair.split('=', 2));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

async function play(row: Row): Promise<GateRun> {
  const world = toWorld(row);
  const { event, github } = row.event === undefined ? { event: undefined } : events[row.event](world);
  const payload = row.pushedTo === undefined ? {} : { ref: `refs/heads/${row.pushedTo}` };
  return await runGateIn(world, {
    inputs: { 'poll-interval': '1s', ...(row.inputs === undefined ? {} : toInputs(row.inputs)) },
    ...(event && { event: { ...event, payload: { ...(event.payload as object), ...payload } } }),
    ...(github && { github }),
    ...(row.faults && { faults: row.faults }),
  });
}

/** The first line of the comment that is no marker; of the log where there is no comment. */
function headlineOf({ comment, stdout }: Pick<GateRun, 'comment' | 'stdout'>): string {
  const line = /^### (.*)$/mu.exec(comment) ?? /(?:✅|❌|⚠️) (Scan Gate.*)$/mu.exec(stdout);
  return line?.[1] ?? '';
}

const bugOfAnother: BugData = { ...broughtIn(elsewhere, 470), filePath: 'src/c.ts' };
const ownBug = broughtIn(commitSha('routes'), pullNumber);
const twin = (changes: Partial<PullData>): Partial<PullData> => ({
  number: 490,
  head: { sha: headSha, ref: 'the-same', repository: 'visitor/storefront' },
  ...changes,
});
const other = (number: number, changes: Partial<PullData> = {}): Partial<PullData> => ({
  number,
  head: { sha: elsewhere, ref: `other-${number}`, repository: 'acme/storefront' },
  commits: [],
  user: 'lena-fork',
  ...changes,
});
const merged = { state: 'closed', merged: true } as const;
const refuse = (path: string): FaultRule => ({
  path: { regex: path },
  effect: { kind: 'status', status: 403 },
});
const countsOneFile = 'GET /repos/*/pulls/482 set=changed_files value=1';
const passedHere = 'within-threshold | no security bugs in this scan (0 allowed';
const passedPartial = 'within-threshold | no security bugs in this repository (0 allowed, partial scan)';
const blocks = 'threshold-exceeded | 1 security bug blocks this merge';
const touched = 'gate-on=touched';
const introduced = 'gate-on=introduced';
const standIn = 'scan-match=exact,ancestor';
const everywhere = 'count-from=repository';
const author = storefrontGitHub(nowMs).pulls[0]?.user ?? '';
/** A bug of pull request 470, which is open and of another person. */
const ofAnother = { bugs: { repo: [broughtIn(elsewhere, 470)] }, pulls: [other(470)], inputs: everywhere };
const wideFiles = (count: number): readonly FileData[] => numbered(count, (index) => file(`src/${index}.ts`));

const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'a kind of scan': {
    full: { says: `${passedHere})` },
    'an empty partial one after a full one': {
      scans: ['new recentChanges', 'full'],
      bugs: { full: [bug('a')] },
      says: blocks,
    },
    'full and partial, with one bug in both and one in each': {
      scans: ['new recentChanges', 'full'],
      bugs: { new: [bug('a'), bug('b')], full: [bug('a'), bug('c')] },
      says: 'threshold-exceeded | 3 security bugs block',
      gatedSecurity: '3',
    },
    'a partial one older than the full one, which is over': {
      scans: ['full', 'old recentChanges'],
      bugs: { old: [bug('a')] },
      says: `${passedHere})`,
    },
    'partial ones alone, of all of which the bugs count': {
      scans: ['new recentChanges', 'old recentChanges'],
      bugs: { old: [bug('a')] },
      says: `${blocks} (0 allowed, partial scan)`,
      inputs: 'count-from=scan',
    },
    'partial alone, which says nothing about the backlog': {
      scans: ['new recentChanges'],
      bugs: { repo: [bug('a')] },
      says: `${blocks} (0 allowed, partial scan)`,
    },
    'partial alone': { scans: ['new recentChanges'], says: passedPartial },
    'of a type that nobody knows': { scans: ['new deepDive'], says: passedPartial },
    'a newer full one that failed': {
      scans: ['new failed', 'full'],
      says: `${passedHere}, a newer scan failed)`,
    },
    'a newer partial one that failed': {
      scans: ['new dlq recentChanges', 'full'],
      says: `${passedHere}, a newer scan failed)`,
    },
    'a newer partial one that still runs and then finds a bug': {
      scans: ['new in_progress recentChanges', 'full'],
      running: [{ scan: 'wr_new', afterLooks: 2, endsAs: 'complete' }],
      bugs: { new: [bug('a')] },
      says: blocks,
    },
    'one that runs on and on': {
      scans: ['new in_progress recentChanges', 'full', 'old base'],
      inputs: 'scan-match=exact,ancestor,latest; wait-timeout=1m',
      says: 'scan-timeout | could not judge this pull request',
    },
    'failed and full, with a partial one that is complete': {
      scans: ['new recentChanges', 'full failed'],
      says: 'scan-failed | could not judge this pull request: the scan of its head failed',
    },
    'failed and partial': { scans: ['new failed recentChanges'], says: 'scan-failed |' },
    'partial of another commit, where no other may be used': {
      scans: ['new recentChanges base', 'full'],
      inputs: 'scan-match=latest; scan-types=recentChanges',
      says: 'within-threshold | an unknown number of commits not scanned, partial scan)',
    },
  },
  'a commit with a scan of its own is judged by it, whatever scan-match lists': {
    'a newer partial one counts with latest too': {
      scans: ['new recentChanges', 'full'],
      bugs: { new: [bug('a')] },
      inputs: 'scan-match=latest',
      says: blocks,
    },
    'one that runs is waited for with ancestor': {
      scans: ['later base', 'new in_progress', 'old base'],
      inputs: 'scan-match=ancestor; wait-timeout=1m',
      says: 'scan-timeout |',
    },
    'one that runs is waited for with latest first, though a full one is complete': {
      scans: ['new in_progress', 'full'],
      inputs: 'scan-match=latest,exact; wait-timeout=1m',
      says: 'scan-timeout |',
    },
    'one that runs and then finds a bug': {
      scans: ['new in_progress', 'old base'],
      running: [{ scan: 'wr_new', afterLooks: 2, endsAs: 'complete' }],
      bugs: { new: [bug('a')] },
      inputs: 'scan-match=ancestor',
      says: blocks,
    },
    'a newer one that failed is named with ancestor too': {
      scans: ['new failed', 'full'],
      inputs: 'scan-match=ancestor',
      says: `${passedHere}, a newer scan failed)`,
    },
    'a partial one comes before a full one of another commit': {
      scans: ['new recentChanges', 'old base'],
      inputs: 'scan-match=ancestor',
      says: 'within-threshold | partial scan)',
    },
    'also where GitHub does not tell the ancestors': {
      inputs: 'scan-match=ancestor',
      faults: [refuse('/storefront/commits\\?')],
      says: `${passedHere})`,
    },
  },
  'a scan without an id': {
    'that runs is waited for': {
      scans: ['none in_progress', 'old base'],
      inputs: `${standIn}; wait-timeout=1m`,
      says: 'scan-timeout |',
    },
    'that failed has failed': { scans: ['none dlq', 'old base'], inputs: standIn, says: 'scan-failed |' },
    'that failed is named beside an older one': {
      scans: ['none failed', 'full'],
      says: `${passedHere}, a newer scan failed)`,
    },
    'that is complete is no scan': {
      scans: ['none'],
      says: 'no-scan | this pull request: no scan of its head can be used',
      explains: '1 scan is complete, but the service gave no ID to read the bugs by: `',
    },
    'that is complete is named beside an older one': {
      scans: ['none', 'full'],
      says: `${passedHere}, a scan not counted)`,
      explains: '1 scan is complete, but the service gave no ID',
    },
    'that is complete is named beside the ancestor': {
      scans: ['none', 'old base'],
      inputs: standIn,
      says: 'within-threshold | 4 commits not scanned, a scan not counted)',
      explains: '1 scan is complete, but the service gave no ID',
    },
    'of another commit does not matter': {
      scans: ['none in_progress base', 'none failed base', 'full'],
      says: `${passedHere})`,
    },
  },
  'a scan that has been in progress for more than a day': {
    'is no scan': {
      scans: ['new stuck'],
      says: 'no-scan | no scan of its head can be used',
      explains: '1 scan has been in progress for more than 24 hours',
    },
    'does not hold up an older one': {
      scans: ['new stuck', 'full'],
      says: `${passedHere}, a scan not counted)`,
      explains: '1 scan has been in progress for more than 24 hours',
    },
    'does not hold up an ancestor': {
      scans: ['new stuck', 'old base'],
      inputs: standIn,
      says: 'within-threshold | 4 commits not scanned, a scan not counted)',
    },
    'does not make good a failure': {
      scans: ['new stuck', 'old failed', 'old base'],
      inputs: standIn,
      says: 'scan-failed |',
      explains: '1 scan has been in progress for more than 24 hours',
    },
  },
  'a commit that the scanner failed on': {
    'is not judged by its parent': { scans: ['new failed', 'old base'], inputs: standIn, says: 'scan-failed |' },
    'is not judged by the latest scan, even where exact is not listed': {
      scans: ['old base', 'new dlq'],
      inputs: 'scan-match=latest',
      says: 'scan-failed |',
    },
    'needs no ancestors to be known': {
      scans: ['new failed', 'old base'],
      inputs: standIn,
      says: 'scan-failed |',
      faults: [refuse('/storefront/commits\\?')],
    },
  },
  'what is counted': {
    'the repository, where the scan stands in and lists nothing old': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      inputs: standIn,
      says: `${blocks} (0 allowed, 4 commits not scanned)`,
    },
    'the repository, where that scan is clean': {
      scans: ['old base'],
      inputs: standIn,
      says: 'within-threshold | in this repository (0 allowed, 4 commits not scanned)',
    },
    'the repository, where gate-on narrows': { bugs: { repo: [bug('a')] }, inputs: touched, says: blocks },
    'of the repository, only what gate-on selects': {
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      looksForTwins: true,
      says: 'within-threshold | no security bugs in the files you changed (0 allowed)',
    },
    'the scan, by the plain rule': { bugs: { repo: [bug('a')] }, says: `${passedHere})` },
    'the scan, where it is asked for although gate-on narrows': {
      bugs: { repo: [bug('a')] },
      inputs: `${touched}; count-from=scan`,
      says: 'within-threshold | in the files you changed in this scan (0 allowed)',
    },
    'not a bug of another person’s open pull request': {
      ...ofAnother,
      looksForTwins: true,
      says: 'within-threshold |',
      explains: '1 bug from other pull requests that are open',
    },
    'of several, not those of other people’s open pull requests': {
      bugs: { repo: [broughtIn(elsewhere, 470), broughtIn(elsewhere, 471)] },
      pulls: [other(470), other(471, merged)],
      inputs: everywhere,
      asksFor: [471],
      looksForTwins: true,
      gatedSecurity: '1',
      says: blocks,
    },
    'not bugs of any number of other people’s open pull requests': {
      bugs: { repo: numbered(120, (index) => broughtIn(elsewhere, 600 + index)) },
      pulls: numbered(120, (index) => other(600 + index)),
      inputs: everywhere,
      looksForTwins: true,
      says: 'within-threshold |',
    },
    'a bug of a second open pull request of the same author': {
      ...ofAnother,
      pulls: [other(470, { user: author })],
      looksForTwins: true,
      says: blocks,
    },
    'a bug of a bot’s open pull request': {
      ...ofAnother,
      pulls: [other(470, { user: 'renovate[bot]' })],
      looksForTwins: true,
      says: blocks,
    },
    'a bug of an open pull request whose author GitHub does not name': {
      ...ofAnother,
      faults: ['GET /repos/*/pulls?* set=*.user value=null'],
      looksForTwins: true,
      says: blocks,
    },
    'a bug of an open pull request where GitHub does not name this one’s author': {
      ...ofAnother,
      faults: ['GET /repos/*/pulls?* set=1.user value=null'],
      looksForTwins: true,
      says: blocks,
    },
    'a bug of another pull request where GitHub does not list the open ones': {
      ...ofAnother,
      faults: [refuse('/pulls\\?')],
      looksForTwins: true,
      says: blocks,
      explains: 'So bugs from other pull requests count.',
    },
    'a bug of another pull request that the judged scan lists': {
      ...ofAnother,
      bugs: { full: [broughtIn(elsewhere, 470)] },
      looksForTwins: true,
      says: blocks,
    },
    'a bug of another pull request that the scan lists that stands in': {
      ...ofAnother,
      scans: ['old base'],
      bugs: { old: [broughtIn(elsewhere, 470)] },
      inputs: standIn,
      looksForTwins: true,
      says: blocks,
    },
    'a bug of another pull request that one of two judged scans lists': {
      ...ofAnother,
      bugs: { new: [broughtIn(elsewhere, 470)] },
      looksForTwins: true,
      scans: ['new recentChanges', 'full'],
      says: blocks,
    },
    'a bug of another pull request where the list of the judged scan cannot be read': {
      ...ofAnother,
      looksForTwins: true,
      says: blocks,
      faults: ['GET /public/v1/bugs?*workflow_request_id=wr_full* status=404'],
      explains: 'So bugs from other pull requests count.',
    },
    'a bug of another pull request that is closed, and says how to end it': {
      ...ofAnother,
      pulls: [other(470, { state: 'closed' })],
      asksFor: [470],
      looksForTwins: true,
      says: blocks,
      explains: 'from pull request 470, closed unmerged: if nothing of it is here, have it resolved',
    },
    'a withheld bug of one that is closed, of which nothing is asked or said': {
      ...ofAnother,
      pulls: [other(470, { state: 'closed' })],
      looksForTwins: true,
      inputs: `${everywhere}; disclosure=counts`,
      asksFor: [],
      says: blocks,
    },
    'a bug of another pull request that is merged': {
      ...ofAnother,
      pulls: [other(470, merged)],
      asksFor: [470],
      looksForTwins: true,
      says: blocks,
    },
    'a bug of a pull request that GitHub does not know': {
      ...ofAnother,
      pulls: [],
      asksFor: [470],
      looksForTwins: true,
      says: blocks,
    },
    'on a push, not a bug of any open pull request': {
      ...ofAnother,
      event: 'push',
      pushedTo: 'of-another-name',
      looksForTwins: true,
      pulls: [other(470, { user: 'renovate[bot]' }), { number: 482, state: 'closed' }],
      says: 'within-threshold |',
    },
    'on a push, a bug of a pull request that was closed when its change landed': {
      ...ofAnother,
      event: 'push',
      pushedTo: 'of-another-name',
      asksFor: [470],
      pulls: [other(470, { state: 'closed' }), { number: 482, state: 'closed' }],
      looksForTwins: true,
      says: 'threshold-exceeded | 1 security bug blocks this commit',
    },
    'a bug of another pull request whose author has a twin of this one': {
      ...ofAnother,
      pulls: [other(470), twin({ user: 'lena-fork' })],
      asksFor: [490],
      looksForTwins: true,
      says: blocks,
    },
    'a bug of a commit of this one, whatever number it has': {
      bugs: { repo: [broughtIn(commitSha('routes'), 470)] },
      pulls: [other(470)],
      inputs: everywhere,
      says: blocks,
    },
    'no bug of another person’s open pull request beside a partial scan alone': {
      ...ofAnother,
      scans: ['new recentChanges'],
      inputs: 'count-from=auto',
      looksForTwins: true,
      says: 'within-threshold |',
    },
    'such a bug beside a partial scan alone, where this one may have its commit': {
      ...ofAnother,
      scans: ['new recentChanges'],
      inputs: 'count-from=auto',
      faults: [refuse('/pulls/482$')],
      says: blocks,
    },
    'a bug of another pull request, where this one may have its commit': {
      bugs: { repo: [broughtIn(commitSha('routes'), 470)] },
      pulls: [other(470)],
      inputs: introduced,
      faults: [refuse('/pulls/482$')],
      says: 'github-error | GitHub could not be read',
    },
    'a bug of a pull request that has the pushed commit as its head': {
      bugs: { repo: [ownBug] },
      event: 'push',
      pushedTo: 'of-another-name',
      inputs: everywhere,
      asksFor: [482],
      looksForTwins: true,
      says: 'threshold-exceeded | 1 security bug blocks this commit',
    },
    'bugs of more than ten closed ones, of which ten are asked for': {
      bugs: { repo: numbered(11, (index) => broughtIn(elsewhere, 400 + index)) },
      pulls: numbered(11, (index) => other(400 + index, { state: 'closed' })),
      inputs: everywhere,
      asksFor: numbered(10, (index) => 400 + index),
      looksForTwins: true,
      says: 'threshold-exceeded |',
      gatedSecurity: '11',
    },
  },
  'a scan that stands in': {
    'cannot say what this pull request introduced': {
      scans: ['old base'],
      inputs: `${standIn}; ${introduced}`,
      says: 'no-scan |',
      explains: 'No commit of this pull request has been scanned',
    },
    'can, if it is of one of its commits': {
      scans: ['old checkout'],
      inputs: `${standIn}; ${introduced}`,
      says: 'within-threshold | no security bugs from this pull request (0 allowed, 1 commit not scanned)',
    },
    'can say what is in its files': {
      scans: ['old base'],
      inputs: `${standIn}; gate-on=introduced,touched`,
      says: 'within-threshold | or in files it changes (0 allowed, 4 commits not scanned)',
    },
    'does not know that a file is removed': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      files: [removed('src/a.ts')],
      inputs: standIn,
      looksForTwins: true,
      explains: '1 bug in files that this pull',
      says: 'within-threshold | 4 commits not scanned, 1 bug in removed files not counted)',
    },
    'knows nothing of a file that is removed in another case': {
      scans: ['old base'],
      bugs: { repo: [at('src/A.ts')] },
      files: [removed('src/a.ts')],
      inputs: standIn,
      says: blocks,
    },
    ...Object.fromEntries(
      (['added', 'copied', 'renamed'] as const).map((status): [string, Row] => [
        `and a removed file beside one that is ${status}`,
        {
          scans: ['old base'],
          bugs: { repo: [bug('a')] },
          inputs: standIn,
          files: [removed('src/a.ts'), file('src/b.ts', { status, previousFilename: 'src/c.ts' })],
          ...(status === 'renamed' ? { says: 'within-threshold |', looksForTwins: true } : { says: blocks }),
        },
      ]),
    ),
    'counts a removed file where GitHub may not list one that is added': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      inputs: standIn,
      says: blocks,
      files: [removed('src/a.ts'), ...wideFiles(2_999)],
    },
    'counts a removed file beside one that a twin adds': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      files: [removed('src/a.ts')],
      pulls: [twin({ files: [removed('src/a.ts'), file('src/b.ts', { status: 'added' })] })],
      inputs: standIn,
      asksFor: [490],
      looksForTwins: true,
      says: blocks,
    },
    'is not needed where the head was scanned with the file removed': {
      bugs: { full: [bug('a')] },
      files: [removed('src/a.ts')],
      inputs: standIn,
      says: blocks,
    },
    'counts a removed file that a twin keeps': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      files: [removed('src/a.ts')],
      pulls: [twin({})],
      asksFor: [490],
      inputs: standIn,
      looksForTwins: true,
      says: blocks,
    },
  },
  'a list': {
    'that is short once is read again': {
      bugs: { full: [bug('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'], afterLooks: 1 }],
      says: blocks,
    },
    'that is short once and then harmless is a pass': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'], afterLooks: 3 }],
      says: `${passedHere})`,
    },
    'that falls short of a count that the scans then take back is a pass': {
      scans: ['later base', 'new recentChanges', 'full'],
      bugs: { new: [harmless('a')], full: [harmless('b')] },
      faults: ['GET /public/v1/scans first=1 set=scans.*.bugCounts.total value=9'],
      says: `${passedHere})`,
    },
    'that stays short is no pass': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      says: 'service-error |',
      explains: '1 more bug than the service lists',
    },
    'that stays short in one scan of two is no pass': {
      scans: ['new recentChanges', 'full'],
      bugs: { new: [harmless('a')] },
      late: [{ scan: 'wr_new', missing: ['bug_a'] }],
      says: 'service-error |',
    },
    'that stays short excuses no bug': {
      bugs: { full: [bug('a'), bug('b')] },
      late: [{ scan: 'wr_full', missing: ['bug_b'] }],
      says: blocks,
      explains: '1 more bug than the service lists',
    },
    'that stays short excuses no bug, however slowly it is read': {
      bugs: { full: [bug('a'), bug('b')] },
      late: [{ scan: 'wr_full', missing: ['bug_b'] }],
      inputs: 'poll-interval=5m; wait-timeout=0',
      says: blocks,
    },
    'of a scan does not matter where the repository is asked for': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      inputs: everywhere,
      says: 'within-threshold | no security bugs in this repository (0',
    },
    'that is short once is read again where gate-on narrows': {
      bugs: { full: [bug('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'], afterLooks: 1 }],
      inputs: touched,
      says: blocks,
    },
    'that stays short is no pass where gate-on narrows': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      inputs: touched,
      says: 'service-error |',
      explains: 'With `count-from: repository`',
    },
    'that stays short in a newer partial scan is no pass where gate-on narrows': {
      scans: ['new recentChanges', 'full'],
      bugs: { new: [harmless('a')] },
      late: [{ scan: 'wr_new', missing: ['bug_a'] }],
      inputs: touched,
      says: 'service-error |',
    },
    'that stays short in a partial scan alone is no pass': {
      scans: ['new recentChanges'],
      bugs: { new: [harmless('a')] },
      late: [{ scan: 'wr_new', missing: ['bug_a'] }],
      says: 'service-error |',
    },
    'that stays short an hour after the scan is a notice where gate-on narrows': {
      scans: ['later base', 'full'],
      bugs: { full: [harmless('a')] },
      inputs: touched,
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      says: 'within-threshold |',
      explains: '1 more bug than the service lists',
    },
    'that cannot be read an hour after the scan does not matter where gate-on narrows': {
      scans: ['later base', 'full'],
      bugs: { full: [harmless('a')] },
      inputs: touched,
      faults: ['GET /public/v1/bugs?*workflow_request_id=wr_full* status=404'],
      says: 'within-threshold |',
    },
    'that cannot be read within the hour is no pass where gate-on narrows': {
      bugs: { full: [harmless('a')] },
      inputs: touched,
      says: 'service-error |',
      faults: ['GET /public/v1/bugs?*workflow_request_id=wr_full* status=404'],
    },
    'that stays short an hour after the scan is no pass where the scan is counted': {
      scans: ['later base', 'full'],
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      says: 'service-error |',
    },
    'that stays short does not matter in a scan that stands in': {
      scans: ['old base'],
      bugs: { old: [harmless('a')] },
      inputs: standIn,
      late: [{ scan: 'wr_old', missing: ['bug_a'] }],
      says: 'within-threshold |',
    },
    'that stays short is no pass in a scan that stands in and is counted': {
      scans: ['old base'],
      bugs: { old: [harmless('a')] },
      inputs: `${standIn}; count-from=scan`,
      late: [{ scan: 'wr_old', missing: ['bug_a'] }],
      says: 'service-error |',
    },
    'that is short of the other counts where there is no total is no pass': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      faults: [
        'GET /public/v1/scans omit=scans.*.bugCounts.total',
        'GET /public/v1/scans omit=scans.*.bugCounts.resolved',
      ],
      says: 'service-error |',
    },
    'that nothing counts is whole': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      faults: ['GET /public/v1/scans set=scans.*.bugCounts value=null'],
      says: `${passedHere})`,
    },
  },
  'a pull request': {
    'of 3,000 files: one that is not listed is touched': {
      files: wideFiles(3_000),
      bugs: { full: [at('docs/b.md')] },
      inputs: touched,
      says: blocks,
      explains: '3000 files or more',
    },
    'of 2,999 files: one that is not listed is not': {
      files: wideFiles(2_999),
      bugs: { full: [at('docs/b.md')] },
      inputs: touched,
      says: 'within-threshold |',
      looksForTwins: true,
    },
    'of 3,000 files: a bug without a file is not touched': {
      files: wideFiles(3_000),
      bugs: { full: [bug('a', { filePath: null })] },
      inputs: touched,
      says: 'within-threshold |',
      looksForTwins: true,
      explains: '1 bug without a file',
    },
    'of 250 commits: one that is not listed is introduced': {
      commits: [...numbered(249, (index) => commitSha(`many ${index}`)), headSha],
      bugs: { full: [broughtIn(elsewhere)] },
      inputs: introduced,
      says: blocks,
    },
    'of 249 commits: one that is not listed is not': {
      commits: [...numbered(248, (index) => commitSha(`many ${index}`)), headSha],
      bugs: { full: [broughtIn(elsewhere)] },
      inputs: introduced,
      looksForTwins: true,
      says: 'within-threshold | no security bugs from this pull request (0 allowed)',
    },
    'that renames a file has the old name too': {
      files: [file('src/new.ts', { status: 'renamed', previousFilename: 'src/a.ts' })],
      bugs: { full: [bug('a')] },
      inputs: touched,
      says: blocks,
    },
    'that moves a submodule touches all of it': {
      files: [movedSubmodule('vendor/lib', baseSha, headSha)],
      bugs: { full: [at('vendor/lib/deep/x.c')] },
      inputs: touched,
      says: blocks,
    },
    'that adds a link touches all of it': {
      files: [addedLink('vendor/lib', '../lib')],
      bugs: { full: [at('vendor/lib/x.c')] },
      inputs: touched,
      says: blocks,
    },
    'that moves a submodule leaves its neighbours': {
      files: [movedSubmodule('vendor/lib', baseSha, headSha)],
      bugs: { full: [at('vendor/library/x.c')] },
      inputs: touched,
      looksForTwins: true,
      says: 'within-threshold |',
    },
    ...Object.fromEntries(
      [
        ...['SRC/A.ts', 'src/u\u0308.ts', './src/a.ts', '/src/a.ts', 'docs/../x.ts', 'C:/x.ts'],
        ...['docs/\u0007.ts', `docs/${'x'.repeat(1_024)}`],
      ].map((path) => [
        `touches ${JSON.stringify(path.slice(0, 20))}`,
        { files: [file('src/a.ts'), file('src/ü.ts')], bugs: { full: [at(path)] }, inputs: touched, says: blocks },
      ]),
    ),
    'with a twin counts what the twin touches': {
      asksFor: [490],
      pulls: [twin({ files: [file('src/b.ts')] })],
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      says: blocks,
      looksForTwins: true,
      explains: 'pull request 490',
    },
    'with a twin counts what the twin introduced, though it is not merged': {
      asksFor: [490],
      pulls: [twin({})],
      bugs: { repo: [broughtIn(elsewhere, 490)] },
      inputs: introduced,
      says: blocks,
      looksForTwins: true,
    },
    'with a twin that is closed does not': {
      pulls: [twin({ files: [file('src/b.ts')], state: 'closed' })],
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      looksForTwins: true,
      says: 'within-threshold |',
    },
    'with a twin need not know it where nothing is left out': {
      pulls: [twin({})],
      inputs: touched,
      says: 'within-threshold |',
    },
    'with a twin need not know it where it fails anyway': {
      pulls: [twin({})],
      bugs: { repo: [bug('a'), bug('b', { filePath: 'src/b.ts' })] },
      inputs: touched,
      says: blocks,
    },
    'with five twins counts what the last of them touches': {
      pulls: numbered(5, (index) => twin({ number: 490 + index, files: [file(`src/${index}.ts`)] })),
      bugs: { repo: [at('src/4.ts')] },
      inputs: touched,
      says: blocks,
      looksForTwins: true,
      asksFor: [490, 491, 492, 493, 494],
      explains: 'pull requests 490, 491, 492, 493, 494',
    },
    'with six twins counts everything and asks about none of them': {
      pulls: numbered(6, (index) => twin({ number: 490 + index })),
      bugs: { repo: [at('src/b.ts'), bugOfAnother, bug('c', { filePath: null })] },
      inputs: touched,
      gatedSecurity: '3',
      looksForTwins: true,
      says: 'threshold-exceeded | 3 security bugs block this merge (0 allowed)',
      explains: 'head of 6 other open pull requests, too many to compare with; so every bug counts',
    },
    'with six twins leaves out what paths do': {
      pulls: numbered(6, (index) => twin({ number: 490 + index })),
      bugs: { repo: [at('docs/b.ts'), bug('b', { filePath: 'src/b.ts' })] },
      inputs: `${touched}; paths=docs/**`,
      gatedSecurity: '1',
      looksForTwins: true,
      says: `${blocks} (0 allowed)`,
    },
    'with six twins has a removed file all the same': {
      scans: ['old base'],
      files: [removed('src/a.ts')],
      bugs: { repo: [bug('a')] },
      pulls: numbered(6, (index) => twin({ number: 490 + index, files: [removed('src/a.ts')] })),
      inputs: standIn,
      looksForTwins: true,
      says: blocks,
    },
    'with six twins passes where everything does': {
      pulls: numbered(6, (index) => twin({ number: 490 + index })),
      bugs: { repo: [harmless('a')] },
      inputs: touched,
      says: 'within-threshold |',
    },
    'with twins that GitHub does not list is no pass': {
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      faults: [refuse('/pulls\\?')],
      looksForTwins: true,
      says: 'github-error |',
    },
    'with a twin whose files GitHub does not list is no pass': {
      asksFor: [490],
      pulls: [twin({})],
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      faults: [refuse('/490/files')],
      looksForTwins: true,
      says: 'github-error |',
    },
    ...Object.fromEntries(
      [0, 2].map((files) => [
        `whose one file is not what GitHub counts, ${files} listed, is unknown`,
        {
          files: wideFiles(files),
          bugs: { repo: [at('src/b.ts')] },
          inputs: touched,
          faults: [countsOneFile],
          says: 'github-error |',
          explains: `it lists ${files} files and counts 1`,
        },
      ]),
    ),
    'whose files GitHub counts otherwise passes if everything does': {
      files: [],
      bugs: { repo: [harmless('a')] },
      inputs: touched,
      faults: [countsOneFile],
      says: 'within-threshold |',
    },
    'whose files GitHub counts otherwise needs none of them for its commits': {
      files: [],
      bugs: { repo: [at('src/b.ts')] },
      inputs: introduced,
      faults: [countsOneFile],
      says: 'within-threshold |',
      looksForTwins: true,
    },
    'whose removed file may be of an older list': {
      scans: ['old base'],
      files: numbered(2, (index) => removed(`src/${index}.ts`)),
      bugs: { repo: [at('src/1.ts')] },
      inputs: standIn,
      faults: [countsOneFile],
      says: blocks,
    },
    'whose files GitHub counts as none although it lists some is known': {
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      looksForTwins: true,
      faults: ['GET /repos/*/pulls/482 set=changed_files value=0'],
      says: 'within-threshold |',
    },
    'whose files GitHub does not list passes if everything does': {
      bugs: { repo: [harmless('a')] },
      inputs: touched,
      faults: [refuse('/482/files')],
      says: 'within-threshold | no security bugs in the files you changed (0 allowed)',
    },
    'whose files GitHub does not list is unknown otherwise': {
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      faults: [refuse('/482/files')],
      says: 'github-error |',
    },
    'whose commits GitHub does not list is unknown otherwise': {
      bugs: { repo: [bug('a')] },
      inputs: introduced,
      faults: [refuse('/482/commits')],
      says: 'github-error |',
    },
    'of a fork is found by workflow_run': {
      headRepository: 'visitor/storefront',
      event: 'workflow_run',
      inputs: touched,
      bugs: { repo: [at('src/b.ts')] },
      looksForTwins: true,
      says: 'within-threshold | no security bugs in the files you changed (0 allowed)',
    },
  },
  // As the README has them; the doctor's tests compare all inputs of theirs.
  'a set-up': {
    'every pull request: a scan of the head says what it introduces and touches': {
      inputs: 'wait-for-scan=5m; gate-on=introduced,touched',
      bugs: { repo: [at('b.ts')] },
      looksForTwins: true,
      says: 'within-threshold | or in files it changes (0 allowed)',
    },
    'every pull request: without a scan of the head nothing is green': {
      scans: ['old base'],
      inputs: 'wait-for-scan=5m; gate-on=introduced,touched',
      says: 'no-scan |',
    },
    'every night: a scan that stands in says what the pull request touches': {
      scans: ['old base'],
      inputs: `${standIn}; max-scan-age=3d; gate-on=touched`,
      bugs: { repo: [at('b.ts')] },
      looksForTwins: true,
      says: 'within-threshold | you changed (0 allowed, 4 commits not',
    },
    'every night: a known bug in a file that it changes is no pass': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      inputs: `${standIn}; max-scan-age=3d; gate-on=touched; mode=warn`,
      says: 'threshold-exceeded | 1 security bug would block this merge',
    },
    'before a release: the whole repository within its budget': {
      event: 'push',
      pushedTo: 'release',
      bugs: { repo: [harmless('a')] },
      inputs: `${standIn}; max-scan-age=3d; ${everywhere}; max-bugs=1`,
      says: 'within-threshold | in this repository',
    },
    'before a release: one more than the budget': {
      event: 'push',
      pushedTo: 'release',
      bugs: { repo: [harmless('a'), harmless('b')] },
      inputs: `${standIn}; max-scan-age=3d; ${everywhere}; max-bugs=1`,
      says: 'threshold-exceeded | 2 bugs block this commit',
    },
  },
  'an answer': {
    'of 429 is one, whatever type it has': {
      faults: [
        {
          path: '/public/v1/bugs',
          effect: {
            kind: 'status',
            status: 429,
            body: { type: 'AUTHORIZATION_ERROR', message: 'Slow down.', statusCode: 429 },
          },
        },
      ],
      says: 'service-error |',
    },
  },
};

/** The pull requests that were asked about, each once, besides `own`. */
function askedPulls({ sandbox }: GateRun, own: number | null): readonly number[] {
  const asked = sandbox.github.requests
    .map(({ url }) => Number(/\/pulls\/(\d+)(?:$|\/)/u.exec(url)?.[1]))
    .filter((number) => number > 0);
  const others = [...new Set(asked)].filter((number) => number !== own);
  return others.toSorted((a, b) => a - b);
}

describe.each(Object.entries(rows))('%s', (_, group) => {
  test.each(Object.entries(group))('%s', async (__, row) => {
    const run = await play(row);
    const [reason, part = ''] = row.says.split(' |');
    expect([run.outputs['reason'], headlineOf(run)]).toEqual([reason, expect.stringContaining(part.trim())]);
    if (row.gatedSecurity !== undefined) {
      expect(run.outputs['gated-security']).toBe(row.gatedSecurity);
    }
    expect(run.comment).toContain(row.explains ?? '');
    const urls = run.sandbox.github.requests.map(({ url }) => url);
    expect({
      asksFor: askedPulls(run, row.pushedTo === undefined ? pullNumber : null),
      looksForTwins: urls.some((url) => url.includes('/pulls?') && !url.includes('head=')),
      // Empty for forks, and so no list to decide anything by.
      pullsOfCommits: urls.filter((url) => /\/commits\/\w+\/pulls/u.test(url)),
    }).toEqual({
      asksFor: row.asksFor ?? [],
      looksForTwins: row.looksForTwins ?? false,
      pullsOfCommits: [],
    });
  });
});

describe('a run', () => {
  test('without GITHUB_SHA says what it lacks', async () => {
    const world = toWorld({ says: '' });
    const { event, github } = events.schedule(world);
    const run = await runGateIn(world, { event, github: { ...github, sha: '' } });
    expect([run.outputs['reason'], run.exitCode]).toEqual(['github-error', 1]);
    expect(run.stdout).toContain('GITHUB_SHA is not set');
    expect(headlineOf(run)).toBe('Scan Gate could not judge this commit: the event does not say which commit to judge');
    expect(run.log).not.toMatch(/\n\s+at /u);
  });

  test('reports for two minutes from its verdict, however long it was allowed to wait', async () => {
    const clock = createTestClock();
    const bugs = numbered(600, (index) => bug(`n${index}`));
    const verdicts: number[] = [];
    const run = await runGateIn(toWorld({ bugs: { full: bugs }, says: '' }), {
      inputs: { 'wait-timeout': '10m', comment: 'never', annotations: 'check-run', 'max-annotations': '1000' },
      clock,
      watch: ({ path, method }) => {
        if (!path.includes('/check-runs')) return;
        if (method === 'POST') verdicts.push(clock.now());
        clock.pass(29_000);
      },
    });
    const tookMs = clock.now() - (verdicts[0] ?? Number.NEGATIVE_INFINITY);
    expect(tookMs).toBeGreaterThanOrEqual(120_000);
    expect(tookMs).toBeLessThan(160_000);
    expect([run.outputs['reason'], run.exitCode]).toEqual(['threshold-exceeded', 1]);
    expect(warningsOf(run).join()).toContain('deadline');
  });

  test('finds a twin on the second page when a pull request on the first is closed meanwhile', async () => {
    const others = numbered(100, (index) => other(500 + index));
    const behind = twin({ number: 490, files: [file('src/b.ts')] });
    const bugs = { repo: [at('src/b.ts')] };
    const run = await runGateIn(toWorld({ pulls: [...others, behind], bugs, says: '' }), {
      inputs: { 'gate-on': 'touched' },
      watch: ({ path, query }, { github }) => {
        if (!path.endsWith('/pulls') || query.get('page') !== '2') return;
        for (const pull of github.state.pulls) if (pull.number === 599) pull.state = 'closed';
      },
    });
    expect(headlineOf(run)).toContain('1 security bug blocks this merge');
  });

  test('is not frozen out by a comment that claims to be of tomorrow', async () => {
    await withSandbox(toWorld({ says: '' }), async (sandbox) => {
      const { github, service } = sandbox;
      await sandbox.run();
      for (const comment of github.state.comments) {
        comment.body = comment.body.replace(/ read=\d+ /u, ` read=${nowMs + 24 * hourMs} `);
      }
      service.state.change((data) => {
        data.bugs.push(bug('a'));
        data.surfaced['wr_full'] = ['bug_a'];
        for (const scan of data.scans) scan.bugCounts = null;
      });
      await sandbox.run();
      const comments = sandbox.ownComments();
      expect(comments.map(({ body }) => headlineOf({ comment: body, stdout: '' }))).toEqual([
        expect.stringContaining('1 security bug blocks this merge'),
      ]);
    });
  });
});
