// A bug as the documents may show it: the guard of disclosure stands here, before every document.
import { type Disclosure, isDisclosed } from '../judgement/disclosure.ts';
import { compareText, type FindingKind } from '../judgement/finding.ts';
import { type BugId, type EpochMs, isSameFullName } from '../judgement/identifiers.ts';
import type { Review, ReviewedBug } from '../judgement/reviewed-bug.ts';
import { type BranchScan, decideLookAgain, type LookAgain } from './look-again.ts';
import { type Note, readNote } from './note.ts';

export interface ShownBug {
  /** `owner/name`. */
  readonly repository: string;
  readonly id: BugId;
  readonly kind: FindingKind;
  readonly foundAt: EpochMs;
  /** It is null where nobody has reviewed it. */
  readonly review: ShownReview | null;
  /** It is null where nobody needs to look again. */
  readonly lookAgain: LookAgain | null;
  /** They are null where they are withheld. */
  readonly details: ShownDetails | null;
}

export interface ShownReview extends Pick<Review, 'state' | 'at' | 'reason' | 'source'> {
  readonly until: Note['until'];
}

/** All text is untrusted. */
export interface ShownDetails {
  readonly title: string;
  readonly path: string | null;
  readonly sha: string | null;
  readonly pullRequest: number | null;
  /** It is null, too, where people are not named. */
  readonly author: string | null;
  readonly note: string | null;
  /** The note says that this person reviewed it; null, too, where people are not named. */
  readonly by: string | null;
  /** The note names this pull request, if it is of this repository. */
  readonly byPullRequest: number | null;
}

/** The service documents these reasons and sources. Any other text may name what is withheld. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['not_a_bug', 'wont_fix', 'duplicate', 'other'],
  ...['review', 'linear', 'jira', 'asana', 'github_issue', 'bug_fix_check'],
]);
const UNKNOWN = 'other';

function isKnown(word: string | null): boolean {
  return word === null || KNOWN.has(word);
}

export interface BugFrame {
  /** `owner/name`. */
  readonly repository: string;
  readonly disclosure: Disclosure;
  /** It is null where no scan confirms what people marked as resolved. */
  readonly branchScan: BranchScan | null;
}

/** Details of security and unclassified bugs are withheld where they may not be shown, and so are people. */
export function toShownBug(bug: ReviewedBug, { repository, disclosure, branchScan }: BugFrame): ShownBug {
  const { id, kind, foundAt, review, details } = bug;
  const note = readNote(review?.note ?? '');
  const isNaming = disclosure === 'full';
  const isShown = isDisclosed(bug, disclosure);
  const { introducedBy } = details;
  return {
    repository,
    id,
    kind,
    foundAt,
    review: review && {
      state: review.state,
      at: review.at,
      reason: isShown || isKnown(review.reason) ? review.reason : UNKNOWN,
      source: isShown || isKnown(review.source) ? review.source : UNKNOWN,
      until: note.until,
    },
    lookAgain: decideLookAgain(bug, branchScan),
    details: isShown
      ? {
          title: details.title,
          path: details.path,
          sha: introducedBy?.sha ?? null,
          pullRequest: introducedBy?.pullRequest ?? null,
          author: isNaming ? (introducedBy?.author ?? null) : null,
          note: note.text,
          by: isNaming ? note.by : null,
          byPullRequest: isSameFullName(note.repository ?? '', repository) ? note.pullRequest : null,
        }
      : null,
  };
}

export function compareIds(a: ShownBug, b: ShownBug): number {
  return compareText(a.repository, b.repository) || compareText(a.id, b.id);
}

export function compareByRepository(a: ShownBug, b: ShownBug): number {
  return compareText(a.repository, b.repository) || b.foundAt - a.foundAt || compareText(a.id, b.id);
}

export function compareByReview(a: ShownBug, b: ShownBug): number {
  return (b.review?.at ?? 0) - (a.review?.at ?? 0) || compareIds(a, b);
}
