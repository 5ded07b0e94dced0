// The one step that a reader takes about bugs that block, in the words of every document.
import type { Template } from '../../documents/causes.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Groups } from '../../judgement/groups.ts';
import { compact } from '../../judgement/lists.ts';
import type { PullEnding, Report } from '../../judgement/report.ts';
import type { Verdict } from '../../judgement/verdict.ts';
import { toUpperStart } from './phrases.ts';

export interface Remedy {
  /** The sentence is like `None of the 3 bugs is from your pull request.`; null: some is, or that is not known. */
  readonly notYours: string | null;
  /** Completes "What to do:", without a capital at its start. */
  readonly todo: Template;
}

export function toRemedy(report: Report): Remedy | null {
  if (report.verdict.kind !== 'failed') return null;
  const todo = toTodo(report);
  const membership = report.ending === 'closed' ? null : toMembership(report, todo.includes('{service}'));
  return { notYours: toNoneOfYours(report), todo: compact([todo, membership]).join(' ') };
}

/** True if the pull request is open, and it is known that nothing of what counts came in with it. */
export function isNoneOfYours({ ending, pullRequest, relevanceKnown, groups }: Report): boolean {
  const { own, withheld, existing } = groups;
  const isKnown = ending === null && pullRequest !== null && relevanceKnown && withheld.length === 0;
  return (
    isKnown && own.length === 0 && existing.length > 0 && existing.every(({ sharedWith }) => sharedWith === undefined)
  );
}

function toNoneOfYours(report: Report): string | null {
  if (!isNoneOfYours(report)) return null;
  const count = report.groups.existing.length;
  if (count === 1) return 'The bug is not from your pull request.';
  if (count === 2) return 'Neither bug is from your pull request.';
  return `None of the ${countOf(count, 'bug', 'bugs')} is from your pull request.`;
}

function toTodo(report: Report): Template {
  const { ending, job, isRequired, scan, groups, pullRequest } = report;
  if (ending !== null) return toLateRemedy(groups, ending);
  const standsIn = scan?.standsIn === true;
  const isBlocked = job === 'red' && isRequired !== 'not-required';
  if (standsIn && !isBlocked) {
    const merge = pullRequest === null ? 'you need not do anything' : 'you can merge';
    return `${merge}. If you fix ${toBugs(groups)}, mark ${toThem(groups)} as resolved in {service}.`;
  }
  if (job !== 'red') {
    return `you need not do anything${pullRequest === null ? '' : '; you can merge'}. {Contact} should look at this.`;
  }
  return standsIn ? toUnseenRemedy(report) : compact([toSeenRemedy(report), toNotInScan(report)]).join(' ');
}

/** The next push is scanned before the merge, so that a fix shows. */
function toSeenRemedy(report: Report): Template {
  const { isEverythingAsked, relevanceKnown, groups } = report;
  const { own, found, existing, withheld } = groups;
  const them = toThem(groups);
  if (isNoneOfYours(report)) {
    return isEverythingAsked
      ? 'ask {contact}: the check can be limited to your own bugs ({gate-on}).'
      : `ask {contact} who fixes ${toBugs(groups)}, or have ${them} dismissed in {service}.`;
  }
  const least = toLeast(report.verdict);
  if (withheld.length > 0) {
    return `open ${toBugs(groups)} in {service}, fix ${least ?? them} and push, or have ${them} dismissed there.`;
  }
  const shared = toShared(groups);
  if (shared !== null && own.length === 0) return shared;
  const isMixed = relevanceKnown && own.length > 0 && existing.length > 0;
  if (least !== null) {
    const first = found.length === 0 ? 'what this pull request introduces' : 'those from this pull request';
    return `fix ${least} and push, or have ${them} dismissed in {service}.${isMixed ? ` Start with ${first}.` : ''}`;
  }
  if (!isMixed) return `fix ${them} and push, or have ${them} dismissed in {service}.`;
  const it = existing.length === 1 ? 'it' : 'them';
  const rest = shared ?? `${toWhere(groups)}: fix ${it} too, or have ${it} dismissed in {service}.`;
  return `fix ${toOwn(groups)}, and push. ${toUpperStart(rest)}`;
}

/**
 * The step is like `pull request 9, which shares commits with this one, may have brought it in: fix it there, or here.`; null unless
 * that is said of all bugs that were there before.
 */
function toShared({ own, existing }: Groups): Template | null {
  const numbers = [...new Set(existing.map(({ sharedWith }) => sharedWith))];
  if (numbers.length === 0 || numbers.includes(undefined)) return null;
  const pulls = numbers.length === 1 ? 'pull request' : 'pull requests';
  const shares = numbers.length === 1 ? 'shares' : 'share';
  const it = existing.length === 1 ? 'it' : 'them';
  const others = existing.length === 1 ? 'the other one' : `the other ${formatCount(existing.length)}`;
  return `${pulls} ${numbers.join(' and ')}, which ${shares} commits with this one, may have brought ${own.length === 0 ? it : others} in: fix ${it} there, or here.`;
}

function toThem({ counted }: Groups): 'it' | 'them' {
  return counted.length === 1 ? 'it' : 'them';
}

