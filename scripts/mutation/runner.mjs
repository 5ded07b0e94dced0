// Jest's runner for mutation testing: of each mutant only the test files that reach it, the quick ones first, and no
// more after one that fails. Stryker by itself has jest load every file for every mutant.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import TestRunner from 'jest-runner';

/** The run without a mutant writes here what it saw of each file. The path is relative to Stryker's sandbox. */
const FILES_SEEN = 'test-files-seen.json';

class MutationRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    const { testNamePattern } = this._globalConfig;
    if (testNamePattern) return await this.#runUntilFailure(tests, watcher, options);
    const seen = {};
    this.on('test-file-success', ([{ path }, { perfStats, testResults }]) => {
      seen[path] = { ms: perfStats.runtime, names: testResults.map(({ fullName }) => fullName) };
    });
    await super.runTests(tests, watcher, options);
    writeFileSync(FILES_SEEN, JSON.stringify(seen));
  }

  async #runUntilFailure(tests, watcher, options) {
    let hasFailed = false;
    this.on('test-file-success', ([, { numFailingTests }]) => {
      hasFailed ||= numFailingTests > 0;
    });
    for (const test of selectReaching(tests, this._globalConfig.testNamePattern)) {
      if (!hasFailed) await super.runTests([test], watcher, options);
    }
  }
}

/** Stryker names the tests that reach a mutant in a pattern. */
function selectReaching(tests, testNamePattern) {
  if (!existsSync(FILES_SEEN)) return tests;
  const pattern = new RegExp(testNamePattern, 'i');
  const seen = JSON.parse(readFileSync(FILES_SEEN, 'utf8'));
  return tests
    .filter(({ path }) => seen[path].names.some((name) => pattern.test(name)))
    .toSorted((a, b) => seen[a.path].ms - seen[b.path].ms);
}

// Jest accepts a runner only as a default export.
export default MutationRunner;
