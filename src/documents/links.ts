// The URLs in documents: the repository, its commits and files, and bugs in the service.
import { type RepositoryAddress, toRepositoryUrl } from '../judgement/address.ts';
import { toShortSha } from '../judgement/identifiers.ts';
import { type Markdown, renderCode, renderLink } from './markdown.ts';

/** A file at a commit; the path must be a regular one. */
export function toFileUrl(repository: RepositoryAddress, sha: string, path: string): string {
  return `${toRepositoryUrl(repository)}/blob/${sha}/${encodePath(path)}`;
}

export function renderCommitLink(repository: RepositoryAddress, sha: string): Markdown {
  return renderLink(renderCode(toShortSha(sha), 40), `${toRepositoryUrl(repository)}/commit/${sha}`);
}

export function toBugUrl(template: string | null, id: string): string | null {
  return template?.replaceAll('{id}', () => encodeURIComponent(id.toWellFormed())) ?? null;
}

export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join('/');
}
