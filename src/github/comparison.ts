// The comparison of two commits.
import * as v from 'valibot';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { decode } from './failure.ts';
import type { Octokit } from './octokit.ts';

const Comparison = v.object({ status: v.string() });

/** How the second of two commits (`base...head`) stands to the first: `identical`, `ahead`, `behind`, `diverged`. */
export async function fetchComparison(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  basehead: string,
): Promise<string> {
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
    owner,
    repo,
    basehead,
    // The first page has up to 300 files with their patches, of which nothing is read.
    per_page: 1,
    page: 2,
  });
  return decode(Comparison, data, 'Comparison of commits').status;
}
