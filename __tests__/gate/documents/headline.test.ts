// A headline takes at most two lines on a telephone, whatever it has to say, and what it leaves out stands below it.
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { toHeadline, toIcon } from '../../../src/gate/documents/headline.ts';
import { isTwoLines } from '../../../src/gate/documents/two-lines.ts';
import type { Finding } from '../../../src/judgement/finding.ts';
import { shortListsFault, unknownCommitFault, unverified } from '../../../src/judgement/reasons.ts';
import type { Report } from '../../../src/judgement/report.ts';
import { UNVERIFIED_REASONS } from '../../../src/judgement/verdict.ts';
import { render, textOf } from '../../documents/rendered.ts';
import { describe, expect, test } from '../../jest.ts';
import {
  aFinding,
  anUnverified,
  aPartialScan,
  aReport,
  aScan,
  aSelected,
  aStandIn,
  introducedElsewhere,
  introducedHere,
  type ReportSource,
  someOptions,
} from './fixtures.ts';

const lineOf = (report: Report): string => `${toIcon(report)} ${toHeadline(report)}`;

/** As if there were so many of each finding, and of what is allowed. */
function enlarge(report: Report, times: number): Report {
  const { verdict } = report;
  if (verdict.kind === 'unverified') return report;
  const thresholds = verdict.thresholds.map(({ count, limit, ...rest }) => ({
    ...{ ...rest, count: count * times },
    limit: limit === 'off' ? limit : limit * times,
  }));
  const findings = report.findings.flatMap((finding) => Array.from({ length: times }, () => finding));
  return { ...report, findings, verdict: { ...verdict, thresholds } };
}

const kinds = ['security', 'bug', 'unclassified'] as const;
const here = { path: 'src/cart/total.ts', introducedBy: introducedHere };
const own = kinds.map((kind) => aFinding(`own-${kind}`, { ...here, kind }));
const of455 = aFinding('of455', { kind: 'security', path: 'src/old.ts', introducedBy: introducedElsewhere });
const old = kinds.map((kind) => aFinding(`old-${kind}`, { path: 'src/cart/total.ts', kind }));

const newerFailed = [aScan({ state: 'failed', status: 'dlq' })];
const SCANS: readonly ReportSource[] = [
  {},
  { selected: aStandIn(1_234) },
  { selected: aStandIn(null) },
  { selected: aSelected({ scan: aPartialScan }) },
  { selected: aSelected({ scan: aPartialScan, newerFailed }) },
];
const NARROWED: readonly ReportSource[] = [
  { countedFrom: 'repository' },
  { countedFrom: 'scan', paths: ['src/**'] },
  { countedFrom: 'repository', paths: ['src/**'] },
  { gateOn: ['introduced'] },
  { gateOn: ['introduced', 'touched'] },
  { gateOn: ['touched'], countedFrom: 'scan', paths: ['src/**'] },
  { pullRequest: null },
];
/** `aFinding` is three days old. */
const foundSince = (of455.foundAt + 2 * 86_400_000) as Finding['foundAt'];
const FOUND: readonly ReportSource[] = [
  {},
  { findings: own },
  { findings: old },
  { findings: [...own, of455], others: [455] },
  { findings: old, foundSince },
  { findings: [...own, ...old, of455], others: [455], foundSince },
];
const LIMITS: readonly ReportSource[] = [
  {},
  { maxBugs: 0 },
  { maxSecurityBugs: 1, maxBugs: 1 },
  { maxSecurityBugs: 3, maxBugs: 6 },
  { maxSecurityBugs: 'off', maxBugs: 1 },
  { maxSecurityBugs: 'off' },
];
const JOBS: readonly ReportSource[] = [{}, { mode: 'warn' }, { parts: { ending: 'merged' } }];

function everyReport(): readonly Report[] {
  return SCANS.flatMap((scan) =>
    NARROWED.flatMap((narrowed) =>
      FOUND.flatMap((found) =>
        LIMITS.flatMap((limits) => JOBS.map((job) => aReport({ ...scan, ...narrowed, ...found, ...limits, ...job }))),
      ),
    ),
  );
}

