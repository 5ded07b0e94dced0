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
import * as readers from './readers.ts';
import { type InferInputs, InputError, type ReadInput, readInputs } from './table.ts';

const PATHS_PAGE =
  'https://github.com/scan-gate/scan-gate/blob/main/docs/inputs.md#5-what-do-paths-found-since-and-the-limits-say';

export const gateInputs = {
  ...connectionInputs,
  sha: readers.optional('sha', {
    parse: parseCommitSha,
    allowed: 'a full commit SHA of 40 or 64 hexadecimal digits',
  }),
  pullRequest: readers.optionalNumber('pr-number'),
  scanMatch: readers.listOf('scan-match', ['exact', 'ancestor', 'latest'], 'exact'),
  /** An empty list stands for any type. */
  scanTypes: readers.list('scan-types'),
  maxScanAgeMs: readers.optionalDuration('max-scan-age'),
  waitForScanMs: readers.duration('wait-for-scan', '0'),
  waitTimeoutMs: readers.duration('wait-timeout', '10m'),
  pollIntervalMs: readers.duration('poll-interval', '10s'),
  countFrom: readers.oneOf('count-from', ['auto', 'scan', 'repository'], 'auto'),
  gateOn: readers.parsed('gate-on', 'all', {
    parse: parseGateOn,
    allowed: 'all, or a comma list of introduced and touched',
  }),
  paths: readers.listEach('paths', readers.splitList, {
    parse: (pattern) => (isPattern(pattern) ? pattern : null),
    max: MAX_PATTERNS,
    allowed: `at most ${MAX_PATTERNS} patterns of ${MAX_PATTERN_CHARACTERS} characters, in which only *, ** and ? are special: src/a/**, src/b/** for src/{a,b}/**, !src/gen/** to exclude, ? for a space or a quote (${PATHS_PAGE})`,
  }),
  /** The first moment of the day; null: bugs of any age count. */
  foundSince: readers.optionalDay('found-since', Infinity),
  maxSecurityBugs: readers.limit('max-security-bugs', '0'),
  maxBugs: readers.limit('max-bugs', 'off'),
  countUnclassified: readers.mapped(
    readers.oneOf('unclassified', ['ignore', 'count'], 'ignore'),
    (word) => word === 'count',
  ),
  mode: readers.oneOf('mode', ['enforce', 'warn'], 'enforce'),
  onUnverified: readers.withDefault<'fail' | 'warn'>(readers.oneOf('on-unverified', ['fail', 'warn'], ''), (textOf) =>
    toOnUnverified(textOf('mode') === 'warn' ? 'warn' : 'enforce'),
  ),
  comment: readers.oneOf('comment', ['always', 'on-findings', 'on-failure', 'never'], 'always'),
  /** Workflow and job make the key where it is null. */
  commentKey: readers.optionalText('comment-key'),
  annotations: readers.oneOf('annotations', ['workflow', 'check-run', 'off'], 'workflow'),
  checkName: readers.text('check-name', 'Scan Gate'),
  maxAnnotations: readers.count('max-annotations', '50'),
  maxListed: readers.count('max-listed', '20'),
  disclosure: readers.oneOf('disclosure', ['auto', 'full', 'counts'], 'auto'),
  bugUrl: readers.linkTemplate('bug-url'),
  contact,
  /** A repository without the action review has null here, and no document offers a command. */
  reviewPrefix: readers.optional('review-prefix', commandPrefix),
  serviceName,
  /** This job can be run again by it; null: the server does not know it. */
  jobId: readers.optionalNumber('job-id'),
  sarifFile: readers.optionalText('sarif-file'),
  reportFile: readers.optionalText('report-file'),
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
  const table = { ...gateInputs, foundSince: readers.optionalDay('found-since', now + DAY_MS) };
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
  const words = readers.splitList(text);
  if (words.length === 1 && words[0] === 'all') return 'all';
  return words.length > 0 && words.every(isRelation) ? [...new Set(words)] : null;
}

function isRelation(word: string): word is Relation {
  return word === 'introduced' || word === 'touched';
}
