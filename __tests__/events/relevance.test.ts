// Tests of relevance: what gate-on, paths and count-from make the thresholds count, and what happens when GitHub does not
// tell what the pull request changes.
import { parseFault } from '../../sandbox/faults.ts';
import type { CommitData, FileData, PullData } from '../../sandbox/github/data.ts';
import { commitSha, dayMs, identifier, timeText } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import type { BugData } from '../../sandbox/service/data.ts';
import { type EventName, events } from '../harness/events.ts';
import {
  type GateRun,
  type RunChange,
  runGateIn,
  type SandboxOptions,
  warningsOf,
  withSandbox,
} from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const { scanId, repoId, headSha } = storefront;

/** A pending security bug that the scan of the head surfaced. */
function bug(name: string, changes: Partial<BugData>): BugData {
  return {
    id: identifier('bug_', name),
    title: `The bug called ${name}`,
    summary: '',
    createdAt: Date.now() - dayMs,
    repoId,
    commitSha: headSha,
    isSecurityVulnerability: true,
    linkedIssues: [],
    ...changes,
  };
}

/** The storefront with these bugs and no others. */
function withBugs(bugs: readonly BugData[], world = failingWorld()): ScenarioWorld {
  return changeService(world, ({ scans }) => ({
    bugs: [...bugs],
    surfaced: { [scanId]: bugs.map(({ id }) => id) },
    scans: scans.map((scan) => ({ ...scan, bugCounts: null })),
  }));
}

function withPull(world: ScenarioWorld, changes: Partial<PullData>): ScenarioWorld {
  return changeGitHub(world, ({ pulls }) => ({
    pulls: pulls.map((pull) => ({ ...pull, ...changes })),
  }));
}

interface Judged {
  readonly result: GateRun;
  readonly comment: string;
  /** `gated-security` of `pending-security`, then the reason. */
  readonly told: string;
}

async function judge(
  world: ScenarioWorld,
  inputs: Readonly<Record<string, string>>,
  change: RunChange & SandboxOptions = {},
): Promise<Judged> {
  const result = await runGateIn(world, { ...change, inputs });
  const { outputs, comment } = result;
  const told = `${outputs['gated-security']}/${outputs['pending-security']} ${outputs['reason']}`;
  return { result, comment, told };
}

/** The part of an event that a run is given. */
function runOf(event: EventName, world: ScenarioWorld): RunChange {
  const { event: sent, github } = events[event](world);
  return { event: sent, github };
}

const introduction = { date: '2026-11-18', author: 'mara-lindqvist' };
const file = (filename: string, changes: Partial<FileData> = {}): FileData => ({
  filename,
  status: 'modified',
  additions: 1,
  deletions: 1,
  ...changes,
});

