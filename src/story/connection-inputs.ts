// The masking of key and token.
import type { Runner } from '../runner/runner.ts';

/** Masks what must not be seen. Comes before the first line of the log. */
export function hideSecrets(runner: Runner): void {
  for (const name of ['api-key', 'github-token']) {
    const secret = runner.input(name).trim();
    if (secret !== '') runner.mask(secret);
  }
}
