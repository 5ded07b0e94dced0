// The evidence for the judgement: what the service says and, requested at the same time, what GitHub says.
import type { ListedComment } from '../github/comment-plan.ts';
import { fetchComments } from '../github/comment.ts';
import { fetchAncestors } from '../github/commits.ts';
import { toAddress } from '../github/event.ts';
import { gitHubFault } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPull, type PullRequestRef } from '../github/pull-request.ts';
import { createRelatedSource, fetchRelatedPullRequests } from '../github/related-pull-requests.ts';
import type { GateInputs } from '../inputs/gate.ts';
import type { AssessedEvidence } from '../judgement/evidence.ts';
import type { CommitSha, EpochMs, RepositoryRef } from '../judgement/identifiers.ts';
import type { ScanResults } from '../judgement/scan-results.ts';
import type { UsableScan } from '../judgement/scan.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import type { Clock } from '../net/clock.ts';
import type { Session } from '../runner/session.ts';
import { fetchListedIds } from '../service/fetch-list-totals.ts';
import { findReadableScan, type ReadableScan, type ResultsQuery } from '../service/fetch-results.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { createFindIsOnBase } from './base-branch.ts';
import { fetchPullRequestContext, type PullRequestContext } from './pull-request-context.ts';
import type { Subject } from './subject.ts';

/** The session of a gate run. */
export type GateSession = Session<GateInputs>;

/** The pull request's comments and head, read at the same time. */
export interface Conversation {
  readonly comments: readonly ListedComment[];
  /** Null if a newer head does not matter, or if it could not be read. */
  readonly headSha: CommitSha | null;
  /** Why the head could not be read; null if it was, or if it does not matter. */
  readonly headFault: unknown;
}

/** The pull request to comment on, and the client for it. */
export interface CommentTarget {
  readonly github: Octokit;
  readonly pull: PullRequestRef;
}

export interface GatheredEvidence extends AssessedEvidence {
  readonly subject: Subject;
  readonly context: PullRequestContext;
  /** Null when there is nothing to comment on. */
  readonly conversation: PromiseSettledResult<Conversation> | null;
}

/** Asks the service and GitHub at the same time. Rejects only if cancelled, or for a bug in Scan Gate. */
export async function gatherEvidence(session: GateSession, subject: Subject): Promise<GatheredEvidence> {
  const { inputs, event, clock, github } = session;
  const { pullRequest, isHead, sha } = subject;
  const target = toCommentTarget(session, subject, github);
  const fetchContext = (changesDecide: boolean): Promise<PullRequestContext> => {
    // Where files and commits decide nothing it does not matter whose they are.
    const head = changesDecide && isHead ? sha : null;
    return fetchPullRequestContext({ ...session, pullRequest, wantsIdentity: target !== null, head });
  };
  const mayDecide = mayChangesDecide(inputs);
  const begunContext = capture(fetchContext(mayDecide));
  const askNow = (): Promise<TimedConversation> => fetchTimedConversation(clock, target, isHead);
  const scan = await orUnverified(findReadableScan(toResultsQuery(session, subject)));
  // As late as possible, so that it is fresh, but still while the findings are read.
  const begunConversation = askNow();
  const results = await fetchResults(clock, scan);
  const begun = await begunContext;
  if (begun.status === 'rejected') throw begun.reason;
  // The scan may let the changes decide: one that is partial is not counted from.
  const context = !mayDecide && isRepositoryCounted(results) ? await fetchContext(true) : begun.value;
  const judged = { inputs, address: toAddress(event), subject, results, context };
  const source =
    github === null
      ? null
      : createRelatedSource(github, event.repository, (scans) => fetchListed(session, results, scans));
  const assessed = await fetchRelatedPullRequests(source, judged);
  const early = await begunConversation;
  const { conversation } = isRecent(early, clock.now()) ? early : await askNow();
  return { ...judged, ...assessed, conversation };
}

/** What the service said, even if it could not be asked everything. */
async function fetchResults(clock: Clock, scan: ReadableScan | Unverified): Promise<ScanResults> {
  const read = isUnverified(scan) ? scan : await orUnverified(scan.fetchFindings());
  // A search for the scan says what it has read, also where it finds none.
  const { scans = [], selected = null } = read.scans === undefined ? scan : read;
  const { repositoryId = null } = scan;
  if (isUnverified(read)) return { outcome: read, repositoryId, scans, selected, readAt: clock.now() };
  const { findings: outcome } = read;
  return { outcome, repositoryId, scans, selected, readAt: outcome.readAt };
}

