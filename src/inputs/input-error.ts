// The error that lists every wrong input of a workflow.
import { ExpectedError } from '../judgement/expected-error.ts';

export interface InputFault {
  readonly input: string;
  /** What was given, ready to show, as in `mode is "strict"`: quoted and cut, or a description if it is a secret. */
  readonly given: string;
  /** What is allowed; completes "Use …". */
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
  const lines = faults.map(({ input, given, allowed }) => `${input} is ${given}. Use ${allowed}.`);
  const opening = 'Scan Gate could not start';
  if (lines.length === 1) return `${opening}: ${lines.join()}`;
  return [`${opening}: ${lines.length} inputs are wrong.`, ...lines].join('\n');
}
