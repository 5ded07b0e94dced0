// The table of what a green check may claim: scans, lists and pull requests that all answer, and what the gate says of them.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { CommitData, FileData, PullData } from '../../sandbox/github/data.ts';
import { commitSha, hourMs } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { storefrontRepo } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { BugData, LateList, RunningScan, ScanData } from '../../sandbox/service/data.ts';
import { createTestClock } from '../harness/clock.ts';
import { type EventName, events } from '../harness/events.ts';
import { replaced } from '../harness/replaced.ts';
import { type GateRun, runGateIn, warningsOf, withSandbox } from '../harness/sandbox.ts';
import { describe, expect, test } from '../jest.ts';

const nowMs = Date.now();
const { headSha, repoId } = storefront;
const pullNumber = 482;

interface Row {
  /**
   * Newest first: id, `none` where it has none, then the status and the type where they are not `complete` and
   * `default`, then `base` where it is not of the head.
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
  /** Whether GitHub was asked for all open pull requests; default: where it was asked about one of them. */
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

function toScan(text: string, index: number): ScanData {
  const [id = '', ...words] = text.split(' ');
  const status = words.find((word) => word === 'failed' || word === 'in_progress') ?? 'complete';
  const createdAt = nowMs - (index + 1) * hourMs;
  return {
    repoId,
    repoName: storefront.name,
    ownerName: storefront.owner,
    initiator: 'scheduler',
    workflowRequestId: id === 'none' ? null : `wr_${id}`,
    workflowStatus: status,
    scanType: words.includes('recentChanges') ? 'recentChanges' : 'default',
    commitSha: words.includes('base') ? commitSha('base') : headSha,
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
const refuse = (path: string): FaultRule => ({ path: { regex: path }, effect: { kind: 'status', status: 403 } });
const countsOneFile = 'GET /repos/*/pulls/482 set=changed_files value=1';
const passedHere = 'within-threshold | no security bugs in this scan (0 allowed';
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
    'full and partial, with one bug in both and one in each': {
      scans: ['new recentChanges', 'full'],
      bugs: { new: [bug('a'), bug('b')], full: [bug('a'), bug('c')] },
      says: 'threshold-exceeded | 3 security bugs block',
      gatedSecurity: '3',
    },
    'partial alone, which says nothing about the backlog': {
      scans: ['new recentChanges'],
      bugs: { repo: [bug('a')] },
      says: `${blocks} (0 allowed, partial scan)`,
    },
  },
  'a commit with a scan of its own is judged by it, whatever scan-match lists': {
    'one that runs and then finds a bug': {
      scans: ['new in_progress', 'old base'],
      running: [{ scan: 'wr_new', afterLooks: 2, endsAs: 'complete' }],
      bugs: { new: [bug('a')] },
      inputs: 'scan-match=ancestor',
      says: blocks,
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
    'that is complete is named beside an older one': {
      scans: ['none', 'full'],
      says: `${passedHere}, a scan not counted)`,
      explains: '1 scan is complete, but the service gave no ID',
    },
  },
  'a commit that the scanner failed on': {
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
      gatedSecurity: '1',
      says: blocks,
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
    'on a push, a bug of a pull request that was closed when its change landed': {
      ...ofAnother,
      event: 'push',
      pushedTo: 'of-another-name',
      asksFor: [470],
      pulls: [other(470, { state: 'closed' }), { number: 482, state: 'closed' }],
      says: 'threshold-exceeded | 1 security bug blocks this commit',
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
      says: 'threshold-exceeded | 1 security bug blocks this commit',
    },
    'bugs of more than ten closed ones, of which ten are asked for': {
      bugs: { repo: numbered(11, (index) => broughtIn(elsewhere, 400 + index)) },
      pulls: numbered(11, (index) => other(400 + index, { state: 'closed' })),
      inputs: everywhere,
      asksFor: numbered(10, (index) => 400 + index),
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
    'does not know that a file is removed': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      files: [removed('src/a.ts')],
      inputs: standIn,
      looksForTwins: true,
      explains: '1 bug in files that this pull',
      says: 'within-threshold | 4 commits not scanned, 1 bug in removed files not counted)',
    },
    ...Object.fromEntries(
      (['added', 'copied'] as const).map((status): [string, Row] => [
        `counts a removed file beside one that is ${status}`,
        {
          scans: ['old base'],
          bugs: { repo: [bug('a')] },
          inputs: standIn,
          files: [removed('src/a.ts'), file('src/b.ts', { status, previousFilename: 'src/c.ts' })],
          says: blocks,
        },
      ]),
    ),
    'counts a removed file that a twin keeps': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      files: [removed('src/a.ts')],
      pulls: [twin({})],
      asksFor: [490],
      inputs: standIn,
      says: blocks,
    },
  },
  'a list': {
    'that is short once is read again': {
      bugs: { full: [bug('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'], afterLooks: 1 }],
      says: blocks,
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
    'that stays short excuses no bug': {
      bugs: { full: [bug('a'), bug('b')] },
      late: [{ scan: 'wr_full', missing: ['bug_b'] }],
      says: blocks,
      explains: '1 more bug than the service lists',
    },
    'that stays short is no pass where gate-on narrows': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      inputs: touched,
      says: 'service-error |',
      explains: 'With `count-from: repository`',
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
    'with a twin counts what the twin touches': {
      asksFor: [490],
      pulls: [twin({ files: [file('src/b.ts')] })],
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      says: blocks,
      explains: 'pull request 490',
    },
    'with a twin counts what the twin introduced, though it is not merged': {
      asksFor: [490],
      pulls: [twin({})],
      bugs: { repo: [broughtIn(elsewhere, 490)] },
      inputs: introduced,
      says: blocks,
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
    'with six twins has a removed file all the same': {
      scans: ['old base'],
      files: [removed('src/a.ts')],
      bugs: { repo: [bug('a')] },
      pulls: numbered(6, (index) => twin({ number: 490 + index, files: [removed('src/a.ts')] })),
      inputs: standIn,
      looksForTwins: true,
      says: blocks,
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
    'of a fork is found by workflow_run': {
      headRepository: 'visitor/storefront',
      event: 'workflow_run',
      inputs: touched,
      bugs: { repo: [at('src/b.ts')] },
      looksForTwins: true,
      says: 'within-threshold | no security bugs in the files you changed (0 allowed)',
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
      looksForTwins: row.looksForTwins ?? (row.asksFor ?? []).length > 0,
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

  test('is not frozen out by a comment that claims to be of tomorrow', () =>
    withSandbox(toWorld({ says: '' }), async (sandbox) => {
      const { service } = sandbox;
      await sandbox.run();
      for (const comment of sandbox.ownComments()) {
        comment.body = replaced(comment.body, /"readAt":\d+/u, `"readAt":${nowMs + 24 * hourMs}`);
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
    }));
});
