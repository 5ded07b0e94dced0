// Glob patterns as one automaton, which reads a path once, however many they are: the parts that may come next are bits. What
// it has once worked out for a beginning and a character it knows for all other paths.

/** `?`: one character, but no slash. */
const ONE = Symbol('one');
/** `*`: any number of such characters. */
const STAR = Symbol('star');
/** `**` as a whole segment: any number of segments, each with the slash behind it. */
const DEEP = Symbol('deep');
/** `**` beside other characters: any number of characters, slashes too. */
const FAR = Symbol('far');
const END = Symbol('end');

/** A part of a pattern; a text is one letter, which is not special. */
type Part = string | typeof ONE | typeof STAR | typeof DEEP | typeof FAR | typeof END;

/** A set of parts of all patterns: the first is the lowest bit of the first word. */
type Parts = Int32Array;

/** What a character does. */
interface Step {
  /** The parts that it is enough for. */
  readonly ends: Parts;
  /** The parts that go on with it. */
  readonly keeps: Parts;
  /** Where its fold is several letters: the parts that each of them is enough for, of which it needs a row. */
  readonly row: readonly Parts[];
  readonly isSlash: boolean;
}

/** The beginning of a path, as far as the patterns can tell it from others. */
interface State {
  /** The parts that may come next. */
  readonly parts: Parts;
  readonly outcome: Outcome;
  /** What it becomes with a character. */
  readonly next: Map<Step, State>;
}

/** Gives letters that are the same for all characters that are to match each other. */
export type Fold = (character: string) => string;

/**
 * Is told what matching a path took, in steps: each character is one, or as many as the automaton has words of 32 parts where
 * it had not come that way before.
 */
export type CountSteps = (steps: number) => void;

/** Our own limit, of memory: what comes beyond is worked out each time. */
const MAX_STATES = 1_000;

/**
 * Compiles patterns, in which `*`, `**` and `?` are special, to the question whether one of them matches a path as a whole.
 * Both are relative, without empty segments. Takes time in proportion to the path, and to the patterns at most: 32 parts of them
 * at once, and mostly once for all paths.
 */
export function compileGlobs(
  patterns: readonly string[],
  fold: Fold,
  countSteps: CountSteps,
): (path: string) => boolean {
  const parts = [...new Set(patterns)].flatMap((pattern) => toParts(pattern, fold));
  const places = Map.groupBy(parts.keys(), (at) => parts[at] ?? END);
  const toSet = (some: Iterable<number>): Parts => {
    const set = new Int32Array(Math.ceil(parts.length / 32));
    for (const at of some) set[at >>> 5] = (set[at >>> 5] ?? 0) | (1 << (at & 31));
    return set;
  };
  const sets = new Map<Part, Parts>([...places].map(([part, some]) => [part, toSet(some)]));
  const none = toSet([]);
  const setOf = (part: Part): Parts => sets.get(part) ?? none;
  const [star, deep, end] = [unite(setOf(STAR), setOf(FAR)), setOf(DEEP), setOf(END)];
  /** Whatever comes next, it matches. */
  const anything = toSet((places.get(DEEP) ?? []).filter((at) => parts[at + 1] === END));
  /** Where many may come none may come, too, so that what is behind them comes next as well. */
  const take = (from: Parts, { ends, keeps, row, isSlash }: Step): State => {
    const into = new Int32Array(from.length);
    const rest = row.length === 0 ? none : follow(from, row);
    let [carry, deepCarry, starCarry] = [0, 0, 0];
    let [left, certain] = [0, 0];
    for (let word = 0; word < from.length; word += 1) {
      const before = from[word] ?? 0;
      const ended = before & (ends[word] ?? 0);
      let next = (before & (keeps[word] ?? 0)) | (rest[word] ?? 0) | (ended << 1) | carry;
      carry = ended >>> 31;
      if (isSlash) {
        const deeper = next & (deep[word] ?? 0);
        next |= (deeper << 1) | deepCarry;
        deepCarry = deeper >>> 31;
      }
      const stars = next & (star[word] ?? 0);
      next |= (stars << 1) | starCarry;
      starCarry = stars >>> 31;
      into[word] = next;
      left |= next;
      certain |= next & (anything[word] ?? 0);
    }
    return { parts: into, outcome: certain !== 0 ? 'match' : left === 0 ? 'no-match' : 'open', next: new Map() };
  };
  const first = toSet([0, ...(places.get(END) ?? []).slice(0, -1).map((at) => at + 1)]);
  const start = take(first, { ends: none, keeps: first, row: [], isSlash: true });
  const known = new Map<string, State>();
  /** The same state for the same parts, by whatever way they were reached. */
  const enter = (from: State, step: Step): State => {
    const reached = take(from.parts, step);
    if (known.size >= MAX_STATES) return reached;
    const key = reached.parts.join();
    const state = known.get(key) ?? reached;
    known.set(key, state);
    from.next.set(step, state);
    return state;
  };
  const stepOf = createSteps(sets, none, fold);
  return (path) => {
    let state = start;
    let steps = 0;
    for (const character of `${path}/`) {
      const step = stepOf(character);
      const next = state.next.get(step);
      steps += next === undefined ? none.length : 1;
      state = next ?? enter(state, step);
      if (state.outcome !== 'open') break;
    }
    countSteps(steps);
    return state.outcome === 'match' || state.parts.some((word, at) => (word & (end[at] ?? 0)) !== 0);
  };
}

