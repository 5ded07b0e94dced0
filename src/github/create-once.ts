// Creates what must not be there twice, though the answer to a creation can be lost.
import { isGitHubFailure, readFailure } from './failure.ts';

interface Creation<Created> {
  readonly create: () => Promise<Created>;
  /** Gives what `create` would create, if it is there; else null. */
  readonly find: () => Promise<Created | null>;
}

/** Creates again only if there was no clear answer and a look shows that nothing arrived. Rejects if refused. */
export async function createOnce<Created>({ create, find }: Creation<Created>): Promise<Created> {
  try {
    return await create();
  } catch (error) {
    if (!mayHaveArrived(error)) throw error;
  }
  return (await find()) ?? (await create());
}

export function mayHaveArrived(error: unknown): boolean {
  const { status } = readFailure(error);
  return isGitHubFailure(error) && (status === null || status >= 500);
}
