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
  /** A part of the log. */
  readonly logs?: string;
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
const refuse = (path: string): FaultRule => ({ path: { regex: path }, effect: { kind: 'status', status: 403 } });
const countsOneFile = 'GET /repos/*/pulls/482 set=changed_files value=1';
const passedHere = 'within-threshold | no security bugs in this scan';
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
      says: `${blocks} (partial scan)`,
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
      says: passedHere,
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
      says: passedHere,
      logs: '1 scan is complete, but the service gave no ID',
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
      says: `${blocks} (4 commits not scanned)`,
    },
    'not a bug of another person’s open pull request': {
      ...ofAnother,
      says: 'within-threshold |',
      explains: '1 bug from other pull requests that are open',
    },
    'a bug of a second open pull request of the same author': {
      ...ofAnother,
      pulls: [other(470, { user: author })],
      says: blocks,
    },
    'a bug of a bot’s open pull request': {
      ...ofAnother,
      pulls: [other(470, { user: 'renovate[bot]' })],
      says: blocks,
    },
    'a bug of another pull request where GitHub does not list the open ones': {
      ...ofAnother,
      faults: [refuse('/pulls\\?')],
      says: blocks,
      explains: 'So bugs from other pull requests count.',
    },
    'a bug of another pull request where the list of the judged scan cannot be read': {
      ...ofAnother,
      says: 'service-error |',
      faults: ['GET /public/v1/bugs?*workflow_request_id=wr_full* status=404'],
    },
    'a bug of a pull request that has the pushed commit as its head': {
      bugs: { repo: [ownBug] },
      event: 'push',
      pushedTo: 'of-another-name',
      inputs: everywhere,
      says: 'threshold-exceeded | 1 security bug blocks this commit',
    },
  },
  'the day': {
    'from which on bugs count, and the one on which somebody opened one again': {
      bugs: {
        repo: [
          bug('old', { createdAt: nowMs - 72 * hourMs }),
          bug('opened-again', {
            createdAt: nowMs - 72 * hourMs,
            review: { state: 'pending', createdAt: nowMs - hourMs, source: 'review' },
          }),
        ],
      },
      inputs: `${everywhere}; found-since=${new Date(nowMs - 24 * hourMs).toISOString().slice(0, 10)}`,
      says: blocks,
      gatedSecurity: '1',
    },
  },
  'a service that lists bugs again': {
    'shows what is fixed, whatever gate-on selects': {
      bugs: {
        full: [bug('listed', { createdAt: nowMs - 72 * hourMs, isSecurityVulnerability: false })],
        repo: [bug('fixed')],
      },
      inputs: touched,
      says: 'within-threshold |',
    },
    'is not one that lists what it has just found': {
      bugs: { full: [harmless('new')], repo: [bug('pending')] },
      inputs: touched,
      says: blocks,
    },
  },
  'a scan that stands in': {
    'cannot say what this pull request introduced': {
      scans: ['old base'],
      inputs: `${standIn}; ${introduced}`,
      says: 'no-scan |',
      explains: 'No commit of this pull request has been scanned',
    },
    'counts what this pull request removes until the next scan': {
      scans: ['old base'],
      bugs: { repo: [bug('a')] },
      files: [removed('src/a.ts')],
      inputs: standIn,
      says: `${blocks} (4 commits not scanned)`,
      explains: 'Fixed already? Whoever did not write it has it resolved.',
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
      says: passedHere,
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
      says: 'threshold-exceeded | 2 security bugs block this merge',
      explains: '1 more bug than the service lists',
    },
    'that stays short is no pass where gate-on narrows': {
      bugs: { full: [harmless('a')] },
      late: [{ scan: 'wr_full', missing: ['bug_a'] }],
      inputs: touched,
      says: 'service-error |',
      explains: 'With `count-from: repository`',
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
      says: passedHere,
    },
  },
  'a pull request': {
    'with a twin counts what the twin touches': {
      pulls: [twin({ files: [file('src/b.ts')] })],
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      says: blocks,
      explains: 'pull request 490',
    },
    'with six twins counts everything and asks about none of them': {
      pulls: numbered(6, (index) => twin({ number: 490 + index })),
      bugs: { repo: [at('src/b.ts'), bugOfAnother, bug('c', { filePath: null })] },
      inputs: touched,
      gatedSecurity: '3',
      says: 'threshold-exceeded | 3 security bugs block this merge',
      explains: 'head of 6 other open pull requests, too many to compare with; so every bug counts',
    },
    'with twins that GitHub does not list is no pass': {
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      faults: [refuse('/pulls\\?')],
      says: 'github-error |',
    },
    'with a twin whose files GitHub does not list is no pass': {
      pulls: [twin({})],
      bugs: { repo: [at('src/b.ts')] },
      inputs: touched,
      faults: [refuse('/490/files')],
      says: 'github-error |',
    },
    ...Object.fromEntries(
      [0, 2].map((files) => [
        `whose one file is not what GitHub counts, ${files} listed, may change any other`,
        {
          files: wideFiles(files),
          bugs: { repo: [at('src/b.ts')] },
          inputs: touched,
          faults: [countsOneFile],
          says: blocks,
          explains: `GitHub lists ${files} files of the pull request and counts another number`,
        },
      ]),
    ),
    'whose files GitHub counts otherwise needs none of them for its commits': {
      files: [],
      bugs: { repo: [at('src/b.ts')] },
      inputs: introduced,
      faults: [countsOneFile],
      says: 'within-threshold |',
    },
    'whose files GitHub does not list passes if everything does': {
      bugs: { repo: [harmless('a')] },
      inputs: touched,
      faults: [refuse('/482/files')],
      says: 'within-threshold | no security bugs in the files you changed',
    },
    'of a fork is found by workflow_run': {
      headRepository: 'visitor/storefront',
      event: 'workflow_run',
      inputs: touched,
      bugs: { repo: [at('src/b.ts')] },
      says: 'within-threshold | no security bugs in the files you changed',
    },
  },
};

describe.each(Object.entries(rows))('%s', (_, group) => {
  test.each(Object.entries(group))('%s', async (__, row) => {
    const run = await play(row);
    const [reason, part = ''] = row.says.split(' |');
    expect([run.outputs['reason'], headlineOf(run)]).toEqual([reason, expect.stringContaining(part.trim())]);
    if (row.gatedSecurity !== undefined) {
      expect(run.outputs['gated-security']).toBe(row.gatedSecurity);
    }
    expect(run.comment).toContain(row.explains ?? '');
    expect(run.log).toContain(row.logs ?? '');
    // Empty for forks, and so no list to decide anything by.
    const urls = run.sandbox.github.requests.map(({ url }) => url);
    expect(urls.filter((url) => /\/commits\/\w+\/pulls/u.test(url))).toEqual([]);
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
