// A row of the book of rules: a world and a question in words, and what the judge has to say.
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { judge, type Judgement, type Waiting } from '../../src/judgement/judge.ts';
import { toPathFilter } from '../../src/judgement/path-filter.ts';
import type { JudgementInputs } from '../../src/judgement/question.ts';
import type { Tally } from '../../src/judgement/tally.ts';
import type { Unverified } from '../../src/judgement/unverified.ts';
import { readInputs } from '../harness/rows.ts';
import { anOutage } from './fixtures.ts';
import { aQuestion, aWorld, hourMs, nowMs, type QuestionParts, toMs, type WorldWords } from './world.ts';

/** What a row says of the answer, besides the verdict and the bugs that count. */
type AnswerWord = 'leaves' | 'because' | 'judges' | 'missing' | 'settled';

/** A part such as `scan full, new partial`: its word, and its text. */
type Part = readonly [word: string, text: string];

function readParts(cell: string): readonly Part[] {
  const parts = cell === '' ? [] : cell.split('; ');
  return parts.map((part) => [/^\S*/u.exec(part)?.[0] ?? '', part.replace(/^\S+ ?/u, '')]);
}

/** `a, b{1..3}` are `a`, `b1`, `b2` and `b3`; several ranges of one item go on together. `none`: there is none. */
function readList(text: string): readonly string[] {
  return text === 'none' ? [] : text.split(', ').flatMap(toItems);
}

function toItems(item: string): readonly string[] {
  const ranges = [...item.matchAll(/\{(\d+)\.\.(\d+)\}/gu)].map(([, from, to]) => Number(to) - Number(from) + 1);
  const [length = 1] = ranges;
  return Array.from({ length }, (_, at) =>
    item.replaceAll(/\{(\d+)\.\.\d+\}/gu, (__, from: string) => String(Number(from) + at)),
  );
}

/** The world's words that are lists, as rows call them. */
const LISTS: Readonly<Record<string, keyof WorldWords>> = {
  ...{ scan: 'scans', file: 'files', commit: 'commits', pull: 'pulls', former: 'former' },
  ...{ refuse: 'refused', unasked: 'notAsked', purged: 'purged', emptied: 'emptied' },
};

function toWorldWords([word, text]: Part): WorldWords | null {
  const list = LISTS[word];
  if (list !== undefined) return { [list]: readList(text) };
  switch (word) {
    case 'files':
      return { fileCount: Number(text) };
    case 'commits':
      return { commitCount: Number(text) };
    case 'moved':
      return { movedTo: text };
    case 'author':
      return { author: text };
    case 'ahead':
      return { clockAhead: toMs(text) / hourMs };
    case 'behind':
      return { clockAhead: -toMs(text) / hourMs };
    default:
      return null;
  }
}

/** `full: a, b` as an entry. */
function toEntry(text: string): readonly [string, string] {
  const [name = '', items = ''] = text.split(/: (.*)/su);
  return [name, items];
}

function toQuestionParts([word, text]: Part): QuestionParts | null {
  switch (word) {
    case 'alone':
      return { pullRequest: null, isHead: false };
    case 'unknown':
      return { pullRequest: anOutage('github', 'Not found.') };
    case 'given':
      return { isHead: false };
    case 'queued':
      return { isQueued: true };
    case 'pushed':
      return { pushedTo: text };
    case 'until':
      return { asOf: (nowMs - toMs(text)) as EpochMs };
    case 'waits':
      return { waits: { forStart: text === 'start', forEnd: true } };
    case 'recheck':
      return { judgesUncounted: false };
    case 'with':
      return { inputs: toInputs(readInputs(text)) };
    default:
      return null;
  }
}

function toInputs(given: Readonly<Record<string, string>>): Partial<JudgementInputs> {
  const toLimit = (text: string): number | 'off' => (text === 'off' ? text : Number(text));
  const read: Readonly<Record<string, (text: string) => object>> = {
    'scan-match': (text) => ({ scanMatch: text.split(',') }),
    'scan-types': (text) => ({ scanTypes: text.split(',') }),
    'max-scan-age': (text) => ({ maxScanAgeMs: toMs(text) }),
    'count-from': (text) => ({ countFrom: text }),
    'gate-on': (text) => ({ gateOn: text.split(',') }),
    paths: (text) => ({ isInPaths: toPathFilter(text.split(',')) }),
    'found-since': (text) => ({ foundSince: nowMs - toMs(text) }),
    'max-security-bugs': (text) => ({ maxSecurityBugs: toLimit(text) }),
    'max-bugs': (text) => ({ maxBugs: toLimit(text) }),
    unclassified: (text) => ({ countUnclassified: text === 'count' }),
  };
  return Object.assign({}, ...Object.entries(given).map(([name, text]) => read[name]?.(text) ?? fail(name))) as object;
}

function fail(word: string): never {
  throw new Error(`nothing reads ${word}`);
}

interface Row {
  readonly world: WorldWords;
  readonly question: QuestionParts;
}

