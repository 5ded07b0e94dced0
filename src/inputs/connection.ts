// The inputs that every action has: the address of the service, the keys, and the repository.
import { isRepoId } from '../judgement/identifiers.ts';
import { identifier, optionalWithout, parsed, secret, serviceUrl } from './readers.ts';
import type { InferInputs } from './table.ts';

export const connectionInputs = {
  /**
   * Without a trailing slash. Empty only if `apiKey` is null: a run without secrets may lack the address too, and the
   * missing key is the better error then.
   */
  apiUrl: optionalWithout('api-key', serviceUrl('api-url')),
  /** Null if empty, which is not an error here. */
  apiKey: secret('api-key'),
  /** Null if empty. */
  githubToken: secret('github-token'),
  /** `owner/name`. */
  repository: parsed('repository', '', { parse: parseFullName, allowed: 'owner/name' }),
  /** Null: found by `repository`. */
  repositoryId: identifier('repository-id', isRepoId, 'repo_1a2b'),
};

export type ConnectionInputs = InferInputs<typeof connectionInputs>;

function parseFullName(text: string): string | null {
  return /^[\w.-]+\/[\w.-]+$/.test(text) ? text : null;
}
