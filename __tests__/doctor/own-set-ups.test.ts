// The set-ups of the README with a repository's own values: what is other than there, and what is added.
import { type OwnValues, toOwnSetUp } from '../../src/doctor/own-set-ups.ts';
import type { ScanStatistics } from '../../src/doctor/scan-statistics.ts';
import { SET_UP_NAMES, SET_UPS, type SetUpName } from '../../src/doctor/set-ups.ts';
import { DAY_MS, MINUTE_MS } from '../../src/judgement/time.ts';
import { describe, expect, test } from '../jest.ts';
import { at } from '../judgement/fixtures.ts';

const NO_SETTINGS = { repositoryId: null, scanTypes: [], maxSecurityBugs: null, maxBugs: null };

function decide(
  name: SetUpName,
  {
    settings,
    scans,
    ...change
  }: { settings?: object; scans?: Partial<ScanStatistics> } & Partial<Omit<OwnValues, 'settings' | 'scans'>> = {},
) {
  return toOwnSetUp(name, {
    ...{ visibility: 'private', hasForks: false, listsAgain: false },
    settings: { ...NO_SETTINGS, ...settings } as unknown as OwnValues['settings'],
    scans: { intervalMs: DAY_MS, startDelayMs: null, durationMs: null, ...scans } as ScanStatistics,
    ...change,
  });
}

/** The lines of `with:` that the README does not have, in one. */
function addedBy(name: SetUpName, change: Parameters<typeof decide>[1]): string {
  const known = SET_UPS[name].inputs.map((input) => `${input.name}: ${input.value}`);
  const lines = decide(name, change).inputs.map((input) => `${input.name}: ${input.value}`);
  return lines.filter((line) => !known.includes(line)).join(', ');
}

test.each(SET_UP_NAMES)('without a value of its own a repository gets what the README has: %s', (name) => {
  expect(decide(name)).toEqual(SET_UPS[name]);
});

const day = { foundSince: { day: at(Date.parse('2026-12-01')), red: 0 } };
const interval = (days: number | null) => ({ scans: { intervalMs: days && days * DAY_MS } });
const waits = (start: number, run: number) => ({
  scans: { startDelayMs: start * MINUTE_MS, durationMs: run * MINUTE_MS },
});

test.each<[SetUpName, Parameters<typeof decide>[1], string]>([
  ['nightly-scans', { settings: { scanTypes: ['default', 'deep'] } }, 'scan-types: default, deep'],
  ['nightly-scans', { settings: { repositoryId: 'repo_1' } }, 'repository-id: repo_1'],
  ['release', { settings: { maxSecurityBugs: 0, maxBugs: 7 } }, 'max-bugs: 7, max-security-bugs: 0'],
  ['pull-request-scans', { settings: { maxBugs: 'off' } }, 'max-bugs: off'],
  ['nightly-scans', interval(null), ''],
  ['nightly-scans', interval(3.5), ''],
  ['nightly-scans', interval(3.6), 'max-scan-age: 8d'],
  ['nightly-scans', interval(4), 'max-scan-age: 8d'],
  ['release', interval(1.5), ''],
  ['release', interval(1.6), 'max-scan-age: 4d'],
  ['release', interval(7), 'max-scan-age: 14d'],
  ['pull-request-scans', interval(7), ''],
  ['pull-request-scans', waits(5, 10), ''],
  ['pull-request-scans', waits(5.1, 10.1), 'wait-for-scan: 10m, wait-timeout: 15m'],
  ['pull-request-scans', waits(121, 500), 'wait-for-scan: 120m, wait-timeout: 120m'],
  ['nightly-scans', waits(121, 500), ''],
  ['nightly-scans', day, 'found-since: 2026-12-01'],
  ['pull-request-scans', day, 'found-since: 2026-12-01'],
  ['pull-request-scans', { listsAgain: true }, 'count-from: scan, scan-match: exact, scan-types: default'],
  [
    'pull-request-scans',
    { listsAgain: true, settings: { scanTypes: ['default'] } },
    'count-from: scan, scan-match: exact, scan-types: default',
  ],
  // A scan that stands in leaves out what it did not look at.
  ['nightly-scans', { listsAgain: true }, ''],
  ['release', { listsAgain: true }, ''],
])('to %s is added for %j: %s', (name, change, expected) => {
  expect(addedBy(name, change)).toBe(expected);
});

describe('in a public repository', () => {
  test.each<[SetUpName, OwnValues['visibility'], boolean, string, string | undefined]>([
    ['nightly-scans', 'private', false, 'pull_request', 'touched'],
    ['nightly-scans', 'private', true, 'pull_request_target', 'touched'],
    ['nightly-scans', 'internal', true, 'pull_request_target', 'touched'],
    ['nightly-scans', 'unknown', true, 'pull_request_target', 'touched'],
    ['nightly-scans', 'public', true, 'pull_request', 'touched'],
    ['pull-request-scans', 'private', true, 'pull_request_target', 'introduced, touched'],
    ['pull-request-scans', 'public', false, 'pull_request', 'introduced'],
    ['pull-request-scans', 'public', true, 'pull_request_target', 'introduced'],
    ['release', 'public', true, SET_UPS.release.on, undefined],
  ])('no stranger is told where the bugs are: %s, %s, forks %p', (name, visibility, hasForks, ...expected) => {
    const { on, inputs } = decide(name, { visibility, hasForks });
    expect([on, inputs.find((input) => input.name === 'gate-on')?.value]).toEqual(expected);
  });
});
