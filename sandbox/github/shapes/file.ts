// How GitHub shows a changed file.
import { addressBelow, repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { FileData } from '../data.ts';
import { objectName } from './digest.ts';

type FileShape = Readonly<Record<string, unknown>>;

interface Shown {
  readonly context: ServerContext;
  readonly sha: string;
  readonly shape: FileShape;
}

/** How a file was shown last: of thousands, the same is asked again and again. */
const shown = new WeakMap<FileData, Shown>();

/** `diff-entry` of the description; it cannot be changed. */
export function fileShape(context: ServerContext, file: FileData, sha: string): FileShape {
  const last = shown.get(file);
  if (last?.sha === sha && isSamePlace(last.context, context)) return last.shape;
  const shape = Object.freeze(makeShape(context, file, sha));
  const { state, links } = context;
  shown.set(file, { context: { state, links }, sha, shape });
  return shape;
}

function isSamePlace(one: ServerContext, other: ServerContext): boolean {
  return one.state === other.state && one.links.api === other.links.api && one.links.html === other.links.html;
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
