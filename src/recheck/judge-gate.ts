// One gate judged again, in a limited time: whoever can write a marker chooses the patterns that paths are compared with.
import type { EpochMs } from '../judgement/identifiers.ts';
import { judge } from '../judgement/judge.ts';
import type { PathFilter } from '../judgement/path-filter.ts';
import { createRememberedWorld, type Memory, toPullQuestion } from '../judgement/remembered-world.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { Verdict } from '../judgement/verdict.ts';
import type { Clock } from '../net/clock.ts';
import type { Gate } from './select-gates.ts';

export interface JudgedGate {
  readonly gate: Gate;
  /** Null: the time for comparing paths is over. */
  readonly now: Verdict | null;
  /** Why there is no verdict; null: there is one, or there was no time for it. */
  readonly fault: Unverified | null;
}

/** For the patterns of one marker, ours, and for those of all markers of a repository. */
const MAX_GATE_COMPARING_MS = 500;
const MAX_COMPARING_MS = 30_000;

/** Thrown out of the judgement by a filter, and caught here: what is known by then is no verdict. */
class SlowPathsError extends Error {
  override readonly name = 'SlowPathsError';
}

/** Creates the judge of one repository's gates, which together have so much time. It rejects only for a bug of ours. */
export function createGateJudge(
  now: EpochMs,
  clock: Pick<Clock, 'now'>,
): (memory: Memory, gate: Gate) => Promise<JudgedGate> {
  let allLeftMs = MAX_COMPARING_MS;
  const limitTime = (isInPaths: PathFilter): PathFilter => {
    let leftMs = MAX_GATE_COMPARING_MS;
    return (path) => {
      if (leftMs <= 0 || allLeftMs <= 0) throw new SlowPathsError('paths were compared for too long');
      const startedMs = clock.now();
      const isIn = isInPaths(path);
      const tookMs = clock.now() - startedMs;
      leftMs -= tookMs;
      allLeftMs -= tookMs;
      return isIn;
    };
  };
  return async (memory, gate) => {
    const { paths, isInPaths } = gate.inputs;
    // Without patterns nothing is compared, so a gate that has none is judged whatever others took.
    const inputs = { ...gate.inputs, isInPaths: paths.length === 0 ? isInPaths : limitTime(isInPaths) };
    try {
      const question = toPullQuestion(gate.pull, inputs, now);
      const judgement = await judge(createRememberedWorld(memory, gate.pull, question), question);
      if (judgement.kind === 'waiting') return { gate, now: null, fault: null };
      return { gate, now: judgement.verdict, fault: judgement.fault };
    } catch (error) {
      if (error instanceof SlowPathsError) return { gate, now: null, fault: null };
      throw error;
    }
  };
}
