// The tables of what people settled, and of dismissals that end. Plain text, untrusted in part.
import { formatDay } from '../../judgement/day.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { InsightsReport } from '../report.ts';
import { type LookAgain, SOON_DAYS, type SettledBug } from '../settled.ts';
import type { ShownBug } from '../shown-bug.ts';
import { type Field, KIND_FIELD, type Table, toBugField, toTable, toText } from './table.ts';
import { toReasonWords, toSourceWords } from './words.ts';

const LOOK_AGAIN_WORDS: Readonly<Record<LookAgain, string>> = {
  'no-note': 'look again: no note',
  'not-confirmed': 'look again: not confirmed by a scan',
};

/** People dismissed these or marked them as resolved in the period; what to look at again comes first. */
export function toSettledTable(report: InsightsReport): Table {
  const { settled } = report.total.settled;
  const again = settled.filter(({ lookAgain }) => lookAgain !== null).length;
  const lookAgain = new Map(settled.map((each) => [each.shown, each.lookAgain]));
  return toTable<ShownBug>(
    {
      title: `Settled by people in these ${formatCount(report.days)} days`,
      lead: again === 0 ? null : `Look again at ${countOf(again, 'security bug', 'security bugs')}.`,
      notes:
        settled.length === 0
          ? []
          : [
              'Names come from the review note, which any reviewer can edit.',
              'A bug that a person marked as resolved is confirmed by a full scan of the default branch that began later, lists older bugs, and does not list this one.',
            ],
      none: 'People dismissed nothing, and marked nothing as resolved.',
    },
    [
      toBugField(report),
      KIND_FIELD,
      {
        title: 'Settled as',
        of: (bug) => {
          const mark = lookAgain.get(bug) ?? null;
          return {
            text: toStateWords(bug),
            below: mark === null ? toUntilWords(bug) : LOOK_AGAIN_WORDS[mark],
          };
        },
      },
      NOTE_FIELD,
      toReviewField(report),
    ],
    settled.map(({ shown }: SettledBug) => shown),
  );
}

function toStateWords({ review }: ShownBug): string {
  if (review?.state === 'resolved') return 'marked as resolved';
  return compact(['dismissed', toReasonWords(review?.reason ?? null)]).join(': ');
}

/** Dismissals that have ended, or will soon. */
export function toEndingTable(report: InsightsReport): Table {
  const { ending, unreadable } = report.total.settled;
  const days = new Map(ending.map(({ shown, day, isOver }) => [shown, `${isOver ? 'expired' : 'expires'} ${day}`]));
  const notes = countOf(unreadable, 'note begins', 'notes begin');
  return toTable<ShownBug>(
    {
      title: 'Expiring exceptions',
      notes: compact([
        `Bugs that were dismissed until a date that has passed or will pass within ${SOON_DAYS} days. An expired one still counts as dismissed here, until somebody reopens it.`,
        unreadable > 0 && `${notes} with “until” and no date that can be read.`,
      ]),
      none: `None has expired, and none expires within ${SOON_DAYS} days.`,
    },
    [
      toBugField(report),
      KIND_FIELD,
      { title: 'Expires', isShort: true, of: (bug) => toText(days.get(bug) ?? '') },
      { title: 'Reason', of: ({ review }) => toText(toReasonWords(review?.reason ?? null)) },
      NOTE_FIELD,
      toReviewField(report),
    ],
    ending.map(({ shown }) => shown),
  );
}

const NOTE_FIELD: Field<ShownBug> = { title: 'Note', of: ({ details }) => toText(details?.note ?? null) };

/** The day, and the name in the note with the pull request of its comment, else where it was reviewed. */
function toReviewField({ serviceName, serverUrl }: InsightsReport): Field<ShownBug> {
  return {
    title: 'When',
    of: ({ repository, review, details }) => {
      const { by = null, byPullRequest = null } = details ?? {};
      const text = review === null ? '' : formatDay(review.at);
      if (by === null) return { text, below: toSourceWords(review?.source ?? null, serviceName) };
      if (byPullRequest === null) return { text, below: `by ${by}` };
      const belowUrl = `${serverUrl}/${repository}/pull/${byPullRequest}`;
      return { text, below: `by ${by} in pull request ${byPullRequest}`, belowUrl };
    },
  };
}

function toUntilWords({ review }: ShownBug): string | null {
  const until = review?.until ?? null;
  if (until === 'unreadable') return 'until an unknown day';
  return until && `until ${until.day}`;
}
