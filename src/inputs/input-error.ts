// Owns the error for inputs that a workflow got wrong: all of them at once.

export interface InputFault {
  readonly input: string;
  /** What was given, already fit to be shown: quoted and cut, or a word in place of a secret. */
  readonly given: string;
  /** What would have been right. */
  readonly allowed: string;
}

/** The user's fault. `faults` is never empty; the message names every one of them. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** What to do is in the message; a stack would not help. */
  readonly isExpected = true;
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
