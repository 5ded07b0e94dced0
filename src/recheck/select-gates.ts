// The gates that can be judged again, by what their markers say.
import type { MarkedVerdict, Marker } from '../documents/marker.ts';
import { type GateInputs, readDecidingInputs } from '../inputs/gate.ts';
import { InputError } from '../inputs/table.ts';
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
      const was = verdict === undefined ? null : toVerdictName(verdict);
      const why = typeof read === 'string' ? read : WITHOUT_INPUTS;
      unable.push({ ...about, runId, was, outcome: { kind: 'skipped', why } });
    }
  }
  return { able, unable };
}

const WITHOUT_INPUTS = 'its comment does not say which inputs decided; run it by hand.';
/**
 * What one pattern may have, ours: whoever can write a marker chooses its patterns, and each star or set of alternatives
 * multiplies the time of a comparison. So it takes milliseconds. Brackets and what may be repeated are worse.
 */
const MAX_STARS = 3;
const MAX_STARS_BESIDE_SETS = 2;
const MAX_SETS = 2;
const MAX_COMMAS = 8;
const SIMPLE_PATTERN = /^!?[\p{L}\p{N}\p{M} ._@/*{},-]*$/u;

function isSimplePattern(pattern: string): boolean {
  const count = (what: RegExp): number => pattern.match(what)?.length ?? 0;
  const [stars, sets, commas] = [count(/\*+/g), count(/\{/g), count(/,/g)];
  if (!SIMPLE_PATTERN.test(pattern) || sets > MAX_SETS || commas > MAX_COMMAS) return false;
  return stars <= (sets === 0 ? MAX_STARS : MAX_STARS_BESIDE_SETS);
}

/** What the gate was given; a sentence where that is not known. */
function readGivenInputs({ inputs, given = [] }: Marker, repository: string): GateInputs | string {
  if (given.length > 0)
    return `it was given ${given.slice(0, 3).join(', ').slice(0, 100)}, so it judged something else.`;
  if (inputs === undefined) return WITHOUT_INPUTS;
  try {
    const read = readDecidingInputs(inputs, repository);
    return read.paths.every(isSimplePattern) ? read : 'its paths are too complex to be compared again; run it by hand.';
  } catch (error) {
    if (error instanceof InputError) return 'its comment holds inputs that no gate takes; run it by hand.';
    throw error;
  }
}
