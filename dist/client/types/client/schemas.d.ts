import * as v from 'valibot';
import * as ids from '../domain/identifiers.js';
import type * as wire from './resources.js';
/** A schema whose checked value is a T. */
export type Schema<T> = v.GenericSchema<unknown, T>;
/** One review of a bug. */
export declare const bugReview: Schema<wire.BugReview>;
/** One bug. */
export declare const bug: Schema<wire.Bug>;
/** One page of bugs. */
export declare const bugPage: Schema<wire.BugPage>;
/** The owner of the key. */
export declare const user: Schema<wire.User>;
/** One page of repositories. */
export declare const repoPage: Schema<wire.RepoPage>;
/** One page of scans. */
export declare const scanPage: Schema<wire.ScanPage>;
/** The rules of a repository, as the service wraps them. */
export declare const ruleList: Schema<{
    readonly rules: readonly wire.RuleListItem[];
}>;
/** One rule with its files. */
export declare const rule: Schema<wire.Rule>;
/** One rule request. */
export declare const ruleRequestStatus: Schema<wire.RuleRequestStatus>;
/** The rule requests of a repository, as the service wraps them. */
export declare const ruleRequestList: Schema<{
    readonly requests: readonly wire.RuleRequestStatus[];
}>;
/** The answer to a new rule request. */
export declare const ruleRequestStarted: Schema<{
    readonly ruleCreationRequestId: ids.RuleRequestId;
}>;
