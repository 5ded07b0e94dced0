// Judges one gate again.
import type { EpochMs } from '../judgement/identifiers.ts';
import { judge } from '../judgement/judge.ts';
import type { PathFilter } from '../judgement/path-filter.ts';
import { createRememberedWorld, type Memory, toPullQuestion } from '../judgement/remembered-world.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { Verdict } from '../judgement/verdict.ts';
import type { Gate } from './select-gates.ts';

export interface JudgedGate {
  readonly gate: Gate;
  readonly now: Verdict;
  /** The reason why there is no verdict; null if there is one. */
  readonly fault: Unverified | null;
}

/** Rejects only for a bug in Scan Gate. */
export async function judgeGate(
  memory: Memory,
  gate: Gate,
  { now, filters }: { readonly now: EpochMs; readonly filters: ReadonlyMap<string, PathFilter> },
): Promise<JudgedGate> {
  const isInPaths = filters.get(gate.inputs.paths.join()) ?? gate.inputs.isInPaths;
  const question = toPullQuestion(gate.pull, { ...gate.inputs, isInPaths }, now);
  const judgement = await judge(createRememberedWorld(memory, gate.pull, question), question);
  if (judgement.kind === 'waiting') throw new Error('nobody would wait');
  return { gate, now: judgement.verdict, fault: judgement.fault };
}
