// The assessment decides which of the pending bugs count, and why the others do not.
import { and, type Answer, or } from './answer.ts';
import type { Assessment, Exclusion, Finding } from './finding.ts';
import type { BugId, EpochMs } from './identifiers.ts';
import { compact } from './lists.ts';
import type { PathFilter } from './path-filter.ts';
import {
  decideRelations,
  type GateOn,
  joinRelations,
  type PullRequestChanges,
  type Relations,
  toCompared,
  toRelevance,
} from './relevance.ts';
import type { CountFrom } from './tally.ts';
import { isUnverified } from './unverified.ts';

export interface AssessmentInputs {
  readonly gateOn: GateOn;
  readonly isInPaths: PathFilter;
  /** The first moment of that day; null: bugs of any age count. */
  readonly foundSince: EpochMs | null;
  readonly countUnclassified: boolean;
}

export interface AssessmentQuery {
  readonly inputs: AssessmentInputs;
  readonly countedFrom: CountFrom;
  /** The bugs that the judged scans list. */
  readonly listed: ReadonlySet<BugId>;
  /** Null: there is no pull request. */
  readonly own: PullRequestChanges | null;
  /** Other open pull requests with the same head, whose check this is as well; null: too many to compare with. */
  readonly twins: readonly PullRequestChanges[] | null;
}

/** A pending bug, whether it counts as far as anybody can tell, and how it relates to the pull request. */
export interface WeighedFinding extends Finding, Omit<Assessment, 'counted' | 'exclusion'> {
  readonly counts: Answer;
  /** Null: it counts, or may. `not-listed`: it is not counted from here at all. */
  readonly exclusion: Exclusion | 'not-listed' | null;
  readonly isInPaths: Answer;
  /** The relations are to this pull request and its twins together. */
  readonly relations: Relations;
}

/** Never throws: a caller that wants to know which input leaves a bug out asks again with another input. */
export function assess(finding: Finding, query: AssessmentQuery): WeighedFinding {
  const { own, twins, inputs } = query;
  const pulls = compact([own, ...(twins ?? [])]);
  const compared = pulls.length === 0 ? finding : toCompared(finding);
  const each = pulls.map((pull) => decideRelations(compared, pull));
  const relations = joinRelations(each);
  // The report is about this pull request alone.
  const [mine = NO_RELATIONS] = own === null ? [] : each;
  const isInPaths = decideInPaths(compared, pulls, inputs);
  const isListed = query.listed.has(finding.id);
  const { counts, exclusion } = decideCounts(finding, { isListed, isInPaths, relations }, query);
  const { id, kind, foundAt, reopenedAt, details } = finding;
  // Spread objects would take as long as all the rest.
  return {
    id,
    kind,
    foundAt,
    reopenedAt,
    details,
    counts,
    exclusion,
    isListed,
    isInPaths,
    relations,
    relevance: toRelevance(mine),
    isFoundHere: mine.found === 'yes',
    isInAddedFile:
      !isSince(finding, inputs) && mine.added === 'yes' && mine.introduced !== 'yes' && mine.found !== 'yes',
    countsAsSecurity: kind === 'security' || (kind === 'unclassified' && inputs.countUnclassified),
  };
}

const NO_RELATIONS = joinRelations([]);

/** What GitHub did not say may count. */
export function mayCount({ counts }: Pick<WeighedFinding, 'counts'>): boolean {
  return counts !== 'no';
}

/** Rule `paths`: the name that the service knows is tried, and each name that a pull request gives the file, or may give it. */
function decideInPaths(
  finding: Finding,
  pulls: readonly PullRequestChanges[],
  { isInPaths }: AssessmentInputs,
): Answer {
  if (isInPaths(finding.details.path)) return 'yes';
  if (pulls.length === 0) return 'no';
  const { pathKeys } = toCompared(finding);
  if (pathKeys === null) return 'no';
  const isMoved = pulls.some(({ paths }) => paths.value.laterNames(pathKeys).some((name) => isInPaths(name)));
  return isMoved ? 'yes' : or(...pulls.map(({ paths }) => paths.rest));
}

/** Asks the questions in order; the first that leaves the bug out says why. */
function decideCounts(
  finding: Finding,
  { isListed, isInPaths, relations }: Pick<WeighedFinding, 'isListed' | 'isInPaths' | 'relations'>,
  query: AssessmentQuery,
): Pick<WeighedFinding, 'counts' | 'exclusion'> {
  const { inputs, countedFrom, twins } = query;
  // Rule `too-many-twins`.
  if (twins === null) return { counts: 'yes', exclusion: null };
  // Rule `own-bugs-of-the-repository`.
  const isAsked = isListed || countedFrom !== 'both' ? 'yes' : relations.own;
  if (isAsked === 'no') return { counts: 'no', exclusion: 'not-listed' };
  // It mostly needs nobody's answer, so it comes before all that does.
  if (isInPaths === 'no') return { counts: 'no', exclusion: 'paths' };
  const isSelected = decideSelected(relations, query);
  if (isSelected === 'no') return { counts: 'no', exclusion: 'gate-on' };
  const since = isSince(finding, inputs) ? 'yes' : or(relations.introduced, relations.found, relations.added);
  if (since === 'no') return { counts: 'no', exclusion: 'found-since' };
  return { counts: and(isInPaths, isAsked, isSelected, since), exclusion: null };
}

/** Rule `gate-on`: where there is no pull request it selects everything. */
function decideSelected(relations: Relations, { inputs: { gateOn }, own }: AssessmentQuery): Answer {
  if (gateOn === 'all' || own === null) return 'yes';
  const isAnyRelated = or(...gateOn.map((relation) => relations[relation]));
  return isUnverified(own.number) ? or(isAnyRelated, own.number) : isAnyRelated;
}

/** Rule `found-since`: what was pending before that day counts only if this pull request may have brought it in. */
function isSince({ foundAt, reopenedAt }: Finding, { foundSince }: AssessmentInputs): boolean {
  return foundSince === null || foundAt >= foundSince || (reopenedAt ?? -Infinity) >= foundSince;
}
