// The check of what a call is given, before anything is sent. An identifier, a state or a limit must be what the service's
// documentation fixes; where that shows no form, as for a commit, any string goes.
import * as v from 'valibot';
import { isHeaderText } from '../net/address.ts';
import { MAX_TIMER_MS } from '../net/clock.ts';
import { toShortLine } from '../net/network-cause.ts';
import type { TransportOptions } from '../net/transport.ts';
import { ServiceClientError } from './client-error.ts';
import type * as queries from './queries.ts';
import { DISMISSAL_REASONS, REVIEW_STATES, type Bug } from './resources.ts';
import { SYSTEMS } from './rule-files.ts';
import * as schemas from './schemas.ts';
import * as shape from './shape.ts';
import { type EntriesOf, mustBe, oneOf, strict, whole } from './shape.ts';

/** A number without an end is what people write for "all of them". */
function wholeOrAll(min: number): v.GenericSchema {
  const fits = (value: unknown): boolean => value === Infinity || v.is(whole(min), value);
  return mustBe(`a whole number from ${min}, or Infinity`, fits);
}

const { bugId: bug, repoId, scanId } = schemas;
const state = oneOf(REVIEW_STATES);
const stateOrList = oneOf(REVIEW_STATES, ', or a list of these');
const sha = mustBe<string>('the SHA of a commit', (value) => typeof value === 'string' && value !== '');
const page = { limit: v.optional(whole(1, 100)), offset: v.optional(whole(0)) } satisfies EntriesOf<queries.PageQuery>;
const bugs = {
  repoId,
  status: v.lazy((value) => (Array.isArray(value) && value.length > 0 ? v.array(state) : stateOrList)),
  scanId: v.optional(scanId),
} satisfies EntriesOf<queries.BugQuery>;
const scans = { repoId, maxScans: v.optional(wholeOrAll(0)) } satisfies EntriesOf<queries.ScanQuery>;
const select = { select: v.optional(shape.functionSchema) } satisfies EntriesOf<queries.Selecting<Bug, unknown>>;
const input = {
  description: v.optional(shape.string),
  bugIds: v.optional(v.array(bug, 'a list of bug IDs')),
  commitShas: v.optional(shape.strings),
} satisfies EntriesOf<queries.CreateRuleInput>;
const reviewInput = {
  state,
  dismissalReason: v.optional(oneOf(DISMISSAL_REASONS)),
  notes: v.optional(shape.string),
};

export const timeoutMs = whole(1, MAX_TIMER_MS);
export const maxTries = whole(1, 100);
const callOptions = {
  signal: v.optional(shape.signal),
  timeoutMs: v.optional(timeoutMs),
  maxTries: v.optional(maxTries),
  headers: v.optional(mustBe('an object of headers other than authorization', isHeaders)),
} satisfies EntriesOf<queries.CallOptions>;
const polling = {
  ...callOptions,
  // It grows to twice this.
  pollIntervalMs: v.optional(whole(0, Math.floor(MAX_TIMER_MS / 2))),
  maxPolls: v.optional(wholeOrAll(1)),
  onPoll: v.optional(shape.functionSchema),
};
const wait = {
  ...polling,
  onRequest: v.optional(shape.functionSchema),
} satisfies EntriesOf<queries.WaitOptions>;
const requestParts = {
  method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: mustBe('a path such as /public/v1/bugs, without a query', isPath),
  query: v.optional(mustBe('an object of strings, numbers and booleans', isQuery)),
  body: v.optional(v.any()),
} satisfies EntriesOf<queries.CustomRequest>;

export const bugId = { bugId: bug };
export const ruleId = { ruleId: schemas.ruleId };
export const requestId = { requestId: schemas.ruleRequestId };
export const ofRepository = { query: strict({ repoId }) };
export const repoPage = { query: v.optional(strict(page)) };
export const scanPage = { query: strict({ repoId, ...page }) };
export const bugPage = { query: strict({ ...bugs, ...page }) };
export const rule = { rule: strict({ repoId, input: v.optional(strict(input)) }) };
export const review = {
  ...bugId,
  review: v.pipe(
    strict(reviewInput),
    v.check(isReview, 'must have a dismissalReason where its state is dismissed, and only there'),
  ),
};

