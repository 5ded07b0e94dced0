// The row of a repository in the table of many: what its report comes to.
import { compareText } from '../judgement/finding.ts';
import { type EpochMs, toFullName } from '../judgement/identifiers.ts';
import { scanEndMs } from '../judgement/scan.ts';
import type { Looked } from '../sweep/progress.ts';
import type { Check } from './check.ts';
import type { Unjudged } from './evidence.ts';
import { servesForks } from './own-set-ups.ts';
import type { DoctorReport, SetUpResult } from './report.ts';
import type { Recommendation } from './set-ups.ts';

type Told =
  | 'repositoryId'
  | 'visibility'
  | 'defaultBranch'
  | 'isHealthy'
  | 'recommendation'
  | 'recommended'
  | 'origins'
  | 'readAt';

/** What the report says, and what of it only a table tells. */
export interface Row extends Looked, Unjudged, Pick<DoctorReport, Told> {
  /** When the newest complete full scan of the default branch ended; null: there is none, or it is not known. */
  readonly scannedAt: EpochMs | null;
  /** Whether the scans of the default branch could be read. */
  readonly isRead: boolean;
  /** Median between such scans; null: there are fewer than two. */
  readonly intervalMs: number | null;
  /** Of the recommended set-up; null: none is, or nothing was replayed. */
  readonly result: SetUpResult | null;
  readonly blocked: readonly Check[];
  /** What to mind because it is public; null: it is not, or no set-up fits it. */
  readonly publicNote: string | null;
}

export function decideRow(report: DoctorReport): Row {
  const { address, recommendation, scans, results, checks } = report;
  const newest = scans?.newestOfBranch ?? null;
  return {
    ...report,
    repository: toFullName(address),
    scannedAt: newest && scanEndMs(newest),
    isRead: scans !== null && scans.ofBranch !== null,
    intervalMs: scans?.intervalMs ?? null,
    result: results.find(({ name }) => name === recommendation) ?? null,
    blocked: checks.filter(({ status }) => status === 'blocked'),
    publicNote: toPublicNote(report),
  };
}

/** By the workflow that is recommended. */
function toPublicNote({ visibility, recommendation }: DoctorReport): string | null {
  if (visibility !== 'public' || recommendation === 'none') return null;
  return servesForks(recommendation, visibility)
    ? 'Public: use `gate-on: introduced`.'
    : 'Public: give pull requests from forks no key.';
}

/** How many pull requests would have been red under the recommended set-up; null: none is, or nothing was replayed. */
export function countRed({ result }: Row): number | null {
  return result && result.failed + result.unverified;
}

/** Whether the gate may be rolled out to it. */
export function isReady({ isHealthy, recommendation }: Row): boolean {
  return isHealthy && recommendation !== 'none';
}

/** Worst first: what is blocked, then without a set-up, then by the share that would have been red, then by the age of the scan. */
export function compareRows(a: Row, b: Row): number {
  return (
    b.blocked.length - a.blocked.length ||
    Number(isReady(a)) - Number(isReady(b)) ||
    toRedShare(b) - toRedShare(a) ||
    (a.scannedAt ?? 0) - (b.scannedAt ?? 0) ||
    compareText(a.repository, b.repository)
  );
}

function toRedShare(row: Row): number {
  return (countRed(row) ?? 0) / Math.max(1, row.result?.replayed ?? 0);
}

/** The set-up that most repositories are recommended; `none` where no repository is. */
export function decideCommonSetUp(rows: readonly Row[]): Recommendation {
  const count = (name: Recommendation): number => rows.filter(({ recommendation }) => recommendation === name).length;
  const [nightly, heads] = [count('nightly-scans'), count('pull-request-scans')];
  if (nightly + heads === 0) return 'none';
  return nightly >= heads ? 'nightly-scans' : 'pull-request-scans';
}
