// The branch that the judged commit is to be merged into, and whether it has a commit.
import { fetchIsOnBranch } from '../github/commits.ts';
import { explain } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPull, requireSaid } from '../github/pull-request.ts';
import { fetchRepository } from '../github/repository.ts';
import type { JudgedSubject } from '../judgement/evidence.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { unverified } from '../judgement/unverified.ts';
import { once } from '../net/once.ts';
import type { FindIsOnBase } from '../service/scan-age.ts';

/** Asks GitHub for the branch once, and only when it is needed. */
export function createFindIsOnBase(
  github: Octokit | null,
  repository: RepositoryRef,
  subject: Pick<JudgedSubject, 'pullRequest' | 'pullRequestFault'>,
): FindIsOnBase {
  const findBase = once((octokit: Octokit) => findBranch(octokit, repository, subject.pullRequest));
  return async (sha) => {
    // Without it the default branch would be asked for, which may be another one.
    if (subject.pullRequestFault !== null) return subject.pullRequestFault;
    try {
      if (github === null) throw new Error('there is no github-token');
      return await fetchIsOnBranch(github, repository, { branch: await findBase(github), sha });
    } catch (error) {
      const what = explain(error, 'compare scanned commits with the base branch', 'contents: read');
      return unverified('github-error', what, [
        'Run this job again; max-scan-age needs to know whether newer scans are of the base branch.',
      ]);
    }
  };
}

async function findBranch(github: Octokit, repository: RepositoryRef, pullRequest: number | null): Promise<string> {
  if (pullRequest !== null) {
    const { baseBranch } = await fetchPull(github, { ...repository, number: pullRequest });
    return requireSaid('base.ref', baseBranch);
  }
  return (await fetchRepository(github, repository)).defaultBranch;
}
