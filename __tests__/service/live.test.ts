// The service's half of a run's world: what it answers, what it asks for that, and what it asks once.
import type { Scan as ServiceScan } from '../../src/client/index.ts';
import { toWhat } from '../../src/documents/causes.ts';
import type { ScanId } from '../../src/judgement/identifiers.ts';
import type { UsableScan } from '../../src/judgement/scan.ts';
import { isUnverified, type Unverified } from '../../src/judgement/unverified.ts';
import type { BugList } from '../../src/judgement/world.ts';
import { fetchDismissed } from '../../src/service/bug-lists.ts';
import { toScan } from '../../src/service/from-api.ts';
import { createServiceWorld, type ServiceWorld } from '../../src/service/live.ts';
import { fullScan, NOW_MS } from '../contract/world.ts';
import { createTestClock } from '../harness/clock.ts';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';
import { type Asking, repoId, startAsking } from './harness.ts';

let asking: Asking;
beforeAll(async () => {
  asking = await startAsking();
});
afterAll(() => asking.close());

const makeScan = (id: string): UsableScan => ({ ...toScan(fullScan as unknown as ServiceScan), id: id as ScanId });
const [old, recent] = [makeScan('wr_old'), makeScan('wr_new')];
const down = 'status=500 retry-after=0';
const theirs = 'set=bugs.0.repoId value="repo_theirs"';

function openWorld(): ServiceWorld {
  return createServiceWorld({
    service: asking.client,
    inputs: { repository: 'acme/shop', repositoryId: repoId },
    clock: createTestClock(NOW_MS, true),
    signal: new AbortController().signal,
    history: null,
    isEnough: null,
  });
}

function known<Answer>(answer: Answer | Unverified): Answer {
  if (isUnverified(answer)) throw new Error(toWhat(answer));
  return answer;
}

async function idsOf(list: BugList): Promise<string> {
  const { findings } = known(await openWorld().bugs(list));
  return findings.map(({ id }) => id.slice('bug_'.length)).join('');
}

describe('the pending bugs', () => {
  it.each<[string, BugList, string, string]>([
    ['of the repository', 'repository', '', '145'],
    ['of a scan', old, '', '14'],
    ['of another scan', recent, '', '45'],
    [
      'without one that its review settles',
      'repository',
      'bugs?*=pending* set=bugs.0.review value={"state":"resolved","createdAt":1}',
      '45',
    ],
  ])('%s', async (_, list, fault, expected) => {
    asking.begin(fault);
    expect(await idsOf(list)).toBe(expected);
  });

  it('are as old as the time before they were asked for, and count what a review settles', async () => {
    asking.begin('bugs?*=pending* set=bugs.0.review value={"state":"resolved","createdAt":1}');
    const { total, readAt, findings } = known(await openWorld().bugs('repository'));
    expect({ total, readAt, shown: findings.length }).toEqual({ total: 3, readAt: NOW_MS, shown: 2 });
  });

  it.each<[string, string, string]>([
    ['they cannot be read', `bugs?*=pending* ${down}`, '500'],
    ['one is of another repository', `bugs?*=pending* ${theirs}`, 'repo_theirs'],
  ])('are not known where %s', async (_, fault, word) => {
    asking.begin(fault);
    expect(await openWorld().bugs('repository')).toMatchObject({
      reason: 'service-error',
      cause: { said: expect.stringContaining(word) },
    });
  });
});

describe('the totals', () => {
  it.each<[BugList, object]>([
    ['repository', { pending: 3, resolved: 1, dismissed: 1 }],
    [old, { pending: 2, resolved: 1, dismissed: 1 }],
    [recent, { pending: 2, resolved: 0, dismissed: 1 }],
  ])('of %j', async (list, expected) => {
    asking.begin();
    expect(await openWorld().totals(list)).toEqual(expected);
    expect(asking.sent('limit')).toEqual(['1', '1', '1']);
  });

  it.each([`bugs?*status=resolved* ${down}`, `bugs?*status=dismissed* ${theirs}`])(
    'are not known where a list is not (%s)',
    async (fault) => {
      asking.begin(fault);
      expect(await openWorld().totals(old)).toMatchObject({ reason: 'service-error' });
    },
  );
});

it('asks for each list once, and not for the total of one that it has', async () => {
  asking.begin();
  const world = openWorld();
  await Promise.all([world.bugs(old), world.bugs(old), world.totals(old), world.totals(old)]);
  await world.bugs(old);
  expect(asking.sent('status').toSorted()).toEqual(['dismissed', 'pending', 'resolved']);
});

describe('the dismissed bugs', () => {
  const lists = [old, recent];
  const idsOfDismissed = async (): Promise<readonly string[]> =>
    (await fetchDismissed(asking.client, { repositoryId: repoId, lists })).map(({ id }) => id);

  it.each<[string, string, readonly string[]]>([
    ['of several lists, each once', '', ['bug_3']],
    ['without one that its review does not dismiss', 'bugs?*status=dismissed* set=bugs.0.review value=null', []],
  ])('%s', async (_, fault, expected) => {
    asking.begin(fault);
    expect(await idsOfDismissed()).toEqual(expected);
  });

  it('are not known where one is of another repository', async () => {
    asking.begin(`bugs?*status=dismissed* ${theirs}`);
    await expect(idsOfDismissed()).rejects.toMatchObject({ cause: { said: expect.stringContaining('repo_theirs') } });
  });
});
