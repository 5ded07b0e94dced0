// The settings of jest for `npm run golden`.
import { globSync, readFileSync } from 'node:fs';
import config from './jest.config.js';

process.env.UPDATE_GOLDEN = '1';

/** The tests that compare with golden files or transcripts, which now write them. */
export default {
  ...config,
  testPathIgnorePatterns: [],
  testMatch: globSync('__tests__/**/*.test.ts')
    .filter((file) => /\bgolden\.ts'|UPDATE_GOLDEN/u.test(readFileSync(file, 'utf8')))
    .map((file) => `**/${file.replaceAll('\\', '/')}`),
};
