// Selects the gates that can be judged again, by their markers.
import type { MarkedVerdict, Marker } from '../documents/marker.ts';
import type { FoundGates, GatedPull } from '../github/find-gates.ts';
import { type GateInputs, readDecidingInputs } from '../inputs/gate.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { type GateNews, toSkippedNews } from './report.ts';
import { MAX_RUN_AGE_MS } from './start-again.ts';

export interface Gate {
  readonly pull: GatedPull;
  readonly marker: Marker & { readonly verdict: MarkedVerdict };
  readonly inputs: GateInputs;
}

/** Gives the gates whose markers say enough, and what is to be said of the others. */
export function selectGates(
  { pulls, leftOut }: FoundGates,
  repository: string,
  now: EpochMs,
): { readonly able: readonly Gate[]; readonly unable: readonly GateNews[] } {
  const able: Gate[] = [];
  const unable: GateNews[] = [];
  const leave = (pullRequest: number | null, why: string, marker: Marker | null = null): void => {
    unable.push(toSkippedNews(repository, { pullRequest, marker }, why));
  };
  for (const pull of pulls) {
    if (pull.isOutdated) leave(pull.number, OUTDATED);
    for (const marker of pull.markers) {
      const gate = readGate(pull, marker, { repository, now });
      if (typeof gate === 'string') leave(pull.number, gate, marker);
      else able.push(gate);
    }
  }
  if (leftOut.length > 0) leave(null, leftOut.join(' '));
  return { able, unable };
}

const OUTDATED =
  'no gate has judged its present head, only an older one; if no run of it is under way, run it by hand.';
const WITHOUT_INPUTS = 'its comment does not say which inputs decided; run it by hand.';
const TOO_OLD =
  'its verdict is over 29 days old, and GitHub starts no run again after 30; push a commit to get a new one.';

/** Gives a sentence where the gate cannot be judged again, or could not be started. */
function readGate(pull: GatedPull, marker: Marker, of: Parameters<typeof readDecidingInputs>[1]): Gate | string {
  const { verdict, inputs: texts, given = [], readAt } = marker;
  if (given.length > 0)
    return `it was given ${given.slice(0, 3).join(', ').slice(0, 100)}, so it judged something else.`;
  if (texts === undefined || verdict === undefined) return WITHOUT_INPUTS;
  // GitHub is not asked how old each run is, which would use up the requests.
  if (of.now - readAt >= MAX_RUN_AGE_MS) return TOO_OLD;
  const inputs = readDecidingInputs(texts, of);
  if (inputs === null) return 'its comment holds inputs that no gate takes; run it by hand.';
  return { pull, marker: { ...marker, verdict }, inputs };
}
