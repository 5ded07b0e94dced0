// The types of scan-gate-client.

type Branded<Value, Name extends string> = Value & {
  readonly __brand: Name;
};
/** `bug_` followed by any text. */
export type BugId = `bug_${string}`;
/** `bfrv_` followed by any text. */
export type ReviewId = `bfrv_${string}`;
/** `repo_` followed by any text. */
export type RepoId = `repo_${string}`;
/** `org_` followed by any text. */
export type OrgId = `org_${string}`;
/** `rule_` followed by any text. */
export type RuleId = `rule_${string}`;
/** `rcr_` followed by any text. */
export type RuleRequestId = `rcr_${string}`;
/** The `workflowRequestId` of a scan: `wr_` followed by any text. */
export type ScanId = `wr_${string}`;
/** The SHA of a commit as the service sends or accepts it, full or short: any text, because the service defines no format. */
export type CommitId = string;
/** Unix time in whole milliseconds. */
export type EpochMs = Branded<number, 'EpochMs'>;
/** Whether a value has the form of a bug's identifier. */
export declare const isBugId: (value: unknown) => value is BugId;
/** Whether a value has the form of a review's identifier. */
export declare const isReviewId: (value: unknown) => value is ReviewId;
/** Whether a value has the form of a repository's identifier. */
export declare const isRepoId: (value: unknown) => value is RepoId;
/** Whether a value has the form of an organization's identifier. */
export declare const isOrgId: (value: unknown) => value is OrgId;
/** Whether a value has the form of a rule's identifier. */
export declare const isRuleId: (value: unknown) => value is RuleId;
/** Whether a value has the form of a rule request's identifier. */
export declare const isRuleRequestId: (value: unknown) => value is RuleRequestId;
/** Whether a value has the form of a scan's identifier. */
export declare const isScanId: (value: unknown) => value is ScanId;
/** Whether a value can be the SHA of a commit: any text, because the service defines no format. */
export declare const isCommitId: (value: unknown) => value is CommitId;
/** Whether a value can be a time of the service: a whole number. */
export declare const isEpochMs: (value: unknown) => value is EpochMs;
/** The platform's AbortSignal; without the `dom` library and Node's types, only what every signal has. */
export type Signal = typeof globalThis extends {
  AbortSignal: {
    prototype: infer T;
  };
}
  ? T
  : {
      readonly aborted: boolean;
    };
/** The options of a request; every field means the same as for the platform's `fetch`. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | null;
  readonly redirect?: 'error' | 'follow' | 'manual';
  readonly signal?: Signal | null;
}
/** The part of an answer that we read; `body` is null if there is none. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: {
    get(name: string): string | null;
  };
  readonly body: ResponseBody | null;
}
/** A stream of bytes; the `dom` library of TypeScript 5 does not know that one can be iterated. */
export type ResponseBody = AsyncIterable<Uint8Array> | ReadableBody;
/** Gives a body chunk by chunk. */
export type BodyReader = Record<'read', () => Promise<BodyChunk>> & {
  cancel(): Promise<void>;
};
/** A piece of a body, or the end of it. */
export interface BodyChunk {
  readonly done: boolean;
  readonly value?: Uint8Array | undefined;
}
/** A stream that is read by its reader. */
export interface ReadableBody {
  getReader(): BodyReader;
}
/** Any function like `fetch`: the platform's, undici's, or a test's. */
export type FetchLike = (url: string, init?: FetchInit) => Promise<FetchResponse>;
/** A known value, or any other that a later version of the service may send. */
export type Open<Word extends string> = Word | (string & {});
/** The states of a review. */
export declare const REVIEW_STATES: readonly ['pending', 'resolved', 'dismissed'];
/** The state of a review. */
export type ReviewState = (typeof REVIEW_STATES)[number];
/** The origin of a review; reviews made with this API are `review`. */
export type ReviewSource =
  'review' | 'linear' | 'jira' | 'asana' | 'github_issue' | 'bug_fix_check';
