// The passing of time limits in a run whose requests are never answered: no test waits for one.
import type { Faults } from '../../sandbox/faults.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { TestClock } from './clock.ts';

/** What is looked at to see that a run can only wait for a time limit. */
export interface Traffic {
  /** All exchanges of both services so far. */
  readonly exchanges: () => readonly RecordedRequest[];
  /** How many requests were left without an answer for ever so far. */
  readonly hanging: () => number;
}

const LIMIT_MS = 30_000;
const CHECK_MS = 1;
/** So many checks in a row without a new request or answer: the run has done all that it can. */
const CALM_CHECKS = 10;

/**
 * Lets the limit of an exchange pass each time that further requests hang, and nothing else happens any more, until the returned function is called.
 */
export function passTimeLimits(clock: TestClock, { exchanges, hanging }: Traffic): () => void {
  let before = '';
  let calm = 0;
  let passed = 0;
  const check = (): void => {
    const answered = exchanges().filter(({ status }) => status !== undefined).length;
    const now = [exchanges().length, answered, hanging()].join(' ');
    const isAnswered = exchanges().length === answered + hanging();
    calm = isAnswered && now === before ? calm + 1 : 0;
    before = now;
    if (calm < CALM_CHECKS || hanging() === passed) return;
    passed = hanging();
    clock.pass(LIMIT_MS);
  };
  const timer = setInterval(check, CHECK_MS);
  return () => {
    clearInterval(timer);
  };
}

export function toTraffic({ service, github, faults }: Services): Traffic {
  return {
    exchanges: () => [...service.requests, ...github.requests],
    hanging: () =>
      faults
        .list()
        .filter(({ rule }) => rule.effect.kind === 'hang')
        .reduce((sum, { fired }) => sum + fired, 0),
  };
}

interface Services {
  readonly service: { readonly requests: readonly RecordedRequest[] };
  readonly github: { readonly requests: readonly RecordedRequest[] };
  readonly faults: Pick<Faults, 'list'>;
}
