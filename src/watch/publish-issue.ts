// Publishes the issue. It is the last thing that a watch writes, since it moves the marker.
import { askGitHub, explain } from '../github/failure.ts';
import { renderIssue, toIssueMarker } from './documents/issue.ts';
import type { WatchEvidence } from './gather.ts';
import type { WatchSession } from './inputs.ts';
import { decideIssueState, type IssueMemory, isUnchanged } from './issue-plan.ts';
import { type IssueAddress, type IssuePublication, upsertIssue } from './issue.ts';
import type { WatchReport } from './report.ts';

/** Writes the issue where it would change. Rejects with `Unverified`. */
export async function publishIssue(
  session: WatchSession,
  evidence: WatchEvidence,
  { report, memory }: { readonly report: WatchReport; readonly memory: IssueMemory },
): Promise<IssueAddress> {
  const { github, identity, inputs, runner, signal, beforeCreation } = session;
  const { issue, duplicates } = memory;
  const marker = toIssueMarker(report, evidence);
  const state = decideIssueState(issue, report.counts);
  if (issue !== null && duplicates.length === 0 && isUnchanged(issue, { marker, state })) return issue;
  const body = runner.scrub(renderIssue(report, marker));
  const publication: IssuePublication = {
    repository: evidence.repository,
    identity,
    draft: { title: inputs.issueTitle, labels: inputs.issueLabels, marker, body, state },
    beforeCreation,
    onFault: (error, doing) => {
      runner.warning(explain(error, doing, 'issues: write'));
    },
  };
  const question = { doing: 'write the issue', permission: 'issues: write' };
  const outcome = await askGitHub(signal, question, () => upsertIssue(github, publication));
  if (outcome.isOvertaken) runner.info('The issue was not changed: it is about a newer run.');
  return outcome;
}
