import type { RepoId, RuleId, RuleRequestId } from '../domain/identifiers.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Rule, RuleListItem, RuleRequestStatus } from './resources.js';
import { type CreateAndWait, type CreatedRules, type CreateRule } from './rule-requests.js';
/** Everything about requests for rules. */
export interface RuleRequestMethods {
    /** The requests of a repository, newest first, each with its results. The service does not page them. */
    list(query: {
        readonly repoId: RepoId;
    }, options?: CallOptions): Promise<readonly RuleRequestStatus[]>;
    /** One request and how far it is. */
    get(id: RuleRequestId, options?: CallOptions): Promise<RuleRequestStatus>;
}
/** Everything about rules. All methods throw a ServiceError, or the reason of an aborted signal. */
export interface RuleMethods {
    /** The finished rules of a repository, newest first, without their files. The service does not page them. */
    list(query: {
        readonly repoId: RepoId;
    }, options?: CallOptions): Promise<readonly RuleListItem[]>;
    /** One rule with its files. */
    get(id: RuleId, options?: CallOptions): Promise<Rule>;
    /** Starts a request for rules. Never sent again when it may have arrived. */
    create(rule: CreateRule, options?: CallOptions): Promise<RuleRequestId>;
    /**
     * Starts a request, or resumes one by `requestId`, waits until it is complete, and fetches its rules. Looks
     * every 5 to 10 s, at most 20 times. Throws a RuleRequestFailedError when the service failed, and a
     * RuleRequestUnfinishedError after the last look; both carry the request id.
     */
    createAndWait(work: CreateAndWait, options?: CallOptions): Promise<CreatedRules>;
    readonly requests: RuleRequestMethods;
}
/** Makes the methods about rules. */
export declare function ruleMethods(config: ClientConfig): RuleMethods;
