/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  // Most tests wait for a child process or a socket; leaving a core free would nearly double their time.
  maxWorkers: '100%',
  // Run by `npm run test:faults`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/__tests__/matrix/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
};
