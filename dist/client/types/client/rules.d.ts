import type { RepoId, RuleId, RuleRequestId } from '../domain/identifiers.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Rule, RuleListItem, RuleRequestStatus } from './resources.js';
import { type CreateAndWait, type CreatedRules, type CreateRule } from './rule-requests.js';
/** The methods for rule requests. They throw like those for rules. */
export interface RuleRequestMethods {
    /** The rule requests of a repository, newest first, each with its results. The service does not page them. */
    list(query: {
        readonly repoId: RepoId;
    }, options?: CallOptions): Promise<readonly RuleRequestStatus[]>;
    /** One rule request and its state. */
    get(id: RuleRequestId, options?: CallOptions): Promise<RuleRequestStatus>;
}
/**
 * The methods for rules.
 * @throws {ServiceError} From every method; if its signal is aborted, the signal's reason instead.
 */
export interface RuleMethods {
    /** The finished rules of a repository, newest first, without their files. The service does not page them. */
    list(query: {
        readonly repoId: RepoId;
    }, options?: CallOptions): Promise<readonly RuleListItem[]>;
    /** One rule with its files. */
    get(id: RuleId, options?: CallOptions): Promise<Rule>;
    /** Starts a rule request. Never retried if it may have arrived. */
    create(rule: CreateRule, options?: CallOptions): Promise<RuleRequestId>;
    /**
     * Starts a rule request, or resumes one by `requestId`, waits until it is complete, and fetches its rules. Polls
     * every 5 to 10 s, at most 20 times.
     * @throws {RuleRequestFailedError} If the service failed; has the request id.
     * @throws {RuleRequestUnfinishedError} After the last poll; has the request id.
     */
    createAndWait(work: CreateAndWait, options?: CallOptions): Promise<CreatedRules>;
    readonly requests: RuleRequestMethods;
}
/** Creates the methods for rules. */
export declare function ruleMethods(config: ClientConfig): RuleMethods;
