// The branch that a pull request comes from.
import * as v from 'valibot';
import type { RepositoryRef } from '../judgement/identifiers.ts';

/** The branch of a pull request's own commits. */
export interface HeadBranch {
  /** The repository or a fork. */
  readonly repository: RepositoryRef;
  readonly name: string;
  /** The commit that the branch is to be merged into. */
  readonly baseSha: string;
}

const Repository = v.object({ name: v.string(), owner: v.object({ login: v.string() }) });

/** What a pull request says of its branch. All of it may be missing: it only adds to what is known. */
export const HeadAnswer = v.object({
  ref: v.nullish(v.string(), null),
  repo: v.nullish(v.fallback(v.nullable(Repository), null), null),
});
export const BaseAnswer = v.object({ sha: v.nullish(v.string(), null) });

/** The branch; null when the fork is gone, or GitHub does not say. */
export function toHeadBranch(
  { ref, repo }: v.InferOutput<typeof HeadAnswer>,
  base: v.InferOutput<typeof BaseAnswer> | null | undefined,
): HeadBranch | null {
  const baseSha = base?.sha ?? null;
  if (ref === null || repo === null || baseSha === null) return null;
  return { repository: { owner: repo.owner.login, repo: repo.name }, name: ref, baseSha };
}
