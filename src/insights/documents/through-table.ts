// The table of what got through, and the change that would have stopped most of it. Plain text.
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact, sum } from '../../judgement/lists.ts';
import type { Figures, InsightsReport } from '../report.ts';
import type { Through, Way, WayCount } from '../through.ts';
import { type Field, type Table, toTable, toText } from './table.ts';
import { joinWords } from './words.ts';

export const WAY_WORDS: Readonly<Record<Way, string>> = {
  'no-gate': 'No gate judged it',
  'could-not-judge': 'Gate could not judge',
  seen: 'Merged despite a red check',
  'no-full-scan': 'Commit not scanned',
  'found-later': 'Found after the verdict',
  paths: 'Left out by paths',
  'gate-on': 'Left out by gate-on',
  'found-since': 'Left out by found-since',
  limit: 'Within a limit',
  unknown: 'Not known',
};

/**
 * Says how the bugs of a way came in, and what to set so that they are stopped; null where no setting would. No change names a
 * set-up: which one is safe depends on who may open a pull request, and the doctor knows that.
 */
const CHANGE_WORDS: Readonly<Record<Way, readonly [how: (them: string) => string, change: string] | null>> = {
  'no-gate': [
    () => 'without a verdict from the gate',
    'run the gate with the workflow that the doctor shows, and require the check',
  ],
  'could-not-judge': [() => 'while the gate could not judge', 'set `on-unverified: fail`, and require the check'],
  seen: [(them) => `although the gate had seen ${them}`, 'set `mode: enforce`, and require the check'],
  'no-full-scan': [
    () => 'on commits without a full scan',
    'let the service scan pull requests, and use the workflow that the doctor shows',
  ],
  'found-later': null,
  paths: [(them) => `because \`paths\` left ${them} out`, 'add the files to `paths`'],
  'gate-on': [(them) => `because \`gate-on\` left ${them} out`, 'add `introduced` to `gate-on`'],
  'found-since': [(them) => `because \`found-since\` left ${them} out`, 'set an earlier day, or remove `found-since`'],
  limit: [() => 'within a limit', 'lower `max-security-bugs` or `max-bugs`'],
  unknown: null,
};

/** Names the change that would have stopped most, or several in a tie; null where there is none. */
export function toChangeSentence({ change }: Pick<Through, 'change'>): string | null {
  if (change === null) return null;
  const { ways, bugs, of } = change;
  const [first, ...others] = compact(ways.map((way) => CHANGE_WORDS[way])).map(([how, what]) => {
    return `${how(bugs === 1 ? 'it' : 'them')}: ${what}`;
  });
  if (first === undefined) return null;
  const tied = others.map((each) => `; as many ${each}`).join('');
  return `${toPartOfBugs(bugs, of)} that came in with merged pull requests did so ${first}${tied}.`;
}

/** Says, for example, `5 of the 7 bugs`, `All 7 bugs`, `The one bug`. */
function toPartOfBugs(some: number, all: number): string {
  if (some < all) return `${formatCount(some)} of the ${formatCount(all)} bugs`;
  if (all === 1) return 'The one bug';
  return all === 2 ? 'Both bugs' : `All ${formatCount(all)} bugs`;
}

/** Says what came in, what of it is pending, and what a gate stopped. */
function toLead({ history, through }: Pick<Figures, 'history' | 'through'>, days: number): string | null {
  if (through === null) return null;
  const { bugs, ways } = through;
  const found = `${toPartOfBugs(bugs, history.flow.found)} found in these ${countOf(days, 'day', 'days')}`;
  return compact([
    bugs > 0 && `${found} came in with ${bugs === 1 ? 'a merged pull request' : 'merged pull requests'}.`,
    bugs > 0 && toSecuritySentence(sum(ways.map((way) => way.security)), through),
    toHeldSentence(through),
  ]).join(' ');
}

/** A pending bug was either seen, or escaped. */
function toSecuritySentence(security: number, { ways, escaped }: Through): string {
  const pending = sum(ways.map((way) => way.pendingSecurity));
  if (security === 0) return 'None is a security bug.';
  const some = `${formatCount(security)} ${security === 1 ? 'is a security bug' : 'are security bugs'}`;
  if (pending === 0) return `${some} (none still pending).`;
  const unseen = escaped === 0 ? 'seen by a gate' : `${formatCount(escaped)} not seen by any gate`;
  return `${some} (${formatCount(pending)} still pending, ${escaped === pending ? 'not seen by any gate' : unseen}).`;
}

function toHeldSentence({ held: { fixed, marked, dismissed } }: Through): string | null {
  const all = fixed + marked + dismissed;
  if (all === 0) return null;
  const words = compact([
    fixed > 0 && `${formatCount(fixed)} fixed`,
    marked > 0 && `${formatCount(marked)} marked as resolved`,
    dismissed > 0 && `${formatCount(dismissed)} dismissed`,
  ]);
  return `A gate stopped ${countOf(all, 'more bug', 'more bugs')} before the merge: ${joinWords(words)}.`;
}

function toNotes({ ways, before }: Through): readonly string[] {
  const isThere = (wanted: Way): boolean =>
    [...ways, ...(before?.ways ?? [])].some(({ way, bugs }) => way === wanted && bugs > 0);
  return compact([
    'The service says which pull request introduced a bug, and GitHub whether it was merged. Each bug is counted once, under the first reason that applies.',
    isThere('no-full-scan') &&
      `“${WAY_WORDS['no-full-scan']}”: the gate went by an older scan, which could not know the new code, so it may have passed.`,
    isThere('unknown') &&
      `“${WAY_WORDS.unknown}”: the gate’s comment does not list the bugs that it counted, as in older versions.`,
  ]);
}

/** Fewer than so many make no share. */
const LEAST_FOR_SHARE = 10;

/** Says why the bugs of merged pull requests were not stopped; null where that is not known. */
export function toThroughTable({ total, days }: InsightsReport): Table | null {
  const { through } = total;
  if (through === null) return null;
  const { before } = through;
  const past = before && new Map(before.ways.map(({ way, bugs }) => [way, bugs]));
  const ways = through.ways.filter(({ way, bugs }) => bugs > 0 || (past?.get(way) ?? 0) > 0);
  const fields: readonly (Field<WayCount> | false)[] = [
    { title: 'Why no gate stopped it', of: ({ way }) => toText(WAY_WORDS[way]) },
    { title: 'Bugs', isNumber: true, of: ({ bugs }) => toText(bugs) },
    through.bugs >= LEAST_FOR_SHARE && {
      title: 'Share',
      isNumber: true,
      of: ({ bugs }) => toText(`${Math.round((100 * bugs) / through.bugs)} %`),
    },
    { title: 'Security bugs', isNumber: true, of: ({ security }) => toText(security) },
    { title: 'Of these, pending', isNumber: true, of: ({ pendingSecurity }) => toText(pendingSecurity) },
    past !== null && {
      title: `Bugs in the ${countOf(days, 'day', 'days')} before`,
      isNumber: true,
      of: ({ way }) => toText(past.get(way) ?? 0),
    },
  ];
  return toTable<WayCount>(
    {
      title: 'What got through',
      lead: toLead(total, days),
      notes: ways.length === 0 ? [] : toNotes(through),
      none: 'No bug of these days is known to have come in with a merged pull request.',
    },
    compact(fields),
    ways,
  );
}
