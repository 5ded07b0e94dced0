// The error for inputs that a workflow got wrong: all of them at once.
import { ExpectedError } from '../domain/expected-error.ts';

export interface InputFault {
  readonly input: string;
  /** What was given, already fit to be shown: quoted and cut, or a word in place of a secret. */
  readonly given: string;
  /** What would have been right. */
  readonly allowed: string;
}

/** The user's fault. `faults` is never empty; the message names every one of them. */
export class InputError extends ExpectedError {
  override readonly name = 'InputError';
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    super(toMessage(faults));
    this.faults = faults;
  }
}

function toMessage(faults: readonly InputFault[]): string {
  const noun = faults.length === 1 ? 'One input is' : `${faults.length} inputs are`;
  const lines = faults.map(
    ({ input, given, allowed }) => `${input}: got ${given}; use ${allowed}.`,
  );
  return [`${noun} not right.`, ...lines].join('\n');
}
