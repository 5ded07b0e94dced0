// The table of what may go wrong on the wire, and what the client makes of each: one row for each way.
import type { FaultEffect } from '../../sandbox/faults.ts';

/** What becomes of a call. */
export type Expected =
  /** An answer; `true`: the good one. Else one that no single request can tell from a good one. */
  | { readonly kind: 'value'; readonly isGood: boolean; readonly tries: number }
  | { readonly kind: 'error'; readonly tries: number; readonly error: object };

/** One thing that goes wrong every time. */
export interface EffectRow {
  /** In the words of `--fault`. `{elsewhere}` stands for another origin. */
  readonly words: string;
  /** What a request that may be repeated comes to: each GET, and the review. */
  readonly repeated: Expected;
  /** What the creation of rules comes to, which is never sent again when it may have arrived. */
  readonly once: Expected;
  /** Whether it can be gone at the next try, so that a repeated request comes through when only the first went wrong. */
  readonly passes: boolean;
  /** Whether the time limit passes before the answer has come. */
  readonly isLate?: boolean;
  /** Waits between the tries, where the answer says how long. */
  readonly waits?: readonly number[];
}

const good: Expected = { kind: 'value', isGood: true, tries: 1 };
const fails = (tries: number, error: object): Expected => ({ kind: 'error', tries, error });

/** Something that may pass: four tries where the request may be repeated, one where it may not. */
const passing = (
  words: string,
  error: object,
  more: Pick<EffectRow, 'isLate' | 'waits'> = {},
): EffectRow => ({
  words,
  repeated: fails(4, error),
  once: fails(1, error),
  passes: true,
  ...more,
});

/** Something that another try would not change. */
const lasting = (words: string, error: object): EffectRow => ({
  words,
  repeated: fails(1, error),
  once: fails(1, error),
  passes: false,
});

const harmless = (words: string, isGood = true): EffectRow => ({
  words,
  repeated: { ...good, isGood },
  once: { ...good, isGood },
  passes: false,
});

const isLate = true;
const api = (status: number): object => ({ kind: 'api', status });
const decode = (detail: string | RegExp): object => ({ kind: 'decode', status: 200, detail });

/** Every effect of `sandbox/faults.ts` has a row; the compiler sees to it. */
export const effects: Readonly<Record<FaultEffect['kind'], readonly EffectRow[]>> = {
  delay: [harmless('delay=30'), passing('delay=60000', { kind: 'timeout' }, { isLate })],
  hang: [
    passing('hang=before', { kind: 'timeout', status: undefined }, { isLate }),
    // The status has come, and does not count without its body.
    passing('hang=middle', { kind: 'timeout', status: undefined }, { isLate }),
  ],
  reset: [
    passing('reset=before', { kind: 'network', status: undefined }),
    passing('reset=middle', { kind: 'network', status: undefined }),
    // The whole answer came: what happens to the connection afterwards is nobody's concern.
    harmless('reset=after'),
  ],
  status: [
    passing('status=408', api(408)),
    passing('status=429', api(429)),
    passing('status=429 retry-after=7', api(429), { waits: [7_000, 7_000, 7_000] }),
    passing('status=503 retry-after=0', api(503), { waits: [0, 0, 0] }),
    // Longer than the 60 s that are waited for: given up at once, and told.
    lasting('status=503 retry-after=61', { ...api(503), retryAfterMs: 61_000 }),
    lasting('status=429 retry-after=date:3600', api(429)),
    passing('status=500', api(500)),
    // The backoff, with dice on one half: at most 0.5, 1 and 2 s.
    passing('status=503', api(503), { waits: [250, 500, 1_000] }),
    passing('status=503 header=retry-after:soon', api(503), { waits: [250, 500, 1_000] }),
    lasting('status=400', api(400)),
    lasting('status=404 retry-after=1', api(404)),
    lasting('status=204 body=""', { kind: 'decode', status: 204, detail: /^an empty body/ }),
  ],
  html: [
    lasting('html', decode('a body that is not JSON (text/html)')),
    lasting('html=404', { ...api(404), type: undefined }),
    passing('html=502', { ...api(502), type: undefined }),
  ],
  truncate: [lasting('truncate', decode('a body that is not JSON'))],
  omit: [lasting('omit=*', decode(/^[\w[\].]+: missing$/))],
  'wrong-type': [lasting('wrong-type=*', decode(/^[\w[\].]+: expected .+, got .+$/))],
  set: [
    lasting('set=* value=null', decode(/^[\w[\].]+: expected .+, got null$/)),
    harmless('set=later value="unknown"'),
  ],
  empty: [
    lasting('empty', decode('an empty body')),
    lasting('empty=401', api(401)),
    passing('empty=503', api(503)),
  ],
  oversize: [
    lasting('oversize', decode('a body of more than 10485760 bytes')),
    lasting('oversize chunked', decode('a body of more than 10485760 bytes')),
    harmless('oversize=10485760'),
    lasting('oversize=10485761', decode('a body of more than 10485760 bytes')),
  ],
  redirect: [
    lasting('redirect={elsewhere}/public/v1/user', api(302)),
    lasting('redirect={elsewhere}/ code=307', api(307)),
    lasting('redirect={elsewhere}/ code=308', api(308)),
  ],
  // Lists that are read whole find it out: see paging.test.ts.
  drift: [harmless('drift=1', false), harmless('drift drop=1', false)],
};
