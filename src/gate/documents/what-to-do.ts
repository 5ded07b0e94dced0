// What a reader does about bugs that block, and whom to ask.
import type { Template } from '../../documents/causes.ts';
import { blocks, gfm, join, type Markdown, renderLink, renderText } from '../../documents/markdown.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { PullEnding, Report } from '../../judgement/report.ts';
import type { Verdict } from '../../judgement/verdict.ts';
import { isCounted } from './headline.ts';
import { toMergeSentence } from './merge.ts';
import { type CountedFindings, groupCounted } from './overview.ts';
import { fillMarkdown, toUpperStart } from './phrases.ts';

const GATE_ON_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/inputs.md#which-bugs-count';

/** Room for the name of an owner in a sentence; GitHub allows fewer. */
const MAX_OWNER_CHARACTERS = 100;

/** Renders what a reader does about findings that block; before it, where that is so, that none of them is the reader's. */
export function renderWhatToDo(report: Report): Markdown {
  if (report.ending !== null) {
    const todo = fillMarkdown(toLateRemedy(report, report.ending), report);
    return gfm`**What to do:** ${join([todo, report.ending === 'merged' && renderMembership(report)], ' ')}`;
  }
  const first = saysMergeFirst(report) ? toMergeSentence(report) : null;
  const noneOfYours = renderNoneOfYours(report);
  const [opening = '', ...others] = compact([
    noneOfYours !== null && report.job !== 'red' && 'you need not do anything.',
    first,
    ...toRemedies(report),
    toNotInScan(report),
  ]);
  const todo = fillMarkdown([opening, ...others.map(toUpperStart)].join(' '), report);
  return blocks(noneOfYours, gfm`**What to do:** ${join([todo, renderMembership(report)], ' ')}`);
}

/** Whether one can merge comes first where a fix does not show before the next scan, and where nothing is blocked. */
export function saysMergeFirst({ scan, verdict, job }: Pick<Report, 'scan' | 'verdict' | 'job'>): boolean {
  return verdict.kind === 'failed' && (scan?.standsIn === true || job !== 'red');
}

/** For a pull request that is closed: nothing can be done in it. */
function toLateRemedy(report: Report, ending: PullEnding): Template {
  if (ending === 'closed') return 'nothing, unless you open it again.';
  const { own, existing, withheld } = groupCounted(report);
  const them = own.length + existing.length + withheld.length === 1 ? 'it' : 'them';
  const open = withheld.length > 0 ? `open ${them} in {service}, ` : '';
  const place = withheld.length > 0 ? 'there' : 'in {service}';
  return `${open}fix ${them} in another pull request, or have ${them} dismissed ${place}.`;
}

/** Sentences, the first without a capital at its start. */
function toRemedies(report: Report): readonly Template[] {
  const groups = groupCounted(report);
  const { found, own, existing, withheld } = groups;
  const all = [...own, ...existing, ...withheld];
  const them = all.length === 1 ? 'it' : 'them';
  // After a sentence about the check, `it` would be the check.
  const bugsOrThem = saysMergeFirst(report) ? (all.length === 1 ? 'the bug' : 'the bugs') : them;
  const least = toLeast(report.verdict);
  if (withheld.length > 0) {
    const bugs = all.length === 1 ? 'bug' : 'bugs';
    return [`open the ${bugs} in {service}, fix ${least ?? them} and push, or have ${them} dismissed there.`];
  }
  if (least !== null) {
    const isMixed = own.length > 0 && existing.length > 0;
    return compact([
      `fix ${least} and push, or have ${them} dismissed in {service}.`,
      isMixed &&
        `start with ${found.length === 0 ? 'what this pull request introduces' : 'those from this pull request'}.`,
    ]);
  }
  if (report.scan?.standsIn === true && report.relevanceKnown) return toRemediesLater(report);
  if (existing.length === 0 || !report.relevanceKnown) {
    return [`fix ${bugsOrThem} and push, or have ${them} dismissed in {service}.`];
  }
  return compact([own.length > 0 && `fix ${toOwn(groups)}, and push.`, toRemedyNow(report)]);
}

/** Of bugs that a full scan of this very commit does not list: to push a fix again does not help. */
function toNotInScan(report: Report): Template | null {
  const { scan, verdict, findings } = report;
  if (scan === null || scan.standsIn || scan.isPartial) return null;
  const counted = findings.filter((finding) => isCounted(finding, verdict));
  const missing = counted.filter(({ isListed }) => !isListed).length;
  if (missing === 0) return null;
  const isWithheld = counted.some(({ details }) => details === null);
  const [all, count] = [formatCount(counted.length), formatCount(missing)];
  const some = `${count} of the ${all} ${missing === 1 ? 'is' : 'are'} not`;
  const none = counted.length === 1 ? 'the bug is not' : `none of the ${all} is`;
  const which = missing < counted.length ? some : none;
  const it = missing === 1 ? 'it' : 'them';
  const mark = `${isWithheld ? `ask {contact} to mark ${it}` : `mark ${it}`} as resolved in {service}`;
  return `${which} in the scan of this commit. If you fixed ${it}, ${mark}, then {again}.`;
}

