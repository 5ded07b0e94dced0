// The marker: the comment's hidden first line, by which later runs recognise it.
import * as v from 'valibot';
import { type CommitSha, type EpochMs, parseCommitSha } from '../judgement/identifiers.ts';

export interface Marker {
  /** The action that wrote the comment; absent: the gate. */
  readonly kind?: 'watch' | undefined;
  /** Distinguishes several gates on one pull request. */
  readonly key: string;
  /** True if the key is made of workflow and job; absent: it was given, or is not known. */
  readonly isDefaultKey?: true | undefined;
  /** The rules by which its gate judged, as `RULES` numbers them; absent: 1. */
  readonly rules?: number | undefined;
  readonly runId: number;
  readonly runAttempt: number;
  /** The job that wrote the comment; absent: not known. */
  readonly jobId?: number | undefined;
  /** The judged commit; null if unknown. */
  readonly sha: CommitSha | null;
  /** When the findings were read. */
  readonly readAt: EpochMs;
  readonly verdict?: MarkedVerdict | undefined;
  /** On how many heads of the pull request the gate was red for bugs in `mode: enforce`; absent: none, or not known. */
  readonly reds?: number | undefined;
  /** The bugs that were held against a limit, as `toBugMarks` writes them; absent: nothing was judged, too many, or not known. */
  readonly counted?: string | undefined;
  /** The bugs of the head before this one; absent also where that could not be judged. */
  readonly before?: string | undefined;
  /** The inputs that decide, by name and as they were given; absent: not known, or too long. */
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  /** Names of the given inputs that say what is judged, never their values; absent: none. */
  readonly given?: readonly string[] | undefined;
}

/** The number of the rules by which this version judges: another one may judge the same otherwise, though nothing has changed. */
export const RULES = 2;

/** The gate's outputs; somebody who tampers with a marker may write anything. */
export interface MarkedVerdict {
  readonly kind: string;
  readonly reason: string;
}

function isRed({ verdict, inputs }: Pick<Marker, 'verdict' | 'inputs'>): boolean {
  return verdict?.kind === 'failed' && inputs?.['mode'] !== 'warn';
}

/** The marker with what it takes over from the one that it replaces; null: there was none. */
export function withPast(marker: Marker, last: Marker | null): Marker {
  const isSameHead = last !== null && last.sha === marker.sha;
  const isNewRed = isRed(marker) && !(isSameHead && isRed(last));
  const reds = (last?.reds ?? 0) + (isNewRed ? 1 : 0);
  // One that could not judge has counted nothing, so there is nothing to compare with.
  const before = isSameHead ? last.before : last?.counted;
  return { ...marker, reds: reds === 0 ? undefined : reds, before };
}

/** Hexadecimal digits of a bug's digest in a marker: enough to tell those of one pull request apart. */
const MARK_DIGITS = 6;
/** Bugs in such a list, our own limit. */
const MAX_MARKS = 60;

/** A list of bugs as a marker has it: the first digits of each one's digest, sorted; undefined: there are too many. */
export function toBugMarks(digests: readonly string[]): string | undefined {
  if (digests.length > MAX_MARKS) return undefined;
  return digests
    .map((digest) => digest.slice(0, MARK_DIGITS))
    .toSorted()
    .join('');
}

/** Finds a bug by its digest. One in some hundred thousand seems to be in the list, and is not. */
export function isMarked(marks: string, digest: string): boolean {
  return readMarks(marks).includes(digest.slice(0, MARK_DIGITS));
}

export function countMarks(marks: string): number {
  return marks.length / MARK_DIGITS;
}

function readMarks(marks: string): readonly string[] {
  return marks.match(/.{6}/g) ?? [];
}

export interface SincePush {
  /** Held before, not any more. */
  readonly gone: number;
  /** Held for the first time. */
  readonly added: number;
  /** Held both times. */
  readonly left: number;
}

/** Compares with the head before; null where one of the two is not known. */
export function decideSincePush({ counted, before }: Pick<Marker, 'counted' | 'before'>): SincePush | null {
  if (counted === undefined || before === undefined) return null;
  const [now, then] = [readMarks(counted), readMarks(before)];
  const left = now.filter((mark) => then.includes(mark)).length;
  return { gone: then.filter((mark) => !now.includes(mark)).length, added: now.length - left, left };
}

export function toDefaultKey(of: { readonly workflow: string; readonly job: string }): string {
  return `${of.workflow}/${of.job}`;
}

