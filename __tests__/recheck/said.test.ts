// What recheck says of a verdict: a name for the outputs, words for people.
import type { Marker } from '../../src/documents/marker.ts';
import { decideThresholds } from '../../src/judgement/limits.ts';
import { unverified } from '../../src/judgement/reasons.ts';
import { toVerdict } from '../../src/judgement/verdict.ts';
import { renderRecheckSummary, toChange, toHeadline } from '../../src/recheck/documents/summary.ts';
import { sayJudged, sayMarked, toBareReport } from '../../src/recheck/report.ts';
import { expect, test } from '../jest.ts';

const failed = { kind: 'failed', reason: 'threshold-exceeded' };
const aMarker = (parts: Partial<Marker>): Marker => ({
  ...{ key: 'gate', runId: 77, runAttempt: 1, sha: null, readAt: 0 as Marker['readAt'] },
  ...parts,
});

test.each<readonly [string, Partial<Marker>, string]>([
  ['bugs that it names', { verdict: failed, counted: 'a1b2c3d4e5f6' }, 'red (2 security bugs)'],
  ['one', { verdict: failed, counted: 'a1b2c3' }, 'red (1 security bug)'],
  ['bugs of any kind', { verdict: failed, counted: 'a1b2c3', inputs: { 'max-bugs': '0' } }, 'red (1 bug)'],
  ['more than it has room for', { verdict: failed }, 'red'],
  ['warn mode', { verdict: failed, counted: 'a1b2c3', inputs: { mode: 'warn' } }, 'warning (1 security bug)'],
  ['a pass', { verdict: { kind: 'passed', reason: 'within-threshold' }, counted: '' }, 'green'],
  ['no verdict', { verdict: { kind: 'unverified', reason: 'no-scan' } }, 'could not judge (no scan)'],
  ['whatever somebody wrote there', { verdict: { kind: '[x](y)', reason: 'z' } }, 'not known'],
])('of a marker: %s', (_, parts, words) => {
  expect(sayMarked(aMarker(parts))?.words).toBe(words);
});

test.each([
  [0, 'off', false, 'green'],
  [4, 'off', false, 'red (4 security bugs)'],
  [4, 0, false, 'red (4 bugs)'],
  [1, 'off', true, 'warning (1 security bug)'],
] as const)('of now: %d bugs, max-bugs %s', (count, maxBugs, isWarning, words) => {
  const counted = Array.from({ length: count }, () => ({ countsAsSecurity: true }));
  const verdict = toVerdict(decideThresholds(counted, { maxSecurityBugs: 0, maxBugs }));
  expect(sayJudged(verdict, isWarning)).toEqual({ name: `${verdict.kind}/${verdict.reason}`, words });
});

test.each([
  ['control: all was read', [{ checked: 2 }], '2 gates judged again, every verdict stands'],
  ['there was no gate', [{}], '0 gates judged again'],
  ['nothing could be read', [{ fault: unverified('service-error', 'No.') }], '0 gates judged again'],
  [
    'one of two repositories could not be read',
    [{ checked: 2 }, { fault: unverified('github-error', 'No.') }],
    '2 gates judged again',
  ],
])('of a sweep where %s', (_, parts, words) => {
  expect(toHeadline(parts.map((part) => ({ ...toBareReport('acme/shop'), ...part })))).toBe(words);
});

test.each([
  ['control: nothing is amiss', '✅', {}],
  ['dismissals could not be ended, and the job is red', '⚠️', { reopeningFault: 'unauthorized' as const }],
])('of a sweep where %s: %s', (_, icon, parts) => {
  const report = { ...toBareReport('acme/shop'), checked: 2, ...parts };
  expect(renderRecheckSummary([report], 'https://github.com')).toContain(`### ${icon} Scan Gate recheck`);
});

test('of both together', () => {
  const was = sayMarked(aMarker({ verdict: failed, counted: 'a1b2c3' }));
  const now = sayJudged(toVerdict(decideThresholds([], { maxSecurityBugs: 0, maxBugs: 'off' })), false);
  expect(toChange({ was, now })).toBe('red (1 security bug) → green');
  expect(toChange({ was: null, now: null })).toBe('not known → not judged');
});
