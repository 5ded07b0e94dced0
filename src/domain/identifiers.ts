// Owns the branded primitive types that the domain passes around, so that a bug id is never taken for a scan id.

type Branded<Value, Name extends string> = Value & { readonly __brand: Name };

/** `bug_…` */
export type BugId = Branded<string, 'BugId'>;
/** `repo_…` */
export type RepoId = Branded<string, 'RepoId'>;
/** `wr_…`, the service's workflow request id. */
export type ScanId = Branded<string, 'ScanId'>;
/** A full commit SHA in lower case, 40 or 64 hexadecimal digits. */
export type CommitSha = Branded<string, 'CommitSha'>;
/** Unix time in milliseconds. */
export type EpochMs = Branded<number, 'EpochMs'>;

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Reads a full commit SHA in either case; null when the text is none. */
export function parseCommitSha(text: string): CommitSha | null {
  const lower = text.toLowerCase();
  return isCommitSha(lower) ? lower : null;
}

/** Reads a repository identifier of the service; null when the text is none. */
export function parseRepoId(text: string): RepoId | null {
  return isRepoId(text) ? text : null;
}

function isRepoId(text: string): text is RepoId {
  return /^repo_\S+$/.test(text);
}

/** Whether a text is a full commit SHA in lower case. */
export function isCommitSha(text: string): text is CommitSha {
  return FULL_SHA.test(text);
}

/** The seven characters that GitHub shows of a SHA. */
export function toShortSha(sha: string): string {
  return sha.slice(0, 7);
}
