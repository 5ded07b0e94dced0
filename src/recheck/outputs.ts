// Sets the outputs of recheck/action.yml. All of them are always set.
import { sum } from '../judgement/lists.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { toFailed, toList } from '../sweep/progress.ts';
import type { GateNews, RepositoryReport } from './report.ts';

type OutputName = 'verdict' | 'reason' | 'checked' | 'rerun' | 'skipped' | 'reopened' | 'failed';

/** `unverified` says why something could not be read; null if everything could. */
export function toOutputs(
  reports: readonly RepositoryReport[],
  unverified: UnverifiedReason | null,
): Readonly<Record<OutputName, string>> {
  const news = reports.flatMap((report) => report.news);
  const rerun = news.filter(({ outcome }) => outcome.kind !== 'skipped');
  return {
    verdict: unverified === null ? 'reported' : 'unverified',
    reason: unverified ?? (rerun.length === 0 ? 'up-to-date' : 'rerun'),
    checked: String(sum(reports.map(({ checked }) => checked))),
    rerun: toList(rerun.map(toEntry)),
    skipped: toList(news.flatMap(toSkipped)),
    reopened: toList(reports.flatMap((report) => report.reopened)),
    failed: toFailed(reports),
  };
}

function toEntry({ repository, pullRequest, runId, was, now }: GateNews): object {
  return { repository, pullRequest, runId, was: was?.name ?? null, now: now?.name ?? null };
}

function toSkipped({ repository, pullRequest, outcome }: GateNews): readonly object[] {
  return outcome.kind === 'skipped' ? [{ repository, pullRequest, why: outcome.why }] : [];
}
