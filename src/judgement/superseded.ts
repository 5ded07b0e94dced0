// The fault for a pull request that has a newer head than the judged commit.
import { toShortSha, type CommitSha } from './identifiers.ts';
import { unverified, type Unverified } from './unverified.ts';

/** `meanwhile` says what was going on, such as ` while its scan was awaited`. */
export function supersededFault(sha: CommitSha, meanwhile = ''): Unverified {
  return unverified(
    'superseded',
    `The pull request has moved on from commit \`${toShortSha(sha)}\`${meanwhile}.`,
    ['Nothing to do: the run for the newer commit decides.'],
  );
}