describe('a headline of at most two lines at 390 pixels', () => {
  // One of each line is enough: with more bugs it says the same in more letters.
  const reports = new Map(everyReport().map((report) => [lineOf(report), report]));

  test('whatever was counted, and wherever', () => {
    expect(reports.size).toBeGreaterThan(150);
    expect([...reports.keys()].filter((line) => !isTwoLines(line))).toEqual([]);
  });

  test('with 1,234 of each bug', () => {
    const lines = [...reports.values()].map((report) => lineOf(enlarge(report, 1_234)));
    expect(lines.filter((line) => !isTwoLines(line))).toEqual([]);
  });

  test('where nothing was judged', () => {
    const special = [
      aReport({ missing: 2 }),
      aReport({ selected: null, fault: shortListsFault(1_234) }),
      aReport({ selected: null, fault: unknownCommitFault('The event names no commit.') }),
      anUnverified('no-credentials', undefined, { parts: { isKeyless: true } }),
      anUnverified('no-credentials', undefined, { parts: { isOwnFork: true } }),
      anUnverified('no-scan', undefined, {
        scans: [{ ...aScan(), id: null }],
      }),
      aReport({
        selected: null,
        fault: unverified('stale-scan', 'No.').with({ headline: 'the scan is dated in the future' }),
      }),
    ];
    const lines = UNVERIFIED_REASONS.flatMap((reason) => [
      anUnverified(reason),
      anUnverified(reason, undefined, { isHead: false }),
      anUnverified(reason, undefined, { pullRequest: null }),
    ])
      .concat(special)
      .map(lineOf);
    expect(lines.filter((line) => !isTwoLines(line))).toEqual([]);
  });

  test.each([
    // As a browser draws them at 390 pixels: see `npm run test:page`.
    ['⚠️ Scan Gate could not judge this pull request: the newest commit has not been scanned', false],
    ['⚠️ Scan Gate could not judge: the newest commit has not been scanned', true],
    ['✅ Scan Gate: no security bugs in the files you changed (4 commits not scanned)', false],
    ['✅ Scan Gate: no security bugs in files you changed (4 commits not scanned)', true],
    ['✅ Scan Gate: 1 security bug (1 allowed) · 3 other new bugs do not block', false],
    // Of a letter that is not known the widest is assumed.
    [`${'漢'.repeat(18)} ${'漢'.repeat(18)}`, true],
    [`${'漢'.repeat(18)} ${'漢'.repeat(18)} ${'漢'.repeat(18)}`, false],
  ])('%s: %p', (line, is) => {
    expect(isTwoLines(line)).toBe(is);
  });
});

describe('what a headline has no room for stands below it', () => {
  const both = { maxSecurityBugs: 1, maxBugs: 1 };
  const [partial, failed] = [aSelected({ scan: aPartialScan }), aSelected({ newerFailed })];
  const many = { findings: Array.from({ length: 1_234 }, () => own).flat(), maxBugs: 0 };
  const allowed = { findings: own, maxBugs: 9, maxSecurityBugs: 9 };
  const older = { findings: [...many.findings, ...old], foundSince };
  test.each<readonly [string, ReportSource, string, string]>([
    ['both limits', { findings: [...own, ...old], ...both }, 'limit', 'Limits: 1 bug, 1 security bug.'],
    [
      'a limit',
      { ...many, maxBugs: 'off', maxSecurityBugs: 1, selected: aStandIn(1_234) },
      'limit',
      'Limit: 1 security bug.',
    ],
    [
      'commits not scanned',
      { ...many, selected: aStandIn(1_234) },
      'not scanned',
      '1,234 commits behind the newest commit',
    ],
    ['a partial scan', { ...many, selected: partial }, 'partial', 'Partial scan of '],
    ['a newer scan that failed', { ...many, selected: failed }, 'newer', 'A newer full scan of this commit failed at '],
    [
      'how many are of others',
      { findings: [...many.findings, of455], others: [455], maxBugs: 0 },
      'left out',
      '1 bug from other pull requests',
    ],
    [
      'what is not classified',
      { ...allowed, selected: aStandIn(14) },
      'not classified',
      'Of the bugs that count, 1 not classified yet.',
    ],
    [
      'what found-since leaves out',
      { ...older, maxBugs: 0 },
      'left out',
      '3 bugs from before 2026-11-19 (1 security bug)',
    ],
  ])('%s', (_, source, inHeadline, saidBelow) => {
    const report = aReport(source);
    const [, title = '', ...rest] = renderComment(report, someOptions).split('\n');
    expect(title).toBe(`### ${lineOf(report)}`);
    expect(title).not.toContain(inHeadline);
    expect(textOf(render(rest.join('\n')))).toContain(saidBelow);
  });

  test('and is not said twice', () => {
    const said = renderComment(aReport({ findings: own, maxSecurityBugs: 1 }), someOptions);
    expect(said).toContain('(limit: 1)');
    expect(said).not.toContain('Limit: ');
    expect(renderComment(aReport({ findings: own.slice(2), maxBugs: 1 }), someOptions)).not.toContain(
      'that count, 1 not',
    );
  });
});