describe('gate-on', () => {
  // Of the four security bugs three are of pull request 482, the fourth is older; all are in files that it changes.
  it.each([
    ['all', '4/4 threshold-exceeded', '24'],
    ['introduced', '3/4 threshold-exceeded', '7'],
    ['touched', '4/4 threshold-exceeded', '9'],
    ['introduced, touched', '4/4 threshold-exceeded', '9'],
    ['touched\nintroduced', '4/4 threshold-exceeded', '9'],
  ])('%j counts what it selects and shows everything', async (gateOn, told, gated) => {
    const judged = await judge(failingWorld(), { 'gate-on': gateOn, 'max-listed': '100' });
    expect([judged.told, judged.result.outputs['gated']]).toEqual([told, gated]);
    expect(judged.result.outputs['pending']).toBe('24');
    expect(judged.comment).toContain('**Introduced by this pull request**');
    const isOlderCounted = told.startsWith('4/');
    expect(judged.comment.includes('**Older, in files you changed**')).toBe(isOlderCounted);
    expect(judged.result.summary).toContain('Webhook tester fetches any address');
  });

  it('selects bugs by number, commits and paths', async () => {
    const by = (sha: string, prNumber?: number): Partial<BugData> => ({
      introducedIn: { ...introduction, sha, ...(prNumber !== undefined && { prNumber }) },
    });
    const routes = commitSha('routes');
    const expected: Readonly<Record<string, readonly [string, Partial<BugData>]>> = {
      'the number of the pull request': ['introduced', by(commitSha('elsewhere'), 482)],
      'one of its commits': ['introduced', by(routes)],
      'one of its commits, in upper case': ['introduced', by(routes.toUpperCase())],
      'one of its commits, under the number of another': ['introduced', by(routes, 7)],
      'both, and in one of its files': ['introduced touched', { ...by(routes, 482), filePath: 'src/a.ts' }],
      'a file of it': ['touched', { filePath: 'src/a.ts' }],
      'a file of it, written with ./': ['touched', { filePath: './src/a.ts' }],
      'a file of it, written with /': ['touched', { filePath: '/src/a.ts' }],
      'the name that a file of it had before': ['touched', { filePath: 'src/before.ts' }],
      'the name that a file of it has now': ['touched', { filePath: 'src/after.ts' }],
      'a file that it removes': ['touched', { filePath: 'src/gone.ts' }],
      'a file that it leaves alone': ['backlog', { filePath: 'src/other.ts' }],
      'a file of it in another case': ['touched', { filePath: 'src/A.ts' }],
      'no file': ['backlog', { filePath: null }],
      'an empty path': ['backlog', { filePath: '' }],
      'a commit and a number of others': ['backlog', by(commitSha('base'), 480)],
    };
    const files = [
      file('src/a.ts'),
      file('src/after.ts', { status: 'renamed', previousFilename: 'src/before.ts' }),
      file('src/gone.ts', { status: 'removed' }),
    ];
    const bugs = Object.entries(expected).map(([title, [, changes]]) => bug(title, changes));
    for (const gateOn of ['introduced', 'touched']) {
      const { result } = await judge(withPull(withBugs(bugs), { files }), {
        'gate-on': gateOn,
        'report-file': 'report.json',
        comment: 'never',
      });
      const report = JSON.parse(result.workspaceFiles['report.json'] ?? '') as {
        readonly findings: readonly { readonly id: string; readonly gated: boolean }[];
      };
      const gated = new Map(report.findings.map((finding) => [finding.id, finding.gated]));
      const titles = Object.keys(expected);
      const selected = titles.filter((title) => gated.get(identifier('bug_', title)));
      expect(selected).toEqual(titles.filter((title) => expected[title]?.[0].includes(gateOn)));
    }
  });

  it('counts what no open pull request brings in where there is none of its own', async () => {
    const world = failingWorld();
    const { event, github } = events['push to main'](world);
    const pushed = changeService(world, ({ scans }) => ({
      scans: scans
        .filter(({ commitSha: sha }) => sha !== storefront.baseSha)
        .map((scan) => (scan.commitSha === headSha ? { ...scan, commitSha: github.sha } : scan)),
    }));
    const inputs = { 'gate-on': 'introduced' };
    // What a scan of the pushed commit lists is in it, whoever brought it in.
    expect((await judge(pushed, inputs, { event, github })).told).toBe('4/4 threshold-exceeded');
    const unlisted = changeService(pushed, ({ scans }) => ({
      scans: scans.map((scan) => ({ ...scan, bugCounts: null })),
      surfaced: {},
    }));
    const { result, told } = await judge(unlisted, inputs, { event, github });
    expect(told).toBe('1/4 threshold-exceeded');
    expect(`${result.log}${result.summary}`).toContain('gate-on counts all bugs');
  });
});

