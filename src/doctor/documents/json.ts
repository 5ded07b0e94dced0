// The doctor's report for programs. Its schema is docs/doctor-v1.schema.json.
import { cut } from '../../documents/markdown.ts';
import { formatDay } from '../../judgement/day.ts';
import { formatIso } from '../../judgement/format.ts';
import { toFullName } from '../../judgement/identifiers.ts';
import { scanEndMs } from '../../judgement/scan.ts';
import { type FoundSince, toKnown, type Unjudged } from '../evidence.ts';
import type { DoctorReport, ShownPull } from '../report.ts';
import { countRed, decideCommonSetUp, type Row } from '../row.ts';
import { SET_UP_NAMES } from '../set-ups.ts';
import { toResultSentence } from '../wording.ts';
import { toWorkflow } from './workflow.ts';

/** Renders the report on one line. The same report gives the same bytes. */
export function renderDoctorJson(report: DoctorReport): string {
  const { address, defaultBranch, visibility, recommendation, recommended, apiUrl } = report;
  return JSON.stringify({
    version: 1,
    healthy: report.isHealthy,
    recommendation,
    repository: { fullName: toFullName(address), id: report.repositoryId, visibility, defaultBranch },
    checks: report.checks.map(({ id, status, what, advice, line }) => ({ id, status, what, advice, line })),
    scans: toScans(report),
    bugs: report.bugs,
    setUps: report.results.map((result) => {
      const { name, replayed, passed, failed, unverified, foundSince } = result;
      const counts = { replayed, red: failed + unverified, passed, failed, unverified };
      return { name, ...counts, sentence: toResultSentence(result, report), foundSince: toSince(foundSince) };
    }),
    pullRequests: report.pulls.map(toPull),
    notReplayed: countUnjudged(report),
    workflow: recommended === null ? null : `${toWorkflow(recommended, apiUrl).join('\n')}\n`,
    trust: report.trust === 'unread' ? null : toKnown(report.trust),
    origins: report.origins,
  });
}

/** The limit is ours: a variable of a job has room for 128 KiB, which has to be enough for 200 repositories. */
const MAX_WHAT_CHARACTERS = 300;

/** Renders the table of many repositories on one line. The same rows give the same bytes. */
export function renderManyJson(rows: readonly Row[]): string {
  return JSON.stringify({
    version: 1,
    healthy: rows.every(({ isHealthy }) => isHealthy),
    recommendation: decideCommonSetUp(rows),
    repositories: rows.map(toRow),
  });
}

function toRow(row: Row): object {
  const { repository: fullName, repositoryId: id, visibility, defaultBranch, result, origins, blocked } = row;
  return {
    repository: { fullName, id, visibility, defaultBranch },
    healthy: row.isHealthy,
    recommendation: row.recommendation,
    newestFullScanAt: row.scannedAt && formatIso(row.scannedAt),
    medianIntervalSeconds: toSeconds(row.intervalMs),
    replayed: result?.replayed ?? 0,
    notReplayed: countUnjudged(row),
    red: countRed(row),
    foundSince: toSince(result?.foundSince ?? null),
    origins,
    publicNote: row.publicNote,
    blocked: blocked.map(({ id: check, what }) => ({ check, what: cut(what, MAX_WHAT_CHARACTERS) })),
  };
}

function countUnjudged({ tooLarge, unread, leftOut }: Unjudged): number {
  return tooLarge.length + unread.length + leftOut;
}

function toSince(foundSince: FoundSince | null): object | null {
  return foundSince && { day: formatDay(foundSince.day), red: foundSince.red };
}

function toScans({ scans }: DoctorReport): object | null {
  if (scans === null) return null;
  const { read, complete, failed, running, full, partial, ofBranch, ofHeads } = scans;
  return {
    ...{ read, complete, failed, running, full, partial, ofDefaultBranch: ofBranch, ofHeads },
    medianDelaySeconds: toSeconds(scans.delayMs),
    medianIntervalSeconds: toSeconds(scans.intervalMs),
    newestOfDefaultBranchAt: scans.newestOfBranch && formatIso(scanEndMs(scans.newestOfBranch)),
  };
}

function toPull({ number, state, headSha, isFork, isDependabot, ...pull }: ShownPull): object {
  return {
    ...{ number, state, head: headSha, fork: isFork, dependabot: isDependabot, scanned: pull.isScanned },
    verdicts: Object.fromEntries(SET_UP_NAMES.map((name) => [name, pull.verdicts[name]])),
  };
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1_000);
}
