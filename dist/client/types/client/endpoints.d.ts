import * as schemas from './schemas.js';
import type { Schema } from './schemas.js';
/** The error types that the service documents; an unknown one is kept as it is. */
export type KnownErrorType = 'SERVICE_AUTHENTICATION_ERROR' | 'AUTHORIZATION_ERROR' | 'NOT_FOUND' | 'INTERNAL_ERROR' | 'INVALID_REQUEST_BODY' | 'INVALID_QUERY_PARAMS' | 'UNKNOWN_WORKFLOW_REQUEST';
/**
 * When a request may be sent again after a transient failure.
 * `always`: it is idempotent. `unless-arrived`: only if no connection was made.
 */
export type RepeatRule = 'always' | 'unless-arrived';
/** One endpoint of the service; `T` is the checked value of its answer. */
export interface Endpoint<T> {
    readonly method: 'GET' | 'POST';
    /** Relative to the base address; `{…}` is replaced by one encoded identifier. */
    readonly path: string;
    /** The client method that calls it. */
    readonly name: string;
    readonly repeat: RepeatRule;
    readonly schema: Schema<T>;
    /** Error types to expect in addition to EVERYWHERE. The documentation does not map types to endpoints, so this is our reading. */
    readonly errors: readonly KnownErrorType[];
}
/** The error types that every endpoint can return. */
export declare const EVERYWHERE: readonly KnownErrorType[];
/** All endpoints, in the order of the service's documentation. */
export declare const ENDPOINTS: {
    readonly createRule: {
        readonly method: "POST";
        readonly path: "/public/v1/rules";
        readonly name: "rules.create";
        readonly repeat: "unless-arrived";
        readonly schema: schemas.Schema<{
            readonly ruleCreationRequestId: import("./index.ts").RuleRequestId;
        }>;
        readonly errors: readonly ["INVALID_REQUEST_BODY", "NOT_FOUND"];
    };
    readonly listRules: {
        readonly path: "/public/v1/rules";
        readonly name: "rules.list";
        readonly schema: schemas.Schema<{
            readonly rules: readonly import("./resources.ts").RuleListItem[];
        }>;
        readonly errors: readonly ["INVALID_QUERY_PARAMS", "NOT_FOUND"];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly listRuleRequests: {
        readonly path: "/public/v1/rules/requests";
        readonly name: "rules.requests.list";
        readonly schema: schemas.Schema<{
            readonly requests: readonly import("./resources.ts").RuleRequestStatus[];
        }>;
        readonly errors: readonly ["INVALID_QUERY_PARAMS", "NOT_FOUND"];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly getRuleRequest: {
        readonly path: "/public/v1/rules/requests/{rcr_id}";
        readonly name: "rules.requests.get";
        readonly schema: schemas.Schema<import("./resources.ts").RuleRequestStatus>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly getRule: {
        readonly path: "/public/v1/rules/{rule_id}";
        readonly name: "rules.get";
        readonly schema: schemas.Schema<import("./resources.ts").Rule>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly listBugs: {
        readonly path: "/public/v1/bugs";
        readonly name: "bugs.list";
        readonly schema: schemas.Schema<import("./resources.ts").BugPage>;
        readonly errors: readonly ["INVALID_QUERY_PARAMS", "NOT_FOUND", "UNKNOWN_WORKFLOW_REQUEST"];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly getBug: {
        readonly path: "/public/v1/bugs/{bug_id}";
        readonly name: "bugs.get";
        readonly schema: schemas.Schema<import("./resources.ts").Bug>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly reviewBug: {
        readonly method: "POST";
        readonly path: "/public/v1/bugs/{bug_id}/review";
        readonly name: "bugs.review";
        readonly repeat: "always";
        readonly schema: schemas.Schema<import("./resources.ts").BugReview>;
        readonly errors: readonly ["INVALID_REQUEST_BODY", "NOT_FOUND"];
    };
    readonly getUser: {
        readonly path: "/public/v1/user";
        readonly name: "user.get";
        readonly schema: schemas.Schema<import("./resources.ts").User>;
        readonly errors: readonly [];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly listRepos: {
        readonly path: "/public/v1/repos";
        readonly name: "repos.list";
        readonly schema: schemas.Schema<import("./resources.ts").RepoPage>;
        readonly errors: readonly ["INVALID_QUERY_PARAMS"];
        readonly method: "GET";
        readonly repeat: "always";
    };
    readonly listScans: {
        readonly path: "/public/v1/scans";
        readonly name: "scans.list";
        readonly schema: schemas.Schema<import("./resources.ts").ScanPage>;
        readonly errors: readonly ["INVALID_QUERY_PARAMS", "NOT_FOUND"];
        readonly method: "GET";
        readonly repeat: "always";
    };
};
