// The settings of jest for the tests that need packages of scripts/checks: samples and prose of the docs, schemas of others.
import config, { NEEDS_CHECKS } from './jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...config,
  testMatch: NEEDS_CHECKS.map((path) => `<rootDir>/${path}`),
  testPathIgnorePatterns: [],
};
