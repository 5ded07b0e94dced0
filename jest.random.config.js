// The settings of jest for `npm run test:random`.
import { globSync, readFileSync } from 'node:fs';
import config from './jest.config.js';

process.env.SCAN_GATE_RANDOM_RUNS ??= '3000';
process.env.SCAN_GATE_TEST_LIMIT_MS ??= String(30 * 60_000);

/** The random tests alone, thousands of runs of each property instead of a few. */
export default {
  ...config,
  testMatch: globSync('__tests__/**/*.test.ts')
    .filter((file) => readFileSync(file, 'utf8').includes('harness/random.ts'))
    .map((file) => `**/${file.replaceAll('\\', '/')}`),
};
