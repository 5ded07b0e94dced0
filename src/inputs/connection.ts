// Owns the inputs that all three actions share: where the service is, who asks, and which repository this is.
import { parseRepoId, type RepoId } from '../domain/identifiers.ts';
import type { Inputs } from './inputs.ts';

export interface ConnectionInputs {
  /** Without trailing slash; empty only together with an `apiKey` of null. */
  readonly apiUrl: string;
  /** Null when empty. */
  readonly apiKey: string | null;
  /** Null when empty. */
  readonly githubToken: string | null;
  /** `owner/name`. */
  readonly repository: string;
  /** Null: to be looked up. */
  readonly repositoryId: RepoId | null;
}

/** Reads them; faults are noted, not thrown. An empty `api-key` is no fault here. */
export function readConnection(inputs: Inputs): ConnectionInputs {
  const apiKey = inputs.secret('api-key');
  const repository = inputs.parsed('repository', parseFullName, 'owner/name');
  if (repository === null && inputs.text('repository') === '') {
    inputs.fault({ input: 'repository', given: 'nothing', allowed: 'owner/name' });
  }
  return {
    // Where secrets are withheld, the address may be withheld with them; the key is what to talk about then.
    apiUrl: apiKey === null && inputs.text('api-url') === '' ? '' : inputs.serviceUrl('api-url'),
    apiKey,
    githubToken: inputs.secret('github-token'),
    repository: repository ?? '',
    repositoryId: inputs.parsed('repository-id', parseRepoId, 'an identifier such as repo_1a2b'),
  };
}

function parseFullName(text: string): string | null {
  return /^[\w.-]+\/[\w.-]+$/.test(text) ? text : null;
}
