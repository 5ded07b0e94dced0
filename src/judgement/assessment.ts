// The assessment: every finding compared with the pull request and the inputs, in the order it is shown.
import { type AssessedFinding, compareFindings, type Exclusion, type Finding } from './finding.ts';
import { compact } from './lists.ts';
import type { PathFilter } from './path-filter.ts';
import {
  decideRelations,
  type GateOn,
  isSelected,
  type PullRequestChanges,
  type Relations,
  toRelevance,
} from './relevance.ts';

export interface AssessmentOptions {
  /** Null where there is no pull request, or its changes are not known. */
  readonly changes: PullRequestChanges | null;
  /** Other open pull requests with the same head, whose check this is as well. */
  readonly twins: readonly PullRequestChanges[];
  readonly gateOn: GateOn;
  readonly isInPaths: PathFilter;
  /** Whether an unclassified bug counts as security. */
  readonly countUnclassified: boolean;
  /** Whether the scan is of another commit than the judged one, so that removed files may still have findings. */
  readonly standsIn: boolean;
  /** Numbers of the pull requests that are open and whose bugs are somebody else's; empty where bugs are counted from the scan. */
  readonly otherPullRequests: ReadonlySet<number>;
  /** Ids of bugs that the judged scans list: they are in what was scanned, whoever brought them in. */
  readonly listed: ReadonlySet<string>;
}

/** Assesses and sorts findings. Without changes, `gate-on` counts as `all`, so that no finding is missed by accident. */
export function decideAssessment(findings: readonly Finding[], options: AssessmentOptions): readonly AssessedFinding[] {
  return findings
    .map((finding): AssessedFinding => {
      const { changes, twins } = options;
      const own = changes === null ? null : decideRelations(finding, changes);
      const all = compact([own, ...twins.map((twin) => decideRelations(finding, twin))]);
      const exclusion = decideExclusion(finding, options, all);
      return {
        ...finding,
        relevance: own === null ? 'backlog' : toRelevance(own),
        counted: exclusion === null,
        exclusion,
        countsAsSecurity: isSecurity(finding, options),
      };
    })
    .sort(compareFindings);
}

/** Whether a finding counts as a security bug. */
export function isSecurity(
  { kind }: Pick<Finding, 'kind'>,
  { countUnclassified }: Pick<AssessmentOptions, 'countUnclassified'>,
): boolean {
  return kind === 'security' || (kind === 'unclassified' && countUnclassified);
}

/** Why a finding does not count; null when it does. */
function decideExclusion(
  finding: Finding,
  options: AssessmentOptions,
  relations: readonly Relations[],
): Exclusion | null {
  if (!options.isInPaths(finding.details.path)) return 'paths';
  if (isRemoved(finding, options)) return 'removed-file';
  const isOwn = relations.some((relation) => isSelected(relation, ['introduced']));
  if (!isOwn && isOfOtherPullRequest(finding, options)) return 'other-pull-request';
  const gateOn = options.changes === null ? 'all' : options.gateOn;
  const selected = gateOn === 'all' || relations.some((relation) => isSelected(relation, gateOn));
  return selected ? null : 'gate-on';
}

/**
 * In a file that the pull request removes, and every twin of it: merged, the finding is gone. Not where one of them adds
 * a file, which may be the removed one under another name.
 */
function isRemoved({ details: { path } }: Finding, { changes, twins, standsIn }: AssessmentOptions): boolean {
  if (!standsIn || changes === null || path === null) return false;
  return [changes, ...twins].every(({ paths, mayAddFiles }) => !mayAddFiles && paths?.value.isRemoved(path) === true);
}

function isOfOtherPullRequest(
  { id, details: { introducedBy } }: Finding,
  { otherPullRequests, listed }: AssessmentOptions,
): boolean {
  const number = introducedBy?.pullRequest ?? null;
  return number !== null && otherPullRequests.has(number) && !listed.has(id);
}
