// The words of the answer: where to look, what to change, how the numbers follow from each other, and what is not known.
import { createHash } from 'node:crypto';
import { renderInsightsPage } from '../../src/insights/documents/page.ts';
import { renderInsightsSummary } from '../../src/insights/documents/summary.ts';
import { toChangeSentence, toCompareNote, toCopyLines } from '../../src/insights/documents/wording.ts';
import type { InsightsReport, RepositoryEvidence } from '../../src/insights/report.ts';
import type { Way } from '../../src/insights/through.ts';
import { unverified } from '../../src/judgement/reasons.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { describe, expect, test } from '../jest.ts';
import { shaOf } from '../judgement/fixtures.ts';
import { textOf } from './page-faults.ts';
import { ways } from './quarters.ts';
import { aBug, aMark, aMerged, aPull, aScan, at, evidenceOf, noGates, reportOf, type BugParts } from './worlds.ts';

const answersOf = (report: InsightsReport): readonly string[] =>
  toCopyLines(report, 'acme/shop').map(({ answer }) => answer);

const allRead = { bugs: 0, security: 0, pendingSecurity: 0, elsewhere: 0 };

const by = (pullRequest: number): NonNullable<BugParts['introducedBy']> => ({
  ...{ sha: 'c'.repeat(40), date: '2026-11-01', author: 'priya-raman' },
  pullRequest,
});
const secure = (name: string, parts: BugParts = {}): ReviewedBug => aBug(name, { kind: 'security', ...parts });
const shop = (parts: Partial<RepositoryEvidence>): RepositoryEvidence => evidenceOf('acme/shop', parts);

describe('where to look first', () => {
  const gates = { ...noGates, open: [aPull(7, [aMark('failed')])], merged: [aMerged(8, [])] };

  test.each<[what: string, read: readonly RepositoryEvidence[], answer: string]>([
    ['nothing is pending', [shop({})], 'No security bug is pending.'],
    ['no security bug is', [shop({ bugs: [aBug('a')] })], 'No security bug is pending.'],
    [
      'one may be',
      [shop({ bugs: [aBug('a', { kind: 'unclassified' })] })],
      'No security bug is pending, but 1 pending bug is not classified yet.',
    ],
    [
      'one is, that is not old',
      [shop({ bugs: [secure('a', { found: '2026-08-23' })] })],
      'the oldest pending security bug, found 89 days ago: “Title of a” in src/a.ts.',
    ],
    [
      'several are, and one of them is old',
      [shop({ bugs: [secure('new'), secure('old', { found: '2026-08-21', path: null })] })],
      'the oldest pending security bug, found 91 days ago: “Title of old”. Of the 2 pending security bugs, 1 has been pending for more than 90 days.',
    ],
    [
      'some come from an open pull request, and one from a merged one',
      [
        shop({
          bugs: [
            secure('a', { introducedBy: by(7) }),
            secure('b', { introducedBy: by(7) }),
            secure('c', { introducedBy: by(8), found: '2026-11-09' }),
          ],
          gates,
        }),
      ],
      'the oldest pending security bug, found 11 days ago: “Title of c” in src/c.ts. Of the 3 pending security bugs, 2 are in a pull request that is still open.',
    ],
    [
      'details are withheld, the pull request too',
      [
        shop({
          bugs: [secure('a', { introducedBy: by(7) }), secure('b', { introducedBy: by(8) })],
          gates,
          disclosure: 'counts',
        }),
      ],
      'the oldest pending security bug, found 10 days ago: bug_a.',
    ],
    [
      'a title has backticks, and is long',
      [shop({ bugs: [secure('a', { title: `\`rm\` ${'x'.repeat(200)}`, path: null })] })],
      `the oldest pending security bug, found 10 days ago: “’rm’ ${'x'.repeat(114)}…”.`,
    ],
    [
      'of several repositories the worst',
      [
        evidenceOf('acme/a', { bugs: [secure('a', { found: '2026-01-01' })] }),
        evidenceOf('acme/b', { bugs: [secure('b'), secure('c', { found: '2026-11-01' })] }),
      ],
      'acme/b, with 2 pending security bugs, the oldest of them found 19 days ago. Of the 3 pending security bugs, 1 has been pending for more than 90 days.',
    ],
    [
      'of several repositories one alone has any',
      [evidenceOf('acme/a', {}), evidenceOf('acme/b', { bugs: [secure('b')] })],
      'acme/b, with 1 pending security bug, found 10 days ago.',
    ],
  ])('where %s', (_, read, answer) => {
    expect(answersOf(reportOf(read))[1]).toBe(answer);
  });

  test('names no person', () => {
    const report = reportOf([shop({ bugs: [secure('a', { introducedBy: by(7) })], gates })]);
    expect(answersOf(report).join(' ')).not.toContain('priya');
    // The row of the bug does.
    expect(textOf(renderInsightsPage(report))).toContain('in pull request 7, open\nby priya-raman\nfailed');
  });
});

