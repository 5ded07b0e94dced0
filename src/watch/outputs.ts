// The outputs of the watch action: every one of watch/action.yml, always set.
import type { UnverifiedReason } from '../judgement/verdict.ts';
import type { IssueAddress } from './issue.ts';
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
};

/** Every output; the empty string where one does not apply. */
export type WatchOutputs = Readonly<typeof NOTHING>;

/** The outputs of a run that read nothing whole. */
export function toBareOutputs(reason: UnverifiedReason): WatchOutputs {
  return { ...NOTHING, verdict: 'unverified', reason };
}

/** The outputs of a run that read the service whole; `unverified`: why it is red all the same. Null: there is none. */
export function toOutputs(
  report: WatchReport,
  unverified: UnverifiedReason | null,
  issue: IssueAddress | null,
): WatchOutputs {
  const { counts, scan, newScanCount, announcements } = report;
  const announced = announcements?.announced ?? [];
  return {
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

/** The reason of a run that could look. */
function toReason({ isBaseline, newScanCount }: WatchReport): 'up-to-date' | 'new-scans' | 'baseline' {
  if (isBaseline) return 'baseline';
  return newScanCount > 0 ? 'new-scans' : 'up-to-date';
}
