// What the client makes of refusals and of everything that goes wrong on the wire.
import type { FaultEffect } from '../../sandbox/faults.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { errorCategory, type FetchLike } from '../../src/client/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';
import { rows } from './endpoints.ts';
import { type ContractHarness, errorOf, fault, lateOutcomeOf, outcomeOf, startHarness } from './harness.ts';
import { contractWorld } from './world.ts';

let harness: ContractHarness;
let elsewhere: ServiceHandle;
beforeAll(async () => {
  harness = await startHarness();
  elsewhere = await startService({ data: contractWorld() });
});
afterAll(async () => {
  await harness.service.close();
  await elsewhere.close();
});

interface EffectRow {
  /** In the words of `--fault`. `{elsewhere}` stands for another origin. */
  readonly words: string;
  /** What the error looks like; absent: an answer comes. */
  readonly error?: { readonly detail?: string | RegExp };
  /** Whether another try may help: four tries where the request may be repeated, one where it may have arrived. */
  readonly passes?: boolean;
  /** Whether the time limit passes before the answer has come. */
  readonly isLate?: boolean;
  /** Whether the answer is another one than the good one, which no single request can tell. */
  readonly isOther?: boolean;
}

const passing = (words: string, error: object, more: Partial<EffectRow> = {}): EffectRow => ({
  words,
  error,
  passes: true,
  ...more,
});
const lasting = (words: string, error: object): EffectRow => ({ words, error });
const harmless = (words: string): EffectRow => ({ words });

const late = { isLate: true };
const timeout = { kind: 'timeout', status: undefined };
const network = { kind: 'network', status: undefined };
const oversize = 'a body of more than 10485760 bytes';
const api = (status: number): object => ({ kind: 'api', status });
const decode = (detail: string | RegExp): object => ({ kind: 'decode', status: 200, detail });
const redirect = (status: number): object => ({ ...api(status), detail: /^a redirect to http:\/\/127\.0\.0\.1:\d+$/ });

/** Every effect of `sandbox/faults.ts` has a row; the compiler sees to it. */
const effects: Readonly<Record<FaultEffect['kind'], readonly EffectRow[]>> = {
  delay: [harmless('delay=30'), passing('delay=60000', timeout, late)],
  // In the middle the status has come, and does not count without its body.
  hang: [passing('hang=before', timeout, late), passing('hang=middle', timeout, late)],
  reset: [
    passing('reset=before', network),
    passing('reset=middle', network),
    // The whole answer came: what happens to the connection afterwards is nobody's concern.
    harmless('reset=after'),
  ],
  status: [
    passing('status=408', api(408)),
    passing('status=429', api(429)),
    passing('status=500', api(500)),
    passing('status=502', api(502)),
    passing('status=504', api(504)),
    passing('status=503', api(503)),
    lasting('status=400', api(400)),
    lasting('status=404', api(404)),
    lasting('status=204 body=""', { kind: 'decode', status: 204, detail: /^an empty body/ }),
  ],
  html: [
    lasting('html', decode('an HTML page')),
    lasting('html=404', { ...api(404), type: undefined, detail: 'an HTML page' }),
    passing('html=502', { ...api(502), type: undefined, detail: 'an HTML page' }),
  ],
  truncate: [lasting('truncate', decode('a body that is not JSON'))],
  omit: [lasting('omit=*', decode(/^[\w[\].]+: missing$/))],
  'wrong-type': [lasting('wrong-type=*', decode(/^[\w[\].]+: expected .+, got .+$/))],
  set: [
    lasting('set=* value=null', decode(/^[\w[\].]+: expected .+, got null$/)),
    harmless('set=later value="unknown"'),
  ],
  empty: [lasting('empty', decode('an empty body')), lasting('empty=401', api(401)), passing('empty=503', api(503))],
  oversize: [
    lasting('oversize', decode(oversize)),
    lasting('oversize chunked', decode(oversize)),
    harmless('oversize=10485760'),
    lasting('oversize=10485761', decode(oversize)),
  ],
  redirect: [
    lasting('redirect={elsewhere}/secret/path?token=1', redirect(302)),
    lasting('redirect={elsewhere}/ code=307', redirect(307)),
    lasting('redirect={elsewhere}/ code=308', redirect(308)),
  ],
  // Lists that are read whole find it out.
  drift: [
    { words: 'drift=1', isOther: true },
    { words: 'drift drop=1', isOther: true },
  ],
};

