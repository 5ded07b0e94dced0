// Decides which issue is ours, whether it is open, and whether it is written. Pure.
import { MAX_ISSUE_TITLE_CHARACTERS } from '../documents/limits.ts';
import type { Identity } from '../github/account.ts';
import { isBy, isNewer, type ListedComment } from '../github/comment-plan.ts';
import { isIssueBody, type IssueMarker, parseIssueMarker } from './documents/marker.ts';
import type { WatchCounts } from './report.ts';

export interface ListedIssue extends Omit<ListedComment, 'id'> {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
}

export interface IssueMemory {
  /** We keep the oldest of ours; null: there is none. */
  readonly issue: ListedIssue | null;
  /** Two runs at once may have made more, oldest first. */
  readonly duplicates: readonly ListedIssue[];
  /** It is the newest of all; null: none can be read that is for this branch and repository. */
  readonly marker: IssueMarker | null;
}

type WatchName = Pick<IssueMarker, 'branch' | 'repositoryId'>;

/** By this identity, with our marker at the start, oldest first. Where somebody edited that away, an open one with our title. */
export function selectOwnIssues(
  issues: readonly ListedIssue[],
  { identity, title }: { readonly identity: Identity; readonly title: string },
): readonly ListedIssue[] {
  const own = issues.filter((issue) => isBy(issue, identity)).sort((a, b) => a.number - b.number);
  const marked = own.filter(({ body }) => isIssueBody(body));
  return marked.length > 0
    ? marked
    : own.filter((issue) => issue.state === 'open' && issue.title === toIssueTitle(title));
}

export function toIssueTitle(title: string): string {
  return title.slice(0, MAX_ISSUE_TITLE_CHARACTERS);
}

export function readMemory(own: readonly ListedIssue[], watched: WatchName): IssueMemory {
  const [issue = null, ...duplicates] = own;
  const markers = own
    .map(({ body }) => parseIssueMarker(body))
    .filter((marker) => marker !== null)
    .filter((marker) => isOf(marker, watched));
  const marker = markers.reduce<IssueMarker | null>(
    (newest, next) => (newest === null || next.position.startedAt > newest.position.startedAt ? next : newest),
    null,
  );
  return { issue, duplicates, marker };
}

function isOf(marker: IssueMarker, { branch, repositoryId }: WatchName): boolean {
  return marker.branch === branch && marker.repositoryId === repositoryId;
}

/** Says whether a run of the same watch that read later has written one of these issues: its memory must stay. */
export function isOvertaken(issues: readonly ListedIssue[], ours: IssueMarker): boolean {
  return issues
    .map(({ body }) => parseIssueMarker(body))
    .some((shown) => shown !== null && isOf(shown, ours) && isNewer(shown, ours));
}

/** The issue is closed when no bug is pending. One that a person has closed stays closed until a bug is new. */
export function decideIssueState(
  issue: ListedIssue | null,
  { open, newBugs }: Pick<WatchCounts, 'open' | 'newBugs'>,
): ListedIssue['state'] {
  if (open === 0) return 'closed';
  if (issue === null || issue.state === 'open' || newBugs > 0) return 'open';
  return parseIssueMarker(issue.body)?.state === 'open' ? 'closed' : 'open';
}

/** Says whether nothing was processed, and nothing else has changed, since the issue was written. */
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
