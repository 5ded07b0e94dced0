// What the look-up makes of answers that fail, and of those that are well-formed and still cannot be believed.
import { describe, expect, test } from '@jest/globals';
import { createClient } from '../../src/client/index.ts';
import type { EpochMs, RepoId } from '../../src/domain/identifiers.ts';
import { fetchFindings } from '../../src/service/fetch-findings.ts';
import { aUsableScan } from '../domain/fixtures.ts';
import { serveService } from './far-end.ts';
import {
  aRepo,
  aScene,
  aWireBug,
  aWireScan,
  hourMs,
  listed,
  nowMs,
  ours,
  play,
  theirs,
} from './stage.ts';

describe('a repository that the service does not know', () => {
  test.each([400, 401, 403, 404, 429, 500, 503])(
    'is not found, though the user that the advice asks for is answered %i',
    async (status) => {
      const repos = [aRepo({ name: 'other' })];
      const fault = { list: 'user', fromOffset: 0, status } as const;
      const { outputs, said } = await play(aScene({ service: { repos, fault } }));
      expect(outputs['reason']).toBe('repository-not-found');
      expect(said.at(-1)).toContain('sees 1 repository and the organizations Acme');
    },
  );
});

describe('a scan that ended in the future', () => {
  const endsIn = (ms: number, maxScanAge: string) =>
    play(
      aScene({
        inputs: { 'max-scan-age': maxScanAge },
        service: { scans: [aWireScan({ completedAt: nowMs + ms })] },
      }),
    );

  test.each([
    ['is fresh as long as clocks may differ that much', hourMs, '1h', 'passed'],
    ['is not fresh when it is further away than that', hourMs + 1, '1h', 'unverified'],
    ['is not fresh however old a scan may be', 48 * hourMs, '3650d', 'unverified'],
    ['is judged where any age will do', 48 * hourMs, '', 'passed'],
  ])('%s', async (_, ms, maxScanAge, verdict) => {
    const { outputs } = await endsIn(ms, maxScanAge);
    expect(outputs['verdict']).toBe(verdict);
    expect(outputs['reason']).toBe(verdict === 'passed' ? 'within-threshold' : 'stale-scan');
  });

  test('is told as what it is', async () => {
    const { job, said } = await endsIn(3 * hourMs, '7d');
    expect(job).toBe('red');
    expect(said.at(-1)).toContain('Scan `wr_1` is dated 3 h in the future');
  });

  test('counts from its beginning while it has no end', async () => {
    const scans = [aWireScan({ createdAt: nowMs + 2 * hourMs, completedAt: null })];
    const { outputs } = await play(
      aScene({ inputs: { 'max-scan-age': '1d' }, service: { scans } }),
    );
    expect(outputs['reason']).toBe('stale-scan');
  });
});

describe('scans of another repository', () => {
  const stranger = (id: string, repoId: string) =>
    aWireScan({ workflowRequestId: `wr_${id}`, repoId });
  const judge = (scans: ReturnType<typeof stranger>[]) =>
    play(aScene({ inputs: { 'repository-id': ours }, service: { scans } }));

  test('are named where there is no other, with what to check', async () => {
    const { outputs, said } = await judge([
      stranger('1', theirs),
      stranger('2', theirs),
      stranger('3', 'repo_third'),
    ]);
    expect(outputs['reason']).toBe('no-scan');
    const told = said.at(-1);
    expect(told).toContain(
      `None of the 3 scans that were read fits: 3 are not of \`${ours}\` but of \`${theirs}\`, \`repo_third\`.`,
    );
    expect(told).toContain('Check the input `repository-id`');
    expect(told).not.toContain('Start a scan of this commit');
  });

  test('are named beside those that do not fit', async () => {
    const other = aWireScan({ workflowRequestId: 'wr_other', commitSha: 'e'.repeat(40) });
    const { said } = await judge([other, stranger('1', theirs)]);
    expect(said.at(-1)).toContain(
      `None of the 2 scans that were read fits: 1 is not of \`${ours}\` but of \`${theirs}\`.`,
    );
    expect(said.at(-1)).toContain('Check the input `repository-id`');
    expect(said.at(-1)).toContain('Start a scan of this commit');
  });

  test('are not named where a scan fits', async () => {
    const { outputs, said } = await judge([aWireScan(), stranger('2', theirs)]);
    expect(outputs['verdict']).toBe('passed');
    expect(said.join('\n')).not.toContain(theirs);
  });
});

