import type { RepoId, RuleRequestId, BugId, CommitId } from '../domain/identifiers.js';
import type { Rule, RuleRequestStatus } from './resources.js';
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
export interface Polling {
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
    /** Called after each poll; `looks` is how many there were so far. */
    readonly onLook?: ((request: RuleRequestStatus, looks: number) => void) | undefined;
}
/** A new request, or the id of one to resume. */
export type CreateAndWait = Polling & (CreateRule | {
    readonly requestId: RuleRequestId;
});
/** The result of a finished request. */
export interface CreatedRules {
    readonly requestId: RuleRequestId;
    readonly request: RuleRequestStatus;
    /** In the order of `request.results`; empty when the service made none. */
    readonly rules: readonly Rule[];
}
/** The service could not make rules from the request. Sending the same input again starts a new request. */
export declare class RuleRequestFailedError extends Error {
    readonly name = "RuleRequestFailedError";
    readonly requestId: RuleRequestId;
    constructor(requestId: RuleRequestId);
}
/** The request was not finished at the last poll. It continues in the service and can be resumed. */
export declare class RuleRequestUnfinishedError extends Error {
    readonly name = "RuleRequestUnfinishedError";
    readonly requestId: RuleRequestId;
    /** How often it was polled. */
    readonly looks: number;
    constructor(requestId: RuleRequestId, looks: number);
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
export declare function waitForRuleRequest(requestId: RuleRequestId, { pollIntervalMs, maxPolls, onLook }: Polling, dependencies: PollingDependencies): Promise<RuleRequestStatus>;
