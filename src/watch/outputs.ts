// Renders the outputs of the watch action, as in watch/action.yml. Each is always set.
import { sum } from '../judgement/lists.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { toFailed } from '../sweep/progress.ts';
import type { WatchReport } from './report.ts';
import { isFailed, isNoneRead, type WatchResult } from './result.ts';

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

/** An output that does not apply is the empty string. */
export type WatchOutputs = Readonly<typeof NOTHING>;

export function toBareOutputs(reason: UnverifiedReason): WatchOutputs {
  return { ...NOTHING, verdict: 'unverified', reason };
}

const COUNTS = ['scans', 'new', 'new-security', 'open', 'open-security'] as const;

type WatchReason = 'up-to-date' | 'new-scans' | 'baseline';

interface WatchVerdict {
  /** Null: the verdict is `reported`. */
  readonly reason: UnverifiedReason | null;
  /** A shard with one of several repositories is not alone. */
  readonly isAlone: boolean;
}

/** The counts are sums; they are empty where nothing was read. */
export function toOutputs(results: readonly WatchResult[], { reason, isAlone }: WatchVerdict): WatchOutputs {
  const entries = results.map(toEntry);
  const only = isAlone ? entries[0] : undefined;
  const told = entries.flatMap((entry) => entry['pull-requests'].map((number) => `${entry.repository}#${number}`));
  const news = (['new-scans', 'baseline'] as const).find((each) => entries.some((entry) => entry.reason === each));
  const sums = COUNTS.map((name) => [name, String(sum(entries.map((entry) => entry[name] ?? 0)))] as const);
  return {
    ...NOTHING,
    verdict: reason === null ? 'reported' : 'unverified',
    reason: reason ?? news ?? 'up-to-date',
    'scan-id': only?.['scan-id'] ?? '',
    ...(isNoneRead(results) ? {} : Object.fromEntries<string>(sums)),
    'pull-requests': JSON.stringify(only?.['pull-requests'] ?? told),
    'issue-number': String(only?.['issue-number'] ?? ''),
    'issue-url': only?.['issue-url'] ?? '',
    failed: toFailed(results.filter(isFailed)),
    report: JSON.stringify(entries),
  };
}

/** An entry of `report` has the outputs of one repository; null where one does not apply. */
function toEntry({ repository, outcome, fault }: WatchResult) {
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
