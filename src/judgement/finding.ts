// A finding is one bug as reviewers see it. This file has its kinds and the order in which findings are shown.
import type { BugId, CommitSha, EpochMs } from './identifiers.ts';
import { uniqueBy } from './lists.ts';

/** The service has not said yet what an `unclassified` bug is. */
export type FindingKind = 'security' | 'bug' | 'unclassified';

export interface LinkedIssue {
  /** The tracker may be unknown to us. */
  readonly tracker: string;
  readonly key: string;
  readonly url: string | null;
}

export interface IntroducedBy {
  readonly sha: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly author: string | null;
  readonly pullRequest: number | null;
}

/** An attacker could use these. All text comes from the service and is untrusted until a document escapes it. */
export interface FindingDetails {
  readonly title: string;
  readonly summary: string;
  /** Relative to the repository root, without a leading `./` or `/`. */
  readonly path: string | null;
  readonly linkedIssues: readonly LinkedIssue[];
  /** The service found the bug at this commit, and may write a SHA in any form. */
  readonly commitSha: string | null;
  /** The commit to link the file at; absent: the judged one; null: the file is at none that is known. */
  readonly fileSha?: CommitSha | null;
  readonly introducedBy: IntroducedBy | null;
}

export interface Finding {
  readonly id: BugId;
  readonly kind: FindingKind;
  readonly foundAt: EpochMs;
  /** A review made the bug pending again at this time; null: there is no such review. */
  readonly reopenedAt: EpochMs | null;
  readonly details: FindingDetails;
}

export interface DismissedFinding extends Finding {
  /** The service's own word. */
  readonly reason: string | null;
  readonly notes: string | null;
}

/** A finding is listed and not counted because an input does not select it, or because it belongs to another open pull request. */
export const EXCLUSIONS = ['paths', 'gate-on', 'other-pull-request', 'found-since'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** A finding that has been compared with the pull request and the inputs. */
export interface AssessedFinding extends Finding, Assessment {}

export type Relevance = 'introduced' | 'touched' | 'backlog';

export interface Assessment {
  readonly relevance: Relevance;
  /** True: it was found at one of the pull request's commits, even if it came in elsewhere. */
  readonly isFoundHere: boolean;
  /** True: it is older than `found-since` and counts because the pull request adds its file. */
  readonly isInAddedFile: boolean;
  /** False: the judged scans do not list it, so that it may be fixed. */
  readonly isListed: boolean;
  readonly counted: boolean;
  readonly exclusion: Exclusion | null;
  /** The input `unclassified` is applied. */
  readonly countsAsSecurity: boolean;
  /** The other open pull request to which the service attributes it, and whose commits this one holds, so that it counts here too. */
  readonly sharedWith?: number;
}

/** Keeps each bug once, the last of several with one id. */
export function uniqueById<Each extends { readonly id: BugId }>(bugs: readonly Each[]): readonly Each[] {
  return uniqueBy(bugs, ({ id }) => id);
}

const RELEVANCE_ORDER: Readonly<Record<Relevance, number>> = { introduced: 0, touched: 1, backlog: 2 };

type Placed = Pick<AssessedFinding, 'countsAsSecurity' | 'relevance' | 'foundAt' | 'id'>;

/** Sorts security first, then introduced before touched before backlog, newest first, ties by id. A total order. */
export function compareFindings(a: Placed, b: Placed): number {
  return (
    Number(b.countsAsSecurity) - Number(a.countsAsSecurity) ||
    RELEVANCE_ORDER[a.relevance] - RELEVANCE_ORDER[b.relevance] ||
    compareAge(a, b)
  );
}

/** Sorts security first, newest first, ties by id. A total order. */
export function compareByKind(a: Finding, b: Finding): number {
  return Number(b.kind === 'security') - Number(a.kind === 'security') || compareAge(a, b);
}

function compareAge(a: Pick<Finding, 'foundAt' | 'id'>, b: Pick<Finding, 'foundAt' | 'id'>): number {
  return b.foundAt - a.foundAt || compareText(a.id, b.id);
}

/** Compares by code unit: the same on every machine, unlike a locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
