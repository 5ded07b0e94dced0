// What is said of a pull request that is not open any more: nothing blocks there, and nobody pushes.
import { renderCheckRun } from '../../../src/gate/documents/check-run.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { toHeadline } from '../../../src/gate/documents/headline.ts';
import { renderJson } from '../../../src/gate/documents/json.ts';
import { renderSummary } from '../../../src/gate/documents/summary.ts';
import { toAdviceLines } from '../../../src/gate/log.ts';
import type { PullEnding, Report } from '../../../src/judgement/report.ts';
import type { Unverified } from '../../../src/judgement/unverified.ts';
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

const REPORTS: Readonly<Record<string, Report>> = {
  'passed, with a new bug': aReport({ findings: [bug] }),
  'passed on a scan that stands in': aReport({ selected: aStandIn(2) }),
  failed: aReport({ findings: [own, older] }),
  'failed by one': aReport({ findings: [own] }),
  'failed by both limits': aReport({ findings: [own, bug], maxBugs: 0 }),
  'failed in a gate that only warns': aReport({ findings: [own, older], mode: 'warn' }),
  'failed, withheld': aReport({ findings: [own, older], disclosure: 'counts' }),
  'failed on a scan that stands in': aReport({ findings: [older], selected: aStandIn(2) }),
  'no key, from a fork': anUnverified(FAULTS['no key, from a fork']()),
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

const causeOf = (fault: Unverified): Report => aReport({ selected: null, fault });

/** Where nothing was judged, in all forms that the advice has. */
const UNJUDGED: readonly (readonly [string, Report])[] = [
  ...UNVERIFIED_REASONS.map((reason) => [reason, anUnverified(reason)] as const),
  ['no key, from a fork', anUnverified(FAULTS['no key, from a fork']())],
  ['a stale scan of the commit itself', aReport({ fault: FAULTS['an old scan of the commit']() })],
  ['lists that fall short', causeOf(FAULTS['short lists']())],
  ['a list that changes', causeOf(FAULTS['a list that keeps changing']())],
  ['several repositories with the name', causeOf(FAULTS['several repositories of one name']())],
  ['a proxy', causeOf(FAULTS['the proxy, on the way to the service']())],
  ['a lasting refusal of GitHub', causeOf(FAULTS['what the token does not see']())],
  ['a refusal of GitHub that may pass', causeOf(FAULTS['GitHub that is down']())],
  ['more files than GitHub compares', causeOf(FAULTS['too many files']())],
];

/** A run after the end leaves the comment as it is: whoever follows this sees nothing come of it. */
const IN_VAIN = /\b(?:run the job again|start (?:a|the) scan|wait until|not been checked yet|split this)\b/iu;

describe.each<PullEnding>(['merged', 'closed'])('what could not be judged of one that was %s', (ending) => {
  test.each(UNJUDGED)('says so, and advises nothing that leads nowhere: %s', (_, report) => {
    const ended = { ...report, ending };
    const json = renderJson({ report: ended, findings: [] });
    const texts = [textsOf(ended), json];
    expect(texts.filter((text) => IN_VAIN.test(text))).toEqual([]);
    expect(
      texts.every((text) => text.includes(`This pull request was ${ending} before this run could judge it.`)),
    ).toBe(true);
  });

  test.each<[string, Report, RegExp]>([
    [
      'its own scan',
      anUnverified('no-scan'),
      ending === 'merged'
        ? /What to do:\**? nothing\. If it has bugs, .* once the branch that it was merged into is scanned\./u
        : /What to do:\**? nothing, unless you open it again\./u,
    ],
    [
      'what stops the others too',
      anUnverified('unauthorized'),
      /What to do:\**? nothing in this pull request\. If others say the same, ask the maintainer of this workflow to renew the key\.\n/u,
    ],
    [
      'the scan of its commit, which no other needs',
      aReport({ fault: FAULTS['an old scan of the commit']() }),
      /If others say the same, ask the maintainer of this workflow for a new scan of this repository\.\n/u,
    ],
  ])('says what helps: %s', (_, report, says) => {
    expect(renderComment({ ...report, ending }, someOptions)).toMatch(says);
  });
});

test('of one that is open, a run or a scan is asked for wherever it helps', () => {
  const silent = UNJUDGED.filter(([, report]) => !IN_VAIN.test(textsOf(report))).map(([name]) => name);
  expect(silent).toEqual([
    ...['superseded', 'invalid-input', 'no key, from a fork'],
    ...['several repositories with the name', 'a lasting refusal of GitHub'],
  ]);
});

test('of one that is open, what blocks is said, and what to push', () => {
  const said = CASES.filter(([, report]) => URGES.test(textsOf(report))).map(([name]) => name);
  expect(said).toEqual(expect.arrayContaining(['passed, with a new bug', 'failed', 'invalid-input', 'no-scan']));
  const report = aReport({ findings: [own, older] });
  const withCommands = { ...report, reviewPrefix: '/scan-gate' };
  expect(renderComment(withCommands, someOptions)).toContain('/scan-gate dismiss');
  expect(textsOf(report)).not.toMatch(/\/scan-gate [a-z]/u);
  expect(textsOf(report)).not.toContain('pending.');
});
