// What gate-on makes of a pull request of which GitHub tells little or nothing. What counts where all is known is decided
// by judgement/relevance and the random worlds of the gate.
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
  return changeGitHub(world, ({ pulls }) => ({ pulls: pulls.map((pull) => ({ ...pull, ...changes })) }));
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

describe('GitHub’s limits', () => {
  const filesOf = (count: number): FileData[] =>
    Array.from({ length: count }, (_, at) => file(`src/generated/file-${at + 1}.ts`));
  const bugs = [2_999, 3_000, 3_001].map((at) => bug(`file ${at}`, { filePath: `src/generated/file-${at}.ts` }));

  it.each([
    [2_999, '1/3', false],
    [3_000, '3/3', true],
  ])('of %d changed files: %s, for what GitHub does not list counts', async (count, counted, isTold) => {
    const world = withPull(withBugs(bugs), { files: filesOf(count) });
    const { told, comment, result } = await judge(world, { 'gate-on': 'touched' });
    expect(told).toBe(`${counted} threshold-exceeded`);
    expect(comment.includes('3000 files or more')).toBe(isTold);
    expect(result.log.includes('3000 files or more')).toBe(isTold);
  });

  it('of 250 commits any may have brought a bug in that GitHub does not list, and the report says so', async () => {
    const line = Array.from({ length: 250 }, (_, at): CommitData => ({
      sha: at === 249 ? headSha : commitSha(`long ${at + 1}`),
      parents: [at === 0 ? storefront.baseSha : commitSha(`long ${at}`)],
      message: `Step ${at + 1}`,
      authorName: 'Mara Lindqvist',
      date: timeText(Date.now() - (250 - at) * 60_000),
    }));
    const own = (at: number): BugData =>
      bug(`commit ${at}`, { introducedIn: { ...introduction, sha: commitSha(`long ${at}`) } });
    const world = changeGitHub(
      withPull(withBugs([own(249), own(250), own(251)]), { commits: line.map(({ sha }) => sha) }),
      ({ commits }) => ({ commits: [...commits.filter(({ sha }) => sha !== headSha), ...line] }),
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
    ['introduced', 'files', '7'],
    ['touched', 'commits', '9'],
  ])('decides nothing with gate-on: %s without the %s, and is told', async (gateOn, what, gated) => {
    const { result, comment } = await judge(failingWorld(), { 'gate-on': gateOn }, silent(what));
    expect([result.outputs['reason'], result.outputs['gated']]).toEqual(['threshold-exceeded', gated]);
    expect(comment).toContain(`Could not read the ${what} of the pull request`);
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
