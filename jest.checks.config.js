// The settings of jest for `npm run test:checks`.
import config, { OF_CHECKS } from './jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...config,
  testMatch: OF_CHECKS.map((path) => `<rootDir>/${path}`),
  testPathIgnorePatterns: [],
};
