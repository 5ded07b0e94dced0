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
import { mustBe, type Shape, type ShapeOf, toChoice, whole } from './shape.ts';

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

const options = { signal: v.optional(shape.signal) } satisfies ShapeOf<CallOptions>;
const bugs = {
  repoId,
  status: v.lazy((value) => (Array.isArray(value) && value.length > 0 ? v.array(state) : stateOrList)),
  scanId: v.optional(scanId),
} satisfies ShapeOf<BugQuery>;
const page = { limit: v.optional(whole(1, 100)), offset: v.optional(whole(0)) } satisfies ShapeOf<PageQuery>;
const select = { select: v.optional(shape.functionSchema) } satisfies ShapeOf<Selecting<Bug, unknown>>;
const input = {
  description: v.optional(shape.string),
  bugIds: v.optional(v.array(bugId, 'a list of bug IDs')),
  commitShas: v.optional(shape.strings),
} satisfies ShapeOf<CreateRuleInput>;
const files = { ...options, system: v.optional(oneOf(SYSTEMS)) } satisfies ShapeOf<RuleFilesOptions>;
const wait = {
  ...options,
  // It grows to twice this.
  pollIntervalMs: v.optional(whole(0, Math.floor(MAX_TIMER_MS / 2))),
  maxPolls: v.optional(wholeOrAll(1)),
  onRequest: v.optional(shape.functionSchema),
  onPoll: v.optional(shape.functionSchema),
} satisfies ShapeOf<WaitOptions>;

/** The arguments of each call by their names, in order. */
const CALLS = {
  'user.get': { options },
  'repos.list': { query: page, options },
  'repos.collect': { query: select, options },
  'repos.find': { fullName, options },
  'scans.list': { query: { repoId, ...page }, options },
  'scans.iterate': { query: { repoId, maxScans: v.optional(wholeOrAll(0)) }, options },
  'bugs.list': { query: { ...bugs, ...page }, options },
  'bugs.collect': { query: { ...bugs, ...select }, options },
  'bugs.iterate': { query: bugs, options },
  'bugs.get': { bugId, options },
  'bugs.review': {
    bugId,
    review: { state, dismissalReason: v.optional(dismissalReason), notes: v.optional(shape.string) },
    options,
  },
  'rules.list': { query: { repoId }, options },
  'rules.get': { ruleId, options },
  'rules.files': { ruleId, options: files },
  'rules.create': { rule: { repoId, input }, options },
  'rules.create(…).wait': { options: wait },
  'rules.requests.list': { query: { repoId }, options },
  'rules.requests.get': { requestId, options },
  'rules.requests.wait': { requestId, options: wait },
} satisfies Readonly<Record<string, Shape>>;

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
  const takes: Shape = CALLS[call];
  const args = Object.fromEntries(Object.keys(takes).map((name, index) => [name, given[index]]));
  const quote = (value: string | number): string =>
    typeof value === 'string' ? JSON.stringify(toShortLine(redactor.text(value), 100)) : String(value);
  const fault = shape.findFault(args, { takes, call, quote }) ?? findReviewFault(args['review']);
  if (fault !== null) throw new ServiceClientError(fault);
}

/** A dismissal has a reason, and nothing else has one. */
function findReviewFault(review: unknown): string | null {
  const { state: given, dismissalReason: reason } = (review ?? {}) as Readonly<Record<string, unknown>>;
  if (given === 'dismissed' && reason === undefined) {
    return `review.dismissalReason is missing: a dismissal needs ${toChoice(DISMISSAL_REASONS)}`;
  }
  if (given === 'dismissed' || reason === undefined) return null;
  return 'review.dismissalReason must be left out: only the state dismissed has a reason';
}
