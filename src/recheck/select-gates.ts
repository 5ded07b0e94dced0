// The gates that can be judged again, by what their markers say.
import type { MarkedVerdict, Marker } from '../documents/marker.ts';
import { type GateInputs, readDecidingInputs } from '../inputs/gate.ts';
import { InputError } from '../inputs/table.ts';
import type { FoundGates, GatedPull } from './find-gates.ts';
import { type GateNews, toVerdictText } from './report.ts';

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
): { readonly able: readonly Gate[]; readonly unable: readonly GateNews[] } {
  const able: Gate[] = [];
  const unable: GateNews[] = [];
  for (const pull of pulls) {
    const about = { repository, pullRequest: pull.number, now: null };
    if (pull.fault !== null) {
      unable.push({ ...about, runId: 0, was: null, outcome: { kind: 'skipped', why: pull.fault } });
    }
    for (const marker of pull.markers) {
      const read = readGivenInputs(marker, repository);
      const { verdict, runId } = marker;
      if (typeof read !== 'string' && verdict !== undefined) {
        able.push({ pull, marker: { ...marker, verdict }, inputs: read });
        continue;
      }
      const was = verdict === undefined ? null : toVerdictText(verdict);
      const why = typeof read === 'string' ? read : WITHOUT_INPUTS;
      unable.push({ ...about, runId, was, outcome: { kind: 'skipped', why } });
    }
  }
  return { able, unable };
}

const WITHOUT_INPUTS = 'its comment does not say which inputs decided; run it by hand.';
/**
 * Wildcards in one pattern, ours: each one more makes a comparison slower by the length of a path, and whoever can write
 * a marker could have many paths compared.
 */
const MAX_WILDCARDS = 3;

/** What the gate was given; a sentence where that is not known. */
function readGivenInputs({ inputs, given = [] }: Marker, repository: string): GateInputs | string {
  if (given.length > 0)
    return `it was given ${given.slice(0, 3).join(', ').slice(0, 100)}, so it judged something else.`;
  if (inputs === undefined) return WITHOUT_INPUTS;
  try {
    const read = readDecidingInputs(inputs, repository);
    const isSimple = read.paths.every(
      (pattern) => !/[()]/.test(pattern) && pattern.split(/[*]+/).length - 1 <= MAX_WILDCARDS,
    );
    return isSimple ? read : 'its paths are too complex to be compared again; run it by hand.';
  } catch (error) {
    if (error instanceof InputError) return 'its comment holds inputs that no gate takes; run it by hand.';
    throw error;
  }
}
