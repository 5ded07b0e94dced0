// The marker: the comment's hidden first line, by which later runs recognise it.
import { parseCommitSha, type CommitSha, type EpochMs } from '../domain/identifiers.ts';

export interface Marker {
  /** Whose comment it is; absent: a gate's. */
  readonly kind?: 'watch';
  /** Distinguishes several gates on one pull request. */
  readonly key: string;
  readonly runId: number;
  readonly runAttempt: number;
  /** The judged commit; null if unknown. */
  readonly sha: CommitSha | null;
  /** When the findings were read. */
  readonly readAt: EpochMs;
}

const MARKER =
  /^<!-- scan-gate(-watch)?:v1 key=(\S+) run=(\d+) attempt=(\d+) sha=(\S+) read=(\d+) -->(?:\r?\n|$)/;

/** The marker as one line: an HTML comment that its content cannot close. */
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

/** Parses the marker at the start of a comment's body; null if there is none. */
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

/**
 * The body without its marker and without the addresses of runs, by which two comments are compared. GitHub may have
 * changed the line ends.
 */
export function withoutMarker(body: string): string {
  return body
    .replace(MARKER, '')
    .replaceAll('\r\n', '\n')
    .replace(/(\/actions\/runs\/)\d+/g, '$1')
    .trim();
}

/** Percent-encodes hyphens too, so that no key can close the HTML comment. */
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
