// The inputs that every action has: where the service is, who asks, and which repository this is.
import { isRepoId } from '../domain/identifiers.ts';
import { identifier, optionalWithout, parsed, secret, serviceUrl } from './readers.ts';
import type { InferInputs } from './table.ts';

export const connectionInputs = {
  /**
   * Without a slash at the end. Empty only together with an `apiKey` of null: where secrets are withheld, the address
   * may be withheld with them, and the key is what to talk about then.
   */
  apiUrl: optionalWithout('api-key', serviceUrl('api-url')),
  /** Null when empty, which is no fault here. */
  apiKey: secret('api-key'),
  /** Null when empty. */
  githubToken: secret('github-token'),
  /** `owner/name`. */
  repository: parsed('repository', '', { parse: parseFullName, allowed: 'owner/name' }),
  /** Null: to be found by `repository`. */
  repositoryId: identifier('repository-id', isRepoId, 'repo_1a2b'),
};

export type ConnectionInputs = InferInputs<typeof connectionInputs>;

function parseFullName(text: string): string | null {
  return /^[\w.-]+\/[\w.-]+$/.test(text) ? text : null;
}
