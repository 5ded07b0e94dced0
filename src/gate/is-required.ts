// The rules of the base branch, asked beside everything else: they say whether a red job keeps the pull request from being merged.
import { decideIsRequired, fetchBranchRequirements, findJobName } from '../github/branch-requirements.ts';
import type { Pull } from '../github/pull-request.ts';
import type { GateInputs } from '../inputs/gate.ts';
import type { IsRequired } from '../judgement/report.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { capture, orAfter } from '../net/abort.ts';
import type { Clock } from '../net/clock.ts';
import { toCommentTarget } from './conversation.ts';
import type { GateSession } from './session.ts';
import type { Subject } from './subject.ts';

/**
 * Gives `unknown` if nobody will read it, or GitHub does not say. `asked` is the pull request as it is now, whose base may be
 * another than at the event; null: it is not read. Never rejects: no verdict depends on it.
 */
export async function findIsRequired(
  session: GateSession,
  subject: Subject,
  asked: Promise<Pull | Unverified | null>,
): Promise<IsRequired> {
  const { github, event, inputs } = session;
  const now = await capture(asked);
  const pull = now.status === 'rejected' || isUnverified(now.value) ? null : now.value;
  const branch = pull?.ruledBy ?? subject.baseBranch;
  const isDue = toCommentTarget(session, subject, github) !== null && canTurnRed(inputs);
  if (github === null || branch === null || !isDue) return 'unknown';
  const answers = await capture(
    Promise.all([
      fetchBranchRequirements(github, { ...event.repository, branch }),
      inputs.jobId === null ? null : findJobName(github, event.repository, inputs.jobId),
    ]),
  );
  if (answers.status === 'rejected') return 'unknown';
  const [requirements, name] = answers.value;
  return decideIsRequired(requirements, {
    name,
    key: event.job,
    checkName: inputs.annotations === 'check-run' ? inputs.checkName : null,
    workflowRef: event.workflowRef,
    repository: event.repository,
    repositoryId: event.repositoryId,
  });
}

/** In `mode: warn` only wrong inputs turn the job red, unless `on-unverified` says otherwise. */
function canTurnRed({ mode, onUnverified }: Pick<GateInputs, 'mode' | 'onUnverified'>): boolean {
  return mode === 'enforce' || onUnverified === 'fail';
}

/** How long a report that is ready waits for the answer, our own limit: GitHub was asked before everything else. */
const PATIENCE_MS = 2_000;

/** The answer, or `unknown` if it takes longer than that from now on. */
export async function awaitBriefly(clock: Pick<Clock, 'after'>, answer: Promise<IsRequired>): Promise<IsRequired> {
  return await orAfter(clock, answer, { ms: PATIENCE_MS, instead: 'unknown' });
}
