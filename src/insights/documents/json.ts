// The report for programs. Its schema is docs/insights-v2.schema.json.
import { toWhat } from '../../documents/causes.ts';
import { toBugUrl } from '../../documents/links.ts';
import { formatDate, formatDay } from '../../judgement/day.ts';
import { formatIso } from '../../judgement/format.ts';
import { scanEndMs } from '../../judgement/scan.ts';
import { DAY_MS } from '../../judgement/time.ts';
import type { ShownPull } from '../gate-facts.ts';
import { type History, type KindCounts, type PeriodFigures, sumKinds } from '../history.ts';
import type { PendingSecurityBug } from '../pending-security.ts';
import type { Figures, InsightsReport, RepositoryReport } from '../report.ts';
import type { ScanFacts } from '../scan-facts.ts';
import { readEnd } from '../settled.ts';
import type { ShownBug } from '../shown-bug.ts';
import { toAllAnswers } from './answer.ts';
import { toMissing } from './notes.ts';

/** Renders the report. The same report gives the same bytes. */
export function renderInsightsJson(report: InsightsReport): string {
  const { total, period, days, repositories } = report;
  const { history, settled } = total;
  const { unconfirmedBefore, unattributed, unattributedSecurity } = settled;
  const json = {
    version: 2,
    period: { days, first: formatDate(period.first), last: formatDate(period.last) },
    answer: toAllAnswers(report),
    knownFrom: history.knownFrom === null ? null : formatDate(history.knownFrom),
    withheld: report.withheld > 0,
    total: toFigures(total),
    pendingSecurity: report.pendingSecurity.map((pending) => toPendingSecurity(pending, report.bugUrl)),
    pendingByDay: history.days.map(({ day, pending }) => ({ day: formatDate(day), ...toCounts(pending) })),
    weeks: history.weeks.map(({ week: { first, last }, ...flow }) => ({
      ...{ first: formatDate(first), last: formatDate(last) },
      ...flow,
    })),
    ages: history.ages.map(({ upToDays, pending }) => ({ upToDays, ...toCounts(pending) })),
    settled: settled.settled.map((bug) => ({ ...toBugEntry(bug, report.bugUrl), lookAgain: bug.lookAgain })),
    notInSettled: { unconfirmedBefore, unattributed, unattributedSecurity },
    ending: settled.ending.map((bug) => ({ ...toBugEntry(bug, report.bugUrl), over: readEnd(bug) <= report.now })),
    repositories: repositories.map(toRepository),
    failed: toMissing(report)
      .flatMap(({ faults }) => faults)
      .map(({ repository, fault }) => ({ repository, reason: fault.reason, what: toWhat(fault) })),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

function toFigures({ history, trust, gates, through }: Figures): object {
  const { pending, pendingBefore, before } = history;
  return {
    pending: toCounts(pending),
    ...toPeriodFigures(history),
    medianAgeDays: toDays(history.medianAgeMs),
    pendingBefore: pendingBefore && toCounts(pendingBefore),
    before: before && toPeriodFigures(before),
    trust,
    gates: gates && { ...gates, blocked: gates.blocked.map(toPull), overridden: gates.overridden.map(toPull) },
    through,
  };
}

function toPeriodFigures({ flow, resolution, securityResolution }: PeriodFigures): object {
  const { found, resolved, dismissed } = flow;
  const { resolved: securityResolved, medianMs } = securityResolution;
  const medianDays = toDays(resolution.medianMs);
  return { found, resolved, dismissed, medianDays, securityResolved, medianDaysSecurity: toDays(medianMs) };
}

function toRepository(report: RepositoryReport): object {
  const { repository, scans, scansBefore } = report;
  const before = scansBefore && { ended: scansBefore.ended, failed: scansBefore.failed };
  return { repository, ...toFigures(report), scans: { ...toScans(scans), before } };
}

function toCounts(counts: KindCounts): object {
  const { security, bug: other, unclassified } = counts;
  return { all: sumKinds(counts), security, other, unclassified };
}

function toDays(ms: History['resolution']['medianMs']): number | null {
  return ms === null ? null : Math.round((10 * ms) / DAY_MS) / 10;
}

function toScans({ newest, intervalMs, isLate: late, ended, failed }: ScanFacts): object {
  return {
    newest: newest && { commit: newest.sha, finished: formatIso(scanEndMs(newest)) },
    medianIntervalHours: intervalMs === null ? null : Math.round(intervalMs / 360_000) / 10,
    late,
    ended,
    failed,
  };
}

function toPull({ repository, number, title, mergedAt, verdict, reason }: ShownPull): object {
  return { repository, number, title, merged: mergedAt === null ? null : formatDay(mergedAt), verdict, reason };
}

function toBugEntry(bug: ShownBug, bugUrl: string | null): object {
  const { repository, id, kind, review, details } = bug;
  const { reason = null, source = null, state = 'pending' } = review ?? {};
  const { title = null, path = null, note = null, by = null, byPullRequest = null } = details ?? {};
  return {
    ...{ repository, id, kind, url: toBugUrl(bugUrl, id), state },
    reviewed: review === null ? null : formatIso(review.at),
    ...{ reason, source, until: review?.until?.day ?? null, title, path, note, by, byPullRequest },
  };
}

function toPendingSecurity({ shown, pullRequest, why }: PendingSecurityBug, bugUrl: string | null): object {
  const { repository, id, foundAt, details } = shown;
  const { title = null, path = null, author = null } = details ?? {};
  return {
    repository,
    id,
    url: toBugUrl(bugUrl, id),
    found: formatIso(foundAt),
    title,
    path,
    author,
    pullRequest,
    why,
  };
}