function readWorld(cell: string): Row {
  const parts = readParts(cell);
  const named = (word: string): readonly (readonly [string, string])[] =>
    parts.filter(([each]) => each === word).map(([, text]) => toEntry(text));
  const bugs = Object.fromEntries(named('bug').map(([list, texts]) => [list, readList(texts)]));
  const settledIn = Object.fromEntries(
    named('settled').map(([list, counts]) => [list, counts.split(' ').map(Number) as [number, number]]),
  );
  const others = parts.filter(([word]) => word !== 'bug' && word !== 'settled');
  const worlds = others.map(toWorldWords);
  const questions = others.map(toQuestionParts);
  const [unread] = others.filter((_, at) => worlds[at] === null && questions[at] === null);
  if (unread !== undefined) fail(unread[0]);
  return {
    world: Object.assign({ bugs, settledIn }, ...worlds) as WorldWords,
    question: Object.assign({}, ...questions) as QuestionParts,
  };
}

/** A row's cells: the world, what the judge says, and what else of it matters. */
export interface RowCells {
  readonly world: string;
  /**
   * The reason, a colon and the ids of the bugs that count, sorted; a reason alone where nothing was counted. `waiting` for the
   * start of a scan, `waiting for full` for its end.
   */
  readonly says: string;
  /**
   * `leaves a gate-on`: why bugs do not count. `because`: the kind of the cause, or the sentence of what was refused. `judges`:
   * the scan, then `behind 2`, `behind unknown`, `partial`, `with <other judged ones>`, `failed <newer>`. `missing`, `settled`:
   * how many. `spares`, `asks`: questions that were not asked, and that were, besides those that are refused.
   */
  readonly rest?: string | undefined;
  readonly wants?: 'report' | 'verdict';
}

/** Judges a row; what the row says of the answer, and what the judge says. */
export async function play({
  world: cell,
  says,
  rest = '',
  wants = 'report',
}: RowCells): Promise<{ readonly expected: object; readonly actual: object }> {
  const { world: words, question } = readWorld(cell);
  const { spares, asks, leaves, ...told } = Object.fromEntries(readParts(rest));
  const world = aWorld(words);
  const answer = toWords(await judge(world, aQuestion({ ...question, wants })));
  const spared = spares === undefined ? [] : readList(spares);
  // What is refused and never asked for says nothing.
  const met = [...(asks === undefined ? [] : readList(asks)), ...(words.refused ?? [])].filter(
    (each) => !spared.includes(each),
  );
  const isAsked = (question: string): boolean => world.asked.has(question);
  const expected = {
    says,
    leaves: leaves === undefined ? undefined : readList(leaves).toSorted().join(', '),
    ...{ spares: spared, asks: met },
    ...told,
  };
  const actual = { ...answer, spares: spared.filter((each) => !isAsked(each)), asks: met.filter(isAsked) };
  const kept = Object.keys(expected).map((key) => [key, actual[key as keyof typeof actual]] as const);
  return { expected, actual: Object.fromEntries(kept) };
}

const nameOf = (id: string | null): string => id?.slice(id.indexOf('_') + 1) ?? 'none';

function toWords(answer: Judgement | Waiting): Partial<Record<AnswerWord, string>> & { readonly says: string } {
  if (answer.kind === 'waiting') {
    return { says: answer.running === null ? 'waiting' : `waiting for ${nameOf(answer.running.id)}` };
  }
  const { verdict, counted, selected, fault } = answer;
  const findings = counted?.findings ?? [];
  const ids = findings.filter((each) => each.counted).map(({ id }) => nameOf(id));
  const out = findings.flatMap(({ id, exclusion }) => (exclusion === null ? [] : [`${nameOf(id)} ${exclusion}`]));
  return {
    says: counted === null ? verdict.reason : `${verdict.reason}: ${ids.toSorted().join(' ')}`.trimEnd(),
    ...(out.length === 0 ? {} : { leaves: out.toSorted().join(', ') }),
    ...(fault === null ? {} : { because: toBecause(fault) }),
    ...(selected === null ? {} : { judges: toScanWords(selected) }),
    ...(counted === null ? {} : { missing: String(counted.missing), settled: toSettled(counted.tally) }),
  };
}

function toBecause({ cause }: Unverified): string {
  if (cause.kind === 'surroundings') return cause.part;
  return 'said' in cause ? cause.said : cause.kind;
}

const toSettled = ({ resolved, dismissed }: Tally): string => `${resolved} resolved, ${dismissed} dismissed`;

function toScanWords({
  scan,
  judged,
  commitsBehind,
  standsIn,
  isPartial,
  newerFailed,
}: NonNullable<Judgement['selected']>): string {
  const others = judged.filter((each) => each !== scan).map(({ id }) => nameOf(id));
  return [
    nameOf(scan.id),
    standsIn && `behind ${commitsBehind ?? 'unknown'}`,
    isPartial && 'partial',
    others.length > 0 && `with ${others.join(' ')}`,
    newerFailed.length > 0 && `failed ${newerFailed.map(({ id }) => nameOf(id)).join(' ')}`,
  ]
    .filter((word) => word !== false)
    .join(' ');
}