describe('paths', () => {
  it.each([
    ['src/server/**', '4/4'],
    ['src/server/db/*.ts', '1/4'],
    ['src/server/db/**, src/server/webhooks/**', '2/4'],
    ['src/server/**\n!src/server/db/**', '3/4'],
    ['!src/server/db/**', '3/4'],
    ['src/web/**', '0/4'],
    ['**/*.ts', '4/4'],
    ['*.ts', '0/4'],
  ])('%j: %s', async (paths, counted) => {
    const { result } = await judge(failingWorld(), { paths, comment: 'never' });
    const { outputs } = result;
    expect(`${outputs['gated-security']}/${outputs['pending-security']}`).toBe(counted);
    expect(outputs['verdict']).toBe(counted === '0/4' ? 'passed' : 'failed');
  });

  it('lets a bug without a file pass only when it is empty', async () => {
    const world = withBugs([bug('one', {}), bug('two', { filePath: '/docs/a.md' })]);
    const quiet = { comment: 'never' };
    expect((await judge(world, quiet)).told).toBe('2/2 threshold-exceeded');
    expect((await judge(world, { ...quiet, paths: '**' })).told).toBe('1/2 threshold-exceeded');
    expect((await judge(world, { ...quiet, paths: '!src/**' })).told).toBe('1/2 threshold-exceeded');
  });

  it('and gate-on both have to select a bug', async () => {
    const inputs = { paths: 'src/server/webhooks/**', 'gate-on': 'introduced' };
    expect((await judge(failingWorld(), inputs)).told).toBe('0/4 within-threshold');
  });
});

describe('count-from: repository', () => {
  it('counts bugs that the scan did not surface, and gate-on selects among them', async () => {
    const own = bug('own', { introducedIn: { ...introduction, sha: headSha, prNumber: 482 } });
    const old = bug('old', { filePath: 'src/nowhere.ts', commitSha: commitSha('scan 62') });
    const world = changeService(withBugs([own, old]), () => ({
      surfaced: { [scanId]: [own.id] },
    }));
    const quiet = { comment: 'never' };
    expect((await judge(world, quiet)).told).toBe('1/1 threshold-exceeded');
    const all = { ...quiet, 'count-from': 'repository' };
    expect((await judge(world, all)).told).toBe('2/2 threshold-exceeded');
    expect((await judge(world, { ...all, 'gate-on': 'introduced' })).told).toBe('1/2 threshold-exceeded');
  });
});

describe('GitHub’s limits', () => {
  const filesOf = (count: number): FileData[] =>
    Array.from({ length: count }, (_, at) => file(`src/generated/file-${at + 1}.ts`));
  const bugs = [2_999, 3_000, 3_001].map((at) => bug(`file ${at}`, { filePath: `src/generated/file-${at}.ts` }));

  it.each([
    [2_999, '1/3', false],
    [3_001, '3/3', true],
  ])('of %d changed files: %s, for what GitHub does not list counts', async (count, counted, isTold) => {
    const world = withPull(withBugs(bugs), { files: filesOf(count) });
    const { told, comment, result } = await judge(world, { 'gate-on': 'touched' });
    expect(told).toBe(`${counted} threshold-exceeded`);
    expect(comment.includes('3000 files or more')).toBe(isTold);
    expect(result.log.includes('3000 files or more')).toBe(isTold);
  });

  it('of 260 commits any may have brought a bug in that GitHub does not list, and the report says so', async () => {
    const line = Array.from({ length: 260 }, (_, at): CommitData => ({
      sha: at === 259 ? headSha : commitSha(`long ${at + 1}`),
      parents: [at === 0 ? storefront.baseSha : commitSha(`long ${at}`)],
      message: `Step ${at + 1}`,
      authorName: 'Mara Lindqvist',
      date: timeText(Date.now() - (260 - at) * 60_000),
    }));
    const own = (at: number): BugData =>
      bug(`commit ${at}`, { introducedIn: { ...introduction, sha: commitSha(`long ${at}`) } });
    const world = changeGitHub(
      withPull(withBugs([own(249), own(250), own(251)]), { commits: line.map(({ sha }) => sha) }),
      ({ commits }) => ({
        commits: [...commits.filter(({ sha }) => sha !== headSha), ...line],
      }),
    );
    const { told, comment } = await judge(world, { 'gate-on': 'introduced' });
    expect(told).toBe('3/3 threshold-exceeded');
    expect(comment).toContain('250 commits');
  });
});

