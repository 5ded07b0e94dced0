// The review action executes the commands of a comment and replies.
import { toWhat } from '../documents/causes.ts';
import { findIdentity, GITHUB_ACTIONS, isNamed, isSameAccount } from '../github/account.ts';
import { addComment } from '../github/comment.ts';
import { toAddress } from '../github/event.ts';
import { gitHubFault } from '../github/fault.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPull, type Pull, type PullRequestRef, requireSaid } from '../github/pull-request.ts';
import { findVisibility } from '../github/visibility.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { decideDisclosure, type Disclosure, toFaultForReaders, type Visibility } from '../judgement/disclosure.ts';
import { ExpectedError } from '../judgement/errors.ts';
import { countOf } from '../judgement/format.ts';
import { type BugId, toFullName } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import { warnOfRefusal } from '../runner/refusal.ts';
import { maskSecrets, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { findRepository } from '../service/find-repository.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { bugsOf, type Command, type CommentCommands, parseCommands, verbOf } from './command.ts';
import { execute, refuseAll, reportUnexecuted } from './execute.ts';
import { type ReviewInputs, reviewInputs } from './inputs.ts';
import { createIntroducers } from './introducers.ts';
import { type CommandOutcome, countOutcomes, countRejected, isAllDone } from './outcome.ts';
import { toOutputs } from './outputs.ts';
import { decideRequest, findRerunFault, type ReviewRequest } from './policy.ts';
import { addReaction, type Reaction, removeReaction } from './reaction.ts';
import { renderReply, renderUnanswered, type ReplySource, toDoubts } from './reply.ts';
import { rerunGates, type RerunNews } from './rerun.ts';
import { type CommentState, fetchCommentState, fetchPermission, isPermitted } from './reviewer.ts';

/** Executes the commands of one comment. Rejects for wrong inputs, missing keys, a cancelled job or a defect. */
export async function runReview(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  writeOutputs(runner, toOutputs([]));
  const inputs = readInputs(reviewInputs, (name) => runner.input(name));
  await withSession(dependencies, { inputs, waitsMs: PATIENCE_MS }, review);
}

type ReviewSession = Session<ReviewInputs>;

interface OpenRequest extends ReviewSession, CommentCommands {
  readonly request: ReviewRequest;
  readonly github: Octokit;
  readonly pull: PullRequestRef;
  /** This much was carried out, whatever the end of the run. */
  readonly done: CommandOutcome[];
}

async function review(session: ReviewSession): Promise<void> {
  const { runner, inputs, event, clock } = session;
  if (event.name.startsWith('pull_request_review')) {
    runner.notice('Commands in a review are not read. Write them in a comment on the pull request.');
    return;
  }
  const request = decideRequest(event.data);
  if (typeof request === 'string') {
    runner.info(`${request} There is nothing to do.`);
    return;
  }
  const read = parseCommands(request.comment.body, inputs.prefix, clock.now());
  if (read.commands.length === 0 && read.unread.length === 0) {
    runner.info('The comment has no command. There is nothing to do.');
    return;
  }
  const open = openRequest(session, request, read);
  try {
    await answer(open);
  } catch (error) {
    writeOutputs(runner, toOutputs(open.done));
    logOutcomes(open, open.done);
    throw error;
  }
  // The cancellation may have aborted the reply or the reaction.
  session.signal.throwIfAborted();
}

/**
 * Only the commands say which keys are needed.
 * @throws {InputError} If one of them is missing.
 */
function openRequest(session: ReviewSession, request: ReviewRequest, read: CommentCommands): OpenRequest {
  const { github, event } = session;
  const lacksService = session.service === null && read.commands.some(asksService);
  if (github === null || lacksService) {
    const missing = compact([github === null && 'github-token', lacksService && 'api-key']);
    throw new InputError(missing.map((input) => ({ input, given: 'empty', allowed: 'the secret that holds it' })));
  }
  const pull = { ...event.repository, number: request.pullRequest };
  return { ...session, ...read, request, github, pull, done: [] };
}

async function answer(session: OpenRequest): Promise<void> {
  const { runner, inputs, github, pull, request, commands } = session;
  const { author } = request.comment;
  const permission = await ask(
    session,
    { doing: 'find out what this account may do', permission: 'metadata: read' },
    () => fetchPermission(github, pull, author),
  );
  if (!isPermitted(permission, inputs.permission)) {
    if (commands.length === 0) {
      runner.info('The comment has no command, and its author may not give any.');
      return;
    }
    const why = `their author has the permission ${permission}, and ${inputs.permission} is needed`;
    runner.notice(`The commands were not carried out: ${why}.`);
    await react(session, '-1');
    return;
  }
  const question = { doing: 'read the pull request', permission: 'pull-requests: read' };
  const [comment, reviewed] = await ask(session, question, () =>
    Promise.all([fetchCommentState(github, pull, request.comment), fetchReviewedPull(github, pull)]),
  );
  // Without commands nothing is executed anyway, and the reply says where commands belong.
  const fault =
    commands.length === 0
      ? null
      : (findRequestFault(comment, request, reviewed) ?? findRerunFault(session.event, request));
  if (fault !== null) runner.notice(`The commands were not carried out: ${fault}.`);
  // A person who deleted the comment no longer wants anything, and there is nothing to reply to.
  if (comment === 'gone') return;
  await executeAndReply(session, reviewed, fault);
}

type ReviewedPull = Pull & { readonly isOpen: boolean };

/** Rejects if GitHub does not say whether it is open. */
async function fetchReviewedPull(github: Octokit, place: PullRequestRef): Promise<ReviewedPull> {
  const pull = await fetchPull(github, place);
  return { ...pull, isOpen: requireSaid('state', pull.state) === 'open' };
}

function findRequestFault(state: CommentState, { comment }: ReviewRequest, pull: ReviewedPull): string | null {
  if (state === 'gone') return 'the comment is gone';
  if (state === 'by-app') {
    return `an app wrote the comment with the login of \`${comment.author.login}\`, and only a person may give commands`;
  }
  if (state === 'changed') return 'the comment has changed since';
  return pull.isOpen ? null : 'the pull request is closed';
}

/** Nothing may be executed without this answer. Where there is none, the person who gave commands is told. */
async function ask<Value>(
  session: OpenRequest,
  { doing, permission }: { readonly doing: string; readonly permission: string },
  question: () => Promise<Value>,
): Promise<Value> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
    if (session.commands.length > 0) {
      await react(session, 'confused');
      await send(session, renderUnanswered(session.request.comment.author.login, doing));
    }
    throw new ExpectedError(toWhat(gitHubFault(error, { doing, permission })), { cause: error });
  }
}

