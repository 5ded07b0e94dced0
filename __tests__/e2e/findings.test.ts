// Tests of what the gate makes of the service's answers: which repository it is, and all pending bugs or none.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { thirdPage } from '../../sandbox/scenarios/third-page.ts';
import type { ScanData } from '../../sandbox/service/data.ts';
import { allOutputs } from '../harness/outputs.ts';
import { runGateIn, warningsOf } from '../harness/sandbox.ts';
import { changeService, failingWorld, headScanOf, manyWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const { repoId, scanId } = storefront;
const quiet = { comment: 'never', annotations: 'off' };
const theirs = 'repo_theirs';

/** The world with another scan of the head. */
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
  it('that is not there is told with how many the key sees, and the organisations, never the e-mail address', async () => {
    const world = changeService(failingWorld(), ({ user }) => ({
      user: { ...user, orgs: [...user.orgs, { id: 'org_labs', name: 'Acme Labs' }] },
    }));
    const result = await runGateIn(world, { inputs: { repository: 'acme/unknown' } });
    expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'repository-not-found']);
    expect(result.log).toContain('sees 3 repositories and the organizations Acme, Acme Labs');
    const texts = [result.stdout, result.summary, result.comment];
    expect(texts.join('')).not.toContain(world.service.user.email);
  });

  it.each([
    ['a server error', 'status=500 retry-after=0'],
    ['without a name', 'omit=repos.3.name'],
    ['empty', 'drift drop=100'],
  ])('is not "not found" while a page of the list is %s', async (_, fault) => {
    const { exitCode, outputs, log } = await runGateIn(thirdPage.build(Date.now()), {
      faults: [`GET /public/v1/repos?*offset=100* ${fault}`],
    });
    expect([exitCode, outputs['reason']]).toEqual([1, 'service-error']);
    expect(log).toContain('GET /public/v1/repos');
  });
});

describe('a page of bugs that is', () => {
  it.each([
    ['a server error', 'status=500 retry-after=0'],
    ['cut in the middle of its JSON', 'truncate'],
    ['of another type', 'wrong-type=bugs.7.createdAt'],
    ['short of a bug', 'drift drop=1'],
    ['too large', 'oversize'],
    ['another page', 'drift=100'],
  ])('%s is service-error, and never a smaller count', async (_, fault) => {
    const { exitCode, outputs, log, sandbox } = await runGateIn(manyWorld(), {
      inputs: { ...quiet, 'max-security-bugs': '9999' },
      faults: [`GET /public/v1/bugs?*offset=300* ${fault}`],
    });
    expect(exitCode).toBe(1);
    expect(outputs).toEqual(
      allOutputs({
        verdict: 'unverified',
        reason: 'service-error',
        'repository-id': repoId,
        'scan-id': scanId,
        'scan-sha': sandbox.world.sha,
        'scan-match': 'exact',
        'scan-age-hours': '0.3',
        'commits-behind': '0',
      }),
    );
    expect(log).toContain('GET /public/v1/bugs');
  });

  it('a server error once is asked for again', async () => {
    const world = manyWorld();
    const { outputs } = await runGateIn(world, {
      inputs: quiet,
      faults: [
        'GET /public/v1/bugs?*offset=300* first=3 status=503 retry-after=0',
        'GET /public/v1/bugs?*offset=400* first=2 reset=before',
        'GET /public/v1/bugs?*offset=500* first=1 status=429 retry-after=1',
      ],
    });
    expect(outputs['pending']).toBe(pendingIn(world));
  });
});

describe('pages that shift while they are read', () => {
  it.each([['an item left before a page', '*offset=200* nth=1 drift=1']])(
    'are read again and give the exact count: %s',
    async (_, fault) => {
      const world = manyWorld();
      const { outputs } = await runGateIn(world, { inputs: quiet, faults: [`GET /public/v1/bugs?${fault}`] });
      expect(outputs).toMatchObject({ verdict: 'failed', pending: pendingIn(world) });
    },
  );

  it('are read three times at most', async () => {
    const { outputs, log, sandbox } = await runGateIn(manyWorld(), {
      inputs: quiet,
      faults: ['GET /public/v1/bugs?*offset=200* drift=1'],
    });
    expect(outputs['reason']).toBe('service-error');
    expect(log).toContain('the list kept changing while it was read');
    const first = sandbox.service.requests.filter(({ url }) => /\/bugs\?.*offset=0&/u.test(url));
    expect(first).toHaveLength(3);
  });
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
    expect(log).toContain(`Asked for the bugs of \`${repoId}\``);
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
      await new Promise((resolve) => setTimeout(resolve, 50));
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

  it.each([
    [500, '4', 'passed'],
    [404, '3', 'failed'],
  ])('decide nothing: %i, with max-security-bugs %s', async (status, limit, verdict) => {
    const result = await runGateIn(withHeadScan(failingWorld(), { bugCounts: counts }), {
      inputs: { ...quiet, ...files, 'max-security-bugs': limit },
      faults: [`${dismissed} status=${status} retry-after=0`],
    });
    expect(result.outputs).toMatchObject({
      verdict,
      pending: '24',
      dismissed: '5',
      'sarif-file': '',
      'report-file': 'report.json',
    });
    expect(Object.keys(result.workspaceFiles)).toEqual(['report.json']);
    const [warning, ...others] = warningsOf(result);
    expect(others).toEqual([]);
    expect(warning).toMatch(/^The SARIF log is not written, .* dismissed bugs .* could not be read/u);
    expect(warning).toContain(`GET /public/v1/bugs answered ${status}`);
  });
});
