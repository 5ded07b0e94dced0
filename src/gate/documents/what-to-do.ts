// What a reader does about bugs that block, and whom to ask.
import { gfm, join, type Markdown, type Piece, renderLink, renderText } from '../../documents/markdown.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { PullEnding, Report } from '../../judgement/report.ts';
import type { Verdict } from '../../judgement/verdict.ts';
import { groupCounted } from './overview.ts';

/** Where it is said what `gate-on` selects. */
const GATE_ON_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/inputs.md#which-bugs-count';

/** What a reader of a gate in `mode: warn` has to know first. */
const NOTHING_BLOCKED = 'nothing is blocked now, since this gate only warns.';
/** A fix that is newer than the scan does not show in it. */
const STANDS_IN = 'your fix shows only in the next scan.';

/** Renders what a reader does about findings that block. */
export function renderWhatToDo(report: Report): Markdown {
  if (report.ending !== null) return gfm`**What to do:** ${renderPlain(toLateRemedy(report, report.ending))}`;
  const first = compact([report.job !== 'red' && NOTHING_BLOCKED, report.scan?.standsIn === true && STANDS_IN]);
  const [opening = '', ...others] = [...first, ...toRemedies(report)];
  const text = [opening, ...others.map(toUpperStart)].join(' ');
  return gfm`**What to do:** ${join([renderPlain(text), renderOwnersHint(report)], ' ')}`;
}

/** The whole text is ours but for names, which are cut before. */
function renderPlain(text: string): Piece {
  return renderText(text, 2_000);
}

/** With a capital at its start. */
export function toUpperStart(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** For a pull request that is closed: nothing can be done in it. */
function toLateRemedy(report: Report, ending: PullEnding): string {
  if (ending === 'closed') return 'nothing, unless you open it again.';
  const { introduced, touched, older, withheld } = groupCounted(report);
  const them = introduced.length + touched.length + older.length + withheld.length === 1 ? 'it' : 'them';
  const where =
    withheld.length > 0
      ? `open ${them} in ${report.service.name} (members of ${report.repository.owner} can), then fix`
      : 'fix';
  return `${where} ${them} in another pull request, or ask ${toAskee([...touched, ...older])} to dismiss ${them}.`;
}

/** Sentences, the first without a capital at its start. */
function toRemedies(report: Report): readonly string[] {
  const { introduced, found, touched, older, withheld } = groupCounted(report);
  const existing = [...touched, ...older];
  const own = [...introduced, ...found];
  const all = [...own, ...existing, ...withheld];
  const them = all.length === 1 ? 'it' : 'them';
  const least = toLeast(report.verdict);
  if (withheld.length > 0) {
    const open = `open the ${all.length === 1 ? 'bug' : 'bugs'} in ${report.service.name}: members of ${report.repository.owner} can.`;
    return [open, `fix ${least ?? them} and push, or ask ${toAskee([])} to dismiss ${them}.`];
  }
  if (least !== null) {
    const isMixed = own.length > 0 && existing.length > 0;
    return compact([
      `fix ${least} and push, or ask ${toAskee(existing)} to dismiss ${them}.`,
      isMixed &&
        `start with ${found.length === 0 ? 'what this pull request introduces' : 'those from this pull request'}.`,
    ]);
  }
  if (existing.length === 0 || !report.relevanceKnown) {
    return [`fix ${them} and push, or ask ${toAskee([])} to dismiss ${them}.`];
  }
  const rest = existing.length === 1 ? 'it' : 'them';
  return compact([
    own.length > 0 && `fix ${toOwn(introduced.length, found.length)} and push.`,
    `${toWhere(report)}: fix ${rest}${own.length > 0 ? ' too' : ' and push'}, or ask ${toAskee(existing)} to dismiss ${rest}.`,
  ]);
}

/** Such as `the 3 that this pull request introduces`. */
function toOwn(introduced: number, found: number): string {
  const count = introduced + found;
  const those = count === 1 ? 'the one' : `the ${formatCount(count)}`;
  if (found === 0) return `${those} that this pull request introduces`;
  return introduced === 0 ? `${those} found in this pull request` : `${those} from this pull request`;
}

/** Such as `the older one is in a file you changed`, or `117 of 120 were there before this pull request`. */
function toWhere(report: Report): string {
  const { introduced, found, touched, older } = groupCounted(report);
  const count = touched.length + older.length;
  const own = introduced.length + found.length;
  const all = own + count;
  if (count === all) {
    const where = older.length > 0 ? ' this pull request' : `, in ${count === 1 ? 'a file' : 'files'} you changed`;
    return `${count === 1 ? 'the bug was' : 'the bugs were'} there before${where}`;
  }
  const was = count === 1 ? 'was' : 'were';
  if (older.length > 0) {
    const those = count > own ? `${formatCount(count)} of ${formatCount(all)}` : toOthers(count);
    return `${those} ${was} there before this pull request`;
  }
  const verb = count === 1 ? 'one is' : `${formatCount(count)} are`;
  return `the older ${verb} in ${count === 1 ? 'a file' : 'files'} you changed`;
}

function toOthers(count: number): string {
  return count === 1 ? 'the other one' : `the other ${formatCount(count)}`;
}

const MAX_NAMED = 2;
/** Room for a name in a sentence; ours. */
const MAX_NAME_CHARACTERS = 40;

/** Whoever introduced a bug is refused by the action `review`, and so is the author of the pull request. */
function toAskee(existing: readonly ShownFinding[]): string {
  const authors = new Set(existing.map(({ details }) => (details?.introducedBy?.author ?? '').trim()));
  const names = [...authors].filter((name) => name !== '' && name.length <= MAX_NAME_CHARACTERS);
  if (names.length === 0 || names.length > MAX_NAMED) return 'someone else with write access';
  return `someone with write access, but not ${names.join(', ')} or you,`;
}

/** Where most of what blocks was there before, somebody else can change that. */
function renderOwnersHint(report: Report): Markdown | null {
  const { introduced, found, touched, older, withheld } = groupCounted(report);
  const existing = touched.length + older.length;
  const isMost = existing > introduced.length + found.length && withheld.length === 0;
  if (report.pullRequest === null || !report.relevanceKnown || report.gateOn !== 'all' || !isMost) return null;
  return gfm`Whoever looks after this workflow can have only yours counted: ${renderLink('gate-on', GATE_ON_PAGE)}.`;
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
  return `${toPart({ ...all, excess }, 'bugs')}, among them ${toPart(security, 'security bugs')},`;
}

/** Such as `at least 2 of the 12 bugs`, or `the 12 bugs` where none may be left. */
function toPart({ count, excess }: { readonly count: number; readonly excess: number }, bugs: string): string {
  if (count === excess) return count === 1 ? `the ${bugs.replace(/s$/, '')}` : `the ${formatCount(count)} ${bugs}`;
  return `at least ${formatCount(excess)} of the ${formatCount(count)} ${bugs}`;
}
