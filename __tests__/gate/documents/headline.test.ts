// What a headline says behind the verdict: at most two things, what matters most first; the small print says all of them.
import { renderComment } from '../../../src/gate/documents/comment.ts';
import type { Finding } from '../../../src/judgement/finding.ts';
import { render, textOf } from '../../documents/rendered.ts';
import { describe, expect, test } from '../../jest.ts';
import {
  aFinding,
  aPartialScan,
  aReport,
  aScan,
  aSelected,
  aStandIn,
  type ReportSource,
  someOptions,
} from './fixtures.ts';

const older = aFinding('older', { kind: 'security', path: 'src/old.ts' });
/** `aFinding` is three days old. */
const since = { findings: [older], foundSince: (older.foundAt + 2 * 86_400_000) as Finding['foundAt'] };
const newerFailed = [aScan({ state: 'failed', status: 'dlq' })];
const partial = aSelected({ scan: aPartialScan });

const parenthesesOf = (source: ReportSource): readonly string[] =>
  [...aReport(source).words.headline.matchAll(/\((.*?)\)/g)].map(([, inside = '']) => inside);
/** Everything below the headline, as a reader sees it. */
const belowOf = (source: ReportSource): string =>
  textOf(render(renderComment(aReport(source), someOptions).split('\n').slice(2).join('\n')));

describe('behind the verdict stand at most two parentheses, and all of it below', () => {
  test.each<readonly [string, ReportSource, readonly string[], readonly RegExp[]]>([
    ['a full scan of this commit', {}, [], []],
    ['one', { selected: partial }, ['partial scan'], [/partial/i]],
    [
      'partial before left out before failed',
      { selected: { ...partial, newerFailed }, ...since },
      ['partial scan', '1 older left out'],
      [/partial/i, /1 bug from before/, /newer .* failed/],
    ],
    [
      'unscanned before left out before failed',
      { selected: { ...aStandIn(4), newerFailed }, ...since },
      ['4 commits not scanned', '1 older left out'],
      [/4 commits behind/, /1 bug from before/, /newer .* failed/],
    ],
    ['a scan of another branch', { selected: aStandIn(null) }, ['scan of another commit'], [/not the newest commit/]],
  ])('%s', (_, source, parentheses, below) => {
    expect(parenthesesOf(source)).toEqual(parentheses);
    for (const expected of below) expect(belowOf(source)).toMatch(expected);
  });
});

test.each<readonly [string, ReportSource, boolean, boolean]>([
  ['one limit, none used', { maxSecurityBugs: 2 }, false, true],
  ['one limit, used', { maxSecurityBugs: 2, findings: [older] }, true, false],
  ['one limit that allows none', { findings: [older] }, false, false],
  ['two limits', { maxSecurityBugs: 2, maxBugs: 3, findings: [older] }, false, true],
])('what is allowed is said once: %s', (_, source, inHeadline, inSmallPrint) => {
  expect(aReport(source).words.headline.includes('allowed')).toBe(inHeadline);
  expect(/\bLimits?: /.test(belowOf(source))).toBe(inSmallPrint);
});