/** Asked for only where the judged scans and the repository are known. */
async function fetchListed(
  { service }: GateSession,
  { repositoryId }: ScanResults,
  scans: readonly UsableScan[],
): Promise<ReadonlySet<string>> {
  if (service === null || repositoryId === null) throw new Error('there is no scan to read');
  return await fetchListedIds(service, repositoryId, scans);
}

/** Whether files and commits decide anything, as far as it is known before the scan is. */
function mayChangesDecide({ gateOn, scanMatch, countFrom }: GateInputs): boolean {
  const mayStandIn = scanMatch.some((match) => match !== 'exact');
  return gateOn !== 'all' || mayStandIn || countFrom === 'repository';
}

function isRepositoryCounted({ outcome }: ScanResults): boolean {
  return outcome.kind === 'read' && outcome.countedFrom === 'repository';
}

/** A conversation, and when we started to read it: it may have changed since. */
interface TimedConversation {
  readonly at: EpochMs;
  /** Null when there is nothing to comment on. */
  readonly conversation: PromiseSettledResult<Conversation> | null;
}

/**
 * How old a conversation may be when we write the comment. If reading the findings took longer, another run may have
 * written in the meantime, and we must not overwrite that without seeing it.
 */
const RECENT_MS = 500;

async function fetchTimedConversation(
  clock: Clock,
  target: CommentTarget | null,
  isHead: boolean,
): Promise<TimedConversation> {
  const at = clock.now();
  return { at, conversation: target && (await capture(fetchConversation(target, isHead))) };
}

function isRecent({ at, conversation }: TimedConversation, now: EpochMs): boolean {
  return conversation === null || now - at <= RECENT_MS;
}

/** Null if no comment will be written. */
export function toCommentTarget(session: GateSession, subject: Subject, github: Octokit | null): CommentTarget | null {
  const { inputs } = session;
  const pull = toPull(session, subject);
  const silent = inputs.comment === 'never' || !subject.comments;
  return github === null || pull === null || silent ? null : { github, pull };
}

function toPull({ event }: GateSession, { pullRequest }: Subject): PullRequestRef | null {
  return pullRequest === null ? null : { ...event.repository, number: pullRequest };
}

function toResultsQuery(session: GateSession, subject: Subject): ResultsQuery {
  const { runner, signal, inputs, github, event, service, clock } = session;
  const pull = toPull(session, subject);
  const needsAncestors = inputs.scanMatch.includes('ancestor');
  return {
    service,
    sha: subject.sha,
    inputs,
    ancestors: needsAncestors ? findAncestors(github, event.repository, subject.sha) : null,
    clock,
    signal,
    findIsOnBase: createFindIsOnBase(github, event.repository, subject),
    findHead: github !== null && pull !== null && subject.isHead ? () => findHead(github, pull) : null,
    log: (line) => {
      runner.info(line);
    },
  };
}

async function findAncestors(
  github: Octokit | null,
  repository: RepositoryRef,
  sha: CommitSha,
): Promise<readonly CommitSha[] | Unverified> {
  try {
    if (github === null) throw new Error('there is no github-token');
    return await fetchAncestors(github, repository, sha);
  } catch (error) {
    return gitHubFault(error, {
      doing: 'read the ancestors of the commit',
      permission: 'contents: read',
      advice: ['Run this job again; scan-match with ancestor needs to read commits.'],
    });
  }
}

/** Null if the head cannot be read: that is no reason to stop waiting. */
async function findHead(github: Octokit, pull: PullRequestRef): Promise<CommitSha | null> {
  const now = await capture(fetchPull(github, pull));
  return now.status === 'fulfilled' ? now.value.headSha : null;
}

/** Rejects if the comments cannot be read. The head is optional, because the marker also shows a newer run. */
export async function fetchConversation({ github, pull }: CommentTarget, isHead: boolean): Promise<Conversation> {
  const [comments, now] = await Promise.all([
    fetchComments(github, pull),
    isHead ? capture(fetchPull(github, pull)) : null,
  ]);
  const headSha = now?.status === 'fulfilled' ? now.value.headSha : null;
  return { comments, headSha, headFault: now?.status === 'rejected' ? now.reason : null };
}
