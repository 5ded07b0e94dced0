// The doctor's report for programs. Its schema is docs/doctor-v1.schema.json.
import type { DoctorReport, ShownPull } from '../report.ts';
import { SET_UP_NAMES } from '../set-ups.ts';
import { toPlainSentence, toResultSentence } from '../wording.ts';

/** Renders the report on one line. The same report gives the same bytes. */
export function renderDoctorJson(report: DoctorReport): string {
  const { address, defaultBranch, visibility, recommendation, workflows } = report;
  return JSON.stringify({
    version: 1,
    healthy: report.isHealthy,
    recommendation,
    repository: {
      fullName: `${address.owner}/${address.repo}`,
      id: report.repositoryId,
      visibility,
      defaultBranch,
    },
    checks: report.checks.map(({ id, status, what, advice, line }) => ({ id, status, what, advice, line })),
    scans: toScans(report),
    bugs: report.bugs,
    setUps: report.results.map((result) => ({
      name: result.name,
      replayed: result.replayed,
      red: result.failed + result.unverified,
      passed: result.passed,
      failed: result.failed,
      unverified: result.unverified,
      sentence: toPlainSentence(toResultSentence(result, report)),
    })),
    pullRequests: report.pulls.map(toPull),
    notReplayed: report.leftOut,
    workflow: workflows.recommended === null ? null : `${workflows.recommended.join('\n')}\n`,
  });
}

function toScans({ scans }: DoctorReport): object | null {
  if (scans === null) return null;
  return {
    read: scans.read,
    complete: scans.complete,
    failed: scans.failed,
    running: scans.running,
    full: scans.full,
    partial: scans.partial,
    ofDefaultBranch: scans.ofBranch,
    ofHeads: scans.ofHeads,
    medianDelaySeconds: toSeconds(scans.delayMs),
    medianIntervalSeconds: toSeconds(scans.intervalMs),
  };
}

function toPull({ number, state, headSha, isFork, isDependabot, ...pull }: ShownPull): object {
  return {
    number,
    state,
    head: headSha,
    fork: isFork,
    dependabot: isDependabot,
    scanned: pull.isScanned,
    verdicts: Object.fromEntries(SET_UP_NAMES.map((name) => [name, pull.verdicts[name]])),
  };
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1_000);
}
