// The service's half of the world of a run: what it is asked, each answer remembered.
import type { ServiceClient } from '../client/index.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { BugList, ListedBugs, World } from '../judgement/world.ts';
import type { Clock } from '../net/clock.ts';
import { once } from '../net/once.ts';
import type { ServiceClock } from '../net/service-clock.ts';
import { fetchListedBugs, fetchTotals, toListKey, toListOwner } from './bug-lists.ts';
import { findRepository, type RepositoryQuery } from './find-repository.ts';
import { fetchScanHistory, type IsEnough } from './scan-history.ts';
import { orUnverified } from './to-unverified.ts';

export type ServiceWorld = Pick<World, 'scans' | 'bugs' | 'totals'>;

export interface ServiceSource {
  readonly service: ServiceClient;
  readonly inputs: RepositoryQuery;
  readonly clock: Pick<Clock, 'now'>;
  /** Needed where the scans are yet to be read. */
  readonly serviceClock?: Pick<ServiceClock, 'aheadMs'>;
  readonly signal: AbortSignal;
  /** The scans where they were read already; else null. */
  readonly history: ScanHistory | null;
  /** How many of the newest scans are enough; null: as many as there are. */
  readonly isEnough: IsEnough | null;
}

export function createServiceWorld({ service, inputs, history, isEnough, ...source }: ServiceSource): ServiceWorld {
  const findId = once(() => orUnverified(findRepository(service, inputs)));
  const ask = async <Answer>(
    question: (repositoryId: RepoId) => Promise<Answer>,
    list: BugList | null = null,
  ): Promise<Answer | Unverified> => {
    const id = history?.repositoryId ?? (await findId());
    return isUnverified(id) ? id : await orUnverified(question(id), list && toListOwner(list));
  };
  const lists = new Map<string, Promise<ListedBugs | Unverified>>();
  const fetchList = async (list: BugList): Promise<ListedBugs | Unverified> =>
    await ask((repositoryId) => fetchListedBugs(service, { ...source, repositoryId, list }), list);
  return {
    scans: once(async () => {
      if (history !== null) return history;
      const isIdGiven = inputs.repositoryId !== null;
      return await ask((repositoryId) => fetchScanHistory({ ...source, service, repositoryId, isIdGiven }, isEnough));
    }),
    bugs: async (list) => {
      const key = toListKey(list);
      const answer = lists.get(key) ?? fetchList(list);
      lists.set(key, answer);
      return await answer;
    },
    totals: once(async (list) => {
      // A list that is read shows how many are pending.
      const listed = await lists.get(toListKey(list));
      if (isUnverified(listed)) return listed;
      const pending = listed?.total ?? null;
      return await ask((id) => fetchTotals(service, { repositoryId: id, list, pending }), list);
    }, toListKey),
  };
}
