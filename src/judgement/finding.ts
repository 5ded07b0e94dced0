// A finding: one bug as reviewers see it, what kind it is, and the order in which findings are shown.
import type { BugId, CommitSha, EpochMs } from './identifiers.ts';
import { uniqueBy } from './lists.ts';

/** What the service says about a finding; `unclassified` if it has not said yet. */
export type FindingKind = 'security' | 'bug' | 'unclassified';

export interface LinkedIssue {
  /** Such as `jira` or `github`; unknown trackers are kept as they are. */
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

/** What an attacker could use. All text comes from the service and is untrusted until a document escapes it. */
export interface FindingDetails {
  readonly title: string;
  readonly summary: string;
  /** Relative to the repository root, without a leading `./` or `/`. */
  readonly path: string | null;
  readonly linkedIssues: readonly LinkedIssue[];
  /** The commit at which the service found it, as it writes it; null if it does not say. */
  readonly commitSha: string | null;
  /** The commit to link the file at; absent: the judged one; null: the file is at none that is known. */
  readonly fileSha?: CommitSha | null;
  readonly introducedBy: IntroducedBy | null;
}

/** A bug, whatever its review state. */
export interface Finding {
  readonly id: BugId;
  readonly kind: FindingKind;
  readonly foundAt: EpochMs;
  /** When a review made it pending again; null without such a review. */
  readonly reopenedAt: EpochMs | null;
  readonly details: FindingDetails;
}

/** A bug that somebody dismissed. */
export interface DismissedFinding extends Finding {
  /** As the service wrote it; null if it gave none. */
  readonly reason: string | null;
  readonly notes: string | null;
}

/**
 * Why a finding is listed and not counted. `paths`, `gate-on`, `found-since`: the inputs do not select it.
 * `other-pull-request`: it belongs to another pull request that is open.
 */
export const EXCLUSIONS = ['paths', 'gate-on', 'other-pull-request', 'found-since'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** A finding that has been compared with the pull request and the inputs. */
export interface AssessedFinding extends Finding, Assessment {}

/** How a finding relates to the pull request. */
export type Relevance = 'introduced' | 'touched' | 'backlog';

export interface Assessment {
  readonly relevance: Relevance;
  /** Whether it was found at one of the pull request's commits, whoever introduced it. */
  readonly isFoundHere: boolean;
  /** Whether it is older than `found-since` and counts because the pull request adds its file. */
  readonly isInAddedFile: boolean;
  /** Whether the judged scans list it: what they do not list may be fixed. */
  readonly isListed: boolean;
  /** Whether the thresholds count it. */
  readonly counted: boolean;
  /** Why they do not; null when they do. */
  readonly exclusion: Exclusion | null;
  /** Whether it counts as a security bug, with the input `unclassified` applied. */
  readonly countsAsSecurity: boolean;
  /** The other open pull request to which the service attributes it, and whose commits this one holds, so that it counts here too. */
  readonly sharedWith?: number;
}

/** Each bug once: of several with one id the last. */
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
