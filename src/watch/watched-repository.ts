// The repository that is watched, everything that is its own, and where a run finds it.
import type { ServiceClient } from '../client/index.ts';
import { fetchIdentity, type Identity } from '../github/account.ts';
import { toAddress } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchRepository } from '../github/repository.ts';
import { decideDisclosure, type Disclosure, type Visibility } from '../judgement/disclosure.ts';
import type { RepoId, RepositoryRef } from '../judgement/identifiers.ts';
import { unverified } from '../judgement/reasons.ts';
import type { RepositoryAddress } from '../judgement/report.ts';
import { capture } from '../net/abort.ts';
import type { Session } from '../runner/session.ts';
import { findRepository } from '../service/find-repository.ts';
import { fetchOrFail } from './fault.ts';
import type { WatchInputs } from './inputs.ts';

export interface WatchedRepository {
  readonly address: RepositoryAddress;
  /** The service's. */
  readonly repositoryId: RepoId;
  /** Its scans count. */
  readonly branch: string;
  /** False where issues are switched off. */
  readonly hasIssues: boolean;
  /** What may be written into it. */
  readonly disclosure: Disclosure;
}

/** A session with the service and GitHub. */
export interface ConnectedSession extends Session<WatchInputs> {
  readonly service: ServiceClient;
  readonly github: Octokit;
}

/** Whose token it is, and what is watched with it. */
export interface Watched {
  readonly identity: Identity;
  readonly repository: WatchedRepository;
}

/**
 * Finds the repository that the run is in. Throws what the client of the service throws.
 * @throws {Unverified} If GitHub does not say what is needed, or the service does not know the repository.
 */
export async function findWatched(session: ConnectedSession): Promise<Watched> {
  const { service, inputs, event } = session;
  const found = findRepository(service, inputs);
  // What GitHub refuses is told first, whichever of them answers first.
  const [repository, identity] = await Promise.all([
    fetchWatched(session, { ...event.repository, visibility: event.visibility }),
    findIdentity(session),
    capture(found),
  ]);
  return { identity, repository: { ...repository, repositoryId: await found } };
}

const PERMISSION = 'contents: read';

/**
 * Asks GitHub about a repository. What `visibility` says counts where GitHub does not.
 * @throws {Unverified} If GitHub does not answer.
 */
export async function fetchWatched(
  { github, event, inputs, signal }: ConnectedSession,
  { owner, repo, visibility: said }: RepositoryRef & { readonly visibility: Visibility },
): Promise<Omit<WatchedRepository, 'repositoryId'>> {
  const question = { doing: 'read the repository', permission: PERMISSION };
  const repository = await fetchOrFail(signal, question, () => fetchRepository(github, { owner, repo }));
  const { visibility, hasIssues, defaultBranch } = repository;
  return {
    address: { ...toAddress(event), owner, repo },
    branch: inputs.branch ?? defaultBranch,
    hasIssues,
    disclosure: decideDisclosure(inputs.disclosure, visibility === 'unknown' ? said : visibility),
  };
}

/**
 * Asks whose token it is.
 * @throws {Unverified} If GitHub does not say.
 */
export async function findIdentity({ github, signal }: ConnectedSession): Promise<Identity> {
  const question = { doing: 'ask whose token this is', permission: PERMISSION };
  const identity = await fetchOrFail(signal, question, () => fetchIdentity(github, signal));
  if (identity === null) {
    throw unverified(
      'github-error',
      'GitHub did not say whose token this is, so it is not known which issue and comments are ours.',
      ['Run this job again.'],
    );
  }
  return identity;
}
