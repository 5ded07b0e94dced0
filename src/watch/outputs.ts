// The outputs of the watch action: every one of watch/action.yml, always set.
import { sum } from '../judgement/lists.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { toFailed } from '../sweep/progress.ts';
import type { IssueAddress } from './issue.ts';
import { isFailed, type Look } from './look.ts';
import type { WatchReport } from './report.ts';
import type { WatchOutcome } from './watch-repository.ts';

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

/** The outputs of a run that read nothing whole; `looked`: of which repository, if that is known. */
export function toBareOutputs(reason: UnverifiedReason, looked: string | null = null): WatchOutputs {
  const bare = { ...NOTHING, verdict: 'unverified', reason };
  return looked === null ? bare : withReport(bare, looked, true);
}

/** What a look at one repository has come to. */
export interface OutputSource extends Pick<WatchOutcome, 'report' | 'issue' | 'isIssueCurrent'> {
  /** Why it is red although the service was read whole; null: it is not. */
  readonly unverified: UnverifiedReason | null;
}

/** The outputs of a run that read the service whole. */
export function toOutputs({ report, issue, isIssueCurrent, unverified }: OutputSource): WatchOutputs {
  const { owner, repo } = report.repository;
  const outputs = toOwnOutputs(report, issue, unverified);
  return withReport(outputs, `${owner}/${repo}`, unverified !== null && !isIssueCurrent);
}

function toOwnOutputs(
  report: WatchReport,
  issue: IssueAddress | null,
  unverified: UnverifiedReason | null,
): WatchOutputs {
  const { counts, scan, newScanCount, announcements } = report;
  const announced = announcements?.announced ?? [];
  return {
    ...NOTHING,
    verdict: unverified === null ? 'reported' : 'unverified',
    reason: unverified ?? toReason(report),
    'scan-id': scan.id,
    scans: String(newScanCount),
    new: String(counts.newBugs),
    'new-security': String(counts.newSecurityBugs),
    open: String(counts.open),
    'open-security': String(counts.openSecurity),
    'pull-requests': JSON.stringify(announced.toSorted((a, b) => a - b)),
    'issue-number': issue === null ? '' : String(issue.number),
    'issue-url': issue?.url ?? '',
  };
}

function withReport(outputs: WatchOutputs, repository: string, isFailed: boolean): WatchOutputs {
  const failed = isFailed ? JSON.stringify([repository]) : outputs.failed;
  return { ...outputs, failed, report: JSON.stringify([toEntry(repository, outputs)]) };
}

const COUNTS = ['scans', 'new', 'new-security', 'open', 'open-security'] as const;

/** An entry of `report`: the outputs of one repository as JSON has them; null where one does not apply. */
function toEntry(repository: string, outputs: WatchOutputs): object {
  const toNumber = (text: string): number | null => (text === '' ? null : Number(text));
  return {
    repository,
    verdict: outputs.verdict,
    reason: outputs.reason,
    'scan-id': outputs['scan-id'] || null,
    ...Object.fromEntries(COUNTS.map((name) => [name, toNumber(outputs[name])])),
    'pull-requests': JSON.parse(outputs['pull-requests']) as readonly number[],
    'issue-number': toNumber(outputs['issue-number']),
    'issue-url': outputs['issue-url'] || null,
  };
}

/** The outputs of a run over many repositories: sums, and what each came to. */
export function toManyOutputs(looks: readonly Look[], unverified: UnverifiedReason | null): WatchOutputs {
  const each = looks.map(({ repository, outcome, fault }) =>
    outcome === null
      ? toBareOutputs(fault?.reason ?? 'service-error', repository)
      : toOutputs({ ...outcome, unverified: fault?.reason ?? null }),
  );
  const sums = COUNTS.map((name) => [name, String(sum(each.map((one) => Number(one[name]))))] as const);
  const told = looks.flatMap(({ repository, outcome }) =>
    (outcome?.report.announcements?.announced ?? []).map((number) => `${repository}#${number}`),
  );
  const reasons = (['new-scans', 'baseline'] as const).find((reason) => each.some((one) => one.reason === reason));
  return {
    ...NOTHING,
    ...Object.fromEntries(sums),
    verdict: unverified === null ? 'reported' : 'unverified',
    reason: unverified ?? reasons ?? 'up-to-date',
    'pull-requests': JSON.stringify(told),
    failed: toFailed(looks.map((look) => (isFailed(look) ? look : { ...look, fault: null }))),
    report: JSON.stringify(each.flatMap(({ report }) => JSON.parse(report) as readonly unknown[])),
  };
}

/** The reason of a run that could look. */
function toReason({ isBaseline, newScanCount }: WatchReport): 'up-to-date' | 'new-scans' | 'baseline' {
  if (isBaseline) return 'baseline';
  return newScanCount > 0 ? 'new-scans' : 'up-to-date';
}
