// Fault injection for both local services: late, cut, refused or malformed answers, by rule.
import { setTimeout as sleep } from 'node:timers/promises';
import { dueEntries, type Entry, toEntry } from './faults/match.ts';
import { isBlind, planAnswer, type Question } from './faults/plan.ts';
import type { FaultRule } from './faults/rule.ts';
import type { FaultInjector, Wire } from './http.ts';

export { FaultRuleError, readFault, type FaultEffect, type FaultRule } from './faults/rule.ts';
export { parseFault } from './faults/words.ts';

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
 * Creates an injector. It waits for all delays that are due, and drops the request if its client disconnects in the
 * meantime. Of the other effects that are due it applies the first. Every rule counts each request that it matches,
 * whether it is applied or not.
 */
export function createFaults(options: { readonly rules?: readonly FaultRule[] } = {}): Faults {
  const entries: Entry[] = [];
  const add = (rule: FaultRule): void => {
    entries.push(toEntry(rule));
  };
  options.rules?.forEach(add);
  return {
    add,
    clear: () => {
      entries.length = 0;
    },
    list: () => entries.map(({ rule, matched, fired }) => ({ rule, matched, fired })),
    async intercept(request, wire, answer) {
      for (const entry of dueEntries(entries, request)) {
        const hasAnswered = await happen({ entry, request, wire, answer });
        if (hasAnswered) return true;
      }
      return false;
    },
  };
}

interface Exchange extends Question {
  readonly entry: Entry;
  readonly wire: Wire;
}

/** Delays an exchange; true if the client has disconnected in the meantime. */
async function hasLeft(wire: Wire, ms: number): Promise<boolean> {
  const left = new AbortController();
  const leave = (): void => {
    left.abort();
  };
  const stopWatching = wire.whenLeft(leave);
  await sleep(ms, undefined, { signal: left.signal }).catch(leave);
  stopWatching();
  return left.signal.aborted;
}

/** Applies the effect of a rule; true if that has answered or cut the exchange. */
async function happen(exchange: Exchange): Promise<boolean> {
  const { entry, wire, answer } = exchange;
  const { effect, applied } = entry.rule;
  if (effect.kind === 'delay') {
    entry.fired += 1;
    return hasLeft(wire, effect.ms);
  }
  if (applied && isBlind(effect)) await answer();
  const plan = await planAnswer(effect, exchange);
  if (!plan.isUntouched) entry.fired += 1;
  wire.deliver(plan);
  return true;
}
