// The faults of the matrix: what goes wrong on the wire, by the short word that heads a column of the table.
import type { FaultRule } from '../../sandbox/faults.ts';

/** When and how an answer goes wrong. */
export type Fault = Pick<FaultRule, 'when' | 'effect' | 'applied'>;

const once = { when: { kind: 'nth', n: 1 } } as const;
const status = (code: number): Pick<Fault, 'effect'> => ({ effect: { kind: 'status', status: code } });
const retryAfter = (code: number, as: 'seconds' | 'date'): Pick<Fault, 'effect'> => ({
  effect: { kind: 'status', status: code, retryAfterSeconds: 1, retryAfterAs: as },
});
const reset = (at: 'before' | 'middle'): Pick<Fault, 'effect'> => ({ effect: { kind: 'reset', at } });

const secondaryLimit: Pick<Fault, 'effect'> = {
  effect: { kind: 'status', status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
};

/** The columns of the table of faults; `field` is one that the row's answer must have. */
export const faults: Readonly<Record<string, (field: string) => Fault>> = {
  '500': () => ({ ...once, ...status(500) }),
  '500*': () => status(500),
  html: () => ({ effect: { kind: 'html', status: 502 } }),
  '503r': () => ({ ...once, ...retryAfter(503, 'seconds') }),
  '429s': () => ({ ...once, ...retryAfter(429, 'seconds') }),
  '429d': () => ({ ...once, ...retryAfter(429, 'date') }),
  rst: () => ({ ...once, ...reset('before') }),
  mid: () => ({ ...once, ...reset('middle') }),
  'mid*': () => reset('middle'),
  hang: () => ({ effect: { kind: 'hang', at: 'before' } }),
  '401': () => status(401),
  '403': () => status(403),
  '404': () => status(404),
  cut: () => ({ effect: { kind: 'truncate' } }),
  type: (field) => ({ effect: { kind: 'wrong-type', field } }),
  void: () => ({ effect: { kind: 'empty', status: 200 } }),
  done: () => ({ ...once, ...status(500), applied: true }),
  lim: () => ({ ...once, ...secondaryLimit }),
  'lim*': () => secondaryLimit,
  '301': () => ({ effect: { kind: 'redirect', status: 301, location: 'https://api.github.example/repositories/1' } }),
};

/** The columns of the table of losses; `list` is the field that holds the answer's items. */
export const losses: Readonly<Record<string, (list: string) => Fault>> = {
  all: (list) => ({ effect: { kind: 'set', field: list, value: [] } }),
  first: (list) => ({ effect: { kind: 'omit', field: `${list}.0` } }),
  'first-1': (list) => ({ ...once, effect: { kind: 'omit', field: `${list}.0` } }),
  last: () => ({ effect: { kind: 'drift', drop: 1 } }),
  told: () => ({ effect: { kind: 'drift', drop: 1, changeTotal: true } }),
  zero: (list) => ({ effect: { kind: 'status', status: 200, body: { [list]: [], total: 0 } } }),
};
