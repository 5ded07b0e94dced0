// The remembered world answers from a repository's lists, which are read once, about one pull request after another.
import type { CommitSha, EpochMs } from './identifiers.ts';
import type { JudgementInputs, Question } from './question.ts';
import type { ScanHistory } from './scan.ts';
import { selectStandIn, selectStandIns, selectUsable } from './selection.ts';
import { isUnverified, Unverified } from './unverified.ts';
import type { OpenPull, World } from './world.ts';

/** Asking twice costs nothing. */
export interface Memory extends Omit<World, 'scans' | 'ancestors' | 'reaches' | 'head'> {
  readonly history: ScanHistory;
  /** Reads a commit's ancestors, nearest first, until they are enough; at most 250. */
  ancestors(
    sha: CommitSha,
    isEnough: (nearest: readonly CommitSha[]) => boolean,
  ): Promise<readonly CommitSha[] | Unverified>;
}

export interface JudgedPull extends OpenPull {
  readonly headSha: CommitSha;
  /** Null: it is open, or GitHub does not say when it was closed. */
  readonly closedAt: EpochMs | null;
}

/** Asks only for a verdict, and without waiting. */
export function toPullQuestion(pull: JudgedPull, inputs: JudgementInputs, now: EpochMs): Question {
  const { headSha: sha, number: pullRequest, closedAt } = pull;
  return {
    sha,
    pullRequest,
    isHead: true,
    isQueued: false,
    pushedTo: null,
    inputs,
    now,
    asOf: closedAt === null || closedAt > now ? now : closedAt,
    wants: 'verdict',
    waits: { forStart: false, forEnd: false },
    // The gate itself may still be waiting.
    judgesUncounted: false,
    // Nobody knows what the gate would find after it has waited.
    waitedMs: inputs.waitTimeoutMs,
  };
}

export function createRememberedWorld(memory: Memory, pull: JudgedPull, { inputs, asOf }: Question): World {
  const { scanTypes } = inputs;
  const { headSha: sha, fileCount = null } = pull;
  const standIns = selectStandIns(selectUsable(memory.history.scans, { scanTypes, now: asOf }), { scanTypes });
  const finds = (ancestors: readonly CommitSha[]): boolean =>
    selectStandIn(standIns, { match: 'ancestor', ancestors }) !== null;
  return {
    ...memory,
    scans: () => Promise.resolve(memory.history),
    ancestors: () => memory.ancestors(sha, finds),
    // The pull request is judged as if it were open now.
    openPulls: async () => {
      const open = await memory.openPulls(pull.number);
      if (isUnverified(open)) return open;
      return { ...open, pulls: [...open.pulls.filter(({ number }) => number !== pull.number), pull] };
    },
    // The judge asks only about others with the same head.
    head: async (number) => {
      if (number === pull.number) return { sha, fileCount, commitCount: null };
      const open = await memory.openPulls(pull.number);
      const other = isUnverified(open) ? undefined : open.pulls.find((each) => each.number === number);
      return { sha, fileCount: other?.fileCount ?? null, commitCount: null };
    },
    // No push is asked about.
    reaches: () => Promise.resolve(new Unverified({ kind: 'not-asked' })),
  };
}
