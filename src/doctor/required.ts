// Reads what the default branch requires before a merge, and whether the gate is among it.
import { decideIsRequired, fetchBranchRequirements } from '../github/branch-requirements.ts';
import type { ActionEvent } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import { toFullName } from '../judgement/identifiers.ts';
import type { Required } from './evidence.ts';
import { fetchRecentChecks } from './recent-checks.ts';
import { GATE_FILE, GATE_JOB } from './set-ups.ts';

/** Sends two requests, and one more where checks are required. Rejects only when cancelled. */
export async function fetchRequired(
  github: Octokit,
  { repository, repositoryId }: Pick<ActionEvent, 'repository' | 'repositoryId'>,
  branch: string,
): Promise<Required> {
  const place = { ...repository, branch };
  const requirements = await fetchBranchRequirements(github, place);
  const isRequired = decideIsRequired(requirements, {
    ...{ name: GATE_JOB, key: GATE_JOB, checkName: null },
    workflowRef: `${toFullName(repository)}/${GATE_FILE}@refs/heads/${branch}`,
    ...{ repository, repositoryId },
  });
  const recent = requirements.contexts.length === 0 ? null : await fetchRecentChecks(github, place);
  // A required workflow of another repository may run the gate, too.
  const isOther = isRequired === 'not-required' && requirements.workflows.length > 0;
  return { branch, requirements, isGateRequired: isOther ? 'unknown' : isRequired, recent };
}
