// The comment's hidden first line, by which a later run recognises it.
import { parseCommitSha, type CommitSha, type EpochMs } from '../domain/identifiers.ts';

export interface Marker {
  /** Whose comment it is; absent: a gate's. */
  readonly kind?: 'watch';
  /** Keeps several gates on one pull request apart. */
  readonly key: string;
  readonly runId: number;
  readonly runAttempt: number;
  /** The judged commit; null when it was not known. */
  readonly sha: CommitSha | null;
  /** When the findings were read. */
  readonly readAt: EpochMs;
}

const MARKER =
  /^<!-- scan-gate(-watch)?:v1 key=(\S+) run=(\d+) attempt=(\d+) sha=(\S+) read=(\d+) -->(?:\r?\n|$)/;

/** One line, an HTML comment that nothing in it can end. */
export function toMarkerLine(marker: Marker): string {
  const fields = [
    `key=${encodeKey(marker.key)}`,
    `run=${marker.runId}`,
    `attempt=${marker.runAttempt}`,
    `sha=${marker.sha ?? 'none'}`,
    `read=${marker.readAt}`,
  ];
  const name = marker.kind === undefined ? 'scan-gate' : `scan-gate-${marker.kind}`;
  return `<!-- ${name}:v1 ${fields.join(' ')} -->`;
}

/** Reads the marker that a comment's body begins with; null when it begins with none. */
export function parseMarker(body: string): Marker | null {
  const match = MARKER.exec(body);
  if (match === null) return null;
  const [, watch, key = '', runId, runAttempt, sha = '', readAt] = match;
  const decoded = decodeKey(key);
  if (decoded === null) return null;
  return {
    ...(watch === undefined ? {} : { kind: 'watch' }),
    key: decoded,
    runId: Number(runId),
    runAttempt: Number(runAttempt),
    sha: parseCommitSha(sha),
    readAt: Number(readAt) as EpochMs,
  };
}

/** The body without its marker, by which two comments are compared. GitHub may have changed the line ends. */
export function withoutMarker(body: string): string {
  return body.replace(MARKER, '').replaceAll('\r\n', '\n').trim();
}

/** Percent-encodes also the hyphen, so that no key can close the HTML comment. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key.toWellFormed()).replaceAll('-', '%2D');
}

/** The text that `encodeKey` was given; null where it is no such text. */
export function decodeKey(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
