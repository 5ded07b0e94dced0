// Owns the faults of the matrix: what goes wrong on the wire, once or for ever.
import type { FaultRule } from '../../sandbox/faults.ts';

type Rule = Pick<FaultRule, 'when' | 'effect'>;

export interface Fault {
  readonly name: string;
  /** Whether a request that may be repeated gets its answer in the end. */
  readonly passes: boolean;
  readonly rule: Rule;
}

const once = { when: { kind: 'nth', n: 1 } } as const;
const status = (code: number): Rule['effect'] => ({ kind: 'status', status: code });

export const faults: readonly Fault[] = [
  { name: '500 once', passes: true, rule: { ...once, effect: status(500) } },
  { name: '500 for ever', passes: false, rule: { effect: status(500) } },
  { name: '502 with HTML', passes: false, rule: { effect: { kind: 'html', status: 502 } } },
  {
    name: '503 with Retry-After, once',
    passes: true,
    rule: { ...once, effect: { kind: 'status', status: 503, retryAfterSeconds: 1 } },
  },
  {
    name: '429 with Retry-After in seconds, once',
    passes: true,
    rule: { ...once, effect: { kind: 'status', status: 429, retryAfterSeconds: 1 } },
  },
  {
    name: '429 with Retry-After as a date, once',
    passes: true,
    rule: {
      ...once,
      effect: { kind: 'status', status: 429, retryAfterSeconds: 1, retryAfterAs: 'date' },
    },
  },
  {
    name: 'reset before, once',
    passes: true,
    rule: { ...once, effect: { kind: 'reset', at: 'before' } },
  },
  {
    name: 'reset in the body, once',
    passes: true,
    rule: { ...once, effect: { kind: 'reset', at: 'middle' } },
  },
  {
    name: 'reset in the body, for ever',
    passes: false,
    rule: { effect: { kind: 'reset', at: 'middle' } },
  },
  { name: 'hang', passes: false, rule: { effect: { kind: 'hang', at: 'before' } } },
  { name: '401', passes: false, rule: { effect: status(401) } },
  { name: '403', passes: false, rule: { effect: status(403) } },
  { name: '404', passes: false, rule: { effect: status(404) } },
  { name: 'truncated JSON', passes: false, rule: { effect: { kind: 'truncate' } } },
  { name: 'empty body', passes: false, rule: { effect: { kind: 'empty', status: 200 } } },
];
