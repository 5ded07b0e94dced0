// Publishing the comment: whether, where, and as whom. A refusal becomes a warning.
import { toWhat } from '../documents/causes.ts';
import { type Marker, withPast } from '../documents/marker.ts';
import { GITHUB_ACTIONS } from '../github/account.ts';
import { isOfOtherJob } from '../github/comment-plan.ts';
import { upsertComment } from '../github/comment.ts';
import { isReadOnly } from '../github/event.ts';
import { lacksPermission } from '../github/failure.ts';
import { gitHubFault } from '../github/fault.ts';
import type { CommentMode } from '../inputs/gate.ts';
import { GITHUB_QUESTIONS } from '../judgement/reasons.ts';
import type { Report } from '../judgement/report.ts';
import { capture } from '../net/abort.ts';
import { warnOfRefusal } from '../runner/refusal.ts';
import type { CommentTarget, Conversation } from './conversation.ts';
import { renderComment } from './documents/comment.ts';
import type { WordedReport } from './documents/words.ts';
import type { GateSession } from './session.ts';

export interface CommentSource extends CommentTarget {
  readonly conversation: PromiseSettledResult<Conversation>;
  readonly marker: Marker;
}

type Publisher = Pick<GateSession, 'runner' | 'inputs' | 'clock' | 'signal' | 'event'>;

/** Writes the comment and returns its address. Null: there is none, or it was refused. */
export async function publishComment(
  publisher: Publisher,
  report: WordedReport,
  source: CommentSource,
): Promise<string | null> {
  const { conversation } = source;
  const written =
    conversation.status === 'rejected'
      ? conversation
      : await capture(writeComment(publisher, report, { ...source, conversation: conversation.value }));
  if (written.status === 'fulfilled') return written.value;
  if (isReadOnly(publisher.event) && lacksPermission(written.reason)) publisher.runner.notice(FORK);
  else warnOfRefusal(publisher, written.reason, { doing: 'write the comment', permission: 'pull-requests: write' });
  return null;
}

async function writeComment(
  { runner, inputs, clock }: Publisher,
  report: WordedReport,
  source: Omit<CommentSource, 'conversation'> & { readonly conversation: Conversation },
): Promise<string | null> {
  const { github, pull, conversation } = source;
  const { identity, own, isForeignKnown, pull: now, isHeadLate, headFault } = conversation;
  if (identity === null && isForeignKnown) {
    runner.warning(
      'The comment was not changed: GitHub did not say which account this token belongs to, and another account wrote a comment with our marker.',
    );
    return null;
  }
  if (isForeignKnown) runner.info(OTHER_TOKEN);
  const marker = withPast(source.marker, own[0]?.marker ?? null);
  if (own.some((comment) => isOfOtherJob(comment.marker, marker))) runner.warning(SAME_KEY);
  const body = runner.scrub(renderComment(report, { marker, maxListed: inputs.maxListed }));
  const wanted = isCommentWanted(report, inputs.comment);
  const outcome = await upsertComment(github, {
    pull,
    identity: identity ?? GITHUB_ACTIONS,
    own,
    draft: {
      ...{ marker, body, wanted, isHeadLate },
      headSha: isHeadLate ? marker.sha : (now?.headSha ?? null),
      isHeadUnread: headFault !== null,
      isClosed: report.ending !== null,
      nowMs: clock.now(),
    },
  });
  if (headFault !== null && outcome.url !== null) {
    const what = toWhat(gitHubFault(headFault, GITHUB_QUESTIONS.head));
    runner.warning(`${what} So the comment may be about an older commit.`);
  }
  if (outcome.kind === 'last-word') runner.info(LAST_WORD);
  if (outcome.kind === 'moved-on') runner.info(own.length === 0 ? MOVED_ON.none : MOVED_ON.left);
  if (outcome.kind === 'overtaken') {
    // It may say better than what this job ends with.
    if (report.job === 'red') runner.warning(OVERTAKEN);
    else runner.info(OVERTAKEN);
  }
  return outcome.url;
}

const FORK = 'On a pull request from a fork the token cannot write a comment; the result is in the job summary.';

const LAST_WORD =
  'The comment was not changed: the pull request is closed, and this is what the gate last said of its newest commit.';

export const MOVED_ON = {
  none: 'No comment was written: the pull request has newer commits.',
  left: 'The comment was not changed: the pull request has newer commits.',
};

export const OVERTAKEN = 'The comment was not changed: a newer run has written it.';

export const OTHER_TOKEN =
  'Another account wrote a comment with this gate’s marker. This run leaves it alone; if the gate had another token before, delete it.';

const SAME_KEY =
  'Another job of this run writes the same comment, such as one of a matrix. It keeps the worst verdict; give each gate a `comment-key` of its own.';

function isCommentWanted({ verdict, findings }: Report, mode: CommentMode): boolean {
  const unverified = verdict.kind === 'unverified';
  switch (mode) {
    case 'always':
      return true;
    case 'on-findings':
      return unverified || findings.length > 0;
    case 'on-failure':
      return unverified || verdict.kind === 'failed';
    case 'never':
      return false;
  }
}