async function executeAndReply(session: OpenRequest, pull: ReviewedPull, fault: string | null): Promise<void> {
  const { runner, commands, inputs, github, event, done: outcomes } = session;
  const [eyes, visibility] = await Promise.all([
    react(session, 'eyes'),
    findVisibility(github, event, inputs.disclosure),
  ]);
  const publicity = { visibility, disclosure: decideDisclosure(inputs.disclosure, visibility) };
  if (fault === null) await executeAll(session, pull, publicity);
  else outcomes.push(...refuseAll(commands, fault));
  writeOutputs(runner, toOutputs(outcomes));
  const changed = countOutcomes(outcomes, 'reviewed') > 0;
  const asked = fault === null && commands.some(({ verb }) => verb === 'recheck');
  const rerun = asked || (changed && inputs.rerun) ? await rerunAll(session, pull, hasReopened(outcomes)) : [];
  await reply(session, pull, { outcomes, rerun, ...publicity });
  const end = commands.length > 0 && isAllDone(outcomes) ? 'rocket' : 'confused';
  await react(session, fault === null ? end : '-1');
  if (eyes !== null) await removeEyes(session, eyes);
  conclude(session, outcomes);
}

interface Publicity {
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
}

/** After that a green gate may have to turn red. */
function hasReopened(outcomes: readonly CommandOutcome[]): boolean {
  const reopened = outcomes.filter(({ command }) => command.verb === 'reopen');
  return countOutcomes(reopened, 'reviewed') > 0;
}

async function executeAll(
  session: OpenRequest,
  pull: ReviewedPull,
  { visibility, disclosure }: Publicity,
): Promise<void> {
  const { runner, commands, service, inputs, event, github, signal, done } = session;
  const { author } = session.request.comment;
  if (service === null || !commands.some(asksService)) {
    done.push(...reportUnexecuted(commands, { why: '' }));
    return;
  }
  const show = (fault: Unverified): Unverified => toFaultForReaders(fault, { input: inputs.disclosure, visibility });
  const repositoryId = await orUnverified(findRepository(service, inputs));
  if (isUnverified(repositoryId)) {
    done.push(...reportUnexecuted(commands, { why: toWhat(repositoryId), told: toWhat(show(repositoryId)) }));
    return;
  }
  const noreplyHosts = ['github.com', URL.parse(event.serverUrl)?.host ?? 'github.com'];
  const context = {
    service,
    show,
    rules: {
      repositoryId,
      fourEyes: inputs.fourEyes,
      permission: inputs.permission,
      disclosure,
      isPullAuthor: isNamed(pull.author) && isSameAccount(pull.author, author),
      account: author,
      noreplyHosts,
    },
    findIntroducers: createIntroducers({
      github,
      pull: { ...session.pull, author: pull.author },
      noreplyHosts,
      signal,
    }),
    signature: toSignature(session, pull),
    sayUnsure: (id: BugId) => {
      runner.notice(
        `The review of ${id} was sent and not answered before the run ended: look in the service whether it is stored.`,
      );
    },
  };
  await execute(commands, context, done);
}

