// What is said where GitHub refuses something that a run wanted to write.
import { explain } from '../github/failure.ts';
import type { Session } from './session.ts';

/** Warns of it, but not in a job that was cancelled: there nobody refused it. `doing` and `permission` as in `explain`. */
export function warnOfRefusal(
  { runner, signal }: Pick<Session<unknown>, 'runner' | 'signal'>,
  error: unknown,
  { doing, permission }: { readonly doing: string; readonly permission: string },
): void {
  if (!signal.aborted) runner.warning(explain(error, doing, permission));
}
