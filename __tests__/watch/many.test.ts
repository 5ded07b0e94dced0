// The watch of many repositories: what each has of its own, and what one repository is still like.
import type { Member } from '../../sandbox/scenarios/organization.ts';
import { describe, expect, it } from '../jest.ts';
import { issuesOf, type ManyRun, withOrganization } from '../sweep/harness.ts';
import { makeBug, makeScan, makeService, type Night, withServices } from './harness.ts';

describe('one repository', () => {
  const first = makeService([makeScan('1', 0)], [makeBug('old', 0)], { 1: ['old'] });
  const second = makeService([makeScan('1', 0), makeScan('2', 1)], [makeBug('old', 0), makeBug('new', 1, { pr: 11 })], {
    1: ['old'],
    2: ['new'],
  });
  const play = async (inputs: Readonly<Record<string, string>>): Promise<readonly Night[]> =>
    await withServices({ inputs }, async (services) => [await services.night(first), await services.night(second)]);
  const said = (nights: readonly Night[]) =>
    nights.map(({ result, outputs, requests }) => ({
      outputs,
      summary: result.summary,
      log: result.stdout.replaceAll(/127\.0\.0\.1:\d+/g, ''),
      requests: requests.map(({ method, url }) => `${method} ${url}`).toSorted(),
    }));

  it('is the same by its own name, whatever its case, as without the input', async () => {
    const without = said(await play({}));
    expect(said(await play({ repositories: 'ACME/shop acme/shop' }))).toEqual(without);
    expect(without[1]?.outputs).toMatchObject({ new: '1', failed: '[]' });
    expect(JSON.parse(without[1]?.outputs['report'] ?? '')).toEqual([
      {
        ...{ repository: 'acme/shop', verdict: 'reported', reason: 'new-scans', 'scan-id': 'wr_2', scans: 1 },
        ...{ new: 1, 'new-security': 0, open: 2, 'open-security': 0, 'pull-requests': [11] },
        ...{ 'issue-number': 14, 'issue-url': 'https://github.com/acme/shop/issues/14' },
      },
    ]);
  });

  it('is in failed where its verdict is unverified, unless its issue was written', async () => {
    const failed = async (data: typeof first, inputs: Readonly<Record<string, string>>) =>
      await withServices({ inputs }, async (services) => {
        const { outputs } = await services.night(data);
        return [outputs['reason'], outputs['failed']];
      });
    expect(await failed(makeService([], []), {})).toEqual(['no-scan', '["acme/shop"]']);
    expect(await failed(first, { 'max-scan-age': '1h' })).toEqual(['stale-scan', '[]']);
    expect(await failed(first, { 'max-scan-age': '1h', notify: 'none' })).toEqual(['stale-scan', '["acme/shop"]']);
  });
});

describe('several', () => {
  const members: readonly Member[] = [
    { name: 'hidden', red: 1, isNewTonight: true },
    { name: 'open', visibility: 'public', red: 1, isNewTonight: true },
  ];
  const title = 'Title of charge';

  it('what is written follows the repository that it is written into; the table names no bug', async () => {
    await withOrganization(members, async (organization) => {
      const run = await organization.run('watch');
      expect(issuesOf(organization, 'hidden')[0]?.body).toContain(title);
      expect(issuesOf(organization, 'open')[0]?.body).not.toContain(title);
      expect(run.shown).not.toContain('Title of');
    });
  });

  it('one whose newest scan is too old is red and has its issue, so it has not failed', async () => {
    const runs: ManyRun[] = [];
    const inputs = { 'max-scan-age': '3d' };
    await withOrganization([{ name: 'daily' }, { name: 'rare', scanned: 'weekly' }], async (organization) => {
      organization.clock.pass(3 * 86_400_000);
      runs.push(await organization.run('watch', { inputs }));
    });
    const [run] = runs;
    expect(run?.outputs).toMatchObject({
      verdict: 'unverified',
      reason: 'stale-scan',
      failed: '[]',
      'pull-requests': '[]',
    });
    expect(run?.result.conclusion).toBe('failure');
    expect(run?.result.annotations.map(({ level }) => level)).toEqual(['error', 'error']);
  });

  it.each<[string, faults: readonly string[], sum: string]>([
    ['none', ['GET */scans* status=503'], ''],
    ['not even which ones there are', ['GET */repos* status=503'], ''],
    // Controls.
    ['one of them', ['GET */scans* first=4 status=503'], '2'],
    ['all', [], '4'],
  ])('counts no bugs where nothing could be read: %s', async (_, faults, sum) => {
    await withOrganization(
      [
        { name: 'one', red: 1 },
        { name: 'two', red: 1 },
      ],
      async (organization) => {
        const { outputs } = await organization.run('watch');
        expect(outputs['open']).toBe(sum);
        for (const name of ['scans', 'new', 'new-security', 'open-security']) {
          expect([name, outputs[name] === '']).toEqual([name, sum === '']);
        }
      },
      { faults },
    );
  });

  it.each<[string, Readonly<Record<string, string>>, string, string, readonly number[]]>([
    ['one of all that was never scanned is named', {}, 'success', '[]', [0, 2]],
    // Controls.
    ['it fails where it is named', { repositories: 'acme/a acme/b acme/c' }, 'failure', '["acme/b"]', [0, 2]],
    ['it fails where no scan is of the branch', { branch: 'next' }, 'failure', '["acme/a","acme/c"]', []],
  ])('%s', async (_, inputs, conclusion, failed, read) => {
    await withOrganization([{ name: 'a' }, { name: 'b', scanned: 'never' }, { name: 'c' }], async (organization) => {
      const { result, outputs } = await organization.run('watch', { inputs });
      expect([result.conclusion, outputs['failed']]).toEqual([conclusion, failed]);
      const entries = JSON.parse(outputs['report'] ?? '') as readonly { readonly open: number | null }[];
      expect(entries.flatMap(({ open }, index) => (open === null ? [] : [index]))).toEqual(read);
      expect(result.log).toContain('acme/b');
      expect(result.summary).toContain('acme/b');
    });
  });

  it('the reason is the first fault in the order looked at, else what is new', async () => {
    const three: readonly Member[] = [{ name: 'a' }, { name: 'b', scanned: 'never' }, { name: 'c' }];
    const faults = [{ path: { regex: '^/repos/acme/c' }, effect: { kind: 'status' as const, status: 500 } }];
    const reasons: unknown[] = [];
    await withOrganization(
      three,
      async (organization) => {
        for (const runNumber of [0, 2])
          reasons.push((await organization.run('watch', { runNumber })).outputs['reason']);
        const inputs = { repositories: 'acme/a' };
        reasons.push((await organization.run('watch', { inputs })).outputs['reason']);
        organization.night();
        reasons.push((await organization.run('watch', { inputs })).outputs['reason']);
      },
      { faults },
    );
    expect(reasons).toEqual(['github-error', 'github-error', 'up-to-date', 'new-scans']);
  });
});
