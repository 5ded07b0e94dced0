// The repository that is watched, everything that is its own, and where a run finds it.
import { fetchIdentity, type Identity } from '../github/account.ts';
import { fetchRepository } from '../github/repository.ts';
import type { RepositoryAddress } from '../judgement/address.ts';
import { decideDisclosure, type Disclosure, type Visibility } from '../judgement/disclosure.ts';
import type { RepoId, RepositoryRef } from '../judgement/identifiers.ts';
import type { SweepSession } from '../sweep/sweep.ts';
import { fetchOrFail } from './fault.ts';
import type { WatchInputs, WatchSession } from './inputs.ts';

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

const PERMISSION = 'contents: read';

/**
 * Asks GitHub about a repository. What `visibility` says counts where GitHub does not.
 * @throws {Unverified} If GitHub does not answer.
 */
export async function fetchWatched(
  { github, event, inputs, signal }: Pick<WatchSession, 'github' | 'event' | 'inputs' | 'signal'>,
  { owner, repo, visibility: said }: RepositoryRef & { readonly visibility: Visibility },
): Promise<Omit<WatchedRepository, 'repositoryId'>> {
  const question = { doing: 'read the repository', permission: PERMISSION };
  const repository = await fetchOrFail(signal, question, () => fetchRepository(github, { owner, repo }));
  const { visibility, hasIssues, defaultBranch } = repository;
  return {
    address: { owner, repo, serverUrl: event.serverUrl, runId: event.runId },
    branch: inputs.branch ?? defaultBranch,
    hasIssues,
    disclosure: decideDisclosure(inputs.disclosure, visibility === 'unknown' ? said : visibility),
  };
}

/**
 * Asks whose token it is.
 * @throws {Unverified} If GitHub does not say.
 */
export async function findIdentity({ github, signal }: SweepSession<WatchInputs>): Promise<Identity> {
  const doing = 'ask whose token this is, which says whose issue and comments are ours';
  return await fetchOrFail(signal, { doing, permission: PERMISSION }, () => fetchIdentity(github));
}
