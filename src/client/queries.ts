// What callers say: which items, how to wait, and what rules are made from.
import type { BugId, CommitId, RepoId, RuleRequestId, ScanId } from '../judgement/identifiers.ts';
import type { CallOptions } from './request.ts';
import type { ReviewState, RuleRequestStatus } from './resources.ts';
import type { System } from './rule-files.ts';

/** Selects the bugs of a list. */
export interface BugQuery {
  readonly repoId: RepoId;
  /** The state of review, or several; a bug without a review is listed as `pending`. */
  readonly status: ReviewState | readonly ReviewState[];
  /** Only bugs that this scan surfaced. */
  readonly scanId?: ScanId | undefined;
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

/** What rules are made from; all optional. Without any of it the service proposes rules from the bug history. */
export interface CreateRuleInput {
  /** The pattern to detect, in plain language. */
  readonly description?: string | undefined;
  /** Example bugs. */
  readonly bugIds?: readonly BugId[] | undefined;
  /** Commits whose diffs are examples. */
  readonly commitShas?: readonly CommitId[] | undefined;
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

/** For which system the files of a rule are. */
export interface RuleFilesOptions extends CallOptions {
  /**
   * Windows takes the fewest names for files; macOS and Windows do not tell upper and lower case apart.
   * @default the system that the program runs on; where that is not known, as in a browser, `windows`
   */
  readonly system?: System | undefined;
}
