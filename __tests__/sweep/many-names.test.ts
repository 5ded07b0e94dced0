// Thousands of repositories that both key and token see: how often each name is read to choose those of a run, counted.
import { openOctokit } from '../../src/github/octokit.ts';
import type { RepoId } from '../../src/judgement/identifiers.ts';
import { createRedactor } from '../../src/net/redact.ts';
import type { Runner } from '../../src/runner/runner.ts';
import type { VisibleRepository } from '../../src/service/find-repository.ts';
import type { SweepInputs } from '../../src/sweep/inputs.ts';
import { NO_LIMITS, sweep } from '../../src/sweep/sweep.ts';
import { eventOf } from '../gate/fixtures.ts';
import { createTestClock } from '../harness/clock.ts';
import { expect, it } from '../jest.ts';

const PER_PAGE = 100;
const nameOf = (at: number): string => `acme/service-${at}`;

interface Swept {
  /** In the order in which they were looked at. */
  readonly looked: readonly string[];
  /** How often the name of a repository was read, on the average, of those that the key sees. */
  readonly readsOfEach: number;
  /** Pages of the token's repositories. */
  readonly pages: number;
}

/** Sweeps over so many, whose names tell how often they are read. */
async function sweepOver(count: number, inputs: Partial<SweepInputs>): Promise<Swept> {
  let reads = 0;
  let pages = 0;
  const visible = Array.from({ length: count }, (_, at): VisibleRepository => ({
    ...{ id: `repo_${at}` as RepoId, orgName: 'Acme', isPublic: false },
    get fullName() {
      reads += 1;
      return nameOf(at);
    },
  }));
  const fetchGiven = (url: string): Promise<Response> => {
    pages += 1;
    const from = (Number(new URL(url).searchParams.get('page')) - 1) * PER_PAGE;
    const length = Math.min(PER_PAGE, count - from);
    const repositories = Array.from({ length }, (_, at) => ({ full_name: nameOf(from + at), visibility: 'private' }));
    const link = `<http://127.0.0.1:1/?page=${Math.ceil(count / PER_PAGE)}>; rel="last"`;
    return Promise.resolve(Response.json({ repositories }, { headers: { link } }));
  };
  const runner: Partial<Runner> = { info: () => undefined, warning: () => undefined };
  const { signal } = new AbortController();
  const clock = createTestClock(0, true);
  const github = openOctokit({
    ...{ token: 'token', baseUrl: 'http://127.0.0.1:1', signal, clock },
    ...{ fetch: fetchGiven, redactor: createRedactor([]) },
  });
  const looked: string[] = [];
  await sweep(
    {
      ...{ runner: runner as Runner, event: eventOf('schedule', {}, { runNumber: 0 }), signal, clock, github },
      ...{ inputs: { repositories: 'all', repositoryId: null, shard: null, ...inputs } },
      ...{
        service: null,
        limitService: () => null,
        takeSilent: () => null,
        publisher: null,
        beginReporting: () => undefined,
      },
    },
    {
      limits: NO_LIMITS,
      known: { visible, organizations: [] },
      look: ({ repository: { fullName, id } }) => {
        expect(id).toBe(`repo_${fullName.replace('acme/service-', '')}`);
        looked.push(fullName);
        return Promise.resolve();
      },
    },
  );
  return { looked, readsOfEach: reads / count, pages };
}

it('four thousand are each looked at once, and each name is read as often as of four hundred', async () => {
  const few = await sweepOver(400, {});
  const many = await sweepOver(4_000, {});
  expect(many.looked).toEqual(Array.from({ length: 4_000 }, (_, at) => nameOf(at)));
  expect(few.looked).toHaveLength(400);
  expect(many.readsOfEach).toBe(few.readsOfEach);
  expect(many.readsOfEach).toBeLessThanOrEqual(3);
  expect([few.pages, many.pages]).toEqual([4, 40]);
});

it('a shard of four thousand reads no name more often', async () => {
  const { looked, readsOfEach } = await sweepOver(4_000, { shard: { part: 3, of: 10 } });
  expect(looked.length).toBeGreaterThan(300);
  expect(looked.length).toBeLessThan(500);
  expect(readsOfEach).toBeLessThanOrEqual(3);
});
