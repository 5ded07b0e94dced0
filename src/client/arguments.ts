// What each call takes, in one table, and the check of it before anything is sent. Of an identifier, a state or a limit it is
// what the service's documentation fixes; where that shows no form, as of a commit, any string goes.
import * as v from 'valibot';
import { MAX_TIMER_MS } from '../net/clock.ts';
import { toShortLine } from '../net/network-cause.ts';
import { ServiceClientError } from './client-error.ts';
import type { BugQuery, CreateRuleInput, PageQuery, RuleFilesOptions, Selecting, WaitOptions } from './queries.ts';
import type { CallOptions, ClientConfig } from './request.ts';
import { DISMISSAL_REASONS, REVIEW_STATES, type Bug } from './resources.ts';
import { SYSTEMS } from './rule-files.ts';
import * as schemas from './schemas.ts';
import * as shape from './shape.ts';
import { type EntriesOf, mustBe, strict, toChoice, whole } from './shape.ts';

function oneOf(words: readonly string[], more = ''): v.GenericSchema {
  return mustBe(toChoice(words) + more, (value) => words.some((word) => word === value));
}

/** A number without an end is what people write for "all of them". */
function wholeOrAll(min: number): v.GenericSchema {
  const fits = (value: unknown): boolean => value === Infinity || v.is(whole(min), value);
  return mustBe(`a whole number from ${min}, or Infinity`, fits);
}

const { bugId, repoId, ruleId, ruleRequestId: requestId, scanId } = schemas;
const state = oneOf(REVIEW_STATES);
const stateOrList = oneOf(REVIEW_STATES, ', or a list of these');
const dismissalReason = oneOf(DISMISSAL_REASONS);
const fullName = mustBe('owner/name, such as acme/storefront', isFullName);

const call = { signal: v.optional(shape.signal) } satisfies EntriesOf<CallOptions>;
const bugs = {
  repoId,
  status: v.lazy((value) => (Array.isArray(value) && value.length > 0 ? v.array(state) : stateOrList)),
  scanId: v.optional(scanId),
} satisfies EntriesOf<BugQuery>;
const page = { limit: v.optional(whole(1, 100)), offset: v.optional(whole(0)) } satisfies EntriesOf<PageQuery>;
const select = { select: v.optional(shape.functionSchema) } satisfies EntriesOf<Selecting<Bug, unknown>>;
const input = {
  description: v.optional(shape.string),
  bugIds: v.optional(v.array(bugId, 'must be a list of bug IDs')),
  commitShas: v.optional(shape.strings),
} satisfies EntriesOf<CreateRuleInput>;
const files = { ...call, system: v.optional(oneOf(SYSTEMS)) } satisfies EntriesOf<RuleFilesOptions>;
const wait = {
  ...call,
  // It grows to twice this.
  pollIntervalMs: v.optional(whole(0, Math.floor(MAX_TIMER_MS / 2))),
  maxPolls: v.optional(wholeOrAll(1)),
  onRequest: v.optional(shape.functionSchema),
  onPoll: v.optional(shape.functionSchema),
} satisfies EntriesOf<WaitOptions>;
const review = { state, dismissalReason: v.optional(dismissalReason), notes: v.optional(shape.string) };

const options = v.optional(strict(call));
const ofRepository = strict({ repoId });

/** The arguments of each call by their names, in order. */
const CALLS = {
  'user.get': { options },
  'repos.list': { query: v.optional(strict(page)), options },
  'repos.collect': { query: v.optional(strict(select)), options },
  'repos.find': { fullName, options },
  'scans.list': { query: strict({ repoId, ...page }), options },
  'scans.iterate': { query: strict({ repoId, maxScans: v.optional(wholeOrAll(0)) }), options },
  'bugs.list': { query: strict({ ...bugs, ...page }), options },
  'bugs.collect': { query: strict({ ...bugs, ...select }), options },
  'bugs.iterate': { query: strict(bugs), options },
  'bugs.get': { bugId, options },
  'bugs.review': {
    bugId,
    review: v.pipe(
      strict(review),
      v.check(isReview, `must have a dismissalReason where its state is dismissed, and only there`),
    ),
    options,
  },
  'rules.list': { query: ofRepository, options },
  'rules.get': { ruleId, options },
  'rules.files': { ruleId, options: v.optional(strict(files)) },
  'rules.create': { rule: strict({ repoId, input: v.optional(strict(input)) }), options },
  'rules.create(…).wait': { options: v.optional(strict(wait)) },
  'rules.requests.list': { query: ofRepository, options },
  'rules.requests.get': { requestId, options },
  'rules.requests.wait': { requestId, options: v.optional(strict(wait)) },
} satisfies Readonly<Record<string, v.ObjectEntries>>;

/** An owner may have slashes of its own, as in a group of groups. */
function isFullName(value: unknown): boolean {
  return typeof value === 'string' && value.indexOf('/') > 0 && !value.endsWith('/');
}

type Checking = Pick<ClientConfig, 'redactor'>;

/** The same method, which checks its arguments before anything else. */
export function checked<Args extends readonly unknown[], Answer>(
  config: Checking,
  call: keyof typeof CALLS,
  method: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    checkArguments(config, call, args);
    return await method(...args);
  };
}

/**
 * Checks the arguments of a call, in order. The message quotes what was given, without the client's secrets.
 * @throws {ServiceClientError} For the first that cannot be used, or is unknown.
 */
export function checkArguments({ redactor }: Checking, call: keyof typeof CALLS, given: readonly unknown[]): void {
  const entries: v.ObjectEntries = CALLS[call];
  const args = Object.fromEntries(Object.keys(entries).map((name, index) => [name, given[index]]));
  const quote = (value: string | number): string =>
    typeof value === 'string' ? JSON.stringify(toShortLine(redactor.text(value), 100)) : String(value);
  const fault = shape.findFault(args, { takes: strict(entries), call, quote });
  if (fault !== null) throw new ServiceClientError(fault);
}

/** A dismissal has a reason, and nothing else has one. */
function isReview(given: unknown): boolean {
  const { state: word, dismissalReason: reason } = given as Readonly<Record<string, unknown>>;
  return (word === 'dismissed') === (reason !== undefined);
}
