// Tables of inputs: one entry for each input of an action, from which the types of its values are inferred.
import { ExpectedError } from '../judgement/errors.ts';

/** The text of an input is empty if it was not given. */
export type ReadInput = (name: string) => string;

export type InputResult<Value> =
  { readonly kind: 'value'; readonly value: Value } | ({ readonly kind: 'fault' } & Omit<InputFault, 'input'>);

export interface Input<Value> {
  readonly name: string;
  /** The default as in action.yml, used if the input is empty. Empty: the input is optional or required. */
  readonly defaultText: string;
  /** Parses the trimmed text, or else the default. `textOf` trims the text of any input. Never throws. */
  parse(text: string, textOf: ReadInput): InputResult<Value>;
}

/** The inputs of an action, keyed by the property that will have the value. */
export type InputTable = Readonly<Record<string, Input<unknown>>>;

export type InferInputs<Table extends InputTable> = {
  readonly [Property in keyof Table]: Table[Property] extends Input<infer Value> ? Value : never;
};

/**
 * Reads every input of a table.
 *
 * @throws {InputError} A single error that lists every wrong input, in the order of the table.
 */
export function readInputs<Table extends InputTable>(table: Table, read: ReadInput): InferInputs<Table> {
  const textOf: ReadInput = (name) => read(name).trim();
  const faults: InputFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [property, { name, defaultText, ...input }] of Object.entries(table)) {
    const result = input.parse(textOf(name) || defaultText, textOf);
    if (result.kind === 'value') values[property] = result.value;
    else faults.push({ input: name, given: result.given, allowed: result.allowed });
  }
  if (faults.length > 0) throw new InputError(faults);
  return values as InferInputs<Table>;
}

interface InputFault {
  readonly input: string;
  /** The text that was given, ready to show, as in `mode is "strict"`: quoted and cut, or a description if it is a secret. */
  readonly given: string;
  /** It completes "Use …". */
  readonly allowed: string;
}

/** `faults` is never empty, and the message lists all of them. */
export class InputError extends ExpectedError {
  override readonly name = 'InputError';
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    super(toFaultMessage(faults));
    this.faults = faults;
  }
}

function toFaultMessage(faults: readonly InputFault[]): string {
  const lines = faults.map(({ input, given, allowed }) => `${input} is ${given}. Use ${allowed}.`);
  const opening = 'Scan Gate could not start';
  if (lines.length === 1) return `${opening}: ${lines.join()}`;
  return [`${opening}: ${lines.length} inputs are wrong.`, ...lines].join('\n');
}
