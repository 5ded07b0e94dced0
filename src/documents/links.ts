// The URLs in documents: the repository, its commits and files, and bugs in the service.
import { toShortSha } from '../judgement/identifiers.ts';
import { toCode, toLink, type Markdown } from './markdown.ts';
import type { RepositoryAddress } from '../judgement/report.ts';

/** The page of a repository. */
export function toRepositoryUrl({ serverUrl, owner, repo }: RepositoryAddress): string {
  return `${serverUrl}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

/** The page of this workflow run; null when its id is not known. */
export function toRunUrl(address: RepositoryAddress): string | null {
  return address.runId === 0 ? null : `${toRepositoryUrl(address)}/actions/runs/${address.runId}`;
}

/** A file at a commit; the path must be a regular one. */
export function toFileUrl(repository: RepositoryAddress, sha: string, path: string): string {
  return `${toRepositoryUrl(repository)}/blob/${sha}/${encodePath(path)}`;
}

/** The short SHA of a commit, linked. */
export function toCommitLink(repository: RepositoryAddress, sha: string): Markdown {
  return toLink(toCode(toShortSha(sha), 40), `${toRepositoryUrl(repository)}/commit/${sha}`);
}

/** Fills the template `bug-url` with a bug's id. */
export function toBugUrl(template: string, id: string): string {
  return template.replaceAll('{id}', () => encodeURIComponent(id.toWellFormed()));
}

/** Encodes each segment of a path; keeps the slashes. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join('/');
}