describe('a bug of another repository', () => {
  const stranger = aWireBug('bug_stranger', { repoId: theirs });
  // With counts of its own, so that only what the inputs ask for is read.
  const scans = [aWireScan({ bugCounts: { total: 2, open: 0, resolved: 1, dismissed: 1 } })];
  const judge = (list: 'pending' | 'resolved' | 'dismissed', inputs = {}) =>
    play(aScene({ inputs, service: { scans, bugs: [listed(stranger, { list })] } }));

  test.each<['pending' | 'resolved' | 'dismissed', string, Readonly<Record<string, string>>]>([
    ['pending', 'is counted', {}],
    ['pending', 'is counted in the repository', { 'count-from': 'repository' }],
    ['pending', 'counts for no threshold', { 'max-security-bugs': 'off' }],
    ['resolved', 'is looked at to count', { 'count-from': 'repository' }],
    ['dismissed', 'is written to the SARIF log', { 'sarif-file': 'log.sarif' }],
  ])('in the %s list is no answer, when it %s', async (list, _, inputs) => {
    const { job, outputs, files } = await judge(list, inputs);
    expect([job, outputs['verdict'], outputs['reason']]).toEqual([
      'red',
      'unverified',
      'service-error',
    ]);
    expect(outputs['pending']).toBe('');
    expect(files).toEqual({});
  });

  test('is told with both repositories and what to do', async () => {
    const { said } = await judge('pending');
    expect(said.at(-1)).toContain(
      `asked for the bugs of \`${ours}\`, the service sent \`bug_stranger\` of \`${theirs}\``,
    );
    expect(said.at(-1)).toContain('repository-id');
  });
});

describe('everything that is read of a scan', () => {
  test('takes six requests at once and never more, dismissed bugs and counts included', async () => {
    const bugs = (['pending', 'dismissed'] as const).flatMap((list) =>
      Array.from({ length: 900 }, (_, at) => listed(aWireBug(`bug_${list}_${at}`), { list })),
    );
    const scene = aScene({ inputs: { 'sarif-file': 'log.sarif' }, service: { bugs } });
    const serve = serveService(scene.service);
    let inFlight = 0;
    let most = 0;
    const { outputs } = await play(scene, async (address, init) => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inFlight -= 1;
      return await serve(address, init);
    });
    expect(outputs).toMatchObject({ pending: '900', dismissed: '900' });
    expect(most).toBe(6);
  });
});

