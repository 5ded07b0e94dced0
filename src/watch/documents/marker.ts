// Writes and reads the hidden first line of the issue: the memory that one run leaves to the next.
import { decodeKey, encodeKey } from '../../documents/marker.ts';
import { type EpochMs, isRepoId, isScanId, type RepoId } from '../../judgement/identifiers.ts';
import type { ScanPosition } from '../new-findings.ts';

export interface IssueMarker {
  readonly branch: string;
  readonly repositoryId: RepoId;
  readonly position: ScanPosition;
  /** So many bugs were pending when it was written. */
  readonly open: number;
  readonly openSecurity: number;
  /** The run left the issue in this state; if it is in another now, a person changed it. */
  readonly state: 'open' | 'closed';
  /** It is the digest of the issue's text as it would be if nothing were new. */
  readonly digest: string;
  /** The run that wrote it began to read at this time. */
  readonly readAt: EpochMs;
}

const BEGINNING = '<!-- scan-gate-issue:v1 ';
/** Unknown fields at the end are ignored: earlier versions had more, and later ones may. */
const MARKER =
  /^<!-- scan-gate-issue:v1 branch=(\S+) repository=(\S+) scan=(\S+) at=(-?\d+) open=(\d+) security=(\d+) state=(open|closed) digest=([0-9a-f]+) read=(\d+)(?: [a-z]+=\S*)* -->(?:\r?\n|$)/;

/** Renders one line, an HTML comment that nothing in it can end. */
export function toIssueMarkerLine(marker: IssueMarker): string {
  const { branch, repositoryId, position, open, openSecurity, state, digest, readAt } = marker;
  const fields = [
    `branch=${encodeKey(branch)}`,
    `repository=${encodeKey(repositoryId)}`,
    `scan=${position.scanId === null ? 'none' : encodeKey(position.scanId)}`,
    `at=${position.startedAt}`,
    `open=${open}`,
    `security=${openSecurity}`,
    `state=${state}`,
    `digest=${digest}`,
    `read=${readAt}`,
  ];
  return `${BEGINNING}${fields.join(' ')} -->`;
}

/** Says whether a text begins as our issue does, even if the rest cannot be read. */
export function isIssueBody(body: string): boolean {
  return body.startsWith(BEGINNING);
}

export function parseIssueMarker(body: string): IssueMarker | null {
  const match = MARKER.exec(body);
  if (match === null) return null;
  const [, branchText = '', repositoryText = '', scanText = '', at, open, security] = match;
  const [state, digest = '', readAt] = match.slice(7);
  const branch = decodeKey(branchText);
  const repositoryId = decodeKey(repositoryText);
  const scanId = scanText === 'none' ? null : decodeKey(scanText);
  if (branch === null || !isRepoId(repositoryId)) return null;
  if (scanId !== null && !isScanId(scanId)) return null;
  return {
    branch,
    repositoryId,
    position: { scanId, startedAt: Number(at) as EpochMs },
    open: Number(open),
    openSecurity: Number(security),
    state: state === 'closed' ? 'closed' : 'open',
    digest,
    readAt: Number(readAt) as EpochMs,
  };
}
