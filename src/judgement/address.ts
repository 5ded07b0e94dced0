// The address of a repository and of the pages of a run.
import type { RepositoryRef } from './identifiers.ts';

export interface RepositoryAddress extends RepositoryRef {
  /** Without a trailing slash. */
  readonly serverUrl: string;
  /** The id of this workflow run; 0 when it is not known. */
  readonly runId: number;
}

export function toRepositoryUrl({ serverUrl, owner, repo }: RepositoryAddress): string {
  return `${serverUrl}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

/** The page of this workflow run; null when its id is not known. */
export function toRunUrl(address: RepositoryAddress): string | null {
  return address.runId === 0 ? null : `${toRepositoryUrl(address)}/actions/runs/${address.runId}`;
}

/** The page of a job of this workflow run, or of the run where the job's id is null; null when the run's is not known. */
export function toJobUrl(address: RepositoryAddress, jobId: number | null): string | null {
  const runUrl = toRunUrl(address);
  return runUrl === null || jobId === null ? runUrl : `${runUrl}/job/${jobId}`;
}
