// The masking of the secrets among an action's inputs.
import type { Runner } from './runner.ts';

/** Masks the keys among the inputs. Call it before the first line of the log. */
export function maskSecrets(runner: Runner): void {
  for (const name of ['api-key', 'github-token']) {
    const secret = runner.input(name).trim();
    if (secret !== '') runner.mask(secret);
  }
}
