// Tests of what the gate makes of the service's answers: which repository it is, and all pending bugs or none.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { thirdPage } from '../../sandbox/scenarios/third-page.ts';
import type { ScanData } from '../../sandbox/service/data.ts';
import { letOthersGoOn } from '../harness/clock.ts';
import { runGateIn, warningsOf } from '../harness/sandbox.ts';
import { changeService, failingWorld, headScanOf, manyWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const { repoId } = storefront;
const quiet = { comment: 'never', annotations: 'off' };
const theirs = 'repo_theirs';

function withHeadScan(world: ScenarioWorld, changes: Partial<ScanData>): ScenarioWorld {
  const head = headScanOf(world);
  return changeService(world, ({ scans }) => ({
    scans: scans.map((scan) => (scan === head ? { ...scan, ...changes } : scan)),
  }));
}

function pendingIn({ service: { bugs } }: ScenarioWorld): string {
  return String(bugs.filter(({ review }) => (review?.state ?? 'pending') === 'pending').length);
}

describe('the repository', () => {
  it('that is not there is told with how many the key sees, never the e-mail address', async () => {
    const world = failingWorld();
    const result = await runGateIn(world, { inputs: { repository: 'acme/unknown' } });
    expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'repository-not-found']);
    expect(result.log).toContain('sees 3 repositories');
    const texts = [result.stdout, result.summary, result.comment];
    expect(texts.join('')).not.toContain(world.service.user.email);
  });

  it('is not "not found" while a page of the list is empty', async () => {
    const { exitCode, outputs, log } = await runGateIn(thirdPage.build(Date.now()), {
      faults: ['GET /public/v1/repos?*offset=100* drift drop=100'],
    });
    expect([exitCode, outputs['reason']]).toEqual([1, 'service-error']);
    expect(log).toContain('GET /public/v1/repos');
  });
});

it.each<[string, Readonly<Record<string, string>>, readonly string[], reason: string]>([
  ['an unknown repository-id', { 'repository-id': 'repo_unknown' }, [], 'repository-not-found'],
  ['a repository that is listed and not known', {}, ['GET /public/v1/scans status=404'], 'repository-not-found'],
  ['a pull request that does not exist', { 'pr-number': '99999' }, [], 'github-error'],
  [
    'a repository that was renamed',
    { 'pr-number': '482' },
    ['GET /repos/* status=301 header=location:/repositories/1/x'],
    'github-error',
  ],
  ['a service that nobody reaches', { 'api-url': 'http://127.0.0.1:2' }, [], 'service-error'],
])('%s is judged by nobody', async (_, inputs, faults, reason) => {
  const { exitCode, outputs } = await runGateIn(failingWorld(), { inputs: { ...quiet, ...inputs }, faults });
  expect([exitCode, outputs['reason']]).toEqual([1, reason]);
});

describe('a bug of another repository', () => {
  // With counts of its own, so that only what the inputs ask for is read.
  const counts = { total: 37, open: 24, resolved: 8, dismissed: 5 };

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['pending', 'is counted', {}],
    ['pending', 'is counted in the repository', { 'count-from': 'repository' }],
    ['resolved', 'is read to count', { 'count-from': 'repository' }],
    ['dismissed', 'is written to the SARIF log', { 'sarif-file': 'log.sarif' }],
  ])('in the %s list is no answer, when it %s', async (list, _, inputs) => {
    const { exitCode, outputs, log, workspaceFiles } = await runGateIn(
      withHeadScan(failingWorld(), { bugCounts: counts }),
      {
        inputs: { ...quiet, ...inputs },
        faults: [
          // Without the total no list is counted beside it.
          'GET /public/v1/scans omit=scans.*.bugCounts.total',
          `GET /public/v1/bugs?*status=${list}* set=bugs.0.repoId value="${theirs}"`,
        ],
      },
    );
    expect([exitCode, outputs['reason'], outputs['pending']]).toEqual([1, 'service-error', '']);
    expect(workspaceFiles).toEqual({});
    const bug = /the service sent `(bug_\w+)` of `repo_theirs`/u.exec(log)?.[1];
    expect(bug).toBeDefined();
    expect(log).toContain(`\`${repoId}\``);
    expect(log).toContain('repository-id');
  });
});

it('all that is read of a scan takes six requests at once and never more', async () => {
  let inFlight = 0;
  let most = 0;
  const world = manyWorld();
  const { outputs } = await runGateIn(withHeadScan(world, { bugCounts: null }), {
    inputs: { ...quiet, 'sarif-file': 'log.sarif' },
    watch: async ({ path }) => {
      if (!path.endsWith('/bugs')) return;
      most = Math.max(most, ++inFlight);
      // Time for the others, and for a seventh.
      await letOthersGoOn();
      inFlight -= 1;
    },
  });
  expect([outputs['pending'], most]).toEqual([pendingIn(world), 6]);
});

describe('dismissed bugs that cannot be read, for the SARIF log', () => {
  const counts = { total: 37, open: 24, resolved: 8, dismissed: 5 };
  // Only the SARIF log needs more than their number.
  const dismissed = 'GET /public/v1/bugs?*status=dismissed&limit=100*';
  const files = { 'sarif-file': 'log.sarif', 'report-file': 'report.json' };

  it('decide nothing', async () => {
    const result = await runGateIn(withHeadScan(failingWorld(), { bugCounts: counts }), {
      inputs: { ...quiet, ...files, 'max-security-bugs': '4' },
      faults: [`${dismissed} status=500 retry-after=0`],
    });
    expect(result.outputs).toMatchObject({
      verdict: 'passed',
      pending: '24',
      dismissed: '5',
      'sarif-file': '',
      'report-file': 'report.json',
    });
    expect(Object.keys(result.workspaceFiles)).toEqual(['report.json']);
    const [warning, ...others] = warningsOf(result);
    expect(others).toEqual([]);
    expect(warning).toMatch(/SARIF log .* dismissed bugs/u);
    expect(warning).toContain('GET /public/v1/bugs answered 500');
  });
});