/** A read, a write that overwrites, and one that is never sent again when it may have arrived. */
const callers = rows.filter(({ name }) => ['listBugs', 'reviewBug', 'createRule'].includes(name));
const cases = Object.values(effects)
  .flat()
  // Of the large answers one caller is enough.
  .flatMap((row) => callers.slice(row.words.startsWith('oversize') ? -1 : 0).map((caller) => ({ ...row, ...caller })));

function begin(words: string): void {
  harness.begin([fault(words.replace('{elsewhere}', elsewhere.url))]);
}

describe('what goes wrong on the wire', () => {
  test.each(cases)('every time, $words: $endpoint', async (row) => {
    begin(row.words);
    const outcome = row.isLate
      ? await lateOutcomeOf(harness, row.call)
      : await outcomeOf(harness.service.url, row.call);
    const tries = row.passes && !row.isSentOnce ? 4 : 1;
    if (outcome.kind === 'value') {
      expect(row.error).toBeUndefined();
      if (!row.isOther) expect(outcome.value).toEqual(row.value);
    } else {
      const { detail, ...error } = row.error ?? { kind: 'no error' };
      expect(outcome.error).toMatchObject({ ...error, endpoint: row.endpoint, tries });
      if (detail !== undefined) expect(outcome.error.detail).toMatch(detail);
      if (tries === 4) expect(outcome.waits).toEqual([250, 500, 1_000]);
      const told = JSON.stringify(outcome.error) + outcome.error.message;
      expect(told).not.toContain(smallWorldKeys.live);
    }
    expect(harness.sent()).toHaveLength(tries);
    expect(outcome.waits).toHaveLength(tries - 1);
    expect(elsewhere.requests).toEqual([]);
  });

  const transient = cases.filter(({ passes, isSentOnce }) => passes && !isSentOnce);
  test.each(transient)('once, $words: $endpoint comes through', async (row) => {
    begin(`${row.words} first=1`);
    const outcome = row.isLate
      ? await lateOutcomeOf(harness, row.call, 1)
      : await outcomeOf(harness.service.url, row.call);
    expect(outcome).toMatchObject({ value: row.value });
    expect(harness.sent()).toHaveLength(2);
  });

  test.each(rows)('503 to each endpoint: $endpoint', async ({ call, endpoint, isSentOnce }) => {
    begin('status=503');
    const tries = isSentOnce ? 1 : 4;
    const error = await errorOf(harness.service.url, call);
    expect(error).toMatchObject({ kind: 'api', status: 503, endpoint, tries });
  });
});

const badInputs = rows.flatMap((row) => row.bad.map((bad) => ({ ...row, ...bad })));
const statusOf = {
  INVALID_QUERY_PARAMS: 400,
  INVALID_REQUEST_BODY: 400,
  NOT_FOUND: 404,
  UNKNOWN_WORKFLOW_REQUEST: 404,
} as const;

describe('a bad input is refused with its type and is not sent again', () => {
  test.each(badInputs)(
    '$endpoint with $input: $type',
    async ({ call, type, endpoint, spoilt: [sent, instead] = ['', ''] }) => {
      harness.begin();
      const send: FetchLike = async (url, init) =>
        await fetch(url.replace(sent, instead), { ...init, body: init?.body?.replace(sent, instead) ?? null });
      const error = await errorOf(harness.service.url, call, { fetch: send });
      const status = statusOf[type as keyof typeof statusOf];
      expect(error).toMatchObject({ kind: 'api', status, type, endpoint, tries: 1 });
      expect(error.detail).toBeTruthy();
      expect(harness.sent()).toHaveLength(1);
    },
  );
});

describe('a key', () => {
  test.each(rows)('that is unknown is refused: $endpoint', async ({ call }) => {
    harness.begin();
    const error = await errorOf(harness.service.url, call, { apiKey: 'svc_live_unknown' });
    const type = 'SERVICE_AUTHENTICATION_ERROR';
    expect(error).toMatchObject({ kind: 'api', status: 401, type, tries: 1 });
    expect(errorCategory(error)).toBe('unauthorized');
  });

  const writes = rows.filter(({ endpoint }) => endpoint.startsWith('POST'));
  test.each(writes)('that may only read is told the role: $endpoint', async ({ call }) => {
    harness.begin();
    const error = await errorOf(harness.service.url, call, { apiKey: smallWorldKeys.readOnly });
    const type = 'AUTHORIZATION_ERROR';
    expect(error).toMatchObject({ kind: 'api', status: 403, type, requiredRole: 'admin' });
    expect(error.message).toContain('the role "admin"');
  });
});
