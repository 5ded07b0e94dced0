// What must hold of lists that are read while people review: as many different items as the service counts, or an error.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fc } from '../harness/random.ts';
import type { BugData, ScanData } from '../../sandbox/service/data.ts';
import { startService, type ServiceHandle } from '../../sandbox/service/service.ts';
import { createClient, ServiceError, type ServiceClient } from '../../src/client/index.ts';
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { makeBug, missing, People, repoId, scanId, type Plan, type Step } from './people.ts';
import { outcomeOf, startContract, type ContractStage } from './stage.ts';
import { contractWorld, fullScan } from './world.ts';

const people = new People();
let service: ServiceHandle;
let client: ServiceClient;
beforeAll(async () => {
  // Answers are held against openapi.yaml in the other tests; here there are many thousands.
  service = await startService({ data: contractWorld(), faults: people, validateAnswers: false });
  people.service = service;
  client = createClient({ baseUrl: service.url, apiKey: smallWorldKeys.live });
});
afterAll(async () => {
  await service.close();
});

function begin(plan: Plan): void {
  const bugs = Array.from({ length: plan.count }, (_, index): BugData => {
    const bug = makeBug(`bug_${index}`);
    const isReviewed = plan.reviewedEvery > 0 && index % plan.reviewedEvery === 0;
    return isReviewed ? { ...bug, review: { state: 'resolved', createdAt: 1 } } : bug;
  });
  const surfaced = { [scanId]: bugs.map(({ id }) => id) };
  service.state.replaceData({ ...contractWorld(), bugs, surfaced });
  people.begin(plan);
}

const place = fc.nat(600);
const step = fc.record({
  kind: fc.constantFrom<Step['kind'][]>('resolve', 'dismiss', 'reopen', 'find'),
  at: place,
});
// As many come as go, so that `total` does not tell.
const balanced = fc
  .tuple(
    fc.constantFrom<Step['kind'][]>('resolve', 'dismiss'),
    fc.constantFrom<Step['kind'][]>('reopen', 'find'),
    place,
    place,
  )
  .map(([goes, comes, at, other]): readonly Step[] => [
    { kind: goes, at },
    { kind: comes, at: other },
  ]);
const stepsOfPage = fc.oneof(fc.array(step, { minLength: 1, maxLength: 4 }), balanced, balanced);
const plan: fc.Arbitrary<Plan> = fc.record({
  count: fc.oneof(fc.nat(600), fc.constantFrom(0, 1, 99, 100, 101, 199, 200, 300)),
  reviewedEvery: fc.nat(5),
  steps: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 9 }), stepsOfPage), { maxLength: 4 })
    .map((entries) => new Map(entries)),
  lateness: fc.array(fc.nat(6), { minLength: 1, maxLength: 8 }),
});

describe('all pending bugs, read while people review, reopen and find', () => {
  test.each([
    ['of the repository', {}],
    ['of a scan', { scanId }],
  ])(
    '%s: without an error none is doubled, and none that stayed is lost but for one that came',
    async (_, more) => {
      let whole = 0;
      let disturbed = 0;
      await fc.assert(
        fc.asyncProperty(plan, async (drawn) => {
          begin(drawn);
          let found: readonly string[];
          try {
            const query = { repoId, status: 'pending' as const, ...more };
            found = await client.bugs.collect({ ...query, select: ({ id }) => String(id) });
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
            expect(error).toMatchObject({ kind: 'decode', tries: 3 });
            expect(drawn.steps.size).toBeGreaterThan(2);
            return;
          }
          whole++;
          const unique = new Set(found);
          expect(found).toHaveLength(unique.size);
          const came = missing(people.everSinceLastStart, people.atLastStart);
          const lost = missing(people.sinceLastStart, unique);
          // Only a bug that came can hide in the count that another one was not read.
          expect(lost.length).toBeLessThanOrEqual(came.length);
          expect(missing(unique, people.ever)).toEqual([]);
          if (people.isQuietSinceLastStart) expect(unique).toEqual(people.sinceLastStart);
          else disturbed++;
        }),
      );
      // Else the property would hold for a reader that always gives up, or that nobody disturbs.
      expect(whole).toBeGreaterThan(150);
      expect(disturbed).toBeGreaterThan(0);
    },
    60_000,
  );

  test('a list that never rests is an error, never a smaller list', async () => {
    const steps = new Map(
      Array.from({ length: 60 }, (_, page) => [page + 1, [{ kind: 'resolve', at: page } as const]]),
    );
    begin({ count: 450, reviewedEvery: 0, steps, lateness: [0] });
    await expect(client.bugs.collect({ repoId, status: 'pending' })).rejects.toMatchObject({
      kind: 'decode',
      endpoint: 'GET /public/v1/bugs',
      tries: 3,
    });
  });
});

