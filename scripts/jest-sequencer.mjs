// The order of the test files: the longest first, so that no core is idle while the last of them runs.
import { statSync } from 'node:fs';

/**
 * Those that take longest, by name, since size says little of these; every other file takes three seconds at most.
 */
const LONGEST = [
  'matrix/matrix',
  'hostile/fields',
  'doctor/doctor',
  'recheck/rules',
  'matrix/actions',
  'e2e/transcripts',
  'insights/faults',
  'watch/nights',
  'gate/documents/documents',
  'matrix/others-words',
  'recheck/faults',
  'recheck/fairness',
  'net/connections',
  // Of test:checks.
  'examples/roll-out',
  'client/package',
  'project/with-dependencies',
  'project/archive',
  'examples/owners',
  'e2e/cancel',
  'runner/broken-files',
];

/** A test file as jest hands it over: `path` is absolute. */
class LongestFirst {
  sort(tests) {
    const ranked = tests.map((test) => ({
      test,
      rank: rankOf(test.path),
      size: sizeOf(test.path),
    }));
    ranked.sort((a, b) => a.rank - b.rank || b.size - a.size);
    return ranked.map(({ test }) => test);
  }

  /** The files of `--shard`: one in every `shardCount`. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, at) => at % shardCount === shardIndex - 1);
  }

  /** The files of `--onlyFailures`: no record is kept of them. */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // The order is the same for everybody.
  }
}

function rankOf(path) {
  const name = path.replaceAll('\\', '/');
  const rank = LONGEST.findIndex((part) => name.endsWith(`/${part}.test.ts`));
  return rank < 0 ? LONGEST.length : rank;
}

function sizeOf(path) {
  return statSync(path).size;
}

// Jest accepts a sequencer only as a default export.
export default LongestFirst;
