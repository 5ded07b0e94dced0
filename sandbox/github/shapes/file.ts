// How GitHub shows a changed file.
import { addressBelow, repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { FileData } from '../data.ts';
import { objectName } from './digest.ts';

/** `diff-entry` of the description. */
export function fileShape(context: ServerContext, file: FileData, sha: string): Record<string, unknown> {
  const path = file.filename.split('/');
  const page = repositoryPage(context);
  return {
    sha: objectName(`blob ${sha} ${file.filename}`),
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: addressBelow(`${page}/blob/${sha}`, ...path),
    raw_url: addressBelow(`${page}/raw/${sha}`, ...path),
    contents_url: `${addressBelow(`${repositoryUrl(context)}/contents`, ...path)}?ref=${sha}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousFilename === undefined ? {} : { previous_filename: file.previousFilename }),
  };
}
