// The outputs of the gate, as in action.yml. All of them are always set.
import type { EpochMs } from '../judgement/identifiers.ts';
import type { ThresholdName } from '../judgement/limits.ts';
import type { Report } from '../judgement/report.ts';
import { scanAgeMs } from '../judgement/scan.ts';
import { HOUR_MS } from '../judgement/time.ts';
import type { Skipped, Verdict } from '../judgement/verdict.ts';

const NOTHING = {
  verdict: '',
  reason: '',
  'repository-id': '',
  'scan-id': '',
  'scan-sha': '',
  'scan-match': '',
  'scan-age-hours': '',
  'commits-behind': '',
  pending: '',
  'pending-security': '',
  'pending-unclassified': '',
  resolved: '',
  dismissed: '',
  gated: '',
  'gated-security': '',
  'comment-url': '',
  'check-run-url': '',
  'sarif-file': '',
  'report-file': '',
};

/** Every output; the empty string if one does not apply. */
export type GateOutputs = Readonly<typeof NOTHING>;

/** Addresses of what was published, and paths as written in the workflow. */
export type Published = Pick<GateOutputs, 'comment-url' | 'check-run-url' | 'sarif-file' | 'report-file'>;

export function toBareOutputs({ kind, reason }: Pick<Verdict | Skipped, 'kind' | 'reason'>): GateOutputs {
  return { ...NOTHING, verdict: kind, reason };
}

/** The outputs of a report of which nothing is published yet. `now` determines the age of the scan. */
export function toOutputs(report: Report, now: EpochMs): GateOutputs {
  return {
    ...toBareOutputs(report.verdict),
    'repository-id': report.repositoryId ?? '',
    ...toScanOutputs(report, now),
    ...toCountOutputs(report),
  };
}

function toScanOutputs({ scan: chosen }: Report, now: EpochMs): Partial<GateOutputs> {
  if (chosen === null) return {};
  const { scan, match, commitsBehind } = chosen;
  return {
    'scan-id': scan.id ?? '',
    'scan-sha': scan.sha ?? '',
    'scan-match': match,
    'scan-age-hours': (scanAgeMs(scan, now) / HOUR_MS).toFixed(1),
    'commits-behind': commitsBehind === null ? '' : String(commitsBehind),
  };
}

function toCountOutputs({ tally, verdict }: Report): Partial<GateOutputs> {
  if (tally === null) return {};
  const gated = (name: ThresholdName): string => {
    if (verdict.kind === 'unverified') return '';
    return String(verdict.thresholds.find((threshold) => threshold.name === name)?.count ?? '');
  };
  return {
    pending: String(tally.pending),
    'pending-security': String(tally.pendingSecurity),
    'pending-unclassified': String(tally.pendingUnclassified),
    resolved: String(tally.resolved),
    dismissed: String(tally.dismissed),
    gated: gated('max-bugs'),
    'gated-security': gated('max-security-bugs'),
  };
}
