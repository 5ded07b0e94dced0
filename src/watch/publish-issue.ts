// The publication of the issue, the last thing that a watch writes: it moves the marker.
import { explain, orInstead } from '../github/failure.ts';
import { renderIssue, toIssueMarker } from './documents/issue.ts';
import { fetchOrFail } from './fault.ts';
import type { WatchEvidence } from './gather.ts';
import type { WatchSession } from './inputs.ts';
import { decideIssueState, type IssueMemory, isUnchanged } from './issue-plan.ts';
import { type IssueAddress, type IssuePublication, isWithoutIssues, upsertIssue } from './issue.ts';
import type { WatchReport } from './report.ts';

export interface IssueSource {
  readonly report: WatchReport;
  readonly memory: IssueMemory;
}

/** Writes the issue where it says something else. Null: the repository has no issues. Rejects with `Unverified`. */
export async function publishIssue(
  session: WatchSession,
  evidence: WatchEvidence,
  { report, memory }: IssueSource,
): Promise<IssueAddress | null> {
  const { github, identity, inputs, runner, signal, beforeCreation } = session;
  const { issue, duplicates } = memory;
  const marker = toIssueMarker(report, evidence);
  const state = decideIssueState(issue, report.counts);
  const isReadable = !memory.isFromFuture && duplicates.length === 0;
  if (issue !== null && isReadable && isUnchanged(issue, { marker, state })) return issue;
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
  const isExpected = (error: unknown): boolean => issue === null && isWithoutIssues(error);
  const outcome = await fetchOrFail(signal, question, () =>
    orInstead(null, () => upsertIssue(github, publication), isExpected),
  );
  if (outcome?.isOvertaken === true) runner.info('The issue was not changed: it is about a newer run.');
  return outcome;
}
