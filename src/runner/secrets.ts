// Masking of the secrets in an action's inputs.
import type { Runner } from './runner.ts';

/** Masks the key and the token. Call this before the first line of the log. */
export function maskSecrets(runner: Runner): void {
  for (const name of ['api-key', 'github-token']) {
    const secret = runner.input(name).trim();
    if (secret !== '') runner.mask(secret);
  }
}
