// The assessment: which of the pending bugs count, and why the others do not.
import type { Assessment, Exclusion, Finding } from './finding.ts';
import type { EpochMs } from './identifiers.ts';
import type { PathFilter } from './path-filter.ts';
import {
  type Answer,
  decideRelations,
  type GateOn,
  joinRelations,
  type PullRequestChanges,
  type Relations,
  toMostCertain,
  toRelevance,
  UNRELATED,
} from './relevance.ts';

/** The inputs that decide which bugs count. */
export interface AssessmentInputs {
  readonly gateOn: GateOn;
  readonly isInPaths: PathFilter;
  /** The first moment of a day; null: bugs of any age count. */
  readonly foundSince: EpochMs | null;
  /** Whether an unclassified bug counts as security. */
  readonly countUnclassified: boolean;
}

/** A pending bug, and whether the judged scans list it. */
export interface Candidate {
  readonly finding: Finding;
  readonly isListed: boolean;
}

/** What the pull requests have to do with what counts. */
export interface Comparison {
  /** Null: there is no pull request. */
  readonly own: PullRequestChanges | null;
  /** Other open pull requests with the same head, whose check this is as well. */
  readonly twins: readonly PullRequestChanges[];
  /** Whether there are more of those than can be compared: then everything counts. */
  readonly areTwinsTooMany: boolean;
  /** Open pull requests to which a bug may belong instead; empty where none of theirs is left out. */
  readonly others: ReadonlyMap<number, OtherPullRequest>;
}

/** Before anything was asked. */
export const NOTHING_COMPARED: Comparison = { own: null, twins: [], areTwinsTooMany: false, others: new Map() };

/** Another pull request that is open. */
export interface OtherPullRequest {
  /** Whether even its bugs in files that this one touches are its own affair. */
  readonly isOfAnotherPerson: boolean;
}

/** What decides besides the pull requests. */
export interface AssessmentQuery {
  readonly inputs: AssessmentInputs;
  /** Rule 26: whether of the bugs that no judged scan lists only the pull request's own count. */
  readonly isOnlyOwn: boolean;
}

/** Whether a candidate counts, and how it relates to the pull request. */
export interface AssessedCandidate extends Candidate, Omit<Assessment, 'counted' | 'exclusion'> {
  /** `refused`: GitHub did not say what decides it. */
  readonly counts: 'yes' | 'refused' | 'no';
  /** Why it does not; null where it does, or may. `not-listed`: it is not counted from here at all. */
  readonly exclusion: Exclusion | 'not-listed' | null;
}

/** Assesses one candidate. Never throws. */
export function assess(candidate: Candidate, query: AssessmentQuery, comparison: Comparison): AssessedCandidate {
  const { finding } = candidate;
  const own = comparison.own === null ? UNRELATED : decideRelations(finding, comparison.own);
  const pulls = comparison.own === null ? comparison.twins : [comparison.own, ...comparison.twins];
  const outcome = decideOutcome(candidate, query, { comparison, each: pulls.map((pull) => relate(finding, pull)) });
  return { ...candidate, ...outcome, relevance: toRelevance(own), countsAsSecurity: isSecurity(finding, query.inputs) };
}

/** Whether a finding counts as a security bug. */
function isSecurity(
  { kind }: Pick<Finding, 'kind'>,
  { countUnclassified }: Pick<AssessmentInputs, 'countUnclassified'>,
): boolean {
  return kind === 'security' || (kind === 'unclassified' && countUnclassified);
}

interface Related extends Relations, Pick<PullRequestChanges, 'number' | 'openedAt'> {}

function relate(finding: Finding, pull: PullRequestChanges): Related {
  const { number, openedAt } = pull;
  return { ...decideRelations(finding, pull), number, openedAt };
}

interface Compared {
  readonly comparison: Comparison;
  /** To this pull request and to each twin of it. */
  readonly each: readonly Related[];
}

type Outcome = Pick<AssessedCandidate, 'counts' | 'exclusion'>;

/** The questions in order; the first that leaves it out says why. */
function decideOutcome(candidate: Candidate, { inputs, isOnlyOwn }: AssessmentQuery, compared: Compared): Outcome {
  const { finding, isListed } = candidate;
  const { comparison, each } = compared;
  // Rule 38.
  const isEverything = comparison.areTwinsTooMany;
  const isAsked = isListed || isEverything || !isOnlyOwn ? 'yes' : decideOwn(finding, each);
  if (isAsked === 'no') return { counts: 'no', exclusion: 'not-listed' };
  // Rule 44. It needs nobody's answer, so it comes before all that does.
  if (!inputs.isInPaths(finding.details.path)) return { counts: 'no', exclusion: 'paths' };
  if (isEverything) return { counts: 'yes', exclusion: null };
  const all = joinRelations(each);
  const isSelected = decideSelected(comparison.own, all, inputs.gateOn);
  if (isSelected === 'no') return { counts: 'no', exclusion: 'gate-on' };
  if (isOfOther(candidate, { others: comparison.others, all }))
    return { counts: 'no', exclusion: 'other-pull-request' };
  const isSince = decideSince(finding, inputs.foundSince, all);
  if (isSince === 'no') return { counts: 'no', exclusion: 'found-since' };
  const isRefused = [isAsked, isSelected, isSince].includes('refused');
  return { counts: isRefused ? 'refused' : 'yes', exclusion: null };
}

/** Rule 26: introduced by a pull request, or touched by it and found since it was opened. */
function decideOwn({ foundAt }: Finding, each: readonly Related[]): Answer {
  return toMostCertain(
    each.flatMap(({ number, introduced, touched, openedAt }) => {
      if (number === null) return ['refused'];
      return [introduced, openedAt === null || foundAt >= openedAt ? touched : 'no'];
    }),
  );
}

/** Rules 31 to 36: whether `gate-on` selects it. Where there is no pull request it selects everything. */
function decideSelected(own: Comparison['own'], relations: Relations, gateOn: GateOn): Answer {
  if (gateOn === 'all' || own === null) return 'yes';
  const answers = gateOn.map((relation) => relations[relation]);
  return toMostCertain(own.number === null ? [...answers, 'refused'] : answers);
}

/** Rules 41 and 42: whether it belongs to another open pull request. What cannot be told belongs to this one. */
function isOfOther(
  { finding, isListed }: Candidate,
  { others, all }: Pick<Comparison, 'others'> & { readonly all: Relations },
): boolean {
  const number = finding.details.introducedBy?.pullRequest ?? null;
  const other = number === null ? undefined : others.get(number);
  if (other === undefined || isListed || all.introduced !== 'no') return false;
  return all.touched === 'no' || other.isOfAnotherPerson;
}

/** Rule 45: what was pending before that day counts only if the pull request introduces it. */
function decideSince({ foundAt, reopenedAt }: Finding, since: EpochMs | null, { introduced }: Relations): Answer {
  const isSince = since === null || foundAt >= since || (reopenedAt ?? -Infinity) >= since;
  return isSince ? 'yes' : introduced;
}
