// The tables of what people dismissed or marked as resolved, and of dismissals that end. Plain text, untrusted in part.
import { formatDay } from '../../judgement/day.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { LookAgain } from '../look-again.ts';
import type { InsightsReport } from '../report.ts';
import { readEnd, type SettledFigures, SOON_DAYS } from '../settled.ts';
import type { ShownBug } from '../shown-bug.ts';
import { type Field, KIND_FIELD, type Table, toBugField, toTable, toText } from './table.ts';
import { toReasonWords, toSourceWords } from './words.ts';

const LOOK_AGAIN_WORDS: Readonly<Record<LookAgain, string>> = {
  'no-note': 'look again: no note',
  'not-confirmed': 'look again: no scan is known to confirm it',
};

export function toSettledTable(report: InsightsReport): Table {
  const { settled } = report.total.settled;
  return toTable<ShownBug>(
    {
      title: `Settled by people in these ${formatCount(report.days)} days`,
      lead: toLookAgainSentences(report.total.settled),
      notes: compact([
        settled.length > 0 &&
          'Only security bugs are marked “look again”: those dismissed without a note, and those marked as resolved that no later full scan of the default branch is known to leave out.',
        toUnattributedSentence(report.total.settled),
        settled.length > 0 && 'Names come from the review note, which any reviewer can edit.',
      ]),
      none: 'People dismissed nothing, and marked nothing as resolved.',
    },
    [
      toBugField(report),
      KIND_FIELD,
      {
        title: 'Settled as',
        of: (bug) => ({
          text: toStateWords(bug),
          below: bug.lookAgain === null ? toUntilWords(bug) : LOOK_AGAIN_WORDS[bug.lookAgain],
        }),
      },
      NOTE_FIELD,
      toReviewField(report),
    ],
    settled,
  );
}

/** The table ends with the period, so that what is still unconfirmed from before is counted here. */
function toLookAgainSentences({ settled, unconfirmedBefore: before }: SettledFigures): string | null {
  const again = settled.filter(({ lookAgain }) => lookAgain !== null).length;
  const marked = countOf(before, 'security bug was', 'security bugs were');
  const sentences = compact([
    again > 0 && `Look again at ${countOf(again, 'security bug', 'security bugs')}.`,
    before > 0 &&
      `${marked} marked as resolved before these days, and no scan is known to confirm that: look for \`not-confirmed\` in bugs.csv.`,
  ]);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function toUnattributedSentence({ unattributed, unattributedSecurity: security }: SettledFigures): string | null {
  if (unattributed === 0) return null;
  const which = security === 0 ? '' : ` (${countOf(security, 'security bug', 'security bugs')})`;
  return `${countOf(unattributed, 'more bug was', 'more bugs were')} resolved${which}; by whom is not known, because the service does not say.`;
}

function toStateWords({ review }: ShownBug): string {
  if (review?.state === 'resolved') return 'marked as resolved';
  const reason = toReasonWords(review?.reason ?? null);
  return reason === '' ? 'dismissed' : `dismissed: ${reason}`;
}

export function toEndingTable(report: InsightsReport): Table {
  const { ending } = report.total.settled;
  return toTable<ShownBug>(
    {
      title: 'Expiring exceptions',
      notes: [
        `Bugs that were dismissed until a date that has passed or will pass within ${SOON_DAYS} days. An expired one still counts as dismissed here, until somebody reopens it.`,
      ],
      none: `None has expired, and none expires within ${SOON_DAYS} days.`,
    },
    [
      toBugField(report),
      KIND_FIELD,
      {
        title: 'Expires',
        isShort: true,
        of: (bug) => toText(`${readEnd(bug) <= report.now ? 'expired' : 'expires'} ${bug.review?.until?.day ?? ''}`),
      },
      { title: 'Reason', of: ({ review }) => toText(toReasonWords(review?.reason ?? null)) },
      NOTE_FIELD,
      toReviewField(report),
    ],
    ending,
  );
}

const NOTE_FIELD: Field<ShownBug> = { title: 'Note', of: ({ details }) => toText(details?.note ?? null) };

/** Shows the name in the note with the pull request of its comment, else where the bug was reviewed. */
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
  return until && `until ${until.day}`;
}
