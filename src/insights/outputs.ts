// The outputs of the insights action, as in its action.yml. All of them are always set.
import { DAY_MS } from '../judgement/time.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { toFailed } from '../sweep/progress.ts';
import { toTenths } from './documents/words.ts';
import { type History, sumKinds } from './history.ts';
import type { Figures, InsightsReport, UnreadRepository } from './report.ts';

type Text = string | number | null | undefined;

const SUMS = {
  pending: ({ pending }) => sumKinds(pending),
  'pending-security': ({ pending }) => pending.security,
  found: ({ flow }) => flow.found,
  resolved: ({ flow }) => flow.resolved,
  dismissed: ({ flow }) => flow.dismissed,
  'median-days': ({ resolution: { medianMs } }) => (medianMs === null ? null : toTenths(medianMs / DAY_MS)),
  'pending-before': ({ pendingBefore }) => pendingBefore && sumKinds(pendingBefore),
  'pending-security-before': ({ pendingBefore }) => pendingBefore?.security,
} as const satisfies Record<string, (history: History) => Text>;

const GATE_SUMS = {
  blocked: ({ gates }) => gates?.blocked.length,
  stopped: ({ gates }) => gates?.merged.stopped,
  overridden: ({ gates }) => gates?.merged.overridden,
  escaped: ({ through }) => through?.escaped,
} as const satisfies Record<string, (figures: Figures) => Text>;

export type WrittenFiles = Readonly<Record<'page' | 'csv' | 'json', string>>;

type OutputName = 'verdict' | 'reason' | 'failed' | keyof WrittenFiles | keyof typeof SUMS | keyof typeof GATE_SUMS;

export type InsightsOutputs = Readonly<Record<OutputName, string>>;

const NOTHING = {
  ...{ page: '', csv: '', json: '' },
  ...toTexts(SUMS, null),
  ...toTexts(GATE_SUMS, null),
};

/** `of`: null leaves all of them empty. */
function toTexts<Name extends string, Of>(
  sums: Readonly<Record<Name, (of: Of) => Text>>,
  of: Of | null,
): Readonly<Record<Name, string>> {
  const texts = Object.entries<(of: Of) => Text>(sums).map(([name, toText]) => [
    name,
    of === null ? '' : String(toText(of) ?? ''),
  ]);
  return Object.fromEntries(texts) as Record<Name, string>;
}

export function toBareOutputs(reason: UnverifiedReason, unread: readonly UnreadRepository[] = []): InsightsOutputs {
  return { verdict: 'unverified', reason, ...NOTHING, failed: toFailed(unread) };
}

interface RunFiles {
  /** They stand in the order in which the run met them. */
  readonly faults: readonly UnreadRepository[];
  readonly files: WrittenFiles | null;
}

/** The outputs of a report. The sums are empty where a repository is missing in them. */
export function toOutputs(
  { total, repositories, unread }: InsightsReport,
  { faults, files }: RunFiles,
): InsightsOutputs {
  const [first] = faults;
  const areGatesKnown = unread.length === 0 && repositories.every(({ gatesFault }) => gatesFault === null);
  return {
    ...NOTHING,
    ...files,
    ...toTexts(SUMS, unread.length === 0 ? total.history : null),
    ...toTexts(GATE_SUMS, areGatesKnown ? total : null),
    verdict: first === undefined ? 'reported' : 'unverified',
    reason: first?.fault.reason ?? 'up-to-date',
    failed: toFailed(faults),
  };
}
