// What a reader does about bugs that block, and whom to ask: one step, in the words of every document.
import type { Template } from '../../documents/causes.ts';
import { blocks, gfm, join, type Markdown, renderText } from '../../documents/markdown.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Groups } from '../../judgement/groups.ts';
import { compact } from '../../judgement/lists.ts';
import type { PullEnding, Report } from '../../judgement/report.ts';
import type { Verdict } from '../../judgement/verdict.ts';
import { fillMarkdown, fillText, toUpperStart } from './phrases.ts';

/** Room for the name of an owner in a sentence; GitHub allows fewer. */
const MAX_OWNER_CHARACTERS = 100;

/** A merge queue has removed the pull request. */
const TO_QUEUE = 'add this pull request to the queue again';

/** Renders what a reader does about findings that block; before it, where that is so, that none of them is the reader's. */
export function renderWhatToDo(report: Report): Markdown {
  const todo = toTodo(report);
  const place = todo.includes('{service}') ? gfm`there` : fillMarkdown('in {service}', report);
  const membership = report.ending === 'closed' ? null : renderMembership(report, place);
  return blocks(toNoneOfYours(report), gfm`**What to do:** ${join([fillMarkdown(todo, report), membership], ' ')}`);
}

/** The same for the log, a line each. */
export function toWhatToDoLines(report: Report): readonly string[] {
  return compact([toNoneOfYours(report), `What to do: ${fillText(toTodo(report), report)}`]);
}

/** Whether the pull request is open, and nothing of what counts is from it. */
export function isNoneOfYours({ ending, pullRequest, relevanceKnown, groups }: Report): boolean {
  const { own, withheld, existing } = groups;
  const isKnown = ending === null && pullRequest !== null && relevanceKnown && withheld.length === 0;
  return isKnown && own.length === 0 && existing.length > 0;
}

/** Where nothing of what blocks is the reader's, that is what they have to know first. */
function toNoneOfYours(report: Report): string | null {
  if (!isNoneOfYours(report)) return null;
  const count = report.groups.existing.length;
  if (count === 1) return 'The bug is not from your pull request.';
  if (count === 2) return 'Neither bug is from your pull request.';
  return `None of the ${countOf(count, 'bug', 'bugs')} is from your pull request.`;
}

/** Without a capital at its start. */
function toTodo(report: Report): Template {
  const { ending, job, isRequired, scan, groups } = report;
  if (ending !== null) return toLateRemedy(groups, ending);
  const standsIn = scan?.standsIn === true;
  if (standsIn && (job !== 'red' || isRequired === 'not-required')) return toRemedyUnblocked(report);
  if (job !== 'red') return toNothingToDo(report);
  if (standsIn) return toRemedyUnseen(report);
  return compact([toRemedy(report), toNotInScan(report)]).join(' ');
}

/** Where the next push is scanned before the merge. */
function toRemedy(report: Report): Template {
  const { isEverythingAsked, relevanceKnown, groups } = report;
  if (isNoneOfYours(report) && isEverythingAsked) {
    return 'ask {contact}: the check can be limited to your own bugs ({gate-on}).';
  }
  const { own, found, existing, withheld } = groups;
  const them = toThem(groups);
  const least = toLeast(report.verdict);
  if (withheld.length > 0) {
    return `open ${toBugs(groups)} in {service}, fix ${least ?? them} and push, or have ${them} dismissed there.`;
  }
  if (least !== null) {
    const isMixed = own.length > 0 && existing.length > 0;
    return compact([
      `fix ${least} and push, or have ${them} dismissed in {service}.`,
      isMixed &&
        `Start with ${found.length === 0 ? 'what this pull request introduces' : 'those from this pull request'}.`,
    ]).join(' ');
  }
  if (existing.length === 0 || !relevanceKnown) return `fix ${them} and push, or have ${them} dismissed in {service}.`;
  if (own.length === 0) return toRemedyOfExisting(groups);
  return `fix ${toOwn(groups)}, and push. ${toUpperStart(toRemedyOfExisting(groups))}`;
}

function toThem({ counted }: Groups): 'it' | 'them' {
  return counted.length === 1 ? 'it' : 'them';
}

function toBugs({ counted }: Groups): 'the bug' | 'the bugs' {
  return counted.length === 1 ? 'the bug' : 'the bugs';
}

/** For a pull request that is closed: nothing can be done in it. */
function toLateRemedy(groups: Groups, ending: PullEnding): Template {
  if (ending === 'closed') return 'nothing, unless you open it again.';
  const them = toThem(groups);
  const isHidden = groups.withheld.length > 0;
  const open = isHidden ? `open ${them} in {service}, ` : '';
  return `${open}fix ${them} in another pull request, or have ${them} dismissed ${isHidden ? 'there' : 'in {service}'}.`;
}

/** In a gate that only warns nobody gets homework. */
function toNothingToDo({ pullRequest }: Report): Template {
  const merge = pullRequest === null ? '' : '; you can merge';
  return `you need not do anything${merge}. {Contact} should look at this.`;
}

/** Where the scan sees no fix before the merge, and nothing is blocked. */
function toRemedyUnblocked({ groups, pullRequest }: Report): Template {
  const merge = pullRequest === null ? 'you need not do anything' : 'you can merge';
  return `${merge}. If you fix ${toBugs(groups)}, mark ${toThem(groups)} as resolved in {service}.`;
}

