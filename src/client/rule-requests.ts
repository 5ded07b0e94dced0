// The waiting for a request for rules: when to look again, when to give up, and how that is told.

import type { RepoId, RuleRequestId, BugId, CommitId } from '../domain/identifiers.ts';
import type { Rule, RuleRequestStatus } from './resources.ts';

/** What rules are made from; all optional. With none given the service proposes rules from the bug history. */
export interface CreateRuleInput {
  /** The pattern to detect, in plain language. */
  readonly description?: string | undefined;
  /** Bugs that serve as examples. */
  readonly bugIds?: readonly BugId[] | undefined;
  /** Commits whose diffs serve as examples. */
  readonly commitShas?: readonly CommitId[] | undefined;
}

/** A request for rules. */
export interface CreateRule {
  readonly repoId: RepoId;
  readonly input?: CreateRuleInput | undefined;
}

/** How to wait. The defaults are the advice of the service's document: every 5 to 10 s, at most 20 looks. */
export interface Polling {
  /** Pause after the first look, in milliseconds; it grows by a fifth each time, to twice this. Default 5,000. */
  readonly pollIntervalMs?: number | undefined;
  /** Most looks. Default 20. */
  readonly maxPolls?: number | undefined;
  /** Told the id as soon as it is known, before the first look: what to resume with if anything fails later. */
  readonly onRequest?: ((id: RuleRequestId) => void) | undefined;
  /** Told after each look. */
  readonly onLook?: ((request: RuleRequestStatus, looks: number) => void) | undefined;
}

/** A new request, or the id of one to resume. */
export type CreateAndWait = Polling & (CreateRule | { readonly requestId: RuleRequestId });

/** What came out of a request. */
export interface CreatedRules {
  readonly requestId: RuleRequestId;
  readonly request: RuleRequestStatus;
  /** In the order of `request.results`; empty when the service made none. */
  readonly rules: readonly Rule[];
}

/** The service could not make rules from the request; sending the same again starts a new one. */
export class RuleRequestFailedError extends Error {
  override readonly name = 'RuleRequestFailedError';
  readonly requestId: RuleRequestId;

  constructor(requestId: RuleRequestId) {
    super(
      `The rule request ${requestId} failed in the service. Change the description or the examples, and create a new one.`,
    );
    this.requestId = requestId;
  }
}

/** The request was still not finished at the last look; it goes on in the service and can be resumed. */
export class RuleRequestUnfinishedError extends Error {
  override readonly name = 'RuleRequestUnfinishedError';
  readonly requestId: RuleRequestId;
  /** How often it was looked at. */
  readonly looks: number;

  constructor(requestId: RuleRequestId, looks: number) {
    super(
      `The rule request ${requestId} is not finished after ${looks} looks. It goes on in the service: resume it with this request id.`,
    );
    this.requestId = requestId;
    this.looks = looks;
  }
}

/** What the waiting needs of the world. */
export interface RuleRequestWorld {
  readonly fetchStatus: (id: RuleRequestId) => Promise<RuleRequestStatus>;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Looks until the request is complete. An unknown status counts as not finished. Throws a
 * RuleRequestFailedError, a RuleRequestUnfinishedError, or what looking and pausing throw.
 */
export async function waitForRuleRequest(
  requestId: RuleRequestId,
  { pollIntervalMs = 5_000, maxPolls = 20, onLook }: Polling,
  world: RuleRequestWorld,
): Promise<RuleRequestStatus> {
  for (let looks = 1; ; looks++) {
    const request = await world.fetchStatus(requestId);
    onLook?.(request, looks);
    if (request.status === 'complete') return request;
    if (request.status === 'failed') throw new RuleRequestFailedError(requestId);
    if (looks >= maxPolls) throw new RuleRequestUnfinishedError(requestId, looks);
    await world.pause(Math.round(pollIntervalMs * Math.min(2, 1.2 ** (looks - 1))));
  }
}
