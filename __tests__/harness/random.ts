// Random tests: fast-check with the number of runs that `npm test` or `npm run test:random` asks for.
import fc from 'fast-check';

/** How often each property is tried: 30 times, or as SCAN_GATE_RANDOM_RUNS says. */
export const RANDOM_RUNS = Number(process.env['SCAN_GATE_RANDOM_RUNS'] ?? 30);

fc.configureGlobal({ numRuns: RANDOM_RUNS });

export { fc };
