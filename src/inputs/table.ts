// Tables of inputs: one entry for each input of an action, from which its values and their types follow.
import { InputError, type InputFault } from './input-error.ts';

/** Returns the text of an input; empty when it was not given. */
export type ReadInput = (name: string) => string;

/** The value of an input, or what is wrong with its text. */
export type InputResult<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | ({ readonly kind: 'fault' } & Omit<InputFault, 'input'>);

/** One input of an action. */
export interface Input<Value> {
  readonly name: string;
  /** What an empty input stands for, as in action.yml. Empty: the input is optional or required. */
  readonly defaultText: string;
  /**
   * Reads the trimmed text, or the default in place of an empty one; `textOf` gives the trimmed text of any input.
   * Never throws.
   */
  parse(text: string, textOf: ReadInput): InputResult<Value>;
}

/** The inputs of an action, each keyed by the property that holds its value. */
export type InputTable = Readonly<Record<string, Input<unknown>>>;

/** The values of a table's inputs. */
export type InferInputs<Table extends InputTable> = {
  readonly [Property in keyof Table]: Table[Property] extends Input<infer Value> ? Value : never;
};

/**
 * Reads every input of a table.
 *
 * @throws {InputError} One error that names every fault, in the order of the table.
 */
export function readInputs<Table extends InputTable>(
  table: Table,
  read: ReadInput,
): InferInputs<Table> {
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
