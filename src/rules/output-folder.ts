// The folder that a workflow names for the rules' files. Pure, never throws.
import { findKeyFault, findPathFault, toPlainPath } from '../client/rule-files.ts';
import type { System } from '../client/system.ts';

/**
 * Parses the folder in a workflow: `.`, a path below the workspace without empty and `.` segments, or an absolute path,
 * with slashes; null if it is none of these. Only an absolute path may contain `..`.
 */
export function parseFolder(text: string, system: System): string | null {
  const given = system === 'windows' ? text.replaceAll('\\', '/') : text;
  const [root] = (system === 'windows' ? /^(?:[a-z]:)?\/+/i : /^\/+/).exec(given) ?? [];
  const path = toPlainPath(given.slice(root?.length ?? 0));
  if (root !== undefined) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '..');
    return parts.every((part) => findPathFault(part, system) === null) ? root + path : null;
  }
  if (path === '') return '.';
  return (findKeyFault(path) ?? findPathFault(path, system)) === null ? path : null;
}
