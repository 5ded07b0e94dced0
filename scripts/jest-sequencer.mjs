// The order of the test files: the longest first, so that no core is idle while the last of them runs.
import { statSync } from 'node:fs';

/**
 * These files take longest. They are named, because their size says little; every other file takes three seconds at most.
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
  // These belong to test:checks.
  'examples/roll-out',
  'client/package',
  'project/with-dependencies',
  'project/archive',
  'examples/owners',
  'e2e/cancel',
  'runner/broken-files',
];

/** Jest hands over each test file with an absolute `path`. */
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

  /** `--shard` takes one file in every `shardCount`. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, at) => at % shardCount === shardIndex - 1);
  }

  /** `--onlyFailures` takes all files, because no record of failures is kept. */
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
