// The folder that a workflow names for the rules' files. Pure, never throws.
import { findKeyFault, findPathFault, toPlainPath } from '../domain/rule-files.ts';
import type { System } from '../domain/system.ts';

/**
 * The folder that a workflow names: `.` or a path below the workspace, without parts that lead nowhere, or an absolute
 * one, with slashes; null when it is none. Only an absolute one may lead up: it says where it begins.
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