function asksService(command: Command): boolean {
  return command.verb !== 'unclear' && bugsOf(command).length > 0;
}

function toSignature({ request, pull }: OpenRequest, { headSha }: ReviewedPull): string {
  const { login } = request.comment.author;
  return `By ${login} in ${toFullName(pull)}, pull request ${pull.number}, at ${headSha}.`;
}

async function rerunAll(
  { github, pull, signal, event }: OpenRequest,
  { headSha }: ReviewedPull,
  isWhole: boolean,
): Promise<readonly RerunNews[]> {
  const identity = (await findIdentity(github, signal)) ?? GITHUB_ACTIONS;
  return await rerunGates({ github, pull, serverUrl: event.serverUrl, identity, headSha, isWhole });
}

async function reply(
  session: OpenRequest,
  { headSha }: ReviewedPull,
  { visibility, ...said }: Pick<ReplySource, 'outcomes' | 'rerun'> & Publicity,
): Promise<void> {
  const { inputs, event, pull, request, unread } = session;
  const body = renderReply({
    author: request.comment.author.login,
    ...said,
    unread,
    frame: {
      repository: { ...toAddress(event), visibility },
      sha: headSha,
      pullRequest: pull.number,
      bugUrl: inputs.bugUrl,
      foundSince: null,
    },
    prefix: inputs.prefix,
  });
  await send(session, body);
}

async function send(session: OpenRequest, body: string): Promise<void> {
  const { runner, github, pull } = session;
  try {
    await addComment(github, pull, runner.scrub(body));
  } catch (error) {
    warnOfRefusal(session, error, { doing: 'write the reply', permission: 'pull-requests: write' });
  }
}

/** Returns the ID of the reaction. Null: GitHub does not say, or refused the reaction, which is a warning. */
async function react(session: OpenRequest, reaction: Reaction): Promise<number | null> {
  const { github, pull, request } = session;
  const place = { ...pull, commentId: request.comment.id };
  try {
    return await addReaction(github, place, reaction);
  } catch (error) {
    warnOfRefusal(session, error, { doing: 'react to the comment', permission: 'pull-requests: write' });
    return null;
  }
}

async function removeEyes({ github, pull, request }: OpenRequest, reactionId: number): Promise<void> {
  const place = { ...pull, commentId: request.comment.id };
  try {
    await removeReaction(github, place, reactionId);
  } catch {
    // Both reactions stay, which does no harm: the other one shows the outcome.
  }
}

/** Logs the outcomes as well, because the reply may have been refused. */
function conclude(session: OpenRequest, outcomes: readonly CommandOutcome[]): void {
  const { runner, unread } = session;
  logOutcomes(session, outcomes);
  if (unread.length > 0) {
    const lines = countOf(unread.length, 'line', 'lines');
    runner.info(`Not read: ${lines} with the prefix. Commands are the first lines of a comment, as plain text.`);
  }
  const failed = countOutcomes(outcomes, 'failed');
  const summary = `Reviewed: ${countOutcomes(outcomes, 'reviewed')}; rejected: ${countRejected(outcomes)}; failed: ${failed}.`;
  if (failed === 0) runner.info(summary);
  else runner.fail(`${summary} The lines above and the reply say why.`);
}

function logOutcomes({ runner }: OpenRequest, outcomes: readonly CommandOutcome[]): void {
  for (const { command, fault, bugs } of outcomes) {
    if (fault !== undefined && bugs.length === 0) {
      runner.info(`${verbOf(command)}: rejected, ${fault}`);
    }
    if (command.verb === 'unclear') runner.info(`Not understood: ${command.fault}`);
    for (const { id, outcome } of bugs) {
      const why = 'why' in outcome ? `, ${outcome.why}` : '';
      runner.info(`${verbOf(command)} ${id}: ${outcome.kind}${why}`);
      if (outcome.kind === 'reviewed') {
        for (const sentence of toDoubts(outcome.doubts)) runner.info(sentence);
      }
    }
  }
}
