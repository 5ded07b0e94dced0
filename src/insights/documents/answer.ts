// The answer to what changed, where to look first, and what to change in the gate, for every document. Plain text.
import { cut, toVisibleLine } from '../../documents/markdown.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { EpochMs } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import { type History, sumKinds } from '../history.ts';
import { type Figures, type InsightsReport, selectTies } from '../report.ts';
import type { ShownBug } from '../shown-bug.ts';
import type { Through } from '../through.ts';
import { toUnknownSentence, toUnreadSentence } from './notes.ts';
import { toChangeSentence } from './through-table.ts';
import { formatDays, formatWholeDays, joinWords } from './words.ts';

/** Says, for example, `Pending security bugs fell from 14 to 11 in 90 days, all pending bugs from 129 to 118.` */
export function toAnswer({ history }: Figures, days: number): string {
  const { pending, pendingBefore } = history;
  const all = sumKinds(pending);
  if (pendingBefore === null) {
    if (all === 0) return 'No bug is pending.';
    return `${countOf(pending.security, 'security bug is', 'security bugs are')} pending, of ${countOf(all, 'pending bug', 'pending bugs')} in all.`;
  }
  const security = toMove(pendingBefore.security, pending.security);
  const both = toMove(sumKinds(pendingBefore), all);
  const rest =
    both.verb === security.verb ? `, all pending bugs ${both.way}` : `; all pending bugs ${both.verb} ${both.way}`;
  return `Pending security bugs ${security.verb} ${security.way} in ${countOf(days, 'day', 'days')}${rest}.`;
}

function toMove(from: number, to: number): { readonly verb: string; readonly way: string } {
  if (from === to) return { verb: 'stayed', way: `at ${formatCount(to)}` };
  return { verb: to < from ? 'fell' : 'rose', way: `from ${formatCount(from)} to ${formatCount(to)}` };
}

/** These sentences have no word of a bug. */
export function toMoreAnswers(report: InsightsReport): readonly string[] {
  const { history, through } = report.total;
  const { unclassified } = history.pending;
  return compact([
    toRiseSentence(report),
    toFlowSentence(history, report.days),
    toMedianSentence(history),
    through && toEscapedSentence(through),
    unclassified > 0 && `${countOf(unclassified, 'pending bug is', 'pending bugs are')} not classified yet.`,
    toUnknownSentence(report),
    toUnreadSentence(report),
  ]);
}

const MAX_RISEN = 3;

/** A sum may hide the repositories in which the number rose, so those that rose most are named. */
function toRiseSentence({ repositories }: InsightsReport): string | null {
  const risen = repositories
    .flatMap(({ repository, history: { pending, pendingBefore } }) => {
      const [from, to] = [pendingBefore?.security ?? Infinity, pending.security];
      return to > from
        ? [{ by: to - from, words: `${repository} (from ${formatCount(from)} to ${formatCount(to)})` }]
        : [];
    })
    .toSorted((a, b) => b.by - a.by);
  if (repositories.length < 2 || risen.length === 0) return null;
  const more = risen.length - MAX_RISEN;
  const names = risen.slice(0, MAX_RISEN).map(({ words }) => words);
  return `Pending security bugs rose in ${joinWords(more > 0 ? [...names, `${formatCount(more)} more`] : names)}.`;
}

function toFlowSentence({ flow, before }: History, days: number): string {
  const { found, resolved, dismissed } = flow;
  const past =
    before === null ? '' : ` (${formatCount(before.flow.found)} in the ${countOf(days, 'day', 'days')} before)`;
  return `${countOf(found, 'bug was', 'bugs were')} found${past}, ${formatCount(resolved)} resolved and ${formatCount(dismissed)} dismissed.`;
}

