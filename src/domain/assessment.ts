// The assessment: every finding compared with the pull request and the inputs, in the order it is shown.
import { compareFindings, type AssessedFinding, type Finding } from './finding.ts';
import type { PathFilter } from './path-filter.ts';
import {
  decideRelations,
  isSelected,
  toRelevance,
  type GateOn,
  type PullRequestChanges,
} from './relevance.ts';

export interface AssessmentOptions {
  /** Null without a pull request, or if GitHub could not say what it changes. */
  readonly changes: PullRequestChanges | null;
  readonly gateOn: GateOn;
  readonly isInPaths: PathFilter;
  /** Whether an unclassified bug counts as security. */
  readonly countUnclassified: boolean;
}

/** Assesses and sorts findings. Without changes, `gate-on` counts as `all`, so that no finding is missed by accident. */
export function decideAssessment(
  findings: readonly Finding[],
  options: AssessmentOptions,
): readonly AssessedFinding[] {
  const { changes } = options;
  const gateOn = changes === null ? 'all' : options.gateOn;
  return findings
    .map((finding) => {
      const relations = changes === null ? [] : decideRelations(finding, changes);
      return {
        ...finding,
        relevance: toRelevance(relations),
        gated: isSelected(relations, gateOn) && options.isInPaths(finding.details.path),
        security:
          finding.kind === 'security' ||
          (finding.kind === 'unclassified' && options.countUnclassified),
      };
    })
    .sort(compareFindings);
}