/** Such as `the 3 that this pull request introduces`. */
function toOwn({ own, introduced, found }: CountedFindings): string {
  const those = own.length === 1 ? 'the one' : `the ${formatCount(own.length)}`;
  if (found.length === 0) return `${those} that this pull request introduces`;
  return introduced.length === 0 ? `${those} found in this pull request` : `${those} from this pull request`;
}

/** For bugs that were there before, and that the next push is scanned for. */
function toRemedyNow(report: Report): Template {
  const { own, existing } = groupCounted(report);
  const [bugs, them] = existing.length === 1 ? ['the bug', 'it'] : ['the bugs', 'them'];
  const where = toWhere(report);
  const fix = own.length > 0 ? `fix ${them} too` : `fix ${where === null ? bugs : them} and push`;
  return `${where === null ? '' : `${where}: `}${fix}, or have ${them} dismissed in {service}.`;
}

/** Where the scan knows nothing of newer commits, and so of no fix. */
function toRemediesLater(report: Report): readonly Template[] {
  const groups = groupCounted(report);
  const [own, count] = [groups.own.length, groups.existing.length];
  const files = count === 1 ? 'in a file you changed' : 'in files you changed';
  const place = groups.older.length > 0 ? 'in this repository' : files;
  const bugs =
    count === 1
      ? `${own > 0 ? 'the other bug' : 'the bug'} was`
      : `${own > 0 ? `the other ${formatCount(count)}` : 'the'} bugs were`;
  const [it, them] = own + count === 1 ? ['the bug', 'it'] : ['them', 'them'];
  return compact([
    own > 0 && count > 0 && `fix ${toOwn(groups)}, and push.`,
    count > 0 && `${bugs} already ${place}.`,
    `if you fix ${count > 0 ? them : it}, the next scan will notice; until then a teammate can mark ${them} as resolved (\`/scan-gate resolve bug_… fixed in this pull request\`).`,
  ]);
}

/** Such as `the older one is in a file you changed`, or `the other 117 were there before this pull request`; null: that is said before. */
function toWhere(report: Report): string | null {
  const { older, own, existing } = groupCounted(report);
  const count = existing.length;
  if (own.length === 0) {
    if (older.length > 0) return null;
    return count === 1 ? 'the bug is in a file you changed' : 'the bugs are in files you changed';
  }
  const was = count === 1 ? 'was' : 'were';
  if (older.length > 0) {
    const others = count === 1 ? 'the other one' : `the other ${formatCount(count)}`;
    return `${others} ${was} there before this pull request`;
  }
  const those = count === 1 ? 'the older one is' : `the ${formatCount(count)} older ones are`;
  return `${those} in ${count === 1 ? 'a file' : 'files'} you changed`;
}

/** Where nothing of what blocks is the reader's, that is what they have to know first. */
function renderNoneOfYours(report: Report): Markdown | null {
  const { own, withheld, existing } = groupCounted(report);
  const count = existing.length;
  const isKnown = report.pullRequest !== null && report.relevanceKnown && withheld.length === 0;
  if (!isKnown || own.length > 0 || count === 0) return null;
  const none =
    count === 1
      ? 'The bug is not from your pull request.'
      : count === 2
        ? 'Neither bug is from your pull request.'
        : `None of the ${countOf(count, 'bug', 'bugs')} is from your pull request.`;
  if (!report.isEverythingAsked) return gfm`${none}`;
  const hint = fillMarkdown('{Contact} can limit the check to your own bugs', report);
  return gfm`${none} ${hint}: ${renderLink('gate-on', GATE_ON_PAGE)}.`;
}

/** Whoever cannot see a bug's title may be from outside. */
function renderMembership(report: Report): Markdown | null {
  const { withheld } = groupCounted(report);
  if (withheld.length === 0) return null;
  const owner = renderText(report.repository.owner, MAX_OWNER_CHARACTERS);
  return gfm`Members of ${owner} can open ${withheld.length === 1 ? 'this bug' : 'these bugs'} there. Not a member? Ask a maintainer.`;
}

const MAX_NAMED = 2;
/** Room for a name in a sentence; ours. */
const MAX_NAME_CHARACTERS = 40;

/**
 * Who may not give the commands, such as `not you, and not jonas-weber, who introduced it`: the action `review` refuses
 * whoever introduced a bug, and the author of the pull request.
 */
export function toBarred({ existing }: Pick<CountedFindings, 'existing'>): string {
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
export function toLeast(verdict: Verdict): string | null {
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