/** Of patterns and the beginning of a path. */
type Outcome = 'match' | 'no-match' | 'open';

function toParts(pattern: string, fold: Fold): readonly Part[] {
  const parts: Part[] = [];
  for (const segment of pattern.split('/')) {
    if (segment === '**') {
      if (parts.at(-1) !== DEEP) parts.push(DEEP);
      continue;
    }
    for (const [written] of segment.matchAll(/\*+|[^]/gu)) {
      if (written === '*') parts.push(STAR);
      else if (written.startsWith('*')) parts.push(FAR);
      else if (written === '?') parts.push(ONE);
      else parts.push(...Array.from(fold(written)));
    }
    parts.push('/');
  }
  return [...parts, END];
}

/** What each character does: the same for all that stand in no pattern, of which paths may have any number. */
function createSteps(sets: ReadonlyMap<Part, Parts>, none: Parts, fold: Fold): (character: string) => Step {
  const setOf = (part: Part): Parts => sets.get(part) ?? none;
  const [one, deep] = [setOf(ONE), unite(setOf(DEEP), setOf(FAR))];
  const keeps = unite(setOf(STAR), deep);
  const other: Step = { ends: one, keeps, row: [], isSlash: false };
  const known = new Map<string, Step>([['/', { ends: setOf('/'), keeps: deep, row: [], isSlash: true }]]);
  const toStep = (character: string): Step => {
    const letters = Array.from(fold(character));
    const [letter = ''] = letters;
    if (!letters.every((each) => sets.has(each))) return other;
    return letters.length === 1 ? { ...other, ends: unite(setOf(letter), one) } : { ...other, row: letters.map(setOf) };
  };
  return (character) => {
    const step = known.get(character) ?? toStep(character);
    known.set(character, step);
    return step;
  };
}

function unite(some: Parts, others: Parts): Parts {
  return some.map((word, at) => word | (others[at] ?? 0));
}

/** The parts behind rows of others, none of them special. */
function follow(from: Parts, row: readonly Parts[]): Parts {
  const state = new Int32Array(from);
  for (const ends of row) {
    let carry = 0;
    for (let word = 0; word < state.length; word += 1) {
      const ended = (state[word] ?? 0) & (ends[word] ?? 0);
      state[word] = (ended << 1) | carry;
      carry = ended >>> 31;
    }
  }
  return state;
}
