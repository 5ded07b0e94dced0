// The subject of the gate is a commit, and perhaps a pull request.
import { fetchIsOnBranch } from '../github/commits.ts';
import type { ActionEvent } from '../github/event.ts';
import { orInstead } from '../github/failure.ts';
import { askGitHub, findAnswer } from '../github/fault.ts';
import { fetchOpenOfBranch, fetchPull, type Pull } from '../github/pull-request.ts';
import type { GateInputs } from '../inputs/gate.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import type { Question } from '../judgement/question.ts';
import { GITHUB_QUESTIONS, noTokenFault, toHeadQuestion } from '../judgement/reasons.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { once } from '../net/once.ts';
import type { Session } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import {
  decideTarget,
  type NoTarget,
  type PullRequestSource,
  type Target,
  toGivenCommit,
  toPushedBranch,
} from './target.ts';

export interface Subject extends Pick<Question, 'sha' | 'pullRequest' | 'isHead' | 'isQueued' | 'pushedTo'> {
  /** A check run goes on this commit; in a merge queue it is the group's. */
  readonly checkSha: CommitSha;
  /** The pull request is held to the rules of this branch; null: nothing said it. */
  readonly baseBranch: string | null;
  readonly comments: boolean;
  /** True: the input `sha` names another commit than would have been judged without it. */
  readonly isGiven: boolean;
  /** GitHub's API may lag behind, and show the pull request with the head before the event, or (null) not at all. */
  readonly findIsLate: (head: CommitSha | null) => Promise<boolean>;
}

type SubjectSession = Pick<Session<Pick<GateInputs, 'sha' | 'pullRequest'>>, 'inputs' | 'event' | 'github' | 'signal'>;

/** @throws {Unverified} If the commit is not known. */
export async function findSubject(session: SubjectSession): Promise<Subject | NoTarget> {
  const { event, inputs } = session;
  const target = decideTarget(event, inputs);
  const { sha } = inputs;
  if (sha === null) {
    if (target.kind === 'nothing') return target;
    return toSubject(session, await resolveTarget(target, session), { isGiven: false });
  }
  // What would be judged anyway is as if it had not been given.
  const usual = target.kind === 'nothing' ? null : await findUsual(target, session);
  if (usual?.sha === sha) return toSubject(session, usual, { isGiven: false });
  return toSubject(session, await resolveTarget(toGivenCommit(sha, target), session), { isGiven: true });
}

type Resolved = Pick<Subject, 'sha' | 'pullRequest' | 'baseBranch' | 'isHead' | 'checkSha' | 'comments'>;

async function findUsual(target: Target, session: SubjectSession): Promise<Resolved | null> {
  // The pull request is looked for only where the commit is the same.
  if (target.kind === 'commit' && target.sha !== session.inputs.sha) return null;
  const usual = await orUnverified(resolveTarget(target, session));
  session.signal.throwIfAborted();
  return isUnverified(usual) ? null : usual;
}

function toSubject(session: SubjectSession, resolved: Resolved, { isGiven }: Pick<Subject, 'isGiven'>): Subject {
  const { data } = session.event;
  const pushedTo = data.kind === 'push' ? toPushedBranch(data) : null;
  const findIsLate = once((head: CommitSha | null) => findIsBefore(session, resolved, head));
  return { ...resolved, isGiven, isQueued: data.kind === 'merge-group', pushedTo, findIsLate };
}

/** A head that the judged commit comes after is older. One that cannot be compared may be: a late GitHub may not know it yet. */
async function findIsBefore(
  { event: { data, repository }, github }: SubjectSession,
  { sha, pullRequest }: Resolved,
  head: CommitSha | null,
): Promise<boolean> {
  const isOfEvent = data.kind === 'pull-request' && data.headSha === sha && data.number === pullRequest;
  if (!isOfEvent || github === null || head === sha) return false;
  if (head === null || head === data.before) return true;
  return await orInstead(true, () => fetchIsOnBranch(github, repository, { branch: sha, sha: head, ifUnknown: true }));
}

async function resolveTarget(target: Target, session: SubjectSession): Promise<Resolved> {
  const { event } = session;
  switch (target.kind) {
    case 'unknown':
      throw new Unverified({ kind: 'no-commit', why: target.why });
    case 'commit': {
      const { sha, isHead, comments } = target;
      const found = await findPullRequest(target.pullRequest, { ...session, sha });
      return { sha, checkSha: toCheckSha(event) ?? sha, isHead, comments, ...found };
    }
    case 'head-of': {
      const { number, comments } = target;
      const { headSha: sha, ruledBy: baseBranch } = await fetchHead(number, session);
      // A merge queue tests a commit of its own, which no newer head overtakes.
      return { sha, checkSha: toCheckSha(event) ?? sha, isHead: comments, comments, pullRequest: number, baseBranch };
    }
  }
}

/** A merge group waits for a check run on its own commit; null: the check run goes on the judged one. */
export function toCheckSha({ data }: ActionEvent): CommitSha | null {
  return data.kind === 'merge-group' ? data.headSha : null;
}

async function fetchHead(number: number, { event, github, signal }: SubjectSession): Promise<Pull> {
  const question = toHeadQuestion(number);
  if (github === null) throw noTokenFault(question);
  return await askGitHub(signal, question, () => fetchPull(github, { ...event.repository, number }));
}

interface Branched extends Pick<SubjectSession, 'event' | 'github' | 'signal'> {
  readonly sha: CommitSha;
}

async function findPullRequest(
  source: PullRequestSource,
  { event, github, signal, sha }: Branched,
): Promise<Pick<Subject, 'pullRequest' | 'baseBranch'>> {
  if (source.kind === 'none') return NO_PULL_REQUEST;
  if (source.kind === 'known') return { pullRequest: source.number, baseBranch: findBaseBranch(event, source.number) };
  const question = GITHUB_QUESTIONS.pullOfBranch;
  if (github === null) return { pullRequest: noTokenFault(question), baseBranch: null };
  const branch = { ...source.branch, sha };
  const found = await findAnswer(signal, question, () => fetchOpenOfBranch(github, event.repository, branch));
  if (isUnverified(found)) return { pullRequest: found, baseBranch: null };
  return found === null ? NO_PULL_REQUEST : { pullRequest: found.number, baseBranch: found.baseBranch };
}

const NO_PULL_REQUEST = { pullRequest: null, baseBranch: null } as const;

function findBaseBranch({ data }: ActionEvent, number: number): string | null {
  return data.kind === 'pull-request' && data.number === number ? data.baseBranch : null;
}