/** The workflow's name in such a key: the identifier of a job has no slash. */
export function workflowOfDefaultKey(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

const MARKER = /^<!-- scan-gate(-watch)?:v2 (\{[^\r\n]*\}) -->(?:\r?\n|$)/;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const BugMarks = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{6}){0,60}$/));
/** The content of a marker. What is not known here is ignored, so that later versions can add to it. */
const Content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    key: v.string(),
    defaultKey: v.optional(v.boolean(), false),
    rules: v.fallback(v.optional(Count), undefined),
    run: Count,
    attempt: Count,
    job: v.optional(Count),
    sha: v.optional(v.string()),
    readAt: Count,
    // Whatever else is there says nothing about the run.
    verdict: v.fallback(v.optional(v.string()), undefined),
    reason: v.fallback(v.optional(v.string()), undefined),
    reds: v.fallback(v.optional(Count), undefined),
    counted: v.fallback(v.optional(BugMarks), undefined),
    before: v.fallback(v.optional(BugMarks), undefined),
    inputs: v.fallback(v.optional(v.record(v.string(), v.string())), undefined),
    given: v.fallback(v.optional(v.array(v.string())), undefined),
  }),
);

/** Characters of a marker, our own limit: beyond them it leaves out the bugs, then the inputs. */
const MAX_MARKER_CHARACTERS = 2_000;

/** These could end the HTML comment, or mean something to GitHub even there. JSON has them in strings alone. */
const ESCAPED = /[^ !"$%'()*+,./0-9:;=?A-Z[\\\]^_`a-z{|}~]/g;

/** The marker as one line: an HTML comment that its content cannot close. Too long, it leaves out the bugs, then the inputs too. */
export function toMarkerLine(marker: Marker): string {
  const shorter: Marker = { ...marker, counted: undefined, before: undefined };
  const shortest: Marker = { ...shorter, inputs: undefined };
  return [marker, shorter].map(toLine).find(({ length }) => length <= MAX_MARKER_CHARACTERS) ?? toLine(shortest);
}

export function isSameButForTime(one: Marker, other: Marker): boolean {
  return toMarkerLine(one) === toMarkerLine({ ...other, readAt: one.readAt });
}

function toLine(marker: Marker): string {
  const { kind, rules, verdict, readAt, reds, counted, before, inputs, given } = marker;
  // JSON leaves out what is undefined.
  const content = {
    key: marker.key.toWellFormed(),
    defaultKey: marker.isDefaultKey,
    rules,
    run: marker.runId,
    attempt: marker.runAttempt,
    job: marker.jobId,
    sha: marker.sha ?? undefined,
    readAt,
    verdict: verdict?.kind,
    reason: verdict?.reason,
    ...{ reds, counted, before, inputs, given },
  };
  const name = kind === undefined ? 'scan-gate' : `scan-gate-${kind}`;
  return `<!-- ${name}:v2 ${toHiddenJson(content)} -->`;
}

/** Writes JSON without a hyphen and without an angle bracket. */
function toHiddenJson(content: object): string {
  return JSON.stringify(content).replace(ESCAPED, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Parses the marker at the start of a comment's body; null if there is none. */
export function parseMarker(body: string): Marker | null {
  const [, watch, json] = MARKER.exec(body) ?? [];
  if (json === undefined) return null;
  const parsed = v.safeParse(Content, json);
  if (!parsed.success) return null;
  const { output: content } = parsed;
  const { rules, verdict: kind, reason, reds, counted, before, given } = content;
  // A longer marker with inputs is not ours: somebody may want many patterns to be compared.
  const isOurs = json.length <= MAX_MARKER_CHARACTERS;
  return {
    kind: watch === undefined ? undefined : 'watch',
    key: content.key,
    isDefaultKey: content.defaultKey ? true : undefined,
    rules,
    runId: content.run,
    runAttempt: content.attempt,
    jobId: content.job,
    sha: parseCommitSha(content.sha ?? ''),
    readAt: content.readAt as EpochMs,
    verdict: kind === undefined || reason === undefined ? undefined : { kind, reason },
    inputs: isOurs ? content.inputs : undefined,
    ...{ reds, counted, before, given },
  };
}

/** The body without its marker and the addresses of runs and jobs, to compare two comments. GitHub may have changed line ends. */
export function withoutMarker(body: string): string {
  return body
    .replace(MARKER, '')
    .replaceAll('\r\n', '\n')
    .replace(/(\/actions\/runs\/)\d+(?:\/job\/\d+)?/g, '$1')
    .trim();
}

/** Percent-encodes hyphens too, so that no key can close the HTML comment. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key.toWellFormed()).replaceAll('-', '%2D');
}

export function decodeKey(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
