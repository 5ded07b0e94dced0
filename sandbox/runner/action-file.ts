// Reads action.yml: what the action runs, its inputs, and their defaults as the runner evaluates them.
import { readFileSync } from 'node:fs';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import * as v from 'valibot';
import { parse } from 'yaml';

export interface ActionInput {
  readonly name: string;
  /** It may have `${{ }}` in it, and is empty when the action gives none. */
  readonly defaultText: string;
}

export interface ActionFile {
  readonly name: string;
  /** Such as `node24`. */
  readonly using: string;
  /** It is relative to the action's own directory. */
  readonly main: string;
  readonly inputs: readonly ActionInput[];
  readonly outputs: readonly string[];
}

const scalar = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));
const inputShape = v.object({ default: v.optional(scalar) });
const fileShape = v.object({
  name: v.string(),
  inputs: v.optional(v.record(v.string(), v.nullable(inputShape)), {}),
  outputs: v.optional(v.record(v.string(), v.unknown()), {}),
  runs: v.object({ using: v.string(), main: v.string() }),
});

/** Thousands of steps are played with three files, and each takes ten milliseconds to read. */
const known = new Map<string, ActionFile>();

/** @throws when the file is missing or is no JavaScript action. */
export function readActionFile(path: string): ActionFile {
  const text = readFileSync(path, 'utf8');
  const action = known.get(text) ?? parseActionFile(text);
  known.set(text, action);
  return action;
}

function parseActionFile(text: string): ActionFile {
  const file = v.parse(fileShape, parse(text));
  return {
    name: file.name,
    using: file.runs.using.toLowerCase(),
    main: file.runs.main,
    inputs: Object.entries(file.inputs).map(([name, input]) => ({
      name,
      defaultText: input?.default ?? '',
    })),
    outputs: Object.keys(file.outputs),
  };
}

export interface DefaultContexts {
  readonly github: Readonly<Record<string, string>>;
  readonly job: Readonly<Record<string, string>>;
}

/** Replaces each `${{ }}`; a default that is a single expression becomes that expression's value as text. */
function resolveDefault(text: string, contexts: DefaultContexts): string {
  const [before = '', ...parts] = text.split('${{');
  const resolved = parts.map((part) => {
    const end = part.indexOf('}}');
    return end < 0 ? `\${{${part}` : evaluate(part.slice(0, end).trim(), contexts) + part.slice(end + 2);
  });
  return [before, ...resolved].join('');
}

/** @throws for an expression that is faulty or names a context that defaults do not have. */
function evaluate(expression: string, contexts: DefaultContexts): string {
  const tokens = new Lexer(expression).lex().tokens;
  const parsed = new Parser(tokens, Object.keys(contexts), []).parse();
  const context = new data.Dictionary(
    { key: 'github', value: toDictionary(contexts.github) },
    { key: 'job', value: toDictionary(contexts.job) },
  );
  return new Evaluator(parsed, context).evaluate().coerceString();
}

/** Several defaults of a step read the same context. */
const dictionaries = new WeakMap<object, data.Dictionary>();

function toDictionary(values: Readonly<Record<string, string>>): data.Dictionary {
  const dictionary = dictionaries.get(values) ?? makeDictionary(values);
  dictionaries.set(values, dictionary);
  return dictionary;
}

function makeDictionary(values: Readonly<Record<string, string>>): data.Dictionary {
  const pairs = Object.entries(values).map(([key, value]) => ({
    key,
    value: new data.StringData(value),
  }));
  return new data.Dictionary(...pairs);
}

export interface StepInputs {
  /** They have the names that were declared (or given, when undeclared), in the order of the log. */
  readonly values: ReadonlyMap<string, string>;
  /** The runner warns of these before the action starts. */
  readonly warnings: readonly string[];
}

/** Merges `with:` with the action's defaults. Names are compared without case, as the runner does. */
export function resolveInputs(
  action: ActionFile,
  given: Readonly<Record<string, string>>,
  contexts: DefaultContexts,
): StepInputs {
  const values = new Map(Object.entries(given));
  const givenNames = new Set([...values.keys()].map((name) => name.toLowerCase()));
  const declared = new Set(action.inputs.map((input) => input.name.toLowerCase()));
  const warnings: string[] = [];
  for (const input of action.inputs) {
    if (!givenNames.has(input.name.toLowerCase())) {
      values.set(input.name, resolveDefault(input.defaultText, contexts));
    }
  }
  const unexpected = Object.keys(given).filter((name) => !declared.has(name.toLowerCase()));
  if (unexpected.length > 0) {
    const valid = action.inputs.map((input) => input.name).join("', '");
    warnings.push(`Unexpected input(s) '${unexpected.join("', '")}', valid inputs are ['${valid}']`);
  }
  return { values, warnings };
}

/** `INPUT_` variables: upper case, spaces to underscores, hyphens kept. Every input has one, empty or not. */
export function inputEnvironment(values: ReadonlyMap<string, string>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of values) {
    environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] = value;
  }
  return environment;
}
