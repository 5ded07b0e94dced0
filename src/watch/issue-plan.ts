// The decision what to do with the issue of a watch: which one it is, whether it is open, and whether it is written. Pure.
import { MAX_ISSUE_TITLE_CHARACTERS } from '../documents/limits.ts';
import type { Identity } from '../github/account.ts';
import { isBy, isNewer, type ListedComment } from '../github/comment-plan.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { MAX_SKEW_MS } from '../judgement/time.ts';
import { isIssueBody, type IssueMarker, parseIssueMarker } from './documents/marker.ts';
import type { WatchCounts } from './report.ts';

export interface ListedIssue extends Omit<ListedComment, 'id'> {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
}

/** What earlier runs have left. */
export interface IssueMemory {
  /** The oldest of ours, the one that is kept; null: there is none. */
  readonly issue: ListedIssue | null;
  /** The others of ours, oldest first: two runs made them at once. */
  readonly duplicates: readonly ListedIssue[];
  /** The newest marker of them all; null: there is none for this branch and repository, or it cannot be read. */
  readonly marker: IssueMarker | null;
  /** Whether a marker is dated in the future, and so cannot be read. */
  readonly isFromFuture: boolean;
}

/** What a marker must name to be of this watch. */
export type Watched = Pick<IssueMarker, 'branch' | 'repositoryId'>;

/** What says that an issue is ours. */
export interface OwnIssue {
  readonly identity: Identity;
  readonly title: string;
}

/**
 * The issues of a watch, oldest first: by this identity, with our marker at the very start. Where somebody has edited that
 * away, an open one with our title.
 */
export function selectOwnIssues(issues: readonly ListedIssue[], { identity, title }: OwnIssue): readonly ListedIssue[] {
  const own = issues.filter((issue) => isBy(issue, identity)).sort((a, b) => a.number - b.number);
  const marked = own.filter(({ body }) => isIssueBody(body));
  return marked.length > 0
    ? marked
    : own.filter((issue) => issue.state === 'open' && issue.title === toIssueTitle(title));
}

/** As long as GitHub allows. */
export function toIssueTitle(title: string): string {
  return title.slice(0, MAX_ISSUE_TITLE_CHARACTERS);
}

/** What the issues, oldest first, remember. A marker from the future is no memory: no scan would ever be new to it. */
export function readMemory(own: readonly ListedIssue[], watched: Watched, now: EpochMs): IssueMemory {
  const [issue = null, ...duplicates] = own;
  const markers = own
    .map(({ body }) => parseIssueMarker(body))
    .filter((marker) => marker !== null)
    .filter((marker) => isOf(marker, watched));
  const past = markers.filter(({ position, readAt }) => Math.max(position.startedAt, readAt) - now <= MAX_SKEW_MS);
  const marker = past.reduce<IssueMarker | null>(
    (newest, next) => (newest === null || next.position.startedAt > newest.position.startedAt ? next : newest),
    null,
  );
  return { issue, duplicates, marker, isFromFuture: past.length < markers.length };
}

function isOf(marker: IssueMarker, { branch, repositoryId }: Watched): boolean {
  return marker.branch === branch && marker.repositoryId === repositoryId;
}

/** Whether a run of the same watch that read later has written one of these issues: then its memory must stay. */
export function isOvertaken(issues: readonly ListedIssue[], ours: IssueMarker): boolean {
  return issues
    .map(({ body }) => parseIssueMarker(body))
    .some((shown) => shown !== null && isOf(shown, ours) && isNewer(shown, ours));
}

/** Closed when no bug is pending, else open. One that a person has closed stays so until a bug is new. */
export function decideIssueState(
  issue: ListedIssue | null,
  { open, newBugs }: Pick<WatchCounts, 'open' | 'newBugs'>,
): ListedIssue['state'] {
  if (open === 0) return 'closed';
  if (issue === null || issue.state === 'open' || newBugs > 0) return 'open';
  return parseIssueMarker(issue.body)?.state === 'open' ? 'closed' : 'open';
}

/** Whether the issue says already what a run would write: nothing was processed, and nothing else has changed. */
export function isUnchanged(
  issue: ListedIssue,
  { marker, state }: { readonly marker: IssueMarker; readonly state: ListedIssue['state'] },
): boolean {
  const written = parseIssueMarker(issue.body);
  return (
    written !== null &&
    isOf(written, marker) &&
    written.position.scanId === marker.position.scanId &&
    written.position.startedAt === marker.position.startedAt &&
    written.digest === marker.digest &&
    written.state === marker.state &&
    issue.state === state
  );
}
