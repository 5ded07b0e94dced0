// The outputs of the insights action. All of them are always set.
import { DAY_MS } from '../judgement/time.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { toFailed } from '../sweep/progress.ts';
import { toTenths } from './documents/words.ts';
import { sumKinds } from './history.ts';
import type { InsightsReport, UnreadRepository } from './report.ts';

const NOTHING = {
  ...{ page: '', csv: '', json: '' },
  ...{ pending: '', 'pending-security': '', found: '', resolved: '', dismissed: '', 'median-days': '' },
  ...{ 'pending-before': '', 'pending-security-before': '' },
  ...{ blocked: '', stopped: '', overridden: '', escaped: '' },
};

/** They are the paths of the files, as the workflow knows them. */
export type WrittenFiles = Readonly<Record<'page' | 'csv' | 'json', string>>;

export type InsightsOutputs = Readonly<Record<'verdict' | 'reason' | 'failed' | keyof typeof NOTHING, string>>;

export function toBareOutputs(reason: UnverifiedReason, unread: readonly UnreadRepository[] = []): InsightsOutputs {
  return { verdict: 'unverified', reason, ...NOTHING, failed: toFailed(unread) };
}

interface RunFiles {
  /** They stand in the order in which the run met them. */
  readonly faults: readonly UnreadRepository[];
  readonly files: WrittenFiles | null;
}

/** Leaves the sums empty where a repository is missing in them. */
export function toOutputs(report: InsightsReport, { faults, files }: RunFiles): InsightsOutputs {
  const [first] = faults;
  const { unread, repositories } = report;
  const areBugsKnown = unread.length === 0;
  const areGatesKnown = areBugsKnown && repositories.every(({ gatesFault }) => gatesFault === null);
  return {
    ...NOTHING,
    ...files,
    ...(areBugsKnown && toBugSums(report)),
    ...(areGatesKnown && toGateSums(report)),
    verdict: first === undefined ? 'reported' : 'unverified',
    reason: first?.fault.reason ?? 'up-to-date',
    failed: toFailed(faults),
  };
}

function toBugSums({ total: { history } }: InsightsReport): Partial<InsightsOutputs> {
  const { pending, pendingBefore: before, flow, resolution } = history;
  return {
    pending: String(sumKinds(pending)),
    'pending-security': String(pending.security),
    ...(before && { 'pending-before': String(sumKinds(before)), 'pending-security-before': String(before.security) }),
    ...{ found: String(flow.found), resolved: String(flow.resolved), dismissed: String(flow.dismissed) },
    ...(resolution.medianMs !== null && { 'median-days': toTenths(resolution.medianMs / DAY_MS) }),
  };
}

function toGateSums({ total: { gates, through } }: InsightsReport): Partial<InsightsOutputs> {
  if (gates === null || through === null) return {};
  const { blocked, merged } = gates;
  return {
    ...{ blocked: String(blocked.length), stopped: String(merged.stopped), overridden: String(merged.overridden) },
    escaped: String(through.escaped),
  };
}