describe('GitHub that does not tell what the pull request changes', () => {
  const silent = (what: string): SandboxOptions => ({
    faults: [`GET /repos/acme/storefront/pulls/482/${what} status=403`],
  });

  it.each([
    ['introduced', 'commits'],
    ['touched', 'files'],
    ['introduced, touched', 'files'],
    ['introduced, touched', 'commits'],
  ])('is github-error with gate-on: %s without the %s', async (gateOn, what) => {
    const { result, told } = await judge(failingWorld(), { 'gate-on': gateOn }, silent(what));
    expect([told.split(' ')[1], result.exitCode]).toEqual(['github-error', 1]);
    expect(result.outputs['gated']).toBe('');
  });

  it.each([
    ['introduced', 'files', '7'],
    ['touched', 'commits', '9'],
  ])('decides nothing with gate-on: %s without the %s, and is told', async (gateOn, what, gated) => {
    const { result, comment } = await judge(failingWorld(), { 'gate-on': gateOn }, silent(what));
    expect([result.outputs['reason'], result.outputs['gated']]).toEqual(['threshold-exceeded', gated]);
    expect(comment).toContain(`Could not read the ${what} of the pull request`);
  });

  it('is github-error when one page of the files is missing, never a smaller count', async () => {
    const files = Array.from({ length: 250 }, (_, at) => file(`src/file-${at + 1}.ts`));
    const world = withPull(withBugs([bug('late', { filePath: 'src/file-230.ts' })]), { files });
    const faults = ['GET /repos/acme/storefront/pulls/482/files?*page=3 status=404'];
    const { told } = await judge(world, { 'gate-on': 'touched' }, { faults });
    expect(told).toContain('github-error');
  });

  it.each(['files', 'commits'])(
    'only degrades the report with gate-on: all (%s), and a warning names the permission',
    async (what) => {
      const { result, told, comment } = await judge(failingWorld(), {}, silent(what));
      expect([told, result.exitCode]).toEqual(['4/4 threshold-exceeded', 1]);
      expect(comment).toContain(`Could not read the ${what} of the pull request`);
      expect(comment).not.toContain('**Introduced by this pull request**');
      expect(result.log).toContain('pull-requests: read');
      expect(warningsOf(result).join('\n')).toMatch(new RegExp(`Could not read the ${what}`, 'u'));
    },
  );

  it('is github-error without a token, and no matter with gate-on: all', async () => {
    const bare = { 'github-token': '' };
    const gated = await judge(failingWorld(), { ...bare, 'gate-on': 'introduced' });
    expect(gated.told).toContain('github-error');
    expect((await judge(failingWorld(), bare)).told).toBe('4/4 threshold-exceeded');
  });
});

describe('GitHub that does not tell which pull request a commit is the head of', () => {
  const faults = ['GET /repos/acme/storefront/pulls?* status=403'];
  const none = 'There is no pull request';

  it.each(['push', 'workflow_run'] as const)(
    'is github-error with gate-on on %s, whatever the counts, and nobody says that there is none',
    async (name) => {
      for (const gateOn of ['introduced', 'touched']) {
        const inputs = { 'gate-on': gateOn };
        const change = runOf(name, failingWorld());
        const { result, told } = await judge(failingWorld(), inputs, { faults, ...change });
        expect([told, result.exitCode]).toEqual(['/4 github-error', 1]);
        expect(`${result.log}${result.summary}`).not.toContain(none);
        expect(result.log).toContain('Could not find the pull request of the commit');
      }
    },
  );

  it('only degrades the report with gate-on: all', async () => {
    const change = runOf('push', failingWorld());
    const { result, told } = await judge(failingWorld(), {}, { faults, ...change });
    expect(told).toBe('4/4 threshold-exceeded');
    expect(warningsOf(result).join('\n')).toContain('Could not find the pull request of the commit');
    expect(result.log).not.toContain(none);
  });

  it('is github-error without a token, and no matter with gate-on: all', async () => {
    const change = runOf('push', failingWorld());
    const bare = { 'github-token': '' };
    const gated = await judge(failingWorld(), { ...bare, 'gate-on': 'introduced' }, change);
    expect(gated.told).toBe('/4 github-error');
    expect(`${gated.result.log}${gated.result.summary}`).not.toContain(none);
    expect((await judge(failingWorld(), bare, change)).told).toBe('4/4 threshold-exceeded');
  });
});

