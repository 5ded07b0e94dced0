// The queries and options that callers pass.
import type { BugId, CommitId, RepoId, RuleRequestId, ScanId } from '../judgement/identifiers.ts';
import type { Signal } from '../net/fetch.ts';
import type { DismissalReason, ReviewState, RuleRequestStatus, Scan } from './resources.ts';
import type { System } from './rule-files.ts';

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
  | { readonly state: 'resolved' | 'pending'; readonly notes?: string | undefined };

/** A new rule request. */
export interface CreateRule extends OfRepository {
  readonly input?: CreateRuleInput | undefined;
}
