// Whether the service's findings can be trusted: how many of those that people have reviewed they dismissed as not a bug.
import { type Disclosure, isDisclosed } from './disclosure.ts';
import { compareText } from './finding.ts';
import { formatCount } from './format.ts';
import { isByPerson, type ReviewedBug } from './reviewed-bug.ts';

/** How often people said that it is no bug. */
export interface FalseShare {
  readonly notABug: number;
  readonly reviewed: number;
}

export interface Trust extends FalseShare {
  /** The folders with the most such bugs, at most three, each with one at least, of ten reviews or more. */
  readonly folders: readonly (FalseShare & { readonly folder: string })[];
}

/** Below so many reviews a share says little, of all and of a folder. */
const LEAST_REVIEWS = 20;
const LEAST_REVIEWS_OF_FOLDER = 10;
const MAX_FOLDERS = 3;

/**
 * Counts over all time; null below twenty reviews. Of bugs whose details are withheld the folder is not counted, since it
 * would be named.
 */
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

/** Of a file; `/`: the root. */
export function toFolder(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

/** Such as `12 of 80: 15 %`. */
export function formatShare({ notABug, reviewed }: FalseShare): string {
  const percent = Math.round((100 * notABug) / Math.max(1, reviewed));
  return `${formatCount(notABug)} of ${formatCount(reviewed)}: ${percent} %`;
}
