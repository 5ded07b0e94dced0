// Decides which requests a rule is for: by method, path, and count.
import type { SandboxRequest } from '../http.ts';
import type { FaultRule } from './rule.ts';

export interface Entry {
  readonly rule: FaultRule;
  readonly isPath: (path: string) => boolean;
  matched: number;
  fired: number;
}

export function toEntry(rule: FaultRule): Entry {
  return { rule, isPath: toPathTest(rule.path), matched: 0, fired: 0 };
}

/**
 * Counts a request for every rule that is about it, and gives the rules that act on it: all delays that are due,
 * then the first of the other effects.
 */
export function dueEntries(entries: readonly Entry[], request: SandboxRequest): Entry[] {
  const matching = entries.filter((entry) => matches(entry, request));
  for (const entry of matching) entry.matched += 1;
  const due = matching.filter(isDue);
  const isDelay = ({ rule }: Entry): boolean => rule.effect.kind === 'delay';
  return [...due.filter(isDelay), ...due.filter((entry) => !isDelay(entry)).slice(0, 1)];
}

function matches(entry: Entry, request: SandboxRequest): boolean {
  const { method } = entry.rule;
  if (method !== undefined && method !== request.method) return false;
  const query = request.query.toString();
  return entry.isPath(request.path) || entry.isPath(`${request.path}?${query}`);
}

function toPathTest(path: FaultRule['path']): (path: string) => boolean {
  const regex =
    typeof path === 'string'
      ? new RegExp(`^${path.split('*').map(escapeRegex).join('.*')}$`, 's')
      : new RegExp(path.regex);
  return (text) => regex.test(text);
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function isDue({ rule: { when }, matched }: Entry): boolean {
  switch (when?.kind) {
    case undefined:
      return true;
    case 'nth':
      return matched === when.n;
    case 'first':
      return matched <= when.n;
    case 'from':
      return matched >= when.n;
  }
}
