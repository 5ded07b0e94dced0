// What goes wrong on the wire, by rule: late, cut, refused, malformed. Both local services stand behind it.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { dueEntries, toEntry, type Entry } from './faults/match.ts';
import { isBlind, planAnswer, type Question } from './faults/plan.ts';
import type { FaultRule } from './faults/rule.ts';
import { transmit } from './faults/wire.ts';
import type { FaultInjector } from './http.ts';

export {
  FaultRuleError,
  readFault,
  type FaultEffect,
  type FaultMoment,
  type FaultRule,
} from './faults/rule.ts';
export { parseFault } from './faults/words.ts';

/** A rule with how often it met a request, and how often it did something to one. */
export interface FaultCount {
  readonly rule: FaultRule;
  readonly matched: number;
  readonly fired: number;
}

export interface Faults extends FaultInjector {
  /** Adds a rule after the others; it counts requests from now. */
  add(rule: FaultRule): void;
  clear(): void;
  list(): readonly FaultCount[];
}

/**
 * Makes an injector. All delays that are due are waited for, and a request whose client leaves meanwhile is dropped;
 * of the other effects that are due the first one happens.
 * Every rule counts each request that it matches, whether it comes to act or not. Same seed, same faults.
 */
export function createFaults(
  options: { readonly rules?: readonly FaultRule[]; readonly seed?: number } = {},
): Faults {
  const entries: Entry[] = [];
  const add = (rule: FaultRule): void => {
    entries.push(toEntry(rule, (options.seed ?? 1) + entries.length));
  };
  options.rules?.forEach(add);
  return {
    add,
    clear: () => {
      entries.length = 0;
    },
    list: () => entries.map(({ rule, matched, fired }) => ({ rule, matched, fired })),
    async intercept(request, { response }, answer) {
      for (const entry of dueEntries(entries, request)) {
        const hasAnswered = await happen({ entry, request, response, answer });
        if (hasAnswered) return true;
      }
      return false;
    },
  };
}

interface Exchange extends Question {
  readonly entry: Entry;
  readonly response: ServerResponse;
}

/** Lets time pass for an exchange; true when the client has left meanwhile, so that there is nobody to act for. */
async function hasLeft(response: ServerResponse, ms: number): Promise<boolean> {
  const left = new AbortController();
  const leave = (): void => {
    left.abort();
  };
  response.once('close', leave);
  if (response.destroyed) leave();
  await sleep(ms, undefined, { signal: left.signal }).catch(leave);
  response.off('close', leave);
  return left.signal.aborted;
}

/** Lets the effect of a rule happen; true when the exchange has been answered or cut by it. */
async function happen(exchange: Exchange): Promise<boolean> {
  const { entry, response, answer } = exchange;
  const { effect, applied } = entry.rule;
  if (effect.kind === 'delay') {
    entry.fired += 1;
    return hasLeft(response, effect.ms);
  }
  if (applied && isBlind(effect)) await answer();
  const plan = await planAnswer(effect, exchange);
  if (!plan.isUntouched) entry.fired += 1;
  transmit(response, plan);
  return true;
}
