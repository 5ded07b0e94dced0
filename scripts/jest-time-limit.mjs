// The time limit of a test file, which the runner does not have: a test that never ends must fail, and be found.
import { relative } from 'node:path';

/** Twenty times as long as the slowest file takes. */
const limitMs = Number(process.env.SCAN_GATE_TEST_LIMIT_MS ?? 600_000);

/** Jest hands a reporter absolute paths. */
class TimeLimit {
  #timers = new Map();

  onTestFileStart({ path }) {
    this.#timers.set(path, setTimeout(fail, limitMs, path));
  }

  onTestFileResult({ path }) {
    clearTimeout(this.#timers.get(path));
  }
}

function fail(path) {
  const file = relative(process.cwd(), path);
  process.stderr.write(`${file} has not ended after ${limitMs / 1000} seconds.\n`);
  process.exit(1);
}

// Jest accepts a reporter only as a default export.
export default TimeLimit;
