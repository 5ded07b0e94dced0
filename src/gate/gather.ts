// Owns the gathering of evidence: the look-up at the service and, beside it, everything that GitHub must tell.
import type { CommitSha, EpochMs } from '../domain/identifiers.ts';
import type { RepositoryRef } from '../domain/repository.ts';
import { fetchComments } from '../github/comment.ts';
import type { ListedComment } from '../github/comment-plan.ts';
import { fetchAncestors } from '../github/history.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPull, type PullRequestPlace } from '../github/pull-request.ts';
import type { Clock } from '../net/clock.ts';
import { settle, type Settled } from '../story/settled.ts';
import type { World } from '../story/world.ts';
import type { Case } from './case.ts';
import type { Evidence } from './judge.ts';
import { lookUp, type LookUpQuery } from './look-up.ts';
import type { GateStart } from './start.ts';
import { fetchSurroundings } from './surroundings.ts';

/** What the steps of one run share. */
export interface Run extends GateStart {
  readonly world: World;
}

/** The pull request's comments and head at one time. */
export interface Conversation {
  readonly comments: readonly ListedComment[];
  /** Null when a newer head does not matter, or when it could not be read. */
  readonly headSha: CommitSha | null;
  /** Why the head could not be read; null when it was, or when it does not matter. */
  readonly headFault: unknown;
}

/** The pull request to comment on, and how to reach it. */
export interface CommentPlace {
  readonly github: Octokit;
  readonly pull: PullRequestPlace;
}

export interface Gathered extends Evidence {
  /** Null when there is nothing to comment on. */
  readonly conversation: Settled<Conversation> | null;
}

/** Asks both sides at the same time. Rejects only when cancelled, or for a defect. */
export async function gatherEvidence(run: Run, subject: Case): Promise<Gathered> {
  const { inputs, world } = run;
  const { github, event } = world;
  const place = toCommentPlace(run, subject);
  const { pullRequest } = subject;
  const wantsIdentity = place !== null;
  const head = inputs.gateOn !== 'all' && subject.isHead ? subject.sha : null;
  const around = settle(
    fetchSurroundings({ ...run, github, event, pullRequest, wantsIdentity, head }),
  );
  const hearNow = (): Promise<Heard> => hear(world.clock, place, subject.isHead);
  const early = Promise.withResolvers<Heard>();
  const found = await lookUp({
    ...toLookUpQuery(run, subject),
    // As late as possible, so that it is fresh, and still beside the reading of the findings.
    onScanKnown: () => {
      early.resolve(hearNow());
    },
  });
  const surroundings = await around;
  if (surroundings.kind === 'failed') throw surroundings.error;
  const heard = await early.promise;
  const fresh = isFresh(heard, world.clock.now()) ? heard : await hearNow();
  return {
    inputs,
    place: { ...event.repository, serverUrl: event.serverUrl },
    subject,
    lookUp: found,
    surroundings: surroundings.value,
    conversation: fresh.conversation,
  };
}

/** A conversation and when the reading of it began: what it says may have changed since then. */
interface Heard {
  readonly at: EpochMs;
  /** Null when there is nothing to comment on. */
  readonly conversation: Settled<Conversation> | null;
}

/**
 * How old a conversation may be when the comment is written. Where the findings took longer to read, another run
 * may have written meanwhile, and what it wrote must not be overwritten unseen.
 */
const FRESH_MS = 500;

async function hear(clock: Clock, place: CommentPlace | null, isHead: boolean): Promise<Heard> {
  const at = clock.now();
  return { at, conversation: place && (await settle(fetchConversation(place, isHead))) };
}

function isFresh({ at, conversation }: Heard, now: EpochMs): boolean {
  return conversation === null || now - at <= FRESH_MS;
}

/** Null when no comment is to be written. */
export function toCommentPlace({ inputs, world }: Run, subject: Case): CommentPlace | null {
  const pull = toPull(world, subject);
  const silent = inputs.comment === 'never' || !subject.comments;
  return world.github === null || pull === null || silent ? null : { github: world.github, pull };
}

function toPull({ event }: World, { pullRequest }: Case): PullRequestPlace | null {
  return pullRequest === null ? null : { ...event.repository, number: pullRequest };
}

function toLookUpQuery(run: Run, subject: Case): Omit<LookUpQuery, 'onScanKnown'> {
  const { runner, signal, inputs, world } = run;
  const { github, event, service, clock } = world;
  const pull = toPull(world, subject);
  const needsAncestors = inputs.scanMatch.includes('ancestor');
  return {
    service,
    sha: subject.sha,
    inputs,
    ancestors: needsAncestors ? settle(findAncestors(github, event.repository, subject.sha)) : null,
    clock,
    signal,
    findHead:
      github !== null && pull !== null && subject.isHead ? () => findHead(github, pull) : null,
    log: (line) => {
      runner.info(line);
    },
  };
}

async function findAncestors(
  github: Octokit | null,
  repository: RepositoryRef,
  sha: CommitSha,
): Promise<readonly CommitSha[]> {
  if (github === null) throw new Error('there is no github-token');
  return await fetchAncestors(github, repository, sha);
}

/** While waiting, a head that cannot be read is no reason to stop. */
async function findHead(github: Octokit, pull: PullRequestPlace): Promise<CommitSha | null> {
  const now = await settle(fetchPull(github, pull));
  return now.kind === 'done' ? now.value.headSha : null;
}

/** Rejects when the comments cannot be read. Without the head the comment's marker still tells of a newer run. */
async function fetchConversation(
  { github, pull }: CommentPlace,
  isHead: boolean,
): Promise<Conversation> {
  const [comments, now] = await Promise.all([
    fetchComments(github, pull),
    isHead ? settle(fetchPull(github, pull)) : null,
  ]);
  const headSha = now?.kind === 'done' ? now.value.headSha : null;
  return { comments, headSha, headFault: now?.kind === 'failed' ? now.error : null };
}
