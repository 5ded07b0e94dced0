// The table of gates says what they say of open pull requests, and what became of merged ones. Plain text, titles untrusted.
import { formatDay } from '../../judgement/day.ts';
import { formatCount } from '../../judgement/format.ts';
import { compact, sum } from '../../judgement/lists.ts';
import type { UnverifiedReason } from '../../judgement/verdict.ts';
import type { GateFigures, ReasonCount, ShownPull } from '../gate-facts.ts';
import type { InsightsReport } from '../report.ts';
import { type CompareRow, type Grid, type Table, toCompareGrid, toPart, toRow, toTable, toText } from './table.ts';

const NOTE =
  'Counted from the comments of the gates. A gate need not be a required check, and anybody who can edit the bot’s comments can change what they say.';

export function toGateTable({ total: { gates }, isSeveral, serverUrl, days }: InsightsReport): Table {
  return toTable<ShownPull>(
    {
      title: 'Gates',
      notes: gates === null ? [] : [NOTE],
      ...(gates && { counts: toCounts(gates, days) }),
      none:
        gates === null
          ? 'What the gates did is not known.'
          : 'None is blocked now, and none was merged despite a red check.',
    },
    [
      {
        title: 'Blocked now, or merged despite a red check',
        of: ({ repository, number, title }) => ({
          text: String(number),
          url: `${serverUrl}/${repository}/pull/${number}`,
          below: compact([isSeveral && repository, title]).join(' · '),
        }),
      },
      { title: 'State', of: (pull) => toText(toPullState(pull)) },
    ],
    gates === null ? [] : [...gates.overridden, ...gates.blocked],
  );
}

/** Leaves out rows that count nothing. */
function toCounts({ open, merged, mergedBefore, reasons }: GateFigures, days: number): Grid {
  const why = toReasonList(reasons);
  const toParts = (rows: readonly CompareRow[]): readonly CompareRow[] =>
    rows.filter(({ now, before: earlier }) => now !== 0 || (earlier ?? 0) !== 0).map(toPart);
  return toCompareGrid('Pull requests', days, [
    toRow('Open now', sum(Object.values(open))),
    ...toParts([
      toRow('Passed', open.passed),
      toRow('Failed', open.failed),
      toRow(`Could not be judged${why === '' ? '' : ` (${why})`}`, open.unverified),
      toRow('No verdict yet', open.unjudged),
    ]),
    toRow('Merged', sum(Object.values(merged)), sum(Object.values(mergedBefore))),
    ...toParts([
      toRow('Stopped at first, passed later', merged.stopped, mergedBefore.stopped),
      toRow('Merged despite a red check', merged.overridden, mergedBefore.overridden),
      toRow('Passed at once', merged.passed, mergedBefore.passed),
      toRow('The gate only warned', merged.warned, mergedBefore.warned),
      toRow('No verdict', merged.unjudged, mergedBefore.unjudged),
    ]),
  ]);
}

function toReasonList(reasons: readonly ReasonCount[]): string {
  return reasons.map(({ reason, count }) => `${formatCount(count)} ${toVerdictWords(reason)}`).join(', ');
}

function toVerdictWords(reason: UnverifiedReason | null): string {
  return reason === null ? 'for another reason' : reason.replaceAll('-', ' ');
}

function toPullState({ mergedAt, verdict, reason }: ShownPull): string {
  const word = verdict === 'failed' ? 'the gate failed' : `could not be judged (${toVerdictWords(reason)})`;
  return mergedAt === null ? `open, ${word}` : `merged on ${formatDay(mergedAt)}, ${word}`;
}
