// The inputs of the gate, as in action.yml; the doctor reads the set-ups of the README with them.
import { type EpochMs, parseCommitSha } from '../judgement/identifiers.ts';
import {
  isPattern,
  MAX_PATTERN_CHARACTERS,
  MAX_PATTERNS,
  type PathFilter,
  toPathFilter,
} from '../judgement/path-filter.ts';
import type { GateOn, Relation } from '../judgement/relevance.ts';
import { DAY_MS } from '../judgement/time.ts';
import { toOnUnverified } from '../judgement/verdict.ts';
import { commandPrefix, connectionInputs, contact, serviceName } from './connection.ts';
import {
  count,
  duration,
  limit,
  linkTemplate,
  list,
  listEach,
  listOf,
  mapped,
  oneOf,
  optional,
  optionalDay,
  optionalDuration,
  optionalNumber,
  optionalText,
  parsed,
  splitList,
  text,
  withDefault,
} from './readers.ts';
import { type InferInputs, InputError, type ReadInput, readInputs } from './table.ts';

const PATHS_PAGE =
  'https://github.com/scan-gate/scan-gate/blob/main/docs/inputs.md#5-what-do-paths-found-since-and-the-limits-say';

export const gateInputs = {
  ...connectionInputs,
  sha: optional('sha', {
    parse: parseCommitSha,
    allowed: 'a full commit SHA of 40 or 64 hexadecimal digits',
  }),
  pullRequest: optionalNumber('pr-number'),
  scanMatch: listOf('scan-match', ['exact', 'ancestor', 'latest'], 'exact'),
  /** Empty: any. */
  scanTypes: list('scan-types'),
  maxScanAgeMs: optionalDuration('max-scan-age'),
  waitForScanMs: duration('wait-for-scan', '0'),
  waitTimeoutMs: duration('wait-timeout', '10m'),
  pollIntervalMs: duration('poll-interval', '10s'),
  countFrom: oneOf('count-from', ['auto', 'scan', 'repository'], 'auto'),
  gateOn: parsed('gate-on', 'all', {
    parse: parseGateOn,
    allowed: 'all, or a comma list of introduced and touched',
  }),
  /** As given. */
  paths: listEach('paths', splitList, {
    parse: (pattern) => (isPattern(pattern) ? pattern : null),
    max: MAX_PATTERNS,
    allowed: `at most ${MAX_PATTERNS} patterns of ${MAX_PATTERN_CHARACTERS} characters, in which only *, ** and ? are special: src/a/**, src/b/** for src/{a,b}/**, !src/gen/** to exclude, ? for a space or a quote (${PATHS_PAGE})`,
  }),
  /** The first moment of the day; null: bugs of any age count. */
  foundSince: optionalDay('found-since', Infinity),
  maxSecurityBugs: limit('max-security-bugs', '0'),
  maxBugs: limit('max-bugs', 'off'),
  countUnclassified: mapped(oneOf('unclassified', ['ignore', 'count'], 'ignore'), (word) => word === 'count'),
  mode: oneOf('mode', ['enforce', 'warn'], 'enforce'),
  onUnverified: withDefault<'fail' | 'warn'>(oneOf('on-unverified', ['fail', 'warn'], ''), (textOf) =>
    toOnUnverified(textOf('mode') === 'warn' ? 'warn' : 'enforce'),
  ),
  comment: oneOf('comment', ['always', 'on-findings', 'on-failure', 'never'], 'always'),
  /** Null: derived from workflow and job. */
  commentKey: optionalText('comment-key'),
  annotations: oneOf('annotations', ['workflow', 'check-run', 'off'], 'workflow'),
  checkName: text('check-name', 'Scan Gate'),
  maxAnnotations: count('max-annotations', '50'),
  maxListed: count('max-listed', '20'),
  disclosure: oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  bugUrl: linkTemplate('bug-url'),
  contact,
  /** Null: the repository has no action review, and no document offers a command. */
  reviewPrefix: optional('review-prefix', commandPrefix),
  serviceName,
  /** Of the job that this is, for running it again; null: the server does not know it. */
  jobId: optionalNumber('job-id'),
  /** Null: not written. */
  sarifFile: optionalText('sarif-file'),
  /** Null: not written. */
  reportFile: optionalText('report-file'),
};

export interface GateInputs extends InferInputs<typeof gateInputs> {
  readonly isInPaths: PathFilter;
}

export type CommentMode = GateInputs['comment'];

/**
 * Reads and checks every input; an empty `api-key` is not an error here.
 *
 * @throws {InputError} A single error that lists every wrong input.
 */
export function readGateInputs(read: ReadInput, now: EpochMs): GateInputs {
  // Later than tomorrow nobody, in whatever time zone, can have found anything.
  const table = { ...gateInputs, foundSince: optionalDay('found-since', now + DAY_MS) };
  const inputs = readInputs(table, read);
  return { ...inputs, isInPaths: toPathFilter(inputs.paths) };
}

/** The input `contact`, for a run whose other inputs are wrong; null if it is empty or wrong itself. */
export function readContact(read: ReadInput): string | null {
  const result = contact.parse(read(contact.name).trim(), read);
  return result.kind === 'value' ? result.value : null;
}

/** The inputs that decide a verdict, besides those that say what is judged. */
const DECIDING = [
  gateInputs.scanMatch,
  gateInputs.scanTypes,
  gateInputs.maxScanAgeMs,
  gateInputs.countFrom,
  gateInputs.gateOn,
  gateInputs.paths,
  gateInputs.foundSince,
  gateInputs.maxSecurityBugs,
  gateInputs.maxBugs,
  gateInputs.countUnclassified,
  gateInputs.mode,
  gateInputs.onUnverified,
];

/** The inputs that decide, as given or by default, each under its name: what `readGateInputs` reads them from again. */
export function toDecidingInputs(read: ReadInput): Readonly<Record<string, string>> {
  const texts = DECIDING.map(({ name, defaultText }) => [name, read(name).trim() || defaultText] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** A gate that can be judged again. */
interface DecidedGate {
  /** `owner/name`. */
  readonly repository: string;
  readonly now: EpochMs;
}

/** The inputs of a gate that these texts decided; null for a text that no gate would take. */
export function readDecidingInputs(
  texts: Readonly<Record<string, string>>,
  { repository, now }: DecidedGate,
): GateInputs | null {
  const deciding = new Set(DECIDING.map(({ name }) => name));
  const read = (name: string): string => {
    if (name === 'repository') return repository;
    return deciding.has(name) && Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';
  };
  try {
    return readGateInputs(read, now);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** `all` cannot be part of a list. */
function parseGateOn(text: string): GateOn | null {
  const words = splitList(text);
  if (words.length === 1 && words[0] === 'all') return 'all';
  return words.length > 0 && words.every(isRelation) ? [...new Set(words)] : null;
}

function isRelation(word: string): word is Relation {
  return word === 'introduced' || word === 'touched';
}
