// Fetches what GitHub says of the repository that is watched.
import { fetchIdentity, type Identity } from '../github/account.ts';
import { askGitHub } from '../github/fault.ts';
import { fetchRepository } from '../github/repository.ts';
import type { RepositoryAddress } from '../judgement/address.ts';
import { decideDisclosure, type Disclosure, type Visibility } from '../judgement/disclosure.ts';
import type { RepoId, RepositoryRef } from '../judgement/identifiers.ts';
import type { SweepSession } from '../sweep/sweep.ts';
import type { WatchInputs, WatchSession } from './inputs.ts';

export interface WatchedRepository {
  readonly address: RepositoryAddress;
  readonly repositoryId: RepoId;
  readonly branch: string;
  readonly hasIssues: boolean;
  readonly disclosure: Disclosure;
}

const PERMISSION = 'contents: read';

/** The service's `visibility` counts where GitHub does not say. @throws {Unverified} If GitHub does not answer. */
export async function fetchWatched(
  { github, event, inputs, signal }: Pick<WatchSession, 'github' | 'event' | 'inputs' | 'signal'>,
  { owner, repo, visibility: said }: RepositoryRef & { readonly visibility: Visibility },
): Promise<Omit<WatchedRepository, 'repositoryId'>> {
  const question = { doing: 'read the repository', permission: PERMISSION };
  const repository = await askGitHub(signal, question, () => fetchRepository(github, { owner, repo }));
  const { visibility, hasIssues, defaultBranch } = repository;
  return {
    address: { owner, repo, serverUrl: event.serverUrl, runId: event.runId },
    branch: inputs.branch ?? defaultBranch,
    hasIssues,
    disclosure: decideDisclosure(inputs.disclosure, visibility === 'unknown' ? said : visibility),
  };
}

/** @throws {Unverified} If GitHub does not say. */
export async function findIdentity({ github, signal }: SweepSession<WatchInputs>): Promise<Identity> {
  const doing = 'ask whose token this is, which says whose issue and comments are ours';
  return await askGitHub(signal, { doing, permission: PERMISSION }, () => fetchIdentity(github));
}
