// The row of a repository in the table of many, made from its report.
import { formatDay } from '../judgement/day.ts';
import { compareText } from '../judgement/finding.ts';
import { formatCount } from '../judgement/format.ts';
import { type EpochMs, toFullName } from '../judgement/identifiers.ts';
import { scanEndMs } from '../judgement/scan.ts';
import type { Looked } from '../sweep/progress.ts';
import type { Check } from './check.ts';
import type { Unjudged } from './evidence.ts';
import { servesForks } from './own-set-ups.ts';
import type { DoctorReport, SetUpResult } from './report.ts';
import type { Recommendation } from './set-ups.ts';

type ReportPart =
  | 'repositoryId'
  | 'visibility'
  | 'defaultBranch'
  | 'isHealthy'
  | 'recommendation'
  | 'recommended'
  | 'origins'
  | 'readAt';

export interface Row extends Looked, Unjudged, Pick<DoctorReport, ReportPart> {
  /** The newest complete full scan of the default branch ended then; null: there is none, or it is not known. */
  readonly scannedAt: EpochMs | null;
  /** It is true if the scans of the default branch could be read. */
  readonly isRead: boolean;
  /** The median time between such scans; null: there are fewer than two. */
  readonly intervalMs: number | null;
  /** It is the result of the recommended set-up; null: none is recommended, or nothing was replayed. */
  readonly result: SetUpResult | null;
  readonly blocked: readonly Check[];
  /** It says what to mind in a public repository; null: it is not public, or no set-up fits it. */
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

function toPublicNote({ visibility, recommendation }: DoctorReport): string | null {
  if (visibility !== 'public' || recommendation === 'none') return null;
  return servesForks(recommendation, visibility)
    ? 'Public: use `gate-on: introduced`.'
    : 'Public: give pull requests from forks no key.';
}

/** Counts the pull requests that would have been red under the recommended set-up; null: nothing was replayed with it. */
export function countRed({ result }: Row): number | null {
  return result && result.failed + result.unverified;
}

/** Says, for example, `2 of 5 would have been red; with found-since 2026-12-01 0.`; null where nothing was replayed. */
export function toRedSentence(row: Row): string | null {
  const { result } = row;
  if (result === null) return null;
  const since = result.foundSince;
  const rest = since === null ? '' : `; with found-since ${formatDay(since.day)} ${formatCount(since.red)}`;
  return `${formatCount(countRed(row) ?? 0)} of ${formatCount(result.replayed)} would have been red${rest}.`;
}

export function isReady({ isHealthy, recommendation }: Row): boolean {
  return isHealthy && recommendation !== 'none';
}

/** Sorts the worst first: blocked, then without a set-up, then by the share that would have been red, then by the age of the scan. */
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

/** Decides the set-up that is recommended to most repositories. */
export function decideCommonSetUp(rows: readonly Row[]): Recommendation {
  const count = (name: Recommendation): number => rows.filter(({ recommendation }) => recommendation === name).length;
  const [nightly, heads] = [count('nightly-scans'), count('pull-request-scans')];
  if (nightly + heads === 0) return 'none';
  return nightly >= heads ? 'nightly-scans' : 'pull-request-scans';
}
