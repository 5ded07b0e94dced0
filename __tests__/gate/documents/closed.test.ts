// What is said of a pull request that is not open any more: nothing blocks there, and nobody pushes.
import { renderCheckRun } from '../../../src/gate/documents/check-run.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { toHeadline } from '../../../src/gate/documents/headline.ts';
import { renderSummary } from '../../../src/gate/documents/summary.ts';
import { toAdviceLines } from '../../../src/gate/log.ts';
import type { PullEnding, Report } from '../../../src/judgement/report.ts';
import { UNVERIFIED_REASONS } from '../../../src/judgement/verdict.ts';
import { expectGolden } from '../../documents/golden.ts';
import { describe, expect, test } from '../../jest.ts';
import {
  aFinding,
  anUnverified,
  aReport,
  aStandIn,
  introducedElsewhere,
  introducedHere,
  someOptions,
} from './fixtures.ts';

const own = aFinding('own', { kind: 'security', introducedBy: introducedHere });
const older = aFinding('older', { kind: 'security', introducedBy: introducedElsewhere });
const bug = aFinding('bug', { introducedBy: introducedHere });

const REPORTS: Readonly<Record<string, Report>> = {
  'passed, with a new bug': aReport({ findings: [bug] }),
  'passed on a scan that stands in': aReport({ selected: aStandIn(2) }),
  failed: aReport({ findings: [own, older] }),
  'failed by one': aReport({ findings: [own] }),
  'failed by both limits': aReport({ findings: [own, bug], maxBugs: 0 }),
  'failed in a gate that only warns': aReport({ findings: [own, older], mode: 'warn' }),
  'failed, withheld': aReport({ findings: [own, older], disclosure: 'counts' }),
  'failed on a scan that stands in': aReport({ findings: [older], selected: aStandIn(2) }),
  'no key, from a fork': anUnverified('no-credentials', undefined, { parts: { isKeyless: true } }),
  ...Object.fromEntries(UNVERIFIED_REASONS.map((reason) => [reason, anUnverified(reason)])),
};
const CASES = Object.entries(REPORTS);

/** Everything that people read of a run. */
function textsOf(report: Report): string {
  const { title, summary } = renderCheckRun(report, [], 20);
  // Of a head after one that was judged.
  const marker = { ...someOptions.marker, counted: 'a'.repeat(6), before: 'b'.repeat(6) };
  const documents = [renderComment(report, { ...someOptions, marker }), renderSummary(report, 200), title, summary];
  return [...documents, toHeadline(report), ...toAdviceLines(report)].join('\n');
}

const URGES = /\bblock|\bpush/iu;

describe.each<PullEnding>(['merged', 'closed'])('of a pull request that was %s', (ending) => {
  test.each(CASES)('no document says that anything blocks, or to push: %s', (_, report) => {
    expect(textsOf({ ...report, ending })).not.toMatch(URGES);
  });

  test.each([
    ['failed', 'with 2 security bugs pending.'],
    ['failed by one', 'with 1 security bug pending.'],
    ['failed by both limits', 'with 2 bugs pending.'],
    ['failed in a gate that only warns', 'with 2 security bugs pending.'],
    ['failed, withheld', 'with 2 security bugs pending.'],
  ])('comment, summary and log say what is pending: %s', (name, words) => {
    const report = { ...aReport(), ...REPORTS[name], ending };
    const sentence = `This pull request was ${ending} ${words}`;
    const documents = [
      renderComment(report, someOptions),
      renderSummary(report, 200),
      toAdviceLines(report).join('\n'),
    ];
    expect(documents.filter((text) => !text.includes(sentence))).toEqual([]);
  });

  test('no command is offered that nobody can give', () => {
    const report = { ...aReport({ findings: [own, older] }), ending };
    expect(renderComment(report, someOptions)).not.toMatch(/\/scan-gate (?:dismiss|resolve)/u);
  });

  test('the comment reads as a whole', () => {
    const report = { ...aReport({ findings: [own, older] }), ending };
    expectGolden(`comment-${ending}.md`, `${renderComment(report, someOptions)}\n`);
  });
});

test('of one that is open, what blocks is said, and what to push', () => {
  const said = CASES.filter(([, report]) => URGES.test(textsOf(report))).map(([name]) => name);
  expect(said).toEqual(expect.arrayContaining(['passed, with a new bug', 'failed', 'invalid-input', 'no-scan']));
  const report = aReport({ findings: [own, older] });
  expect(renderComment(report, someOptions)).toContain('/scan-gate dismiss');
  expect(textsOf(report)).not.toContain('pending.');
});
