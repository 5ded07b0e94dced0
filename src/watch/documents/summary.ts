// The job summary of a watch: its issue at length, or why there is nothing to show.
import type { Unverified } from '../../judgement/unverified.ts';
import { MAX_SUMMARY_BYTES } from '../../documents/limits.ts';
import { join, safe, toList, toSentence, type Markdown } from '../../documents/markdown.ts';
import { renderWatchBody } from './body.ts';
import type { WatchReport } from '../report.ts';

/** What an earlier part of the same step may have written to the summary. */
const RESERVED_BYTES = 16 * 1024;

/** Renders the summary: under 1 MiB in UTF-8, ten times as many bugs as the issue lists. Same report, same text. */
export function renderWatchSummary(report: WatchReport, fault: Unverified | null): string {
  const head = fault === null ? [] : toFaultBlocks(fault);
  const measure = (text: string): number => Buffer.byteLength(text);
  const budget = MAX_SUMMARY_BYTES - RESERVED_BYTES - measure(join(head, '\n\n'));
  const body = renderWatchBody(report, { maxListed: report.maxListed * 10, budget, measure });
  return join([...head, body], '\n\n');
}

/** Renders the summary of a run that could not look. */
export function renderFaultSummary(fault: Unverified): string {
  return join(toFaultBlocks(fault), '\n\n');
}

function toFaultBlocks({ reason, what, advice }: Unverified): readonly Markdown[] {
  return [
    safe`### ⚠️ Scan Gate watch: ${toSentence(reason)}`,
    toSentence(what),
    ...(advice.length === 0 ? [] : [toList(advice.map(toSentence))]),
  ];
}
