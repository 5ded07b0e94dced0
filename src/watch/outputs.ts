// The outputs of the watch action: every one of watch/action.yml, always set.
import { sum } from '../judgement/lists.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { toFailed } from '../sweep/progress.ts';
import { isFailed, isNoneRead, type Look } from './look.ts';
import type { WatchReport } from './report.ts';

const NOTHING = {
  verdict: '',
  reason: '',
  'scan-id': '',
  scans: '',
  new: '',
  'new-security': '',
  open: '',
  'open-security': '',
  'pull-requests': '[]',
  'issue-number': '',
  'issue-url': '',
  failed: '[]',
  report: '[]',
};

/** Every output; the empty string where one does not apply. */
export type WatchOutputs = Readonly<typeof NOTHING>;

/** The outputs of a run that looked at nothing. */
export function toBareOutputs(reason: UnverifiedReason): WatchOutputs {
  return { ...NOTHING, verdict: 'unverified', reason };
}

const COUNTS = ['scans', 'new', 'new-security', 'open', 'open-security'] as const;
type Counts = Readonly<Record<(typeof COUNTS)[number], number>>;

/** An entry of `report`: the outputs of one repository as JSON has them; null where one does not apply. */
interface Entry extends Readonly<Record<keyof Counts, number | null>> {
  readonly repository: string;
  readonly verdict: 'reported' | 'unverified';
  readonly reason: UnverifiedReason | WatchReason;
  readonly 'scan-id': string | null;
  readonly 'pull-requests': readonly number[];
  readonly 'issue-number': number | null;
  readonly 'issue-url': string | null;
}

type WatchReason = 'up-to-date' | 'new-scans' | 'baseline';

interface WatchVerdict {
  /** Null: it is `reported`. */
  readonly reason: UnverifiedReason | null;
  /** Whether there is one repository, whatever a shard leaves of several. */
  readonly isAlone: boolean;
}

/** The counts are sums of what was read, empty where nothing was. */
export function toOutputs(looks: readonly Look[], { reason, isAlone }: WatchVerdict): WatchOutputs {
  const entries = looks.map(toEntry);
  const only = isAlone ? entries[0] : undefined;
  const told = entries.flatMap((entry) => entry['pull-requests'].map((number) => `${entry.repository}#${number}`));
  const news = (['new-scans', 'baseline'] as const).find((each) => entries.some((entry) => entry.reason === each));
  return {
    ...NOTHING,
    verdict: reason === null ? 'reported' : 'unverified',
    reason: reason ?? news ?? 'up-to-date',
    'scan-id': only?.['scan-id'] ?? '',
    ...(isNoneRead(looks) ? {} : toEachCount((name) => String(sum(entries.map((entry) => entry[name] ?? 0))))),
    'pull-requests': JSON.stringify(only?.['pull-requests'] ?? told),
    'issue-number': String(only?.['issue-number'] ?? ''),
    'issue-url': only?.['issue-url'] ?? '',
    failed: toFailed(looks.filter(isFailed)),
    report: JSON.stringify(entries),
  };
}

function toEachCount(toText: (name: keyof Counts) => string): Readonly<Record<keyof Counts, string>> {
  const texts = COUNTS.map((name) => [name, toText(name)]);
  return Object.fromEntries(texts) as Record<keyof Counts, string>;
}

function toEntry({ repository, outcome, fault }: Look): Entry {
  const { report, issue } = outcome ?? { report: null, issue: null };
  const announced = report?.announcements?.announced ?? [];
  return {
    repository,
    verdict: fault === null ? 'reported' : 'unverified',
    reason: fault?.reason ?? (report === null ? 'up-to-date' : toReason(report)),
    'scan-id': report?.scan.id ?? null,
    scans: report?.newScanCount ?? null,
    new: report?.counts.newBugs ?? null,
    'new-security': report?.counts.newSecurityBugs ?? null,
    open: report?.counts.open ?? null,
    'open-security': report?.counts.openSecurity ?? null,
    'pull-requests': announced.toSorted((a, b) => a - b),
    'issue-number': issue?.number ?? null,
    'issue-url': issue?.url ?? null,
  };
}

function toReason({ isBaseline, newScanCount }: WatchReport): WatchReason {
  if (isBaseline) return 'baseline';
  return newScanCount > 0 ? 'new-scans' : 'up-to-date';
}
