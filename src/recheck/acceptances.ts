// Dismissals that end: which of a repository's have ended, and the reopening of those bugs.
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

/** Our limit on the bugs that one run reopens. */
const MAX_REOPENED = 100;
/** How early the summary names a dismissal that will end. */
const SOON_MS = 14 * DAY_MS;
const MAX_NAMED = 20;

/** A dismissed bug whose note begins with `until`. */
export interface EndingDismissal {
  readonly id: BugId;
  /** The last day, in UTC; null: it cannot be read. */
  readonly day: string | null;
  /** The first moment after that day; never, if it cannot be read. */
  readonly endsAt: number;
  /** What was decided, as the service said it; compared just before the bug is reopened. */
  readonly decision: string;
}

/** Converts a bug; null if it is not dismissed, or its note does not begin with `until`. */
export function toEndingDismissal({ id, review }: Bug): EndingDismissal | null {
  const acceptance = review?.state === 'dismissed' ? readAcceptance(review.notes ?? '') : null;
  if (acceptance === null) return null;
  const { day, endsAt } = acceptance.kind === 'until' ? acceptance : { day: null, endsAt: Infinity };
  return { id, day, endsAt, decision: toDecision(review) };
}

function toDecision(review: Bug['review']): string {
  return JSON.stringify([review?.state, review?.createdAt, review?.dismissalReason, review?.notes]);
}

/** The dismissals whose day is over, the one that ended first first. */
export function selectExpired(dismissals: readonly EndingDismissal[], now: number): readonly EndingDismissal[] {
  return dismissals
    .filter(({ endsAt }) => endsAt <= now)
    .toSorted((a, b) => a.endsAt - b.endsAt || compareText(a.id, b.id));
}

/** What one run may still reopen, over all of its repositories. */
export interface ReopeningQuota {
  left: number;
  /** Whether the key may not review: then no more is sent, and one error has been logged. */
  isRefused: boolean;
}

/** The quota of a run that has reopened nothing yet. */
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
  /** `owner/name`, for messages. */
  readonly repository: string;
  readonly nowMs: EpochMs;
  /** Whether only to say what would be reopened. */
  readonly dryRun: boolean;
  /** One for all repositories of a run; this counts in it. */
  readonly quota: ReopeningQuota;
  /** This adds to it at once, for a run that is cut off. */
  readonly done: Reopenings;
}

export interface Reopenings {
  /** The bugs that are pending again, or with `dryRun` would be. */
  readonly reopened: BugId[];
  /** For the summary, and in the log already: one plain sentence each, with bugs by id alone, in backticks. */
  readonly notes: string[];
}

