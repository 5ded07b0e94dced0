import config from './jest.config.js';

/** The fault matrix: hundreds of runs of the bundle, apart from the tests so that those stay quick. */
export default {
  ...config,
  testPathIgnorePatterns: [],
  testMatch: ['**/__tests__/matrix/*.test.ts'],
  // A cell that hangs costs no time of a core.
  maxConcurrency: 12,
};
