import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

// The same three bundles are played more than a thousand times: a tenth of it all would be to compile them.
process.env.SCAN_GATE_COMPILE_CACHE = fileURLToPath(
  new URL('node_modules/.cache/compile', import.meta.url),
);

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  testSequencer: '<rootDir>/scripts/jest-sequencer.mjs',
  // Most tests wait for a child process or a socket: on two cores three at once take a tenth less time than two.
  maxWorkers: availableParallelism() + 1,
  // To start a process, as most tests do, takes a busy machine, and Windows, several times as long.
  testTimeout: 30_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/scripts/jest-typescript.mjs' },
};
