// Makes up SHAs, IDs and times that are the same on every machine.
import { createHash } from 'node:crypto';
import { remembering } from '../remember.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Derives 40 hexadecimal digits from the label. */
export const commitSha = remembering((label) => createHash('sha1').update(`commit ${label}`).digest('hex'));

/** Gives `bug_…`, `wr_…` and the like: the prefix, then twelve characters derived from the label. */
export function identifier(prefix: string, label: string): string {
  return prefix + charactersOf(`${prefix} ${label}`);
}

const charactersOf = remembering((text) =>
  createHash('sha256')
    .update(text)
    .digest('base64url')
    .replace(/[^A-Za-z0-9]/gu, '')
    .slice(0, 12),
);

/** Gives `YYYY-MM-DD` in UTC. */
export function dateText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Gives ISO 8601 to the second, as GitHub writes it. */
export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d{3}Z$/u, 'Z');
}
