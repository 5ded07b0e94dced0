// The evidence: what the inputs, the service and GitHub say of a commit, and the findings compared with it. Pure.
import { decideAssessment } from './assessment.ts';
import type { Disclosure, DisclosureInput, Visibility } from './disclosure.ts';
import type { AssessedFinding } from './finding.ts';
import type { CommitSha } from './identifiers.ts';
import { isExceeded, type Limits } from './limits.ts';
import type { PathFilter } from './path-filter.ts';
import type { GateOn, PullRequestChanges } from './relevance.ts';
import type { Note, RepositoryAddress } from './report.ts';
import type { PendingFindings, ScanResults } from './scan-results.ts';
import type { ScanMatch } from './selection.ts';
import type { Unverified } from './unverified.ts';
import { type Policy } from './verdict.ts';

/** The inputs that a judgement depends on. */
export interface JudgementInputs extends Limits, Policy {
  readonly gateOn: GateOn;
  /** As given. */
  readonly paths: readonly string[];
  readonly isInPaths: PathFilter;
  readonly countUnclassified: boolean;
  readonly disclosure: DisclosureInput;
  readonly bugUrl: string | null;
  /** Of this job; null where the server does not say. */
  readonly jobId: number | null;
  readonly scanMatch: readonly ScanMatch[];
  readonly scanTypes: readonly string[];
}

/** What is judged. */
export interface JudgedSubject {
  readonly sha: CommitSha;
  readonly pullRequest: number | null;
  /** Whether the commit is the head of the pull request. */
  readonly isHead: boolean;
  /** Why the pull request is unknown; null if it is known. */
  readonly pullRequestFault: Unverified | null;
  /** What could not be determined. */
  readonly notes: readonly Note[];
}

/** What GitHub said. */
export interface JudgedContext {
  /** Null without a pull request, or if GitHub could not say what `gate-on` needs, or said it about another head. */
  readonly changes: PullRequestChanges | null;
  /** Why that is unknown although there is a pull request; null if it is known. */
  readonly changesFault: Unverified | null;
  /** Whether the relevance of every finding is known. */
  readonly relevanceKnown: boolean;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly notes: readonly Note[];
}

export interface Evidence {
  readonly inputs: JudgementInputs;
  readonly address: RepositoryAddress;
  readonly subject: JudgedSubject;
  readonly results: ScanResults;
  readonly context: JudgedContext;
  readonly related: RelatedPullRequests;
}

/** What GitHub said of other pull requests, where a judgement depends on them. */
export interface RelatedPullRequests {
  /** Numbers of open ones, of other people: what they bring in does not count, unless the judged scans list it. */
  readonly others: ReadonlySet<number>;
  /** Ids of the bugs that the judged scans list; empty where that does not matter. */
  readonly listed: ReadonlySet<string>;
  /** Why others are not known although findings are attributed to some; null when they are known, or do not matter. */
  readonly othersFault: string | null;
  /** Those that counted findings are attributed to and that were closed without being merged, as far as it is known. */
  readonly closed: readonly number[];
  /** Other open pull requests with the same head. */
  readonly twins: readonly PullRequestChanges[];
  /** How many there are where they are too many to be compared with: then everything counts. Else 0. */
  readonly uncomparedTwins: number;
  /** Why twins are not known although they matter; null when they are known, or do not matter. */
  readonly twinsFault: Unverified | null;
}

/** Before anything was asked. */
export const NO_RELATED_PULL_REQUESTS: RelatedPullRequests = {
  others: new Set(),
  listed: new Set(),
  othersFault: null,
  closed: [],
  twins: [],
  uncomparedTwins: 0,
  twinsFault: null,
};

/** Evidence with its findings compared with it, which takes long where there are many. */
export interface AssessedEvidence extends Evidence {
  /** Empty where none could be read; sorted. */
  readonly findings: readonly AssessedFinding[];
}

/** Assesses the findings of evidence. */
export function toAssessed(evidence: Evidence): AssessedEvidence {
  return { ...evidence, findings: decideFindings(evidence) };
}

/** The evidence with what GitHub said since. Findings are assessed again only where that may change them. */
export function withRelated(evidence: AssessedEvidence, related: RelatedPullRequests): AssessedEvidence {
  const { others, listed, twins, uncomparedTwins } = evidence.related;
  const isSame =
    related.uncomparedTwins === uncomparedTwins &&
    (related.others === others || related.others.size + others.size === 0) &&
    (related.listed === listed || related.listed.size + listed.size === 0) &&
    (related.twins === twins || related.twins.length + twins.length === 0);
  return isSame ? { ...evidence, related } : toAssessed({ ...evidence, related });
}

function decideFindings({ inputs, results, context, related }: Evidence): readonly AssessedFinding[] {
  if (results.outcome.kind !== 'read') return [];
  const options = {
    ...inputs,
    changes: context.changes,
    twins: related.twins,
    standsIn: results.selected?.standsIn ?? false,
    otherPullRequests: related.others,
    listed: related.listed,
  };
  const { findings } = results.outcome;
  if (related.uncomparedTwins === 0) return decideAssessment(findings, options);
  // For one of the twins any of them may be what gate-on selects, and the file that this one removes may stay.
  const everything = {
    gateOn: 'all',
    standsIn: false,
    otherPullRequests: new Set<number>(),
  } as const;
  return decideAssessment(findings, { ...options, ...everything });
}

/**
 * The numbers of other pull requests that counted findings are attributed to, in the order of the findings; empty where
 * bugs are counted from the scan. What those of other people bring in does not count while they are open.
 */
export function selectOtherPullRequests(evidence: AssessedEvidence): readonly number[] {
  if (toPending(evidence.results)?.countedFrom !== 'repository') return [];
  // Any finding may be of a commit of this pull request, whatever number the service gives it.
  if (areChangesUnknown(evidence)) return [];
  const named = evidence.findings
    .filter(({ counted, relevance }) => counted && relevance !== 'introduced')
    .map(({ details }) => details.introducedBy?.pullRequest ?? 0)
    .filter((number) => number > 0);
  return [...new Set(named)];
}

/**
 * Whether the verdict depends on other pull requests with the same head: a check belongs to the commit, so what is left
 * out for this pull request, or for a commit without one, must be left out for all of them.
 */
export function isDecidedByTwins(evidence: AssessedEvidence): boolean {
  const { inputs, findings } = evidence;
  // Where the changes are not known, nothing is left out.
  if (areChangesUnknown(evidence)) return false;
  const all = findings.map((finding) => ({ ...finding, counted: finding.exclusion !== 'paths' }));
  return !isExceeded(findings, inputs) && isExceeded(all, inputs);
}

/** What could be read; null where nothing could. */
export function toPending({ outcome }: ScanResults): PendingFindings | null {
  return outcome.kind === 'read' ? outcome : null;
}

/** What `gate-on` comes to: `all` where it cannot leave anything out. */
export function toAppliedGateOn({ inputs, context, related }: Evidence): GateOn {
  return context.changes !== null && related.uncomparedTwins === 0 ? inputs.gateOn : 'all';
}

/** Whether there is a pull request, or may be one, and it is not known what it changes. */
function areChangesUnknown({ subject, context }: Evidence): boolean {
  const mayExist = subject.pullRequest !== null || subject.pullRequestFault !== null;
  return mayExist && context.changes === null;
}
