// The outputs of the insights action, as in its action.yml. All of them are always set.
import { DAY_MS } from '../judgement/time.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { toFailed } from '../sweep/progress.ts';
import { toTenths } from './documents/words.ts';
import { sumKinds } from './history.ts';
import type { Figures, InsightsReport, UnreadRepository } from './report.ts';

const SUMS = [
  'pending',
  'pending-security',
  'found',
  'resolved',
  'dismissed',
  'median-days',
  'pending-before',
  'pending-security-before',
] as const;
const GATE_SUMS = ['blocked', 'stopped', 'overridden', 'escaped'] as const;
const FILES = ['page', 'csv', 'json'] as const;

type OutputName =
  'verdict' | 'reason' | 'failed' | (typeof FILES)[number] | (typeof SUMS)[number] | (typeof GATE_SUMS)[number];

export type InsightsOutputs = Readonly<Record<OutputName, string>>;

/** The paths of the files, as the workflow knows them. */
export type WrittenFiles = Readonly<Record<(typeof FILES)[number], string>>;

const NOTHING = Object.fromEntries([...FILES, ...SUMS, ...GATE_SUMS].map((name) => [name, ''])) as Record<
  Exclude<OutputName, 'verdict' | 'reason' | 'failed'>,
  string
>;

export function toBareOutputs(reason: UnverifiedReason, unread: readonly UnreadRepository[] = []): InsightsOutputs {
  return { verdict: 'unverified', reason, ...NOTHING, failed: toFailed(unread) };
}

interface Ending {
  /** In the order in which they were met. */
  readonly faults: readonly UnreadRepository[];
  /** Null: none were written. */
  readonly files: WrittenFiles | null;
}

/** The outputs of a report. The sums are empty where a repository is missing in them. */
export function toOutputs({ total, repositories, unread }: InsightsReport, { faults, files }: Ending): InsightsOutputs {
  const [first] = faults;
  const areGatesKnown = repositories.every(({ gatesFault }) => gatesFault === null);
  return {
    ...NOTHING,
    ...files,
    ...(unread.length === 0 && { ...toSums(total), ...(areGatesKnown && toGateSums(total)) }),
    verdict: first === undefined ? 'reported' : 'unverified',
    reason: first?.fault.reason ?? 'up-to-date',
    failed: toFailed(faults),
  };
}

function toSums({ history }: Figures): Readonly<Record<(typeof SUMS)[number], string>> {
  const { medianMs } = history.resolution;
  const { pendingBefore } = history;
  return {
    pending: String(sumKinds(history.pending)),
    'pending-security': String(history.pending.security),
    found: String(history.flow.found),
    resolved: String(history.flow.resolved),
    dismissed: String(history.flow.dismissed),
    'median-days': medianMs === null ? '' : toTenths(medianMs / DAY_MS),
    'pending-before': pendingBefore === null ? '' : String(sumKinds(pendingBefore)),
    'pending-security-before': pendingBefore === null ? '' : String(pendingBefore.security),
  };
}

function toGateSums({ gates, through }: Figures): Partial<Readonly<Record<(typeof GATE_SUMS)[number], string>>> {
  if (gates === null || through === null) return {};
  const { merged, blocked } = gates;
  return {
    blocked: String(blocked.length),
    stopped: String(merged.stopped),
    overridden: String(merged.overridden),
    escaped: String(through.escaped),
  };
}
