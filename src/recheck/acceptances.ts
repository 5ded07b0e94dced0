// Finds the dismissals of a repository that have ended, and reopens those bugs.
import { type Bug, errorCategory, isServiceError, type ServiceClient } from '../client/index.ts';
import { toWhat } from '../documents/causes.ts';
import { readAcceptance } from '../judgement/acceptance.ts';
import { formatDay } from '../judgement/day.ts';
import { compareText } from '../judgement/finding.ts';
import { countOf } from '../judgement/format.ts';
import type { BugId, EpochMs, RepoId } from '../judgement/identifiers.ts';
import { DAY_MS } from '../judgement/time.ts';
import { isUnverified } from '../judgement/unverified.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import type { Runner } from '../runner/runner.ts';
import { requireOurs } from '../service/fetch-list-totals.ts';
import { orUnverified, unverifiedBy } from '../service/to-unverified.ts';
import { toFaultWords } from '../sweep/progress.ts';

const MAX_REOPENED = 100;
const SOON_MS = 14 * DAY_MS;
const MAX_NAMED = 20;

/** A dismissed bug whose note begins with `until`. */
export interface EndingDismissal {
  readonly id: BugId;
  /** The last day, in UTC; null if it cannot be read, and then it never ends. */
  readonly day: string | null;
  /** The first moment after that day; Infinity if it cannot be read. */
  readonly endsAt: number;
  /** The decision as the service told it; it is compared just before the bug is reopened. */
  readonly decision: string;
}

/** Gives null if the bug is not dismissed, or its note does not begin with `until`. */
export function toEndingDismissal({ id, review }: Bug): EndingDismissal | null {
  const acceptance = review?.state === 'dismissed' ? readAcceptance(review.notes ?? '') : null;
  if (acceptance === null) return null;
  const { day, endsAt } = acceptance.kind === 'until' ? acceptance : { day: null, endsAt: Infinity };
  return { id, day, endsAt, decision: toDecision(review) };
}

function toDecision(review: Bug['review']): string {
  return JSON.stringify([review?.state, review?.createdAt, review?.dismissalReason, review?.notes]);
}

export function selectExpired(dismissals: readonly EndingDismissal[], now: number): readonly EndingDismissal[] {
  return dismissals
    .filter(({ endsAt }) => endsAt <= now)
    .toSorted((a, b) => a.endsAt - b.endsAt || compareText(a.id, b.id));
}

/** One run may reopen so many bugs, over all of its repositories. */
export interface ReopeningQuota {
  left: number;
  /** True if the key may not review; then no more is sent. */
  isRefused: boolean;
}

export function createReopeningQuota(): ReopeningQuota {
  return { left: MAX_REOPENED, isRefused: false };
}

export interface AcceptanceSession {
  readonly runner: Pick<Runner, 'info' | 'warning' | 'error'>;
  readonly service: ServiceClient;
  readonly signal: AbortSignal;
  readonly inputs: { readonly reopenExpired: boolean };
}

export interface AcceptanceQuery {
  readonly repositoryId: RepoId;
  /** Messages name the repository as `owner/name`. */
  readonly repository: string;
  readonly nowMs: EpochMs;
  readonly dryRun: boolean;
  /** All repositories of a run share it; this counts in it. */
  readonly quota: ReopeningQuota;
  /** This adds to it at once, so that a run that is cut off still tells. */
  readonly done: Reopenings;
}

export interface Reopenings {
  /** The bugs that are pending again, or would be with `dryRun`. */
  readonly reopened: BugId[];
  /** The log has the notes already: one plain sentence each, with bugs by ID alone, in backticks. */
  readonly notes: string[];
}

/**
 * Reopens bugs whose dismissals have ended, or only warns of them. The result says why some are not pending again that should be,
 * and the job is red for it. What the service refuses is logged, never thrown.
 */
export async function reopenExpired(
  session: AcceptanceSession,
  query: AcceptanceQuery,
): Promise<UnverifiedReason | null> {
  const { runner, service, inputs } = session;
  const { repositoryId, repository, nowMs } = query;
  const dismissals = await orUnverified(fetchEndingDismissals(service, repositoryId));
  if (isUnverified(dismissals)) {
    const message = `Could not read the dismissed bugs of ${repository}: ${toFaultWords(dismissals)}`;
    runner[inputs.reopenExpired ? 'error' : 'warning'](message);
    return inputs.reopenExpired ? dismissals.reason : null;
  }
  const unreadable = dismissals.filter(({ day }) => day === null);
  const expired = selectExpired(dismissals, nowMs);
  if (unreadable.length > 0) {
    const notes = countOf(unreadable.length, 'note begins', 'notes begin');
    runner.warning(
      `${repository}: ${notes} with "until" and no date that can be read, so nothing reopens: ${toNames(unreadable)}. Write the date as in "until 2027-01-31".`,
    );
  }
  if (!inputs.reopenExpired && expired.length > 0) {
    const ended = countOf(expired.length, 'dismissal has', 'dismissals have');
    runner.warning(
      `${repository}: ${ended} ended, and the bugs stay dismissed: ${toNames(expired)}. To reopen them, set reopen-expired: true and use a key that may review.`,
    );
  }
  const fault = inputs.reopenExpired ? await reopenAll(session, query, expired) : null;
  const soon = selectExpired(dismissals, nowMs + SOON_MS).slice(expired.length);
  for (const { id, day } of soon.slice(0, MAX_NAMED))
    note(session, query, `\`${id}\` is dismissed until ${day} (UTC).`);
  const more = countOf(soon.length - MAX_NAMED, 'more dismissal ends', 'more dismissals end');
  if (soon.length > MAX_NAMED) note(session, query, `${more} within 14 days.`);
  return fault;
}

