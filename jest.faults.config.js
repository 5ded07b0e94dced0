import config from './jest.config.js';

/** The fault matrix: two hundred runs of the bundle, apart from the tests so that those stay quick. */
export default {
  ...config,
  testPathIgnorePatterns: [],
  testMatch: ['**/__tests__/matrix/*.test.ts'],
};