/**
 * Reopens the bugs of a repository whose dismissals have ended; without the input it only warns how many there are. Gives why
 * bugs should be pending again and are not, or that could not be found out, for which the job is red; null where there is none.
 * What the service refuses is logged, never thrown. Rejects for a cancelled job or a bug in Scan Gate.
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
    if (inputs.reopenExpired) runner.error(message);
    else runner.warning(message);
    return inputs.reopenExpired ? dismissals.reason : null;
  }
  warnOfUnreadable(session, repository, dismissals);
  const expired = selectExpired(dismissals, nowMs);
  if (!inputs.reopenExpired) warnOfExpired(session, repository, expired);
  const fault = inputs.reopenExpired ? await reopenAll(session, query, expired) : null;
  const soon = selectExpired(dismissals, nowMs + SOON_MS).slice(expired.length);
  for (const line of toSoonLines(soon)) note(session, query, line);
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

function warnOfUnreadable(
  { runner }: AcceptanceSession,
  repository: string,
  dismissals: readonly EndingDismissal[],
): void {
  const unreadable = dismissals.filter(({ day }) => day === null);
  if (unreadable.length === 0) return;
  const notes = countOf(unreadable.length, 'note begins', 'notes begin');
  runner.warning(
    `${repository}: ${notes} with "until" and no date that can be read, so nothing reopens: ${toNames(unreadable)}. Write the date as in "until 2027-01-31".`,
  );
}

function warnOfExpired({ runner }: AcceptanceSession, repository: string, expired: readonly EndingDismissal[]): void {
  if (expired.length === 0) return;
  const dismissals = countOf(expired.length, 'dismissal has', 'dismissals have');
  runner.warning(
    `${repository}: ${dismissals} ended, and the bugs stay dismissed: ${toNames(expired)}. To reopen them, set reopen-expired: true and use a key that may review.`,
  );
}

function toNames(dismissals: readonly EndingDismissal[]): string {
  const named = dismissals.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = dismissals.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

function toSoonLines(soon: readonly EndingDismissal[]): readonly string[] {
  const named = soon.slice(0, MAX_NAMED).map(({ id, day }) => `\`${id}\` is dismissed until ${day ?? ''} (UTC).`);
  const more = soon.length - named.length;
  if (more === 0) return named;
  return [...named, `${countOf(more, 'more dismissal ends', 'more dismissals end')} within 14 days.`];
}

async function reopenAll(
  session: AcceptanceSession,
  query: AcceptanceQuery,
  expired: readonly EndingDismissal[],
): Promise<UnverifiedReason | null> {
  const { dryRun, quota, done } = query;
  const failures: Failure[] = [];
  let untried = expired.length;
  // One after the other: each is read just before it is changed, and a key that may not review is refused only once.
  for (const dismissal of expired) {
    if (quota.left === 0 || quota.isRefused || failures.some(({ ends }) => ends === 'outage')) break;
    untried -= 1;
    const { id, day } = dismissal;
    const reopening: Reopening = dryRun ? { kind: 'reopened' } : await reopen(session, query, dismissal);
    if (reopening.kind === 'failed') {
      failures.push(reopening);
      note(session, query, `\`${id}\` could not be reopened; the log says why.`);
      quota.isRefused = reopening.ends === 'refusal';
    } else if (reopening.kind === 'changed') {
      note(session, query, `\`${id}\` was not changed: somebody else has just changed it.`);
    } else {
      quota.left -= 1;
      done.reopened.push(id);
      const be = dryRun ? 'would be' : 'is';
      note(session, query, `\`${id}\` ${be} pending again: it was dismissed until ${day ?? ''} (UTC).`);
    }
  }
  logFailures(session, query, failures);
  if (untried > 0) note(session, query, toUntriedLine(untried, quota));
  return toFault(failures, quota.isRefused && untried > 0);
}

/** What one bug alone met is a warning: the next run tries again. */
function logFailures(
  { runner }: AcceptanceSession,
  { repository }: AcceptanceQuery,
  failures: readonly Failure[],
): void {
  const single = failures.filter(({ ends }) => ends === null);
  if (single.length > 0) runner.warning(toFailureMessage(repository, single));
  const last = failures.filter(({ ends }) => ends !== null);
  if (last.length > 0) runner.error(toFailureMessage(repository, last));
}

function toFailureMessage(repository: string, failures: readonly Failure[]): string {
  const bugs = countOf(failures.length, 'bug whose dismissal has', 'bugs whose dismissals have');
  const named = failures.slice(0, MAX_NAMED).map(({ id, why }) => `${id}: ${why}`);
  return `${repository}: could not reopen ${bugs} ended. ${named.join(' ')}`;
}

function toFault(failures: readonly Failure[], isRefused: boolean): UnverifiedReason | null {
  if (isRefused || failures.some(({ ends }) => ends === 'refusal')) return 'unauthorized';
  return failures.some(({ ends }) => ends === 'outage') ? 'service-error' : null;
}

function toUntriedLine(untried: number, { left, isRefused }: ReopeningQuota): string {
  const dismissals = countOf(untried, 'more dismissal has', 'more dismissals have');
  if (isRefused) return `${dismissals} ended, and the key may not review.`;
  const why = left === 0 ? `one run reopens at most ${MAX_REOPENED} bugs` : 'the service could not be reached';
  return `${dismissals} ended and must wait for the next run: ${why}.`;
}

interface Failure {
  readonly kind: 'failed';
  readonly id: BugId;
  readonly why: string;
  /** What ends the reopening, since the next bug would meet the same; null: it is about this bug. */
  readonly ends: 'refusal' | 'outage' | null;
}

type Reopening = { readonly kind: 'reopened' | 'changed' } | Failure;

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
    return { kind: 'failed', id, why: 'The service did not set it to pending.', ends: null };
  } catch (error) {
    if (isSent && session.signal.aborted) {
      note(session, query, `\`${id}\` may be pending again: the job ended while it was being reopened.`);
    }
    // Without the service's own words.
    return { kind: 'failed', id, why: toWhat(unverifiedBy(error)), ends: toEnding(error) };
  }
}

/** An answer that cannot be read, as that of one bug with a field too long, says nothing about the next. */
function toEnding(error: unknown): Failure['ends'] {
  if (!isServiceError(error)) return 'outage';
  if (error.kind === 'decode') return null;
  const category = errorCategory(error);
  if (category === 'forbidden' || category === 'unauthorized') return 'refusal';
  return category === 'unavailable' ? 'outage' : null;
}