it('two open pull requests with one head: neither lets the other off', async () => {
  const world = changeGitHub(failingWorld(), ({ pulls }) => {
    const [pull, ...others] = pulls;
    if (!pull) throw new Error('the world has no pull request');
    const files = [file('README.md')];
    return { pulls: [{ ...pull, number: pull.number - 1, title: 'Twin', files }, pull, ...others] };
  });
  const change = runOf('push', world);
  const gated = await judge(world, { 'gate-on': 'touched', 'max-security-bugs': '0' }, change);
  expect(gated.told).toBe('4/4 threshold-exceeded');
  expect(gated.result.log).toContain('also the head of pull request');
  expect((await judge(world, {}, change)).told).toBe('4/4 threshold-exceeded');
});

describe('a pull request that has moved on before its files are read', () => {
  const other = 'f'.repeat(40);
  const movedWorld = (): ScenarioWorld =>
    changeGitHub(failingWorld(), ({ pulls: [pull, ...others], commits: [first, ...rest] }) => {
      if (!pull || !first) throw new Error('the world has no pull request');
      const files = [file('README.md')];
      const head = { ...pull.head, sha: other };
      return {
        commits: [first, ...rest, { ...first, sha: other, parents: [pull.base.sha] }],
        pulls: [{ ...pull, head, commits: [other], files }, ...others],
      };
    });

  it.each([
    ['touched', '/4 superseded'],
    ['introduced', '/4 superseded'],
    ['introduced, touched', '/4 superseded'],
    // Which asks nothing of its files.
    ['all', '4/4 threshold-exceeded'],
  ])('with gate-on: %s ends as %s', async (gateOn, told) => {
    const judged = await judge(movedWorld(), { 'gate-on': gateOn, comment: 'never' });
    expect([judged.told, judged.result.exitCode]).toEqual([told, 1]);
  });

  it('may have done so where its head cannot be read: the changes decide nothing', async () => {
    const faults = ['GET /repos/*/pulls/482 status=404'];
    const judged = await judge(failingWorld(), { 'gate-on': 'introduced' }, { faults });
    expect(judged.told).toContain('github-error');
  });
});

it.each([
  ['none', []],
  ['not the head', ['1'.repeat(40)]],
])('a list of commits that holds %s is not of the judged one, where GitHub counts some', (_, shas) =>
  withSandbox(
    changeGitHub(failingWorld(), ({ pulls: [pull, ...others], commits: [first, ...rest] }) => {
      if (!pull || !first) throw new Error('the world has no pull request');
      return {
        commits: [first, ...rest, ...shas.map((sha) => ({ ...first, sha, parents: [] }))],
        pulls: [{ ...pull, commits: shas }, ...others],
      };
    }),
    async (sandbox) => {
      for (const gateOn of ['introduced', 'touched']) {
        const { outputs } = await sandbox.run({ inputs: { 'gate-on': gateOn } });
        expect(outputs['reason']).toBe('github-error');
      }
      sandbox.faults.add(parseFault('GET /repos/*/pulls/482 omit=commits'));
      const uncounted = await sandbox.run({ inputs: { 'gate-on': 'introduced' } });
      expect(uncounted.outputs['reason']).toBe('threshold-exceeded');
    },
  ),
);