describe('what to change', () => {
  test.each<[way: Way, sentence: string | null]>([
    [
      'no-gate',
      '5 of the 7 bugs that got through came in without the verdict of a gate: run the gate with the workflow that the doctor shows, and require the check.',
    ],
    [
      'could-not-judge',
      '5 of the 7 bugs that got through came in while the gate could not judge: set `on-unverified: fail`, and require the check.',
    ],
    [
      'seen',
      '5 of the 7 bugs that got through came in although the gate had seen them: set `mode: enforce`, and require the check.',
    ],
    [
      'no-full-scan',
      '5 of the 7 bugs that got through came in on commits without a full scan: let the service scan pull requests, and use the workflow that the doctor shows.',
    ],
    ['paths', '5 of the 7 bugs that got through came in because `paths` left them out: add the files to `paths`.'],
    [
      'gate-on',
      '5 of the 7 bugs that got through came in because `gate-on` left them out: add `introduced` to `gate-on`.',
    ],
    [
      'found-since',
      '5 of the 7 bugs that got through came in because `found-since` left them out: set an earlier day, or remove `found-since`.',
    ],
    ['limit', '5 of the 7 bugs that got through came in within a limit: lower `max-security-bugs` or `max-bugs`.'],
    ['stopped', null],
    ['dismissed', null],
    ['found-later', null],
    ['unknown', null],
  ])('where most are %s', (way, sentence) => {
    expect(toChangeSentence({ change: { way, bugs: 5, of: 7 }, unread: allRead })).toBe(sentence);
  });

  test.each<[bugs: number, of: number, beginning: string]>([
    [1, 1, 'The one bug that got through came in although the gate had seen it:'],
    [1, 2, '1 of the 2 bugs that got through came in although the gate had seen it:'],
    [2, 2, 'All 2 bugs that got through came in although the gate had seen them:'],
  ])('where it is %d of %d', (bugs, of, beginning) => {
    expect(toChangeSentence({ change: { way: 'seen', bugs, of }, unread: allRead })?.startsWith(beginning)).toBe(true);
  });

  const merged = [aMerged(7, [])];
  test.each<[what: string, evidence: Partial<RepositoryEvidence>, answer: string]>([
    ['nothing came in', {}, 'Nothing: no bug of these days is known to have come in with a merged pull request.'],
    [
      'no setting would have helped',
      {
        bugs: [secure('a', { introducedBy: by(8) })],
        gates: { ...noGates, merged: [aMerged(8, [aMark('passed')])] },
        scans: [aScan('2026-01-01', { sha: shaOf('b') })],
      },
      'Nothing: no other setting of the gate would have stopped what got through.',
    ],
    [
      'one change would have',
      { bugs: [secure('a', { introducedBy: by(7) })], gates: { ...noGates, merged } },
      'The one bug that got through came in without the verdict of a gate: run the gate with the workflow that the doctor shows, and require the check.',
    ],
    ['the gates are not known', { gates: unverified('github-error', 'No.') }, 'It is not known what the gates did.'],
  ])('where %s', (_, evidence, answer) => {
    expect(answersOf(reportOf([shop(evidence)]))[2]?.startsWith(answer)).toBe(true);
  });

  test('is in the job summary and on the page, above all tables', () => {
    const report = reportOf([shop({ bugs: [secure('a', { introducedBy: by(7) })], gates: { ...noGates, merged } })]);
    const [page, summary] = [textOf(renderInsightsPage(report)), renderInsightsSummary(report)];
    for (const text of [page, summary]) {
      const place = text.indexOf('What to change in the gate: The one bug that got through');
      expect(place).toBeGreaterThan(0);
      expect(place).toBeLessThan(text.search(/^(?:#### )?Pending security bugs$/mu));
    }
  });
});

describe('from what was found to what is left', () => {
  /** So many bugs, each of a merged pull request of its own. */
  const quarter = (
    counts: Readonly<Record<'stopped' | 'seen' | 'missed' | 'fixed' | 'plain' | 'elsewhere', number>>,
  ): RepositoryEvidence => {
    const made = Object.entries(counts).flatMap(([what, count]) =>
      Array.from({ length: count }, (_, index) => ({ what, name: `${what}-${index}`, number: 0 })),
    );
    const numbered = made.map((each, index) => ({ ...each, number: 100 + index }));
    const bugs = numbered.map(({ what, name, number }) =>
      aBug(name, {
        kind: what === 'plain' ? 'bug' : 'security',
        introducedBy: what === 'elsewhere' ? null : by(number),
        review:
          what === 'stopped' || what === 'fixed' ? ['resolved', what === 'fixed' ? '2026-11-13' : '2026-11-11'] : null,
      }),
    );
    const merged = numbered.map(({ what, number }, index) => {
      const counted = createHash('sha256')
        .update(bugs[index]?.id ?? '')
        .digest('hex')
        .slice(0, 6);
      const mark = what === 'seen' ? aMark('failed', { counted }) : aMark('passed', { reds: 1 });
      return aMerged(number, [mark]);
    });
    return shop({ bugs, gates: { ...noGates, merged } });
  };
  const none = { stopped: 0, seen: 0, missed: 0, fixed: 0, plain: 0, elsewhere: 0 };

  const others = 'not known to have come in with a merged pull request.';
  test.each<[counts: Partial<typeof none>, sentences: string]>([
    [
      { stopped: 2, seen: 1, missed: 3, fixed: 1, plain: 2, elsewhere: 1 },
      `9 of the 10 bugs found in these 30 days came in with merged pull requests. 2 of the 9 were stopped before the merge. 7 of the 9 are security bugs; 4 of these are still pending, and no gate stopped or saw 3 of the 4. The 1 other pending security bug was found earlier, or is ${others}`,
    ],
    [
      { missed: 1 },
      'The one bug found in these 30 days came in with a merged pull request. It is a security bug, which is still pending, and which no gate stopped or saw.',
    ],
    [
      { seen: 1, plain: 1 },
      'All 2 bugs found in these 30 days came in with merged pull requests. 1 of the 2 is a security bug, which is still pending, although a gate saw it.',
    ],
    [
      { missed: 2 },
      'All 2 bugs found in these 30 days came in with merged pull requests. All 2 are security bugs; 2 of these are still pending, and no gate stopped or saw them.',
    ],
    [
      { missed: 1, fixed: 1 },
      'All 2 bugs found in these 30 days came in with merged pull requests. All 2 are security bugs; 1 of these is still pending, and no gate stopped or saw it.',
    ],
    [
      { fixed: 2, plain: 1 },
      'All 3 bugs found in these 30 days came in with merged pull requests. 2 of the 3 are security bugs; none of these is still pending.',
    ],
    [
      { stopped: 1, plain: 1, elsewhere: 2 },
      `2 of the 4 bugs found in these 30 days came in with merged pull requests. 1 of the 2 was stopped before the merge. 1 of the 2 is a security bug, which is no longer pending. The 2 other pending security bugs were found earlier, or are ${others}`,
    ],
    [
      { plain: 3 },
      'All 3 bugs found in these 30 days came in with merged pull requests. None of them is a security bug.',
    ],
    [{ plain: 1 }, 'The one bug found in these 30 days came in with a merged pull request. It is no security bug.'],
  ])('%j', (counts, sentences) => {
    const page = textOf(renderInsightsPage(reportOf([quarter({ ...none, ...counts })])));
    expect(page).toContain(`What got through\n${sentences}\n`);
  });
});

test('a way that needs words has them only where there are such bugs', () => {
  const page = (marks: Parameters<typeof aMerged>[1], head: string): string =>
    textOf(
      renderInsightsPage(
        reportOf([
          shop({
            bugs: [secure('a', { introducedBy: by(7), found: '2026-10-30' })],
            gates: { ...noGates, merged: [aMerged(7, marks)] },
            scans: [aScan('2026-01-01'), aScan('2026-10-29', { sha: shaOf(head) })],
          }),
        ]),
      ),
    );
  const [old, unknown] = [
    'the gate went by an older scan',
    'the gate’s comment does not list the bugs that it counted',
  ];
  const [noScan, notKnown, noGate] = [page([aMark('passed')], 'd'), page([aMark('passed')], 'b'), page([], 'd')];
  expect([noScan.includes(old), notKnown.includes(old), noGate.includes(old)]).toEqual([true, false, false]);
  expect([noScan.includes(unknown), notKnown.includes(unknown), noGate.includes(unknown)]).toEqual([
    false,
    true,
    false,
  ]);
});

describe('what is not known of the period before', () => {
  const word = (time: string) => ({ ...noGates, merged: [aMerged(7, [aMark('passed', { readAt: at(time) })])] });

  test.each<[what: string, evidence: Partial<RepositoryEvidence>, note: string | null]>([
    ['nothing', { gates: word('2026-09-01') }, null],
    [
      'its bugs',
      { gates: word('2026-09-01'), scans: [aScan('2026-10-01')] },
      'Not everything is known of the 30 days before: the first full scan was on 2026-10-01.',
    ],
    [
      'its gates',
      { gates: word('2026-10-05') },
      'Not everything is known of the 30 days before: the first comment of a gate is from 2026-10-05.',
    ],
    [
      'both',
      { gates: word('2026-10-05'), scans: [] },
      'Not everything is known of the 30 days before: no full scan has completed, and the first comment of a gate is from 2026-10-05.',
    ],
    [
      'its pull requests',
      { gates: { ...word('2026-09-01'), isEarlierCut: true } },
      'Not everything is known of the 30 days before: not all pull requests of that time could be read.',
    ],
    ['the gates at all', { gates: unverified('github-error', 'No.') }, null],
  ])('%s', (_, evidence, note) => {
    expect(toCompareNote(reportOf([shop(evidence)]).total, 30)).toBe(note);
  });
});

test('every way has its own words', () => {
  expect(new Set(ways.map((way) => toChangeSentence({ change: { way, bugs: 1, of: 1 }, unread: allRead }))).size).toBe(
    9,
  );
});
