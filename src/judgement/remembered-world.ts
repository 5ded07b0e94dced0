// The remembered world: what a repository's lists say, read once, asked about one pull request after another.
import type { CommitSha, EpochMs } from './identifiers.ts';
import type { JudgementInputs, Question } from './question.ts';
import type { ScanHistory } from './scan.ts';
import { selectStandIn, selectStandIns, selectUsable } from './selection.ts';
import { isUnverified, Unverified } from './unverified.ts';
import type { OpenPull, World } from './world.ts';

/** What is known of a repository. Asking twice costs nothing. */
export interface Memory extends Omit<World, 'scans' | 'ancestors' | 'reaches' | 'head'> {
  readonly history: ScanHistory;
  /** A commit and its nearest ancestors, as far as they are enough; at most 250. */
  ancestors(
    sha: CommitSha,
    isEnough: (nearest: readonly CommitSha[]) => boolean,
  ): Promise<readonly CommitSha[] | Unverified>;
}

/** A pull request to judge. */
export interface JudgedPull extends OpenPull {
  readonly headSha: CommitSha;
  /** When it was merged or closed; null while it is open, or if GitHub does not say. */
  readonly closedAt: EpochMs | null;
}

/** The question to the judge about a pull request: only for its verdict, and without waiting. */
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
    // What the gate would find after it has waited is not known.
    waitedMs: inputs.waitTimeoutMs,
  };
}

/** The world of such a question. */
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
    // As if it were open now, with the others that are.
    openPulls: async () => {
      const open = await memory.openPulls(pull.number);
      if (isUnverified(open)) return open;
      return { ...open, pulls: [...open.pulls.filter(({ number }) => number !== pull.number), pull] };
    },
    // Of another one, too: only those with the same head are asked about.
    head: async (number) => {
      if (number === pull.number) return { sha, fileCount, commitCount: null };
      const open = await memory.openPulls(pull.number);
      const other = isUnverified(open) ? undefined : open.pulls.find((each) => each.number === number);
      return { sha, fileCount: other?.fileCount ?? null, commitCount: null };
    },
    // Only of what was pushed, and no push is asked about.
    reaches: () => Promise.resolve(new Unverified({ kind: 'not-asked' })),
  };
}
