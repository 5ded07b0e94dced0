// The gates that can be judged again, by what their markers say.
import type { MarkedVerdict, Marker } from '../documents/marker.ts';
import { type GateInputs, readDecidingInputs } from '../inputs/gate.ts';
import { InputError } from '../inputs/table.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import type { FoundGates, GatedPull } from './find-gates.ts';
import { type GateNews, toVerdictName } from './report.ts';

/** A gate that can be judged again. */
export interface Gate {
  readonly pull: GatedPull;
  readonly marker: Marker & { readonly verdict: MarkedVerdict };
  readonly inputs: GateInputs;
}

/** The gates whose markers say enough, and why others cannot be judged. */
export function selectGates(
  { pulls }: FoundGates,
  repository: string,
  nowMs: EpochMs,
): { readonly able: readonly Gate[]; readonly unable: readonly GateNews[] } {
  const able: Gate[] = [];
  const unable: GateNews[] = [];
  for (const pull of pulls) {
    const about = { repository, pullRequest: pull.number, now: null };
    if (pull.fault !== null) {
      unable.push({ ...about, runId: 0, was: null, outcome: { kind: 'skipped', why: pull.fault } });
    }
    for (const marker of pull.markers) {
      const read = readGivenInputs(marker, { repository, now: nowMs });
      const { verdict, runId } = marker;
      if (typeof read !== 'string' && verdict !== undefined) {
        able.push({ pull, marker: { ...marker, verdict }, inputs: read });
        continue;
      }
      const was = verdict === undefined ? null : toVerdictName(verdict);
      const why = typeof read === 'string' ? read : WITHOUT_INPUTS;
      unable.push({ ...about, runId, was, outcome: { kind: 'skipped', why } });
    }
  }
  return { able, unable };
}

const WITHOUT_INPUTS = 'its comment does not say which inputs decided; run it by hand.';
/** Stars that one pattern may have, our own limit: whoever can write a marker chooses its patterns, and each multiplies the time of a comparison. */
const MAX_STARS = 3;

function isSimplePattern(pattern: string): boolean {
  return (pattern.match(/\*+/g)?.length ?? 0) <= MAX_STARS;
}

/** What the gate was given; a sentence where that is not known. */
function readGivenInputs(
  { inputs, given = [] }: Marker,
  of: Parameters<typeof readDecidingInputs>[1],
): GateInputs | string {
  if (given.length > 0)
    return `it was given ${given.slice(0, 3).join(', ').slice(0, 100)}, so it judged something else.`;
  if (inputs === undefined) return WITHOUT_INPUTS;
  try {
    const read = readDecidingInputs(inputs, of);
    return read.paths.every(isSimplePattern) ? read : 'its paths are too complex to be compared again; run it by hand.';
  } catch (error) {
    if (error instanceof InputError) return 'its comment holds inputs that no gate takes; run it by hand.';
    throw error;
  }
}
