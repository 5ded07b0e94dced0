// The repository that is watched, everything that is its own, and where a run finds it.
import type { ServiceClient } from '../client/index.ts';
import { fetchIdentity, type Identity } from '../github/account.ts';
import { toAddress } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchRepository } from '../github/repository.ts';
import { decideDisclosure, type Disclosure } from '../judgement/disclosure.ts';
import type { RepoId } from '../judgement/identifiers.ts';
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
  const { service, inputs } = session;
  const found = findRepository(service, inputs);
  // What GitHub refuses is told first, whichever of them answers first.
  const [known] = await Promise.all([fetchKnown(session), capture(found)]);
  const { identity, ...repository } = known;
  return { identity, repository: { ...repository, repositoryId: await found } };
}

type Known = Pick<Watched, 'identity'> & Omit<WatchedRepository, 'repositoryId'>;

async function fetchKnown({ github, event, inputs, signal }: ConnectedSession): Promise<Known> {
  const permission = 'contents: read';
  const [repository, identity] = await Promise.all([
    fetchOrFail(signal, { doing: 'read the repository', permission }, () => fetchRepository(github, event.repository)),
    fetchOrFail(signal, { doing: 'ask whose token this is', permission }, () => fetchIdentity(github, signal)),
  ]);
  if (identity === null) {
    throw unverified(
      'github-error',
      'GitHub did not say whose token this is, so it is not known which issue and comments are ours.',
      ['Run this job again.'],
    );
  }
  const { visibility, hasIssues, defaultBranch } = repository;
  const known = visibility === 'unknown' ? event.visibility : visibility;
  return {
    identity,
    address: toAddress(event),
    branch: inputs.branch ?? defaultBranch,
    hasIssues,
    disclosure: decideDisclosure(inputs.disclosure, known),
  };
}
