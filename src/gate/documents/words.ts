// The words that the documents of one run have in common, decided once: headline, whether it blocks, what to do, what is left out.
import { decideGroups } from '../../judgement/groups.ts';
import type { Report } from '../../judgement/report.ts';
import { toEndingSentence, toHeadline, toIcon, toLimitsSentence, toUnscannedSentence } from './headline.ts';
import { toMergeSentence } from './merge.ts';
import { toNotCounted } from './not-counted.ts';
import { toWayOut, type WayOut } from './way-out.ts';
import { toRemedy, type Remedy } from './what-to-do.ts';

export interface ReportWords {
  readonly icon: ReturnType<typeof toIcon>;
  readonly headline: string;
  /** The sentence under the headline is like `Your 4 commits are not scanned yet.`; null: there is none. */
  readonly unscanned: string | null;
  /** Says whether one can merge; null: nobody is kept from it. */
  readonly merge: string | null;
  /** The sentence is like `This pull request was merged with 2 security bugs pending.`; null: it is open, or within its limits. */
  readonly ended: string | null;
  readonly wayOut: WayOut | null;
  readonly remedy: Remedy | null;
  /** Has no full stop, because a link may follow; null: everything counts. */
  readonly notCounted: string | null;
  /** The sentence is like `Limits: 10 bugs, 0 security bugs.`; null: none is allowed, or the headline says how many. */
  readonly limits: string | null;
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
    limits: toLimitsSentence(report),
  };
  return { ...report, words };
}

function withoutBugs(report: Report): Report {
  const groups = decideGroups({ ...report, findings: [] });
  return { ...report, findings: [], groups, tally: null, scan: null, recentScans: [] };
}
