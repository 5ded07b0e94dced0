// Random tests: fast-check with the number of runs that `npm test` or `npm run test:random` asks for.
import fc from 'fast-check';

/** How often each property is tried: 30 times, or as SCAN_GATE_RANDOM_RUNS says. */
export const RANDOM_RUNS = Number(process.env['SCAN_GATE_RANDOM_RUNS'] ?? 30);

/** `npm test` tries the same cases on every machine; `npm run test:random` others each time, unless SCAN_GATE_RANDOM_SEED is set. */
const seed = process.env['SCAN_GATE_RANDOM_SEED'] ?? (RANDOM_RUNS <= 100 ? '20261122' : null);

fc.configureGlobal({
  numRuns: RANDOM_RUNS,
  // Jest prints no cause of an error: without this a failure would show the world, and not what differs in it.
  includeErrorInReport: true,
  ...(seed !== null && { seed: Number(seed) }),
  // A counterexample that has not been made small yet is better than the test's time-out.
  ...(RANDOM_RUNS <= 100 && { plugins: [fc.interruptAfterTimeLimit(60_000)] }),
});

export { fc };

/** Any code point, lone surrogates too. fast-check's own unit `binary` makes a table of all of them first: 0.8 s. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));
