// Waiting for a rule request: when to poll, when to give up, and the errors.
import type { BugId, CommitId, RepoId, RuleRequestId } from '../judgement/identifiers.ts';
import type { CallOptions } from './request.ts';
import type { Rule, RuleRequestStatus } from './resources.ts';
import { toUncaughtStack } from './service-error.ts';

/** What rules are made from; all optional. Without any of it the service proposes rules from the bug history. */
export interface CreateRuleInput {
  /** The pattern to detect, in plain language. */
  readonly description?: string | undefined;
  /** Example bugs. */
  readonly bugIds?: readonly BugId[] | undefined;
  /** Commits whose diffs are examples. */
  readonly commitShas?: readonly CommitId[] | undefined;
}

/** A new rule request. */
export interface CreateRule {
  readonly repoId: RepoId;
  readonly input?: CreateRuleInput | undefined;
}

/** How to poll. The defaults follow the service's documentation: every 5 to 10 s, at most 20 times. */
export interface WaitOptions extends CallOptions {
  /**
   * Pause after the first poll, in milliseconds; grows by a fifth each time, up to twice this.
   * @default 5_000
   */
  readonly pollIntervalMs?: number | undefined;
  /**
   * How often to poll at most.
   * @default 20
   */
  readonly maxPolls?: number | undefined;
  /** Called with the id as soon as it is known, before the first poll, so that the request can be resumed. */
  readonly onRequest?: ((id: RuleRequestId) => void) | undefined;
  /** Called after each poll; `polls` is how many there were so far. */
  readonly onPoll?: ((request: RuleRequestStatus, polls: number) => void) | undefined;
}

/** A request for rules on its way: awaited it gives the id, and `wait` waits for the rules. */
export interface RuleCreation extends Promise<RuleRequestId> {
  /**
   * Waits until the request is complete, and fetches its rules. Throws what `create` throws, and what
   * `rules.requests.wait` throws. A signal that `create` was given ends the waiting too.
   */
  wait(options?: WaitOptions): Promise<CreatedRules>;
}

/** The result of a finished request. */
export interface CreatedRules {
  readonly requestId: RuleRequestId;
  readonly request: RuleRequestStatus;
  /** In the order of `request.results`; empty when the service made none. */
  readonly rules: readonly Rule[];
}

/** The service could not make rules from the request. Sending the same input again starts a new request. */
export class RuleRequestFailedError extends Error {
  override readonly name = 'RuleRequestFailedError';
  readonly requestId: RuleRequestId;

  constructor(requestId: RuleRequestId) {
    const summary = `The rule request ${requestId} failed in the service.`;
    const advice = 'Change the description or the examples, and create a new one.';
    super(`${summary} ${advice}`);
    this.requestId = requestId;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
}

/** The request was not finished at the last poll. It continues in the service and can be resumed. */
export class RuleRequestUnfinishedError extends Error {
  override readonly name = 'RuleRequestUnfinishedError';
  readonly requestId: RuleRequestId;
  /** How often it was polled. */
  readonly polls: number;

  constructor(requestId: RuleRequestId, polls: number) {
    const summary = `The rule request ${requestId} is not finished after ${polls} polls.`;
    const advice = 'It continues in the service. Resume it with this request ID.';
    super(`${summary} ${advice}`);
    this.requestId = requestId;
    this.polls = polls;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
}

/** What waiting for a request needs from outside. */
export interface PollingDependencies {
  readonly fetchStatus: (id: RuleRequestId) => Promise<RuleRequestStatus>;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Polls until the request is complete. An unknown status counts as not finished. Also throws what `fetchStatus`
 * and `pause` throw.
 * @throws {RuleRequestFailedError} If the service failed.
 * @throws {RuleRequestUnfinishedError} After the last poll.
 */
export async function waitForRuleRequest(
  requestId: RuleRequestId,
  { pollIntervalMs = 5_000, maxPolls = 20, onPoll }: WaitOptions,
  { fetchStatus, pause }: PollingDependencies,
): Promise<RuleRequestStatus> {
  for (let polls = 1; ; polls++) {
    const request = await fetchStatus(requestId);
    onPoll?.(request, polls);
    if (request.status === 'complete') return request;
    if (request.status === 'failed') throw new RuleRequestFailedError(requestId);
    if (polls >= maxPolls) throw new RuleRequestUnfinishedError(requestId, polls);
    await pause(Math.round(pollIntervalMs * Math.min(2, 1.2 ** (polls - 1))));
  }
}
