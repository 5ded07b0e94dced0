// The settings of jest.
import { accessSync, constants, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

// The same few bundles are played several hundred times: a tenth of it all would be to compile them.
const { NODE_COMPILE_CACHE } = process.env;
if (NODE_COMPILE_CACHE !== undefined) process.env.SCAN_GATE_COMPILE_CACHE = NODE_COMPILE_CACHE;

// Hundreds of runs make their dozens of small files in memory, where there is enough for them: a container may have 64 MB.
const memory = '/dev/shm';
if (process.platform === 'linux' && hasRoom(memory)) process.env.TMPDIR ??= memory;

// The runner would have its threads colour what they say in a file too.
process.env.FORCE_COLOR ??= process.stderr.isTTY ? '1' : '0';

/** `npm run test:checks` runs these files: they need packages of scripts/checks, start many processes, or pack and unpack. */
export const OF_CHECKS = [
  '__tests__/client/package.test.ts',
  '__tests__/docs/recipes.test.ts',
  '__tests__/docs/release.test.ts',
  '__tests__/docs/shell.test.ts',
  '__tests__/docs/workflows.test.ts',
  '__tests__/e2e/cancel.test.ts',
  '__tests__/e2e/report.test.ts',
  '__tests__/examples/owners.test.ts',
  '__tests__/examples/roll-out.test.ts',
  '__tests__/examples/security-bugs.test.ts',
  '__tests__/examples/steps.test.ts',
  '__tests__/project/archive.test.ts',
  '__tests__/project/rules.test.ts',
  '__tests__/project/with-dependencies.test.ts',
  '__tests__/rules/readme.test.ts',
  '__tests__/runner/broken-files.test.ts',
  '__tests__/runner/launch.test.ts',
  '__tests__/sandbox/descriptions.test.ts',
  '__tests__/sandbox/github-schema.test.ts',
  '__tests__/sandbox/runner.test.ts',
  '__tests__/sandbox/scenarios.test.ts',
];

/** @type {import('jest').Config} */
export default {
  // Test files are plain modules in Node, which strips their types. Jest's own runner puts each into a context of its
  // own, where everything it imports is loaded and compiled anew: the tests take half as long again.
  runner: 'jest-light-runner',
  reporters: ['default', '<rootDir>/scripts/jest-time-limit.mjs'],
  // The tests are plain modules: without this Jest would load Babel.
  transform: {},
  setupFiles: ['<rootDir>/scripts/jest-setup.mjs'],
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: OF_CHECKS.map((path) => `<rootDir>/${path}$`),
  testSequencer: '<rootDir>/scripts/jest-sequencer.mjs',
  // Each worker loads and compiles everything for itself, so more than there are cores cost more than they save.
  maxWorkers: availableParallelism(),
};

/** True if a folder can be written, and takes a gigabyte. */
function hasRoom(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
