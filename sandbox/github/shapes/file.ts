// How GitHub shows a changed file.
import { addressBelow, repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { FileData } from '../data.ts';
import { objectName } from './digest.ts';

type FileShape = Readonly<Record<string, unknown>>;

/** What was said of a file, by where and of which commit: of thousands, the same is asked again and again. */
const known = new WeakMap<FileData, Map<string, FileShape>>();

/** `diff-entry` of the description; it cannot be changed. */
export function fileShape(context: ServerContext, file: FileData, sha: string): FileShape {
  const shapes = known.get(file) ?? new Map<string, FileShape>();
  known.set(file, shapes);
  const key = `${repositoryUrl(context)} ${context.links.html} ${sha}`;
  const shape = shapes.get(key) ?? Object.freeze(makeShape(context, file, sha));
  shapes.set(key, shape);
  return shape;
}

function makeShape(context: ServerContext, file: FileData, sha: string): Record<string, unknown> {
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