/** The arguments of a call by their names, in order. */
export interface Signature {
  readonly call: string;
  readonly takes: v.ObjectEntries;
}

/** The arguments of the calls that are more than one endpoint. */
export const SIGNATURES = {
  request: { request: strict(requestParts) },
  'repos.collect': { query: v.optional(strict(select)) },
  'repos.iterate': {},
  'repos.find': { fullName: mustBe('owner/name, such as acme/storefront', isFullName) },
  'scans.collect': { query: strict({ ...scans, ...select }) },
  'scans.iterate': { query: strict(scans) },
  'scans.wait': {
    query: strict({ repoId, sha, scanType: v.optional(shape.string) } satisfies EntriesOf<queries.ScanOfCommit>),
    options: v.optional(strict(polling satisfies EntriesOf<queries.ScanWaitOptions>)),
  },
  'bugs.collect': { query: strict({ ...bugs, ...select }) },
  'bugs.iterate': { query: strict(bugs) },
  'rules.files': {
    ...ruleId,
    options: v.optional(
      strict({ ...callOptions, system: v.optional(oneOf(SYSTEMS)) } satisfies EntriesOf<queries.RuleFilesOptions>),
    ),
  },
  'rules.create(…).wait': { options: v.optional(strict(wait)) },
  'rules.requests.wait': { ...requestId, options: v.optional(strict(wait)) },
} satisfies Readonly<Record<string, v.ObjectEntries>>;

const options = v.optional(strict(callOptions));

type Checking = Pick<TransportOptions, 'redactor'>;

/** Checks the arguments of a call that is more than one endpoint, as `checkArguments` does. */
export function checkCall(config: Checking, call: keyof typeof SIGNATURES, given: readonly unknown[]): void {
  checkArguments(config, { call, takes: SIGNATURES[call] }, given);
}

/**
 * Checks the arguments of a call, in order; the last are the options of the call. The message quotes what was given, without the
 * client's secrets.
 * @throws {ServiceClientError} For the first that cannot be used, or is unknown.
 */
export function checkArguments({ redactor }: Checking, { call, takes }: Signature, given: readonly unknown[]): void {
  const entries: v.ObjectEntries = { ...takes, options: takes['options'] ?? options };
  const args = Object.fromEntries(Object.keys(entries).map((name, index) => [name, given[index]]));
  const quote = (value: string | number): string =>
    typeof value === 'string' ? JSON.stringify(toShortLine(redactor.text(value), 100)) : String(value);
  const fault = shape.describeFault(args, { takes: strict(entries), call, quote });
  if (fault !== null) throw new ServiceClientError(fault);
}

/** A dismissal has a reason, and nothing else has one. */
function isReview(given: unknown): boolean {
  const { state: word, dismissalReason: reason } = given as Readonly<Record<string, unknown>>;
  return (word === 'dismissed') === (reason !== undefined);
}

/** An owner may have slashes of its own, as in a group of groups. */
function isFullName(value: unknown): boolean {
  return typeof value === 'string' && value.indexOf('/') > 0 && !value.endsWith('/');
}

/** A path that leads where it says, below the base address: an address would be read with another path otherwise. */
function isPath(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('/') && new URL(`https://host${value}`).pathname === value;
}

function isQuery(value: unknown): boolean {
  return (
    shape.isRecord(value) &&
    Object.values(value).every((each) => ['string', 'number', 'boolean', 'undefined'].includes(typeof each))
  );
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

function isHeaders(value: unknown): boolean {
  return (
    shape.isRecord(value) &&
    Object.entries(value).every(
      ([name, text]) =>
        HEADER_NAME.test(name) &&
        name.toLowerCase() !== 'authorization' &&
        typeof text === 'string' &&
        isHeaderText(text),
    )
  );
}
