// Runs an action that looks at repositories, from its inputs to its end.
import { toWhatAndAdvice } from '../documents/causes.ts';
import { renderFault } from '../documents/fault.ts';
import type { ConnectionInputs } from '../inputs/connection.ts';
import { InputError } from '../inputs/table.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { maskSecrets, publishSummary, type Runner, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { isOwnAlone, requireOwnName, type SweepInputs } from './inputs.ts';

/** The ending is made of what was found in each repository. */
export interface SweepEnding {
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Says the rest in the log, after summary and outputs, and ends the job red where it has to be. */
  readonly say: (runner: Runner) => void;
}

export interface SweepAction<Inputs, Entry> {
  /**
   * @throws {InputError} For wrong inputs; may also reject with it.
   */
  readonly readInputs: (runner: Runner) => Inputs | Promise<Inputs>;
  readonly toWaitsMs: (inputs: Inputs) => number;
  /** Looks at each repository and adds what it found to `entries`, so that a run that is cut off still says what it did. */
  readonly act: (session: Session<Inputs>, entries: Entry[]) => Promise<SweepEnding>;
  /** These are for a run that was cut off, or did not begin. */
  readonly toCutOutputs: (entries: readonly Entry[], reason: UnverifiedReason) => Readonly<Record<string, string>>;
}

type RunInputs = SweepInputs & Pick<ConnectionInputs, 'apiUrl' | 'apiKey' | 'githubToken'>;

const MISSING_TOKEN = {
  input: 'github-token',
  given: 'empty',
  allowed: 'a token that may read all of them, such as that of a GitHub App',
};

/** Rejects for wrong inputs, a cancelled job or a defect, with the outputs of what was done until then. */
export async function runSweep<Inputs extends RunInputs, Entry>(
  dependencies: Dependencies,
  { readInputs, toWaitsMs, act, toCutOutputs }: SweepAction<Inputs, Entry>,
): Promise<void> {
  const { runner, signal } = dependencies;
  maskSecrets(runner);
  const entries: Entry[] = [];
  try {
    const inputs = await readInputs(runner);
    await withSession(dependencies, { inputs, waitsMs: toWaitsMs(inputs) }, async (session) => {
      requireOwnName(inputs, session.event.repository);
      if (session.github === null && !isOwnAlone(inputs, session.event.repository)) {
        throw new InputError([MISSING_TOKEN]);
      }
      const { summary, outputs, say } = await act(session, entries);
      await publishSummary(runner, summary);
      // The cancellation was only a warning so far, and the job could be green.
      signal.throwIfAborted();
      writeOutputs(runner, outputs);
      say(runner);
    });
  } catch (error) {
    const reason = error instanceof InputError ? 'invalid-input' : 'service-error';
    writeOutputs(runner, toCutOutputs(entries, reason));
    throw error;
  }
}

export function endUnverified(
  action: Parameters<typeof renderFault>[0],
  fault: Unverified,
  outputs: SweepEnding['outputs'],
): SweepEnding {
  return {
    summary: String(renderFault(action, fault)),
    outputs,
    say: (runner) => {
      runner.fail(toWhatAndAdvice(fault, ' '));
    },
  };
}
