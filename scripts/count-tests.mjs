// The count of tests for .ci/run: prints "<passed> <failed>" from the report that jest writes with --json.
// usage: node scripts/count-tests.mjs <report> <exit status of the run>
import { readFileSync } from 'node:fs';

const [path, status] = process.argv.slice(2);
const report = JSON.parse(readFileSync(path, 'utf8'));
const passed = report.numPassedTests;
// A file that could not be run holds an unknown number of tests: it counts as one failure.
let failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
if (!Number.isInteger(passed) || !Number.isInteger(failed)) throw new Error('not a report of jest');
// A run that failed without a failed test (no tests, killed, a handle left open) has failed all the same.
if (failed === 0 && (status !== '0' || report.success !== true)) failed = 1;
process.stdout.write(`${passed} ${failed}\n`);
