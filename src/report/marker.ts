// The comment's hidden first line, by which a later run recognises it.
import { parseCommitSha, type CommitSha, type EpochMs } from '../domain/identifiers.ts';

export interface Marker {
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
  /^<!-- scan-gate:v1 key=(\S+) run=(\d+) attempt=(\d+) sha=(\S+) read=(\d+) -->(?:\r?\n|$)/;

/** One line, an HTML comment that nothing in it can end. */
export function toMarkerLine(marker: Marker): string {
  const fields = [
    `key=${encodeKey(marker.key)}`,
    `run=${marker.runId}`,
    `attempt=${marker.runAttempt}`,
    `sha=${marker.sha ?? 'none'}`,
    `read=${marker.readAt}`,
  ];
  return `<!-- scan-gate:v1 ${fields.join(' ')} -->`;
}

/** Reads the marker that a comment's body begins with; null when it begins with none. */
export function parseMarker(body: string): Marker | null {
  const match = MARKER.exec(body);
  if (match === null) return null;
  const [, key = '', runId, runAttempt, sha = '', readAt] = match;
  const decoded = decodeKey(key);
  if (decoded === null) return null;
  return {
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

/** Percent-encodes also the hyphen, so that no key can close the HTML comment. */
function encodeKey(key: string): string {
  return encodeURIComponent(key.toWellFormed()).replaceAll('-', '%2D');
}

function decodeKey(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