/** The resolved ones alone would leave out the bugs that take longest. Gives null where they were too few to say. */
function toMedianSentence({ resolution: { resolved, medianMs }, pending, medianAgeMs }: History): string | null {
  const took =
    medianMs === null ? null : `The ${formatCount(resolved)} that were resolved took ${formatDays(medianMs)}`;
  const age = medianAgeMs === null ? '' : formatWholeDays(medianAgeMs);
  const are = `${formatCount(sumKinds(pending))} pending are ${age} old`;
  if (medianAgeMs === null) return took && `${took} (median).`;
  return took === null ? `The ${are} (median).` : `${took} (median); the ${are} (median).`;
}

function toEscapedSentence({ escaped, ways }: Through): string {
  if (escaped > 0)
    return `${countOf(escaped, 'security bug', 'security bugs')} came in with merged pull requests, unseen by a gate, and ${escaped === 1 ? 'is' : 'are'} still pending.`;
  return ways.some(({ security }) => security > 0)
    ? 'No security bug that came in unseen by a gate is still pending.'
    : 'No security bug is known to have come in with a merged pull request.';
}

/** Names the oldest pending security bug, or the repository that has most of them, and never a person. */
function toLookSentence(report: InsightsReport): string {
  const { pendingSecurity, now, isSeveral, total } = report;
  const [oldest] = pendingSecurity;
  if (oldest === undefined) {
    const { unclassified } = total.history.pending;
    if (unclassified === 0) return 'no security bug is pending.';
    return `no security bug is pending, but ${countOf(unclassified, 'pending bug is', 'pending bugs are')} not classified yet.`;
  }
  if (isSeveral) return toWorstSentence(report);
  const age = formatWholeDays(now - oldest.shown.foundAt);
  const tied = pendingSecurity.filter(({ shown }) => formatWholeDays(now - shown.foundAt) === age).length - 1;
  const others = tied === 0 ? '' : `, and ${countOf(tied, 'other that is', 'others that are')} as old`;
  return `the oldest pending security bug, found ${age} ago: ${toBugWords(oldest.shown)}${others}.`;
}

function toWorstSentence({ repositories, now }: InsightsReport): string {
  const [worst] = repositories;
  const oldestAt: EpochMs | null = worst?.oldestSecurityAt ?? null;
  if (worst === undefined || oldestAt === null) return '';
  const { security } = worst.history.pending;
  const tied = selectTies(repositories).find((each) => each.includes(worst)) ?? [];
  const names = joinWords(tied.map(({ repository }) => repository));
  const which = tied.length === 0 ? `${worst.repository},` : `${names} (a tie), each`;
  const oldest = `${security === 1 ? '' : 'the oldest of them '}found ${formatWholeDays(now - oldestAt)} ago`;
  return `${which} with ${countOf(security, 'pending security bug', 'pending security bugs')}, ${oldest}.`;
}

const MAX_TITLE_CHARACTERS = 120;

/** Replaces backticks, which would make code of what stands between them. */
function toBugWords({ id, details }: ShownBug): string {
  const letters = (given: string): string => cut(toVisibleLine(given.replaceAll('`', '’')), MAX_TITLE_CHARACTERS);
  const title = letters(details?.title ?? '');
  const path = letters(details?.path ?? '');
  const name = title === '' ? id : `“${title}”`;
  return `${name}${path === '' ? '' : ` in ${path}`}`;
}

function toAdvice({ through }: Figures): string {
  if (through === null) return 'It is not known what the gates did.';
  return (
    toChangeSentence(through) ??
    (through.bugs === 0
      ? 'Nothing: no bug of these days is known to have come in with a merged pull request.'
      : 'Nothing: no other setting of the gate would have stopped what came in.')
  );
}

export function toLookLine(report: InsightsReport): string {
  return `Where to look first: ${toLookSentence(report)}`;
}

export function toAdviceLine(figures: Figures): string {
  return `What to change in the gate: ${toAdvice(figures)}`;
}

export function toAllAnswers(report: InsightsReport): readonly string[] {
  const { total, days } = report;
  return [toAnswer(total, days), ...toMoreAnswers(report), toLookLine(report), toAdviceLine(total)];
}
