// What recheck says of verdicts, and of a whole run, held word for word.
import type { Marker } from '../../src/documents/marker.ts';
import { decideThresholds } from '../../src/judgement/limits.ts';
import { toVerdict } from '../../src/judgement/verdict.ts';
import { renderRecheckSummary, toChange, toHeadline } from '../../src/recheck/documents/summary.ts';
import {
  type GateNews,
  type GateOutcome,
  type RepositoryReport,
  sayJudged,
  sayMarked,
  toBareReport,
} from '../../src/recheck/report.ts';
import { expectGolden } from '../documents/golden.ts';
import { expect, test } from '../jest.ts';
import { anOutage } from '../judgement/fixtures.ts';

const failed = { kind: 'failed', reason: 'threshold-exceeded' };
const aMarker = (parts: Partial<Marker>): Marker => ({
  ...{ key: 'gate', runId: 77, runAttempt: 1, sha: null, readAt: 0 as Marker['readAt'] },
  ...parts,
});

const markers: Readonly<Record<string, Partial<Marker>>> = {
  'two bugs': { verdict: failed, counted: 'a1b2c3d4e5f6' },
  'one bug': { verdict: failed, counted: 'a1b2c3' },
  'a bug of any kind': { verdict: failed, counted: 'a1b2c3', inputs: { 'max-bugs': '0' } },
  'more than it has room for': { verdict: failed },
  'warn mode': { verdict: failed, counted: 'a1b2c3', inputs: { mode: 'warn' } },
  'a pass': { verdict: { kind: 'passed', reason: 'within-threshold' }, counted: '' },
  'no verdict': { verdict: { kind: 'unverified', reason: 'no-scan' } },
  'whatever somebody wrote there': { verdict: { kind: '[x](y)', reason: 'z' } },
};

const toNow = (count: number, maxBugs: 0 | 'off'): ReturnType<typeof toVerdict> =>
  toVerdict(
    decideThresholds(
      Array.from({ length: count }, () => ({ countsAsSecurity: true })),
      { maxSecurityBugs: 0, maxBugs },
    ),
  );

const toNews = (outcome: GateOutcome): GateNews => {
  return { repository: 'acme/shop', pullRequest: 7, runId: 77, was: null, now: null, outcome };
};
const news = (count: number, outcome: GateOutcome): readonly GateNews[] =>
  Array.from({ length: count }, () => toNews(outcome));
const waiting: GateOutcome = { kind: 'skipped', why: '', isWaiting: true };
const left: GateOutcome = { kind: 'skipped', why: '' };

const sweeps: Readonly<Record<string, readonly Partial<RepositoryReport>[]>> = {
  'all was read': [{ checked: 2 }],
  'there was no gate': [{}],
  'nothing could be read': [{ fault: anOutage('service', 'No.') }],
  'one of two could not be read': [{ checked: 2 }, { fault: anOutage('github', 'No.') }],
  'one was started, one left alone': [{ checked: 2, news: [...news(1, { kind: 'rerun' }), ...news(1, left)] }],
  'with dry-run': [{ checked: 2, news: news(2, { kind: 'would-rerun' }) }],
  'after an outage': [
    { checked: 300, news: [...news(20, { kind: 'rerun' }), ...news(279, waiting), ...news(1, left)] },
  ],
  'one run is enough': [{ checked: 30, news: [...news(20, { kind: 'rerun' }), ...news(1, waiting)] }],
  'nothing could be started': [{ checked: 2, news: news(2, waiting) }],
};

const toReports = (parts: readonly Partial<RepositoryReport>[]): readonly RepositoryReport[] =>
  parts.map((part) => ({ ...toBareReport('acme/shop'), ...part }));

test('the words of a marker, of a verdict now, of both, and of a run', () => {
  const [was = null] = Object.values(markers).map((parts) => sayMarked(aMarker(parts)));
  const lines = [
    ...Object.entries(markers).map(([what, parts]) => `marker, ${what}: ${sayMarked(aMarker(parts))?.words ?? ''}`),
    `now, nothing: ${sayJudged(toNow(0, 'off'), false).words}`,
    `now, security bugs: ${sayJudged(toNow(4, 'off'), false).words}`,
    `now, bugs of any kind: ${sayJudged(toNow(4, 0), false).words}`,
    `now, warn mode: ${sayJudged(toNow(1, 'off'), true).words}`,
    `from red to green: ${toChange({ was, now: sayJudged(toNow(0, 'off'), false) })}`,
    `neither known: ${toChange({ was: null, now: null })}`,
    ...Object.entries(sweeps).map(([what, parts]) => `run, ${what}: ${toHeadline(toReports(parts))}`),
  ];
  expectGolden('recheck.txt', `${lines.join('\n')}\n`);
});

test.each([
  [0, 'off', 'passed/within-threshold'],
  [1, 'off', 'failed/threshold-exceeded'],
] as const)('the name of a verdict on %d bugs is that of the outputs', (count, maxBugs, name) => {
  expect(sayJudged(toNow(count, maxBugs), false).name).toBe(name);
});

test.each([
  ['control: nothing is amiss', '✅', {}],
  ['dismissals could not be ended, and the job is red', '⚠️', { reopeningFault: 'unauthorized' as const }],
])('of a run where %s: %s', (_, icon, parts) => {
  const [first = ''] = renderRecheckSummary(toReports([{ checked: 2, ...parts }]), 'https://github.com').split(' Scan');
  expect(first).toBe(`### ${icon}`);
});
