// The error that lists every wrong input of a workflow.
import { ExpectedError } from '../domain/expected-error.ts';

export interface InputFault {
  readonly input: string;
  /** What was given, ready to show: quoted and cut, or a description if it is a secret. */
  readonly given: string;
  /** What is allowed. */
  readonly allowed: string;
}

/** `faults` is never empty, and the message lists all of them. */
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
