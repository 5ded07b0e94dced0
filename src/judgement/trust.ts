// People dismissed some of the findings that they reviewed as not a bug: the share says whether findings can be trusted.
import { type Disclosure, isDisclosed } from './disclosure.ts';
import { compareText } from './finding.ts';
import { formatCount } from './format.ts';
import { isByPerson, type ReviewedBug } from './reviewed-bug.ts';

export interface FalseShare {
  readonly notABug: number;
  readonly reviewed: number;
}

export interface Trust extends FalseShare {
  /** At most three folders have the most such bugs; each has ten reviews or more. */
  readonly folders: readonly (FalseShare & { readonly folder: string })[];
}

/** A share of fewer reviews says little. */
const LEAST_REVIEWS = 20;
const LEAST_REVIEWS_OF_FOLDER = 10;
const MAX_FOLDERS = 3;

/** Counts over all time; null: there are too few reviews. The folder of a bug whose details are withheld is not named. */
export function decideTrust(bugs: readonly ReviewedBug[], disclosure: Disclosure): Trust | null {
  const reviewed = bugs.filter(isReviewedByPeople);
  if (reviewed.length < LEAST_REVIEWS) return null;
  const named = reviewed.filter((bug) => bug.details.path !== null && isDisclosed(bug, disclosure));
  const folders = [...Map.groupBy(named, ({ details }) => toFolder(details.path ?? ''))]
    .map(([folder, inside]) => ({ folder, ...countFalse(inside) }))
    .filter(({ notABug, reviewed }) => notABug > 0 && reviewed >= LEAST_REVIEWS_OF_FOLDER)
    .toSorted((a, b) => b.notABug - a.notABug || a.reviewed - b.reviewed || compareText(a.folder, b.folder))
    .slice(0, MAX_FOLDERS);
  return { ...countFalse(reviewed), folders };
}

function isReviewedByPeople({ review }: ReviewedBug): boolean {
  return review !== null && review.state !== 'pending' && isByPerson(review);
}

function countFalse(reviewed: readonly ReviewedBug[]): FalseShare {
  const notABug = reviewed.filter(({ review }) => review?.state === 'dismissed' && review.reason === 'not_a_bug');
  return { notABug: notABug.length, reviewed: reviewed.length };
}

/** The folder of a file is `/` in the root. */
export function toFolder(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

/** Writes `12 of 80: 15 %`. */
export function formatShare({ notABug, reviewed }: FalseShare): string {
  const percent = Math.round((100 * notABug) / Math.max(1, reviewed));
  return `${formatCount(notABug)} of ${formatCount(reviewed)}: ${percent} %`;
}
