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

export function toOutputs(look: Look): WatchOutputs {
  const entry = toEntry(look);
  const toText = (value: string | number | null): string => (value === null ? '' : String(value));
  return {
    ...NOTHING,
    verdict: entry.verdict,
    reason: entry.reason,
    'scan-id': toText(entry['scan-id']),
    ...toEachCount((name) => toText(entry[name])),
    'pull-requests': JSON.stringify(entry['pull-requests']),
    'issue-number': toText(entry['issue-number']),
    'issue-url': toText(entry['issue-url']),
    failed: toFailed([toFailure(look)]),
    report: JSON.stringify([entry]),
  };
}

/** The outputs of several repositories: sums of what was read, empty where nothing was, and what each came to. */
export function toManyOutputs(looks: readonly Look[], unverified: UnverifiedReason | null): WatchOutputs {
  const entries = looks.map(toEntry);
  const told = looks.flatMap(({ repository, outcome }) =>
    (outcome?.report.announcements?.announced ?? []).map((number) => `${repository}#${number}`),
  );
  const news = (['new-scans', 'baseline'] as const).find((reason) => entries.some((entry) => entry.reason === reason));
  return {
    ...NOTHING,
    verdict: unverified === null ? 'reported' : 'unverified',
    reason: unverified ?? news ?? 'up-to-date',
    ...(isNoneRead(looks) ? {} : toEachCount((name) => String(sum(entries.map((entry) => entry[name] ?? 0))))),
    'pull-requests': JSON.stringify(told),
    failed: toFailed(looks.map(toFailure)),
    report: JSON.stringify(entries),
  };
}

function toEachCount(toText: (name: keyof Counts) => string): Readonly<Record<keyof Counts, string>> {
  const texts = COUNTS.map((name) => [name, toText(name)]);
  return Object.fromEntries(texts) as Record<keyof Counts, string>;
}

function toFailure(look: Look): Pick<Look, 'repository' | 'fault'> {
  return isFailed(look) ? look : { ...look, fault: null };
}

function toEntry({ repository, outcome, fault }: Look): Entry {
  const { report, issue } = outcome ?? { report: null, issue: null };
  const announced = report?.announcements?.announced ?? [];
  return {
    repository,
    verdict: fault === null ? 'reported' : 'unverified',
    reason: fault?.reason ?? (report === null ? 'service-error' : toReason(report)),
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