describe('dismissed bugs that cannot be read, for the SARIF log', () => {
  const bugs = [
    listed(aWireBug('bug_1')),
    ...Array.from({ length: 150 }, (_, at) =>
      listed(aWireBug(`bug_d${at}`), { list: 'dismissed' }),
    ),
  ];
  const scans = [aWireScan({ bugCounts: { total: 151, open: 1, resolved: 0, dismissed: 150 } })];
  const judge = (status: number, fromOffset: number, maxBugs: string) =>
    play(
      aScene({
        inputs: {
          'sarif-file': 'log.sarif',
          'report-file': 'report.json',
          'max-bugs': maxBugs,
          comment: 'never',
        },
        service: { scans, bugs, fault: { list: 'bugs', of: 'dismissed', status, fromOffset } },
      }),
    );

  test.each([
    [500, 0, '1', 'passed'],
    [500, 100, '0', 'failed'],
    [403, 0, '1', 'passed'],
    [404, 100, '0', 'failed'],
  ])('decide nothing: %i from %i on, with max-bugs %s', async (status, from, maxBugs, verdict) => {
    const { outputs, files, said } = await judge(status, from, maxBugs);
    expect(outputs).toMatchObject({
      ...{ verdict, pending: '1', dismissed: '150' },
      ...{ 'sarif-file': '', 'report-file': 'report.json' },
    });
    expect(Object.keys(files)).toEqual(['report.json']);
    const told = said.filter((text) => text.startsWith('The SARIF log is not written'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('the dismissed bugs for it could not be read');
    expect(told[0]).toContain(`GET /public/v1/bugs answered ${status}`);
  });

  test('end a run that is cancelled meanwhile', async () => {
    const { service } = aScene({ service: { scans, bugs } });
    const cancelled = new AbortController();
    const client = createClient({
      ...{ baseUrl: 'https://service.example', apiKey: 'key', signal: cancelled.signal },
      fetch: async (address, init) => {
        if (address.includes('status=dismissed')) cancelled.abort(new Error('cancelled'));
        return await serveService(service)(address, init);
      },
    });
    const query = {
      ...{ repositoryId: ours as RepoId, scan: aUsableScan() },
      ...({ countFrom: 'repository', wantsDismissed: true } as const),
    };
    const clock = {
      now: () => nowMs as EpochMs,
      wait: () => Promise.resolve(),
      after: () => () => undefined,
      random: () => 0,
    };
    await expect(fetchFindings(client, query, clock)).rejects.toThrow('cancelled');
  });

  test('are not asked for where no log is wanted', async () => {
    const fault = { list: 'bugs', of: 'dismissed', status: 500, fromOffset: 0 } as const;
    const { outputs, said } = await play(aScene({ service: { scans, bugs, fault } }));
    expect(outputs['verdict']).toBe('passed');
    expect(said.join('\n')).not.toContain('SARIF');
  });
});

describe('a look that fails while a scan is awaited', () => {
  /** The scan runs at the first look and is complete after so many requests that fail. */
  async function wait(failures: number, status: number) {
    const running = aWireScan({ workflowStatus: 'in_progress', completedAt: null });
    const scene = aScene({ inputs: { 'poll-interval': '10s' } });
    const [before, after] = [running, aWireScan()].map((scan) =>
      serveService({ ...scene.service, scans: [scan] }),
    );
    const failing = serveService({
      ...scene.service,
      fault: { list: 'scans', fromOffset: 0, status },
    });
    let asked = 0;
    return await play(scene, async (address, init) => {
      if (!address.includes('/scans')) return await serveService(scene.service)(address, init);
      asked += 1;
      const serve = asked === 1 ? before : asked <= 1 + failures ? failing : after;
      if (serve === undefined) throw new Error('there is no service');
      return await serve(address, init);
    });
  }

  // Four tries each.
  test.each([408, 429, 500, 503, 504])('is tolerated: %i', async (status) => {
    const { outputs, said } = await wait(4, status);
    expect(outputs['verdict']).toBe('passed');
    const looks = said.filter((line) => line.startsWith('Attempt '));
    expect(looks).toEqual([
      'Attempt 1: scan wr_1 is in_progress (0 s so far, gives up after 10 min).',
      expect.stringMatching(
        RegExp(
          `^Attempt 2: the service answered ${status} \\(failure 1 of 5 in a row, \\d+ s so far, gives up after 10 min\\)\\.$`,
        ),
      ),
    ]);
  });

  test('is the last one when it is the fifth in a row', async () => {
    const { outputs, said } = await wait(20, 408);
    expect(outputs['reason']).toBe('service-error');
    expect(said.filter((line) => line.includes('the service answered 408'))).toHaveLength(4);
  });

  test.each([400, 410, 451])('is not looked at again: %i', async (status) => {
    const { outputs, said } = await wait(4, status);
    expect(outputs['reason']).toBe('service-error');
    expect(said.filter((line) => line.startsWith('Attempt '))).toHaveLength(1);
  });
});

describe('the counts of a scan', () => {
  const bugs = (['pending', 'resolved', 'dismissed'] as const).map((list) =>
    listed(aWireBug(`bug_${list}`), { list }),
  );
  const counts = { total: 9, open: 2, resolved: 3, dismissed: 4 };

  // As the service may send it; the sandbox always has them all.
  const without = (name: string) =>
    Object.fromEntries(Object.entries(counts).filter(([key]) => key !== name));
  const judge = (bugCounts: object) =>
    play(aScene({ service: { bugs, scans: [{ ...aWireScan(), bugCounts: bugCounts as never }] } }));

  test.each([
    ['total', '3', '4'],
    ['open', '1', '1'],
    ['resolved', '1', '1'],
    ['dismissed', '1', '1'],
    ['nothing', '3', '4'],
  ])('without %s are taken, or the lists are counted', async (name, resolved, dismissed) => {
    const { outputs } = await judge(without(name));
    expect(outputs).toMatchObject({ verdict: 'passed', pending: '1', resolved, dismissed });
  });

  test('are refused when one is no number', async () => {
    expect((await judge({ ...counts, total: 'many' })).outputs['reason']).toBe('service-error');
  });
});

describe('a scan that counts pending bugs while none is listed', () => {
  const counting = (open: number) =>
    aWireScan({ bugCounts: { total: 3, open, resolved: 0, dismissed: 0 } });
  const note = 'The scan counts 3 pending bugs, and the service lists none of them any more.';

  test('is believed, for people review meanwhile, and told', async () => {
    const { job, said } = await play(aScene({ service: { scans: [counting(3)] } }));
    expect(job).toBe('green');
    expect(said).toContain(note);
  });

  test.each<[string, Parameters<typeof aScene>[0]]>([
    ['one is listed', { service: { scans: [counting(3)], bugs: [listed(aWireBug('bug_1'))] } }],
    ['it counts none', { service: { scans: [counting(0)] } }],
    [
      'the whole repository counts',
      { service: { scans: [counting(3)] }, inputs: { 'count-from': 'repository' } },
    ],
  ])('has nothing to tell where %s', async (_, parts) => {
    const { said } = await play(aScene(parts));
    expect(said.join('\n')).not.toContain('lists none of them');
  });
});