function toBugs({ counted }: Groups): 'the bug' | 'the bugs' {
  return counted.length === 1 ? 'the bug' : 'the bugs';
}

/** Nothing can be done in a pull request that is closed. */
function toLateRemedy(groups: Groups, ending: PullEnding): Template {
  if (ending === 'closed') return 'nothing, unless you open it again.';
  const them = toThem(groups);
  const isHidden = groups.withheld.length > 0;
  const open = isHidden ? `open ${them} in {service}, ` : '';
  return `${open}fix ${them} in another pull request, or have ${them} dismissed ${isHidden ? 'there' : 'in {service}'}.`;
}

/** No scan sees a fix before the merge: somebody has to say that the bug is fixed. */
function toUnseenRemedy({ groups, verdict, rerunBy }: Report): Template {
  const them = toThem(groups);
  const isHidden = groups.withheld.length > 0;
  const [open, where] = isHidden ? [`open ${toBugs(groups)} in {service}, `, 'there'] : ['', 'in {service}'];
  const mark =
    rerunBy === 'maintainer'
      ? `ask {contact} to mark ${them} as resolved ${where} and to run the job again`
      : `mark ${them} as resolved ${where} and ${AGAIN[rerunBy]}`;
  return `${open}fix ${toLeast(verdict) ?? (isHidden ? them : toBugs(groups))}, then ${mark}; the next scan will confirm it.`;
}

/** A merge queue has removed the pull request; a run that is too old is replaced by a new one. */
const AGAIN = {
  reader: '{again}',
  queue: 'add this pull request to the queue again',
  nobody: 'push once more',
} as const;

/** Pushing a fix again does not help if a full scan of this very commit does not list the bug. */
function toNotInScan({ scan, groups, rerunBy }: Report): Template | null {
  if (scan === null || scan.standsIn || scan.isPartial) return null;
  const { counted, withheld } = groups;
  const missing = counted.filter(({ isListed }) => !isListed).length;
  if (missing === 0) return null;
  const [all, count] = [formatCount(counted.length), formatCount(missing)];
  const some = `${count} of the ${all} ${missing === 1 ? 'is' : 'are'} not`;
  const none = counted.length === 1 ? 'the bug is not' : `none of the ${all} is`;
  const which = missing < counted.length ? some : none;
  const it = missing === 1 ? 'it' : 'them';
  const isForOthers = withheld.length > 0 || rerunBy === 'maintainer';
  const mark = `${isForOthers ? `ask {contact} to mark ${it}` : `mark ${it}`} as resolved in {service}`;
  const then = rerunBy === 'maintainer' ? ' and to run the job again' : `, then ${AGAIN[rerunBy]}`;
  return `${toUpperStart(which)} in the scan of this commit. If you fixed ${it}, ${mark}${then}.`;
}

function toOwn({ own, introduced, found }: Groups): string {
  const those = own.length === 1 ? 'the one' : `the ${formatCount(own.length)}`;
  if (found.length === 0) return `${those} that this pull request introduces`;
  return introduced.length === 0 ? `${those} found in this pull request` : `${those} from this pull request`;
}

function toWhere({ older, existing }: Groups): string {
  const count = existing.length;
  if (older.length > 0) {
    const others = count === 1 ? 'the other one was' : `the other ${formatCount(count)} were`;
    return `${others} there before this pull request`;
  }
  return count === 1
    ? 'the older one is in a file you changed'
    : `the ${formatCount(count)} older ones are in files you changed`;
}

/** A reader who cannot see a bug's title may be from outside. */
function toMembership({ groups: { withheld }, repository }: Report, isServiceNamed: boolean): Template | null {
  if (withheld.length === 0) return null;
  const bugs = withheld.length === 1 ? 'this bug' : 'these bugs';
  return `Members of ${repository.owner} can open ${bugs} ${isServiceNamed ? 'there' : 'in {service}'}. Not a member? Ask a maintainer.`;
}

/**
 * The part is like `at least 2 of the 12 bugs` if a limit allows some; null if no exceeded limit does. With both limits,
 * the second part says how many of them are security bugs.
 */
function toLeast(verdict: Verdict): string | null {
  if (verdict.kind === 'unverified') return null;
  const exceeded = verdict.thresholds.flatMap(({ name, count, limit, exceeded: is }) =>
    is && limit !== 'off' ? [{ name, count, excess: count - limit }] : [],
  );
  if (exceeded.every(({ count, excess }) => count === excess)) return null;
  const security = exceeded.find(({ name }) => name === 'max-security-bugs');
  const all = exceeded.find(({ name }) => name === 'max-bugs');
  if (all === undefined) return security === undefined ? null : toPart(security, 'security bugs');
  if (security === undefined) return toPart(all, 'bugs');
  const excess = Math.max(all.excess, security.excess);
  return `${toPart({ ...all, excess }, 'bugs')}, including ${toPart(security, 'security bugs')},`;
}

function toPart({ count, excess }: { readonly count: number; readonly excess: number }, bugs: string): string {
  if (count === excess) return count === 1 ? `the ${bugs.replace(/s$/, '')}` : `the ${formatCount(count)} ${bugs}`;
  return `at least ${formatCount(excess)} of the ${formatCount(count)} ${bugs}`;
}
