// The sweep: many repositories one after the other, each for itself, within limits.
import type { ServiceClient } from '../client/index.ts';
import { askGitHub } from '../github/failure.ts';
import { limitRequests, type Octokit, type RequestBudget } from '../github/octokit.ts';
import type { RepoId, RepositoryRef } from '../judgement/identifiers.ts';
import { rotate } from '../judgement/lists.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import type { Session } from '../runner/session.ts';
import { fetchVisibleRepositories, selectRepository, type VisibleRepository } from '../service/find-repository.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { findRepositories, type NamedRepository } from './find-repositories.ts';
import type { Repositories } from './inputs.ts';

/** A repository as both sides know it. */
export interface SweptRepository extends NamedRepository, RepositoryRef {
  /** In the service, or why that is not known. */
  readonly id: RepoId | Unverified;
}

/** REST requests to GitHub, our own limits. */
export interface SweepLimits {
  readonly ofRepository: number;
  readonly ofRun: number;
}

/** Of an action that a workflow's own token is too narrow for: an app has 5,000 requests an hour. */
export const APP_LIMITS: SweepLimits = { ofRepository: 200, ofRun: 4_000 };
/** Requests to the service for one repository, our own limit. */
const MAX_SERVICE_REQUESTS = 1_000;
/** Time for a run beside its work, our own limit: the token of an app lives for an hour. What is not reached has failed. */
export const SWEEP_MS = 50 * 60_000 - PATIENCE_MS;

export interface SweepInputs {
  readonly repositories: Repositories;
  readonly repositoryId: RepoId | null;
}

/** A session with both APIs. */
export interface SweepSession<Inputs extends SweepInputs> extends Session<Inputs> {
  readonly service: ServiceClient;
  readonly github: Octokit;
}

/** What one look at a repository is given. */
export interface Visit {
  readonly repository: SweptRepository;
  /** Gives up after a thousand requests. */
  readonly service: ServiceClient;
  /** What may still be sent to GitHub. */
  readonly requests: RequestBudget;
  /** From 1. */
  readonly position: number;
  /** How many repositories there are. */
  readonly total: number;
}

/**
 * Visits each repository, a different one first in each run, and stops only where the job is cancelled. Gives all that the
 * key sees; none where that is not known. Rejects for what `visit` rejects with.
 * @throws {Unverified} If it is not known which repositories are meant.
 * @throws {InputError} If this repository is public and a named one is not.
 */
export async function sweep<Inputs extends SweepInputs>(
  session: SweepSession<Inputs>,
  limits: SweepLimits,
  visit: (visit: Visit) => Promise<void>,
): Promise<readonly VisibleRepository[]> {
  const requests = limitRequests(session.github, limits.ofRun);
  const { repositories, visible } = await findSwept(session);
  if (repositories.length === 0) session.runner.warning(NONE);
  for (const [index, repository] of rotate(repositories, session.event.runNumber).entries()) {
    requests.grant(limits.ofRepository);
    const service = session.limitService(MAX_SERVICE_REQUESTS) ?? session.service;
    await visit({ repository, service, requests, position: index + 1, total: repositories.length });
    session.signal.throwIfAborted();
  }
  return visible;
}

const NONE = 'There is no repository that both the key and the token see, so nothing was looked at.';

interface Swept {
  readonly repositories: readonly SweptRepository[];
  readonly visible: readonly VisibleRepository[];
}

async function findSwept<Inputs extends SweepInputs>(session: SweepSession<Inputs>): Promise<Swept> {
  const { service, inputs, signal } = session;
  const { repositoryId } = inputs;
  const known = repositoryId === null ? await orUnverified(fetchVisibleRepositories(service)) : [];
  signal.throwIfAborted();
  if (isUnverified(known) && inputs.repositories === 'all') throw known;
  const visible = isUnverified(known) ? [] : known;
  const named = await askGitHub(signal, TOKEN_QUESTION, () => findRepositories(session, visible));
  const repositories = named.map((repository) => {
    const [owner = '', repo = ''] = repository.fullName.split('/');
    const id = isUnverified(known) ? known : (repositoryId ?? selectRepository(known, repository.fullName, []));
    return { ...repository, owner, repo, id };
  });
  return { repositories, visible };
}

const TOKEN_QUESTION = {
  doing: 'read which repositories the token sees',
  permission: 'metadata: read',
  advice: ['For several repositories use the token of a GitHub App, such as actions/create-github-app-token makes.'],
};