/** The tracker of an issue. */
export type Tracker = 'linear' | 'jira' | 'github' | 'slack' | 'asana';
/** The state of a scan; `dlq`: given up after repeated failures. */
export type WorkflowStatus = 'in_progress' | 'complete' | 'failed' | 'dlq';
/** A scan looks at the whole repository, or at recent changes. */
export type ScanType = 'default' | 'recentChanges';
/** Who started a scan: the schedule, or a person. */
export type ScanInitiator = 'scheduler' | 'scanNow';
/** The state of a rule request. */
export type RuleRequestProgress = 'pending' | 'complete' | 'failed';
/** A finding in a repository. */
export interface Bug {
  readonly id: BugId;
  readonly title: string;
  readonly summary: string;
  /** The path from the root of the repository. */
  readonly filePath: string | null;
  /** When it was first found. */
  readonly createdAt: EpochMs;
  /** A bug that was never reviewed has null here, and counts as `pending`. */
  readonly review: BugReview | null;
  readonly repoId: RepoId;
  /** The commit in which it was found. */
  readonly commitSha: CommitId | null;
  /** Null means that the service has not classified it. */
  readonly isSecurityVulnerability: boolean | null;
  readonly linkedIssues: readonly LinkedIssue[];
  readonly introducedIn: IntroducedIn | null;
}
/** A decision about a bug. */
export interface BugReview {
  readonly id: ReviewId | null;
  readonly state: Open<ReviewState>;
  /** When it was recorded. */
  readonly createdAt: EpochMs;
  /** A dismissed bug has one. */
  readonly dismissalReason: Open<DismissalReason> | null;
  readonly notes: string | null;
  readonly source: Open<ReviewSource> | null;
  readonly jiraStatusName: string | null;
  readonly linearStateName: string | null;
  readonly asanaStateName: string | null;
}
/** The commit that introduced a bug. */
export interface IntroducedIn {
  readonly sha: CommitId;
  /** `YYYY-MM-DD`, as the service wrote it. */
  readonly date: string;
  readonly author: string | null;
  readonly prNumber: number | null;
}
/** An issue about the bug in another tracker. */
export interface LinkedIssue {
  readonly tracker: Open<Tracker>;
  readonly issueId: string;
  readonly url: string | null;
}
/** An organization that the user belongs to. */
export interface Org {
  readonly id: OrgId;
  readonly name: string;
}
/** The owner of the API key. */
export interface User {
  readonly email: string;
  readonly orgs: readonly Org[];
}
/** A repository that the key's owner can access. */
export interface Repo {
  readonly id: RepoId;
  /** The short name, without the owner. */
  readonly name: string;
  readonly ownerName: string;
  readonly fullName: string;
  /** The documentation does not list the values. */
  readonly visibility: string;
  /** The branch that scheduled scans check. */
  readonly primaryBranch: string;
  /** The organization in the service. */
  readonly orgId: OrgId;
  readonly orgName: string;
}
/** One analysis of a repository. */
export interface Scan {
  /** Identifies the scan; use it to list only the bugs that it surfaced. */
  readonly workflowRequestId: ScanId | null;
  readonly repoId: RepoId;
  /** The short name, without the owner. */
  readonly repoName: string;
  readonly ownerName: string;
  readonly workflowStatus: Open<WorkflowStatus> | null;
  readonly scanType: Open<ScanType> | null;
  readonly initiator: Open<ScanInitiator>;
  /** The commit that was scanned. */
  readonly commitSha: CommitId | null;
  /** When it began. */
  readonly createdAt: EpochMs;
  /** It is null while the scan runs. */
  readonly completedAt: EpochMs | null;
  /** It is null while the scan runs. */
  readonly bugCounts: BugCounts | null;
}
/** How many bugs a scan found, by review state; `open` are the pending ones. All are optional in the documentation. */
export interface BugCounts {
  readonly total: number | null;
  readonly open: number | null;
  readonly resolved: number | null;
  readonly dismissed: number | null;
}
/** A rule without its files. */
export interface RuleListItem {
  readonly id: RuleId;
  /** Chosen by the service. */
  readonly ruleName: string;
  readonly createdAt: EpochMs;
}
/** A rule with its files. */
export interface Rule extends RuleListItem {
  /** File contents by path or name, as the service wrote it: never trust it as a path. */
  readonly ruleFiles: Readonly<Record<string, string>>;
}
/** A rule that a request produced. */
export interface RuleRequestResult {
  readonly id: RuleId;
  readonly ruleName: string;
}
/** The input of a rule request as the service kept it: an echo, any texts, which need be no identifiers. */
export interface SubmittedRuleInput {
  readonly description: string | null;
  readonly bugIds: readonly string[] | null;
  readonly commitShas: readonly string[] | null;
}
/** A rule request and its state. */
export interface RuleRequestStatus {
  readonly id: RuleRequestId;
  readonly status: Open<RuleRequestProgress>;
  readonly input: SubmittedRuleInput;
  readonly createdAt: EpochMs;
  /** It is null until the request is finished. */
  readonly completedAt: EpochMs | null;
  /** The list is empty until `status` is `complete`. */
  readonly results: readonly RuleRequestResult[];
}
/** One page of bugs; `total` counts every match, whatever `limit` and `offset` are. */
export interface BugPage {
  readonly bugs: readonly Bug[];
  readonly total: number;
}
/** One page of repositories; `total` counts all of them. */
export interface RepoPage {
  readonly repos: readonly Repo[];
  readonly total: number;
}
/** One page of scans, newest first; `total` counts all scans of the repository. */
export interface ScanPage {
  readonly scans: readonly Scan[];
  readonly total: number;
}
/** Users see them in this order. */
export declare const DISMISSAL_REASONS: readonly ['not_a_bug', 'wont_fix', 'duplicate', 'other'];
/** Why a bug was dismissed. */
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
/** A file that may be written. */
export interface PlannedFile {
  readonly rule: string;
  /** The service wrote it so. */
  readonly key: string;
  /** The path from the output folder, with slashes: `<rule id>/<key>`, without empty and `.` segments. */
  readonly path: string;
  readonly text: string;
}
export interface RefusedFile {
  readonly rule: string;
  readonly key: string;
  readonly why: string;
}
export interface FilePlan {
  /** Sorted by path. */
  readonly files: readonly PlannedFile[];
  readonly refused: readonly RefusedFile[];
}
/** Systems differ in which file names they allow: Windows allows the fewest, and macOS and Windows ignore case. */
export type System = (typeof SYSTEMS)[number];
declare const SYSTEMS: readonly ['linux', 'macos', 'windows'];
/** The options of a single call. */
export interface CallOptions {
  /** Aborts the call at once, even while it waits to retry. The call throws the signal's reason. */
  readonly signal?: Signal | undefined;
  /** The time-out of each exchange of this call. @default the client's */
  readonly timeoutMs?: number | undefined;
  /** How many times each request of this call is sent at most. @default the client's */
  readonly maxTries?: number | undefined;
  /** More headers of each request, such as `traceparent`. They replace the client's own, except the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
/** Selects the lists of one repository. */
export interface OfRepository {
  readonly repoId: RepoId;
}
/** Selects the bugs of a list. */
export interface BugQuery extends OfRepository {
  /** The state of review, or several; a bug without a review is listed as `pending`. */
  readonly status: ReviewState | readonly ReviewState[];
  /** Keeps only the bugs that this scan surfaced. */
  readonly scanId?: ScanId | undefined;
}
/** Selects the scans of a repository. */
export interface ScanQuery extends OfRepository {
  /**
   * How many of the newest scans are read at most.
   * @default 2_000
   */
  readonly maxScans?: number | undefined;
}
/** Selects the newest scan of a commit. */
export interface ScanOfCommit extends OfRepository {
  /** The full SHA of the commit, in upper or lower case. */
  readonly sha: CommitId;
  /** Leaves out scans of another type than this, such as `default`. */
  readonly scanType?: string | undefined;
}
/** A request that this version of the client has no method for. */
export interface CustomRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** It stands behind the base address and has no query: `/public/v1/bugs`. Encode what you put into it. */
  readonly path: string;
  /** The client leaves out what is undefined. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}
/** Selects a page of a list. */
export interface PageQuery {
  /** 1 to 100. Without it the service sends 50. */
  readonly limit?: number | undefined;
  /**
   * The index of the first item.
   * @default 0
   */
  readonly offset?: number | undefined;
}
/** Maps each item as it arrives, so that a long list takes little memory. */
export interface Selecting<Item, T> {
  /** May be called more than once for an item. */
  readonly select: (item: Item) => T;
}
/** The examples of new rules; all optional. Given none, the service proposes rules from the bug history. */
export interface CreateRuleInput {
  /** The pattern to detect, in plain language. */
  readonly description?: string | undefined;
  /** Example bugs. */
  readonly bugIds?: readonly BugId[] | undefined;
  /** Commits whose diffs are examples. */
  readonly commitShas?: readonly CommitId[] | undefined;
}
/** How to poll. A pause grows by a fifth each time, up to twice the first. */
export interface PollOptions extends CallOptions {
  /**
   * The pause after the first poll, in milliseconds.
   * @default 5_000 for rules, as the service's documentation asks, and 10_000 for scans
   */
  readonly pollIntervalMs?: number | undefined;
  /**
   * How often to poll at most.
   * @default 20 for rules, as the service's documentation asks, and 100 for scans, which is about half an hour
   */
  readonly maxPolls?: number | undefined;
}
/** How to wait for rules. The wait awaits each function, and throws what that throws. */
export interface WaitOptions extends PollOptions {
  /** Called with the ID as soon as it is known, before the first poll, so that the request can be resumed. */
  readonly onRequest?: ((id: RuleRequestId) => unknown) | undefined;
  /** Called after each poll; `polls` is how many there were so far. */
  readonly onPoll?: ((request: RuleRequestStatus, polls: number) => unknown) | undefined;
}
/** How to wait for a scan. */
export interface ScanWaitOptions extends PollOptions {
  /** Called after each poll with the scan, or null if there is none yet. The wait awaits it, and throws what it throws. */
  readonly onPoll?: ((scan: Scan | null, polls: number) => unknown) | undefined;
}
/** The system that the files of a rule are for. */
export interface RuleFilesOptions extends CallOptions {
  /**
   * Windows takes the fewest names for files; macOS and Windows do not tell upper and lower case apart.
   * @default the system that the program runs on; where that is not known, as in a browser, `windows`
   */
  readonly system?: System | undefined;
}
/** A decision to record about a bug; a dismissal needs a reason. */
export type ReviewInput =
  | {
      readonly state: 'dismissed';
      readonly dismissalReason: DismissalReason;
      readonly notes?: string | undefined;
    }
  | {
      readonly state: 'resolved' | 'pending';
      readonly notes?: string | undefined;
    };
/** A new rule request. */
export interface CreateRule extends OfRepository {
  readonly input?: CreateRuleInput | undefined;
}
/** A response without its body. */
export interface ResponseInfo {
  readonly status: number;
  /** Any header by its name, in upper or lower case; null if there is none. */
  readonly headers: {
    get(name: string): string | null;
  };
  /** The service knows the request by this: the header `x-request-id`, `request-id` or `traceparent`, the first that is there. */
  readonly requestId: string | undefined;
  /** How many times the request was sent. */
  readonly tries: number;
}
interface ErrorTexts {
  readonly summary: string;
  readonly advice: string;
}
/**
 * Whatever the client throws is one of these, except the reason of an aborted signal, and what your own functions throw.
 * The class itself is the error of an argument that a call cannot use, thrown before anything is sent.
 */
export declare class ServiceClientError extends Error {
  readonly name: string;
  /** The message has both texts; the stack, which Node prints if nobody catches the error, has a line for each. */
  constructor(
    text: string | ErrorTexts,
    {
      name,
      cause,
    }?: {
      readonly name?: string;
      readonly cause?: Error | undefined;
    },
  );
}
/** An option of a client that cannot be used. The message names the option, never its value if that may be secret. */
export declare class ConfigurationError extends ServiceClientError {
  readonly name: 'ConfigurationError';
  constructor(message: string);
}
/** The error types that the service documents; an unknown one is kept as it is. */
export type KnownErrorType =
  | 'SERVICE_AUTHENTICATION_ERROR'
  | 'AUTHORIZATION_ERROR'
  | 'NOT_FOUND'
  | 'INTERNAL_ERROR'
  | 'INVALID_REQUEST_BODY'
  | 'INVALID_QUERY_PARAMS'
  | 'UNKNOWN_WORKFLOW_REQUEST';
/**
 * The four ways of failing. `api`: an answer with an error status, or a redirect. `timeout`: no complete answer in time.
 * `network`: no complete answer at all. `decode`: an answer that does not match the documentation, or a
 * list that kept changing while we read it.
 */
export type FailureKind = 'api' | 'timeout' | 'network' | 'decode';
/** Everything known about a failed request. Secrets are removed from the service's texts, and long texts are cut. */
export interface Failure extends Partial<Pick<ResponseInfo, 'headers' | 'requestId'>> {
  readonly kind: FailureKind;
  /** Method and path template: `GET /public/v1/bugs/{bug_id}`. */
  readonly endpoint: string;
  /** Host and port that it was sent to, if no answer came. */
  readonly host?: string | undefined;
  /** How many times the request was sent; at least 1. */
  readonly tries: number;
  /** The HTTP status; undefined if there was no answer, and in a browser if it was a redirect, whose status it hides. */
  readonly status?: number | undefined;
  /** The service's `type`. */
  readonly type?: Open<KnownErrorType> | undefined;
  readonly requiredRole?: string | undefined;
  readonly resource?: string | undefined;
  /** The service's `details`, if they are an object of at most 4,000 characters as JSON. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The service's `message`, or what was wrong with the answer or the connection.
   * @default `serviceMessage`, else `ownDetail` with `redirectOrigin`
   */
  readonly detail?: string | undefined;
  /** `detail` without anything that others said: no text of the service, no host name that only the connection tells. */
  readonly ownDetail?: string | undefined;
  /** The service's `message`. */
  readonly serviceMessage?: string | undefined;
  /** The scheme, host and port that a redirect leads to. */
  readonly redirectOrigin?: string | undefined;
  /** How long `Retry-After` asked us to wait, in milliseconds, uncapped. */
  readonly retryAfterMs?: number | undefined;
  /** The advice, if the kind alone does not say; part of the message only. */
  readonly advice?: string | undefined;
  readonly cause?: Error | undefined;
  /** If the connection takes its proxy from environment variables, the message names them. */
  readonly usesProxyVariables?: boolean | undefined;
}
/** The properties of the error: all that is known of the failure, and its texts. */
export interface ServiceError extends Omit<Failure, 'advice' | 'cause'> {
  readonly name: 'ServiceError';
  /**
   * `message` without anything that others said, for a log that strangers read: no text of the service, which may name a bug or
   * an organization, and no host name or address but that of `baseUrl`.
   */
  readonly publicMessage: string;
  /** `message` without what to do. */
  readonly summary: string;
  /** `publicMessage` without what to do. */
  readonly publicSummary: string;
  /** `publicMessage` gives this advice. */
  readonly advice: string;
}
/**
 * A request that failed after all its tries. `message` says what failed, why, and what to do.
 * The API key is in none of its properties, nor in its stack or cause. The stack has a line for each.
 */
export declare class ServiceError extends ServiceClientError {
  constructor(failure: Failure);
}
/** Tells a ServiceError from any other thrown value. */
export declare function isServiceError(error: unknown): error is ServiceError;
/** The meaning of a failure for the caller. */
export type ErrorCategory = 'unauthorized' | 'forbidden' | 'not-found' | 'refused' | 'unavailable';
/**
 * Categorizes an `api` failure by its type if the service documents that type, otherwise by its status. (The
 * documentation does not map types to statuses, so a known type says more than the status, except with 429.)
 * `refused`: the request itself is wrong. `unavailable`: the service, or the connection to it, is failing now; that is
 * every failure of another kind, as nobody refused anything. An HTML page is that, too, whatever its status, and a
 * plain text with 401 or 403: the service answers in JSON, so something on the way answered for it.
 * @throws {ServiceClientError} For what is no failure of a request.
 */
export declare function errorCategory(
  failure: Pick<Failure, 'status' | 'type' | 'detail'> & {
    readonly kind?: FailureKind | undefined;
  },
): ErrorCategory;
/** An answer, and the response that it came in. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}
/** A failed try that will be followed by another. */
export interface RetryEvent {
  /** Method and path template. */
  readonly endpoint: string;
  /** How many tries have failed so far. */
  readonly tries: number;
  readonly maxTries: number;
  /** How long the client waits now, in milliseconds. */
  readonly delayMs: number;
  /** The error of the last try. */
  readonly error: ServiceError;
}
/** A request that is about to be sent. The key is in none of it. */
export interface RequestEvent {
  /** Method and path template. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The number of this try; 1 is the first. */
  readonly tries: number;
}
/** A response that has come, whatever its status. The key is in none of it. */
export interface ResponseEvent
  extends ResponseInfo, Pick<RequestEvent, 'endpoint' | 'method' | 'url'> {}
interface Hooks {
  /** Called before each try is sent. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called after each response, also one with an error status. A time-out or a broken connection is no response. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Called before each wait for a retry. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
}
/** A call on its way: awaited it gives the answer. */
export interface ServiceCall<T> extends Promise<T> {
  /** Gives the answer with its response: status, headers, request ID and tries. */
  withResponse(): Promise<WithResponse<T>>;
}
/** The methods for bugs. */
export interface BugMethods {
  /**
   * One page of bugs; the service does not document their order. Of several states, the lists follow one another in
   * the order given: `limit`, `offset` and `total` are those of all together, each list is asked for its part, and
   * `withResponse` gives the last response.
   * @example const { bugs, total } = await client.bugs.list({ repoId, status: 'pending', limit: 10 });
   */
  list(query: BugQuery & PageQuery, options?: CallOptions): ServiceCall<BugPage>;
  /**
   * Reads all bugs of a query, each once, in page order: pages of 100, six at once. Returns what `select` returns for each.
   * It reads the whole list again if `total` changes while it reads, or is not the number of distinct bugs.
   * It reads the list of each state that way; a bug whose state changes meanwhile comes once or not at all.
   * @throws {ServiceError} Of kind `decode`, if the list is still inconsistent after three reads: it never returns
   * fewer bugs than the service counted.
   * @example const titles = await client.bugs.collect({ repoId, status: 'pending', select: ({ title }) => title });
   */
  collect<T>(query: BugQuery & Selecting<Bug, T>, options?: CallOptions): Promise<T[]>;
  collect(query: BugQuery, options?: CallOptions): Promise<Bug[]>;
  /**
   * All bugs of a query, each once. Reads a page of 100 when the consumer asks for it, and no more once the consumer
   * stops. Bugs may be reviewed in the loop: where the list changes, all of it is read as `collect` reads, so that no bug
   * is left out whose state did not change.
   * @example for await (const bug of client.bugs.iterate({ repoId, status: 'pending' })) console.log(bug.title);
   */
  iterate(query: BugQuery, options?: CallOptions): AsyncGenerator<Bug, void, undefined>;
  /** One bug.
   * @example const { title } = await client.bugs.get('bug_1a2b');
   */
  get(id: BugId, options?: CallOptions): ServiceCall<Bug>;
  /** Records a review and replaces any earlier one; `pending` reopens the bug. Retried like a GET.
   * @example const { state } = await client.bugs.review('bug_1a2b', { state: 'dismissed', dismissalReason: 'wont_fix' });
   */
  review(id: BugId, review: ReviewInput, options?: CallOptions): ServiceCall<BugReview>;
}
/** The options of a client. */
export interface ClientOptions extends Hooks {
  /**
   * Base address of the service, with or without a path prefix (`https://host/prefix`). `https:` only,
   * `http:` for loopback only; no user info, query or hash. If it is undefined, as an environment variable may be, the
   * error says that it is missing.
   */
  readonly baseUrl: string | undefined;
  /** Bearer key; surrounding white space is trimmed. Sent only to the origin of `baseUrl`. */
  readonly apiKey: string | undefined;
  /**
   * Any `fetch`, for example one that uses a proxy.
   * @default the platform's `globalThis.fetch`
   */
  readonly fetch?: FetchLike | undefined;
  /**
   * Say `true` if `fetch` takes its proxy from HTTPS_PROXY, HTTP_PROXY and NO_PROXY: errors then advise to check them.
   * @default false
   */
  readonly usesProxyVariables?: boolean | undefined;
  /** Secrets other than the key, which are removed from every answer, header and error as well. */
  readonly secrets?: readonly string[] | undefined;
  /** @default 'scan-gate-client' */
  readonly userAgent?: string | undefined;
  /** Aborts every call of the client at once, with the signal's reason. */
  readonly signal?: Signal | undefined;
  /**
   * Time-out of one exchange, body included, in milliseconds.
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How many times a request is sent at most.
   * @default 4
   */
  readonly maxTries?: number | undefined;
  /**
   * The largest body of an answer, in bytes after decompression.
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * The clock, in Unix milliseconds.
   * @default Date.now
   */
  readonly now?: (() => number) | undefined;
  /**
   * The dice: a number from 0 (inclusive) to 1 (exclusive).
   * @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /**
   * Waits `ms` milliseconds; stops early when the signal is aborted.
   * @default a timer
   */
  readonly wait?: ((ms: number, signal: Signal) => Promise<void>) | undefined;
  /**
   * Calls back once after `ms` milliseconds, unless the returned function is called first. Measures `timeoutMs`.
   * @default a timer
   */
  readonly after?: ((ms: number, callback: () => void) => () => void) | undefined;
}
/** The methods for repositories. */
export interface RepoMethods {
  /** One page of the repositories that the key's owner can access.
   * @example const { repos } = await client.repos.list({ limit: 100 });
   */
  list(query?: PageQuery, options?: CallOptions): ServiceCall<RepoPage>;
  /** Reads all repositories, each once, as `bugs.collect` reads bugs, and returns what `select` returns for each.
   * @example const names = await client.repos.collect({ select: ({ fullName }) => fullName });
   */
  collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<T[]>;
  collect(
    query?: {
      readonly select?: undefined;
    },
    options?: CallOptions,
  ): Promise<Repo[]>;
  /** All repositories, each once, page by page as the consumer needs them; reads like `bugs.iterate`.
   * @example for await (const repo of client.repos.iterate()) console.log(repo.id, repo.fullName);
   */
  iterate(options?: CallOptions): AsyncGenerator<Repo, void, undefined>;
  /**
   * The repository with a full name (`owner/name`), in upper or lower case (ASCII letters). Reads all pages.
   * @throws {RepositoryNotFoundError} Which says what the key sees.
   * @throws {AmbiguousRepositoryError} Which names all repositories of that name.
   * @example const { id } = await client.repos.find('acme/storefront');
   */
  find(fullName: string, options?: CallOptions): Promise<Repo>;
}
/** A request for rules on its way: awaited it gives the ID, and `wait` waits for the rules. */
export interface RuleCreation extends ServiceCall<RuleRequestId> {
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
  /** They are in the order of `request.results`; there is none if the service made none. */
  readonly rules: readonly Rule[];
}
/** The methods for rule requests. */
export interface RuleRequestMethods {
  /** The rule requests of a repository, newest first, each with its results. The service does not page them.
   * @example const requests = await client.rules.requests.list({ repoId });
   */
  list(query: OfRepository, options?: CallOptions): ServiceCall<readonly RuleRequestStatus[]>;
  /** One rule request and its state.
   * @example const { status } = await client.rules.requests.get('rcr_1a2b');
   */
  get(id: RuleRequestId, options?: CallOptions): ServiceCall<RuleRequestStatus>;
  /**
   * Waits until a request is complete, and fetches its rules: also the way to resume one. Polls every 5 to 10 s, at
   * most 20 times.
   * @throws {RuleRequestFailedError} If the service failed.
   * @throws {RuleRequestUnfinishedError} After the last poll; it has the ID to go on with.
   * @example const resumed = await client.rules.requests.wait('rcr_1a2b');
   */
  wait(id: RuleRequestId, options?: WaitOptions): Promise<CreatedRules>;
}
/** The methods for rules. */
export interface RuleMethods {
  /** The finished rules of a repository, newest first, without their files. The service does not page them.
   * @example const finished = await client.rules.list({ repoId });
   */
  list(query: OfRepository, options?: CallOptions): ServiceCall<readonly RuleListItem[]>;
  /** One rule with its files, whose names the service chose: see `files` before you write them.
   * @example const { ruleName } = await client.rules.get('rule_1a2b');
   */
  get(id: RuleId, options?: CallOptions): ServiceCall<Rule>;
  /**
   * The files of a rule under paths that lead nowhere but into the rule's own folder, `<rule id>/…`, below one that you
   * choose; and which files were refused, and why: absolute paths, `..`, `.git`, names that the system does not take.
   * The client does not know what is in that folder already, such as a symbolic link: use one that nobody else writes to.
   * @example const { files, refused } = await client.rules.files('rule_1a2b');
   */
  files(id: RuleId, options?: RuleFilesOptions): Promise<FilePlan>;
  /** Starts a request for rules, at once. Never sent again when it may have arrived.
   * @example const { rules } = await client.rules.create({ repoId, input: { description: 'Never call eval' } }).wait();
   */
  create(rule: CreateRule, options?: CallOptions): RuleCreation;
  readonly requests: RuleRequestMethods;
}
/** The methods for scans. */
export interface ScanMethods {
  /** One page of a repository's scans, newest first.
   * @example const { scans } = await client.scans.list({ repoId, limit: 1 });
   */
  list(query: OfRepository & PageQuery, options?: CallOptions): ServiceCall<ScanPage>;
  /**
   * The scans of a repository, newest first, each once, at most `maxScans` (default 2,000).
   * Reads pages of 100 as the consumer needs them, and stops when the consumer stops.
   * @example for await (const scan of client.scans.iterate({ repoId })) console.log(scan.workflowStatus);
   */
  iterate(query: ScanQuery, options?: CallOptions): AsyncGenerator<Scan, void, undefined>;
  /** The same scans in an array: what `select` returns for each.
   * @example const shas = await client.scans.collect({ repoId, select: ({ commitSha }) => commitSha });
   */
  collect<T>(query: ScanQuery & Selecting<Scan, T>, options?: CallOptions): Promise<T[]>;
  collect(query: ScanQuery, options?: CallOptions): Promise<Scan[]>;
  /**
   * Waits until the newest scan of a commit is complete, and returns it. Looks among the newest 2,000 scans, every 10 to 20 s, at
   * most 100 times. A scan that is not there yet is waited for, too.
   * @throws {ScanFailedError} If that scan failed.
   * @throws {ScanUnfinishedError} After the last poll; a later call goes on.
   * @example const { bugCounts } = await client.scans.wait({ repoId, sha });
   */
  wait(query: ScanOfCommit, options?: ScanWaitOptions): Promise<Scan>;
}
/** The methods for the owner of the key. */
export interface UserMethods {
  /** Who owns the key, and which organizations they belong to. Use it to check a key.
   * @example const { email } = await client.user.get();
   */
  get(options?: CallOptions): ServiceCall<User>;
}
/**
 * A client for all eleven endpoints of the service.
 * @throws {ServiceError} From any method, where a request fails; if its signal is aborted, the signal’s reason instead.
 * @throws {ServiceClientError} From any method, for an argument that cannot be used.
 */
export interface ServiceClient {
  readonly repos: RepoMethods;
  readonly scans: ScanMethods;
  readonly bugs: BugMethods;
  readonly rules: RuleMethods;
  readonly user: UserMethods;
  /**
   * Sends a request that this version has no method for, with the same key, retries and redaction, and returns the JSON of
   * the answer, which nothing has checked; null if it is empty. Only a GET is sent again after it may have arrived.
   * @example const answer = await client.request({ method: 'GET', path: '/public/v1/user', query: { verbose: true } });
   */
  request(request: CustomRequest, options?: CallOptions): ServiceCall<unknown>;
}
/**
 * Creates a client. Sends nothing yet.
 *
 * Idempotent requests (every GET, and the review, which overwrites) are sent up to `maxTries` times after network
 * errors, time-outs, 408, 429, 500, 502, 503 and 504. The wait before a retry is `Retry-After` (if it is over 60 s,
 * the request fails at once) or a random time that grows. Every answer is checked; redirects are refused.
 * A client has at most six requests in flight; others wait their turn.
 * @throws {ConfigurationError} If an option cannot be used.
 */
export declare function createClient(options: ClientOptions): ServiceClient;
/** The repositories and organizations that a key sees. */
export interface SeenByKey {
  readonly repositories: number;
  /** Names of organizations, sorted, each once. */
  readonly organizations: readonly string[];
}
/** The key sees no repository of this name; the message says what it sees. */
export declare class RepositoryNotFoundError extends ServiceClientError {
  readonly name: 'RepositoryNotFoundError';
  /** `owner/name`, as it was given. */
  readonly fullName: string;
  readonly repositories: number;
  readonly organizations: readonly string[];
  constructor(fullName: string, { repositories, organizations }: SeenByKey);
}
/** Several repositories have this name, each in an organization of its own; the message names them. */
export declare class AmbiguousRepositoryError extends ServiceClientError {
  readonly name: 'AmbiguousRepositoryError';
  /** `owner/name`, as it was given. */
  readonly fullName: string;
  /** At least two. */
  readonly matches: readonly Repo[];
  constructor(fullName: string, matches: readonly Repo[]);
}
/** The service could not make rules from the request. Sending the same input again starts a new request. */
export declare class RuleRequestFailedError extends ServiceClientError {
  readonly name: 'RuleRequestFailedError';
  readonly requestId: RuleRequestId;
  constructor(requestId: RuleRequestId);
}
/** The request was not finished at the last poll. It continues in the service and can be resumed. */
export declare class RuleRequestUnfinishedError extends ServiceClientError {
  readonly name: 'RuleRequestUnfinishedError';
  readonly requestId: RuleRequestId;
  /** How often it was polled. */
  readonly polls: number;
  constructor(requestId: RuleRequestId, polls: number);
}
/** The scan that was waited for failed. */
export declare class ScanFailedError extends ServiceClientError {
  readonly name: 'ScanFailedError';
  readonly scan: Scan;
  constructor(scan: Scan);
}
/** The scan that was waited for was not complete at the last poll. */
export declare class ScanUnfinishedError extends ServiceClientError {
  readonly name: 'ScanUnfinishedError';
  /** It is null if the commit had no scan yet. */
  readonly scan: Scan | null;
  /** How often it was looked for. */
  readonly polls: number;
  constructor(
    sha: string,
    {
      scan,
      polls,
    }: {
      readonly scan: Scan | null;
      readonly polls: number;
    },
  );
}

export {};