describe('pages that drift by a fault rule', () => {
  let stage: ContractStage;
  beforeAll(async () => {
    stage = await startContract();
  });
  afterAll(() => stage.service.close());

  const bugs = Array.from({ length: 350 }, (_, index) => makeBug(`bug_${index}`));
  const repos = Array.from({ length: 350 }, (_, index) => ({
    id: `repo_${index}`,
    name: `r${index}`,
    ownerName: 'acme',
    fullName: `acme/r${index}`,
    visibility: 'private',
    primaryBranch: 'main',
    orgId: 'org_acme',
    orgName: 'Acme',
  }));
  const lists = [
    [
      '/public/v1/bugs',
      (reader: ServiceClient) => reader.bugs.collect({ repoId, status: 'pending' }),
      bugs.map(({ id }) => id),
    ],
    [
      '/public/v1/repos',
      (reader: ServiceClient) => reader.repos.collect(),
      repos.map(({ id }) => id),
    ],
  ] as const;
  const drifts = ['drift=1', 'drift=-1', 'drift=30', 'drift drop=1', 'drift=1 total=change'];
  const cases = lists.flatMap(([path, read, ids]) => {
    const kind = path.split('/').at(-1) ?? '';
    // One item twice in a page, so that another one is not in it.
    const twice = `set=/${kind}/5/id value="${ids[103] ?? ''}"`;
    return [...drifts, twice].map((drift) => ({ path, read, ids, drift }));
  });

  async function read(rule: string, { path, read: call }: (typeof cases)[number]) {
    stage.begin();
    stage.service.state.change((data) => {
      if (path.endsWith('bugs')) data.bugs = bugs;
      else data.repos = repos;
    });
    await fetch(`${stage.service.url}/sandbox/faults`, {
      method: 'POST',
      body: `GET ~^${path}.*offset=(100|200)$ ${rule}`,
    });
    return await outcomeOf(stage.service.url, call);
  }

  test.each(cases)('once are read again: $path, $drift', async (row) => {
    const outcome = await read(`${row.drift} first=1`, row);
    expect(outcome.kind).toBe('value');
    if (outcome.kind === 'error') return;
    expect((outcome.value as { id: string }[]).map(({ id }) => id)).toEqual(row.ids);
    expect(stage.sent().length).toBeGreaterThan(5);
  });

  test.each(cases)('every time are an error: $path, $drift', async (row) => {
    expect(await read(row.drift, row)).toMatchObject({
      kind: 'error',
      error: { kind: 'decode', tries: 3, endpoint: `GET ${row.path}` },
    });
  });
});

describe('scans, read while new ones begin', () => {
  test('each that was there comes once, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(450),
        fc.array(fc.nat(130), { minLength: 1, maxLength: 6 }),
        async (count, begun) => {
          const makeScan = (name: string, createdAt: number): ScanData => ({
            ...structuredClone(fullScan),
            workflowRequestId: `wr_${name}`,
            createdAt,
          });
          const scans = Array.from({ length: count }, (_, index) =>
            makeScan(String(index), 1_000 - index),
          );
          service.state.replaceData({ ...contractWorld(), scans, surfaced: {} });
          const found: string[] = [];
          let looked = 0;
          for await (const scan of client.scans.iterate({ repoId })) {
            // As if a page were long in coming: between two pages others begin.
            if (found.length % 100 === 50) {
              const more = Array.from({ length: begun[looked % begun.length] ?? 0 }, (_, index) =>
                makeScan(`new_${looked}_${index}`, 2_000 + looked),
              );
              service.state.change((data) => data.scans.push(...more));
              looked++;
            }
            found.push(String(scan.workflowRequestId));
          }
          expect(new Set(found).size).toBe(found.length);
          expect(found.filter((id) => !id.startsWith('wr_new'))).toEqual(
            scans.map(({ workflowRequestId }) => workflowRequestId),
          );
        },
      ),
    );
  }, 60_000);
});
