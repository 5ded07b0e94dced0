// What is said of a pull request that is not open any more: nothing blocks there, and nobody pushes.
import { renderCheckRun } from '../../../src/gate/documents/check-run.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { renderSummary } from '../../../src/gate/documents/summary.ts';
import { withWords, type WordedReport } from '../../../src/gate/documents/words.ts';
import { toAdviceLines } from '../../../src/gate/log.ts';
import type { PullEnding } from '../../../src/judgement/report.ts';
import { UNVERIFIED_REASONS } from '../../../src/judgement/verdict.ts';
import { FAULTS } from '../../documents/faults.ts';
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
const parts = { reviewPrefix: '/scan-gate' };

const CASES: readonly (readonly [string, WordedReport])[] = [
  ['passed, with a new bug', aReport({ findings: [bug] })],
  ['passed on a scan that stands in', aReport({ selected: aStandIn(2) })],
  ['failed', aReport({ findings: [own, older], parts })],
  ['failed by one', aReport({ findings: [own], parts })],
  ['failed by both limits', aReport({ findings: [own, bug], maxBugs: 0 })],
  ['failed in a gate that only warns', aReport({ findings: [own, older], mode: 'warn' })],
  ['failed, withheld', aReport({ findings: [own, older], disclosure: 'counts' })],
  ['failed on a scan that stands in', aReport({ findings: [older], selected: aStandIn(2), parts })],
  ...UNVERIFIED_REASONS.map((reason) => [reason, anUnverified(reason)] as const),
];
const ALL = [...CASES, ...Object.entries(FAULTS).map(([name, make]) => [name, anUnverified(make())] as const)];

/** Everything that people read of a run. */
function textsOf(report: WordedReport): string {
  const { title, summary } = renderCheckRun(report, [], 20);
  // Of a head after one that was judged.
  const marker = { ...someOptions.marker, counted: 'a'.repeat(6), before: 'b'.repeat(6) };
  const documents = [renderComment(report, { ...someOptions, marker }), renderSummary(report, 200), title, summary];
  return [...documents, ...toAdviceLines(report)].join('\n');
}

const URGES = /\bblock|\bpush\b|\/scan-gate [a-z]/iu;
/** What an author does, and of which nothing comes after the end. */
const IN_VAIN = /What to do:\**(?! nothing).*\b(?:run the job again|start (?:a|the) scan|wait until|split this)\b/iu;

describe.each<PullEnding>(['merged', 'closed'])('of a pull request that was %s', (ending) => {
  test.each(ALL)('no document says that anything blocks, or what leads nowhere: %s', (_, report) => {
    const said = textsOf(withWords({ ...report, ending })).replace(/<details>.*?<\/details>/gsu, '');
    expect(IN_VAIN.exec(said)).toBeNull();
    if (report.verdict.kind !== 'unverified') expect(URGES.exec(said)).toBeNull();
  });

  test('what is said of each is in the golden file', () => {
    const said = CASES.map(([name, report]) => {
      const { headline, ended, wayOut, remedy } = withWords({ ...report, ending }).words;
      const lines = [headline, ended, wayOut && `${wayOut.about} ${wayOut.opening}`, wayOut?.todo, remedy?.todo];
      return [`## ${name}`, ...lines.filter((line) => typeof line === 'string'), ''].join('\n');
    });
    expectGolden(`${ending}.md`, said.join('\n'));
  });

  test('the comment reads as a whole', () => {
    const report = withWords({ ...aReport({ findings: [own, older] }), ending });
    expectGolden(`comment-${ending}.md`, `${renderComment(report, someOptions)}\n`);
  });
});

test('of one that is open, what blocks is said, and what to do', () => {
  const said = ALL.filter(([, report]) => URGES.test(textsOf(report))).map(([name]) => name);
  expect(said).toEqual(expect.arrayContaining(['passed, with a new bug', 'failed', 'no scan at all', 'a revoked key']));
  const vain = ALL.filter(([, report]) => IN_VAIN.test(textsOf(report))).map(([name]) => name);
  expect(vain).toEqual(expect.arrayContaining(['no scan at all', 'a scan that ran too long', 'too many files']));
});