function note(
  { runner }: AcceptanceSession,
  { repository, done }: Pick<AcceptanceQuery, 'repository' | 'done'>,
  line: string,
): void {
  done.notes.push(line);
  runner.info(`${repository}: ${line}`);
}

async function fetchEndingDismissals(service: ServiceClient, repoId: RepoId): Promise<readonly EndingDismissal[]> {
  const select = (bug: Bug): EndingDismissal | null => toEndingDismissal(requireOurs(bug, repoId));
  const listed = await service.bugs.collect({ repoId, status: 'dismissed', select });
  return listed.filter((dismissal) => dismissal !== null);
}

function toNames(dismissals: readonly EndingDismissal[]): string {
  const named = dismissals.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = dismissals.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

async function reopenAll(
  session: AcceptanceSession,
  query: AcceptanceQuery,
  expired: readonly EndingDismissal[],
): Promise<UnverifiedReason | null> {
  const { dryRun, quota, repository, done } = query;
  let fault: UnverifiedReason | null = null;
  // Each bug is read just before it is changed, and a key that may not review is refused only once.
  for (const [at, dismissal] of expired.entries()) {
    if (quota.left === 0 || quota.isRefused || fault !== null) {
      note(session, query, toUntriedLine(expired.length - at, quota));
      return quota.isRefused ? 'unauthorized' : fault;
    }
    const { id, day } = dismissal;
    const end: Reopening = dryRun ? { kind: 'reopened' } : await reopen(session, query, dismissal);
    if (end.kind === 'failed') {
      // A failure of one bug is a warning: the next run tries again.
      session.runner[end.fault === null ? 'warning' : 'error'](`${repository}: could not reopen ${id}: ${end.why}`);
      note(session, query, `\`${id}\` could not be reopened; the log says why.`);
      quota.isRefused = end.fault === 'unauthorized';
      fault = end.fault;
    } else if (end.kind === 'changed') {
      note(session, query, `\`${id}\` was not changed: somebody else has just changed it.`);
    } else {
      quota.left -= 1;
      done.reopened.push(id);
      const be = dryRun ? 'would be' : 'is';
      note(session, query, `\`${id}\` ${be} pending again: it was dismissed until ${day} (UTC).`);
    }
  }
  return fault;
}

function toUntriedLine(untried: number, { left, isRefused }: ReopeningQuota): string {
  const dismissals = countOf(untried, 'more dismissal has', 'more dismissals have');
  if (isRefused) return `${dismissals} ended, and the key may not review.`;
  const why = left === 0 ? `one run reopens at most ${MAX_REOPENED} bugs` : 'the service could not be reached';
  return `${dismissals} ended and must wait for the next run: ${why}.`;
}

type Reopening =
  | { readonly kind: 'reopened' | 'changed' }
  /** A `fault` ends the reopening, since the next bug would meet the same; null: it is about this bug. */
  | { readonly kind: 'failed'; readonly why: string; readonly fault: UnverifiedReason | null };

async function reopen(
  session: AcceptanceSession,
  query: AcceptanceQuery,
  { id, decision }: EndingDismissal,
): Promise<Reopening> {
  const { service } = session;
  const { repositoryId, nowMs } = query;
  let isSent = false;
  try {
    const bug = await service.bugs.get(id);
    if (bug.id !== id || bug.repoId !== repositoryId || toDecision(bug.review) !== decision) return { kind: 'changed' };
    const { dismissalReason, notes } = bug.review ?? {};
    isSent = true;
    const { state } = await service.bugs.review(id, {
      state: 'pending',
      notes: `reopened ${formatDay(nowMs)}, was ${dismissalReason ?? 'dismissed'}: ${notes ?? ''}`,
    });
    if (state === 'pending') return { kind: 'reopened' };
    return { kind: 'failed', why: 'The service did not set it to pending.', fault: null };
  } catch (error) {
    if (isSent && session.signal.aborted) {
      note(session, query, `\`${id}\` may be pending again: the job ended while it was being reopened.`);
    }
    // The log does not quote the service.
    return { kind: 'failed', why: toWhat(unverifiedBy(error)), fault: toFault(error) };
  }
}

/** An answer that cannot be read says nothing about the next bug. */
function toFault(error: unknown): UnverifiedReason | null {
  if (!isServiceError(error)) return 'service-error';
  if (error.kind === 'decode') return null;
  const category = errorCategory(error);
  if (category === 'forbidden' || category === 'unauthorized') return 'unauthorized';
  return category === 'unavailable' ? 'service-error' : null;
}