/** Where the scan sees no fix before the merge: somebody has to say that it is fixed. */
function toRemedyUnseen({ groups, verdict, rerunBy }: Report): Template {
  const them = toThem(groups);
  const isHidden = groups.withheld.length > 0;
  const [open, where] = isHidden ? [`open ${toBugs(groups)} in {service}, `, 'there'] : ['', 'in {service}'];
  const mark =
    rerunBy === 'maintainer'
      ? `ask {contact} to mark ${them} as resolved ${where} and to run the job again`
      : `mark ${them} as resolved ${where} and ${rerunBy === 'queue' ? TO_QUEUE : '{again}'}`;
  return `${open}fix ${toLeast(verdict) ?? (isHidden ? them : toBugs(groups))}, then ${mark}; the next scan will confirm it.`;
}

/** Of bugs that a full scan of this very commit does not list: to push a fix again does not help. */
function toNotInScan(report: Report): Template | null {
  const { scan, groups, rerunBy } = report;
  if (scan === null || scan.standsIn || scan.isPartial) return null;
  const { counted, withheld } = groups;
  const missing = counted.filter(({ isListed }) => !isListed).length;
  if (missing === 0) return null;
  const isWithheld = withheld.length > 0;
  const [all, count] = [formatCount(counted.length), formatCount(missing)];
  const some = `${count} of the ${all} ${missing === 1 ? 'is' : 'are'} not`;
  const none = counted.length === 1 ? 'the bug is not' : `none of the ${all} is`;
  const which = missing < counted.length ? some : none;
  const it = missing === 1 ? 'it' : 'them';
  const isForOthers = isWithheld || rerunBy === 'maintainer';
  const mark = `${isForOthers ? `ask {contact} to mark ${it}` : `mark ${it}`} as resolved in {service}`;
  const then = { reader: ', then {again}', maintainer: ' and to run the job again', queue: `, then ${TO_QUEUE}` }[
    rerunBy
  ];
  return `${toUpperStart(which)} in the scan of this commit. If you fixed ${it}, ${mark}${then}.`;
}

/** Such as `the 3 that this pull request introduces`. */
function toOwn({ own, introduced, found }: Groups): string {
  const those = own.length === 1 ? 'the one' : `the ${formatCount(own.length)}`;
  if (found.length === 0) return `${those} that this pull request introduces`;
  return introduced.length === 0 ? `${those} found in this pull request` : `${those} from this pull request`;
}

/** For bugs that were there before, and that the next push is scanned for. */
function toRemedyOfExisting(groups: Groups): Template {
  const { own, existing, older } = groups;
  const [bugs, them] = existing.length === 1 ? ['the bug', 'it'] : ['the bugs', 'them'];
  const isWhereKnown = own.length > 0 || older.length === 0;
  const fix = own.length > 0 ? `fix ${them} too` : `fix ${isWhereKnown ? them : bugs} and push`;
  return `${isWhereKnown ? `${toWhere(groups)}: ` : ''}${fix}, or have ${them} dismissed in {service}.`;
}

/** Such as `the older one is in a file you changed`, or `the other 117 were there before this pull request`. */
function toWhere({ older, own, existing }: Groups): string {
  const count = existing.length;
  const files = count === 1 ? 'in a file you changed' : 'in files you changed';
  if (own.length === 0) return count === 1 ? `the bug is ${files}` : `the bugs are ${files}`;
  if (older.length > 0) {
    const others = count === 1 ? 'the other one was' : `the other ${formatCount(count)} were`;
    return `${others} there before this pull request`;
  }
  const those = count === 1 ? 'the older one is' : `the ${formatCount(count)} older ones are`;
  return `${those} ${files}`;
}

/** Whoever cannot see a bug's title may be from outside. */
function renderMembership({ groups: { withheld }, repository }: Report, place: Markdown): Markdown | null {
  if (withheld.length === 0) return null;
  const owner = renderText(repository.owner, MAX_OWNER_CHARACTERS);
  return gfm`Members of ${owner} can open ${withheld.length === 1 ? 'this bug' : 'these bugs'} ${place}. Not a member? Ask a maintainer.`;
}

const MAX_NAMED = 2;
/** Room for a name in a sentence; ours. */
const MAX_NAME_CHARACTERS = 40;

/**
 * Who may not give the commands, such as `not you, and not jonas-weber, who introduced it`: the action `review` refuses
 * whoever introduced a bug, and the author of the pull request.
 */
export function toBarred({ existing }: Pick<Groups, 'existing'>): string {
  const authors = new Set(existing.map(({ details }) => (details?.introducedBy?.author ?? '').trim()));
  const names = [...authors].filter((name) => name !== '' && name.length <= MAX_NAME_CHARACTERS);
  const usual = 'not you, and not the person who introduced the bug';
  if (names.length === 0 || names.length > MAX_NAMED) return usual;
  if (existing.length === 1) return `not you, and not ${names.join()}, who introduced it`;
  return `${usual} (${names.join(', ')})`;
}

/**
 * Such as `at least 2 of the 12 bugs`, where a limit allows some; null where no exceeded limit does. With both limits,
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

/** Such as `at least 2 of the 12 bugs`, or `the 12 bugs` where none may be left. */
function toPart({ count, excess }: { readonly count: number; readonly excess: number }, bugs: string): string {
  if (count === excess) return count === 1 ? `the ${bugs.replace(/s$/, '')}` : `the ${formatCount(count)} ${bugs}`;
  return `at least ${formatCount(excess)} of the ${formatCount(count)} ${bugs}`;
}
