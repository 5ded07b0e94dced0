// The words that the documents of one run have in common, decided once: headline, whether it blocks, what to do, what is left out.
import { decideGroups } from '../../judgement/groups.ts';
import type { Report } from '../../judgement/report.ts';
import {
  toCountedUnclassified,
  toEndingSentence,
  toHeadline,
  toIcon,
  toLimitsSentence,
  toUnscannedSentence,
} from './headline.ts';
import { toMergeSentence } from './merge.ts';
import { toNewUnclassified, toNotCounted } from './not-counted.ts';
import { toWayOut, type WayOut } from './way-out.ts';
import { toRemedy, type Remedy } from './what-to-do.ts';

export interface ReportWords {
  readonly icon: ReturnType<typeof toIcon>;
  readonly headline: string;
  /** Such as `Your 4 commits are not scanned yet.`, under the headline; null: nothing has to be said there. */
  readonly unscanned: string | null;
  /** What the check means for the merge; null: nobody is kept from merging. */
  readonly merge: string | null;
  /** Such as `This pull request was merged with 2 security bugs pending.`; null where it is open, or within its limits. */
  readonly ended: string | null;
  /** Null where something was judged. */
  readonly wayOut: WayOut | null;
  /** Null where no limit is exceeded. */
  readonly remedy: Remedy | null;
  /** Such as `Not counted: 5 bugs in files you changed`, without a full stop; null: everything counts. */
  readonly notCounted: string | null;
  /** Sentences about the limits, and about counted bugs whose kind is not known. */
  readonly smallPrint: readonly (string | null)[];
}

export interface WordedReport extends Report {
  readonly words: ReportWords;
}

/** The report as every document takes it. Of a commit that is not the newest any more it shows no bugs and no scans. */
export function withWords(given: Report): WordedReport {
  const report = given.verdict.reason === 'superseded' ? withoutBugs(given) : given;
  const wayOut = toWayOut(report);
  const words = {
    ...{ icon: toIcon(report), headline: toHeadline(report, wayOut), wayOut, remedy: toRemedy(report) },
    unscanned: toUnscannedSentence(report),
    ...{ merge: toMergeSentence(report), ended: toEndingSentence(report), notCounted: toNotCounted(report) },
    smallPrint: [toLimitsSentence(report), toCountedUnclassified(report), toNewUnclassified(report)],
  };
  return { ...report, words };
}

function withoutBugs(report: Report): Report {
  const groups = decideGroups({ ...report, findings: [] });
  return { ...report, findings: [], groups, tally: null, scan: null, recentScans: [] };
}
