// The dismissed bugs, which only the SARIF log shows.
import type { DismissedFinding } from '../judgement/finding.ts';
import type { Judgement } from '../judgement/judge.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { fetchDismissed } from '../service/bug-lists.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { GateSession } from './session.ts';

/** Those of the lists that were counted from, or why they are not known; empty where nobody wants them. */
export async function findDismissed(
  { service, inputs }: GateSession,
  { history, selected, counted }: Judgement,
): Promise<readonly DismissedFinding[] | Unverified> {
  const isWanted = service !== null && inputs.sarifFile !== null;
  if (!isWanted || history === null || selected === null || counted === null) return [];
  const lists = counted.countedFrom === 'repository' ? (['repository'] as const) : selected.judged;
  return await orUnverified(fetchDismissed(service, { repositoryId: history.repositoryId, lists }));
}
