// The rule that hostile text is letters in every text field of every answer of both services.
import { readFileSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import * as v from 'valibot';
import { parse } from 'yaml';
import { everyText } from '../report/hostile-texts.ts';
import type { Field } from './answers.ts';
import { gateRuns, rerunRun, reviewRun, rulesRun, type Run } from './plays.ts';
import { blame, comparedFields, deciding, decidingFields, inAllFields, inField } from './words.ts';
import { fullWorld } from './worlds.ts';

jest.setTimeout(120_000);

/** Over all runs. */
const seen = new Set<Field>();
const replaced = new Set<Field>();

/** Plays with hostile text in all fields, or in some; gives what is wrong, and keeps book of the fields. */
async function faultsOf(run: Run, offset: number, only?: ReadonlySet<Field>): Promise<string[]> {
  const answers = inAllFields(offset, only);
  const played = await run(fullWorld(everyText.length), answers);
  if (only === undefined) {
    answers.seen.forEach((field) => seen.add(field));
    answers.replaced.forEach((field) => replaced.add(field));
  }
  return played.flatMap(({ faults }) => faults);
}

/** Fails with the fields that are to blame. */
async function expectLetters(run: Run, offset: number): Promise<void> {
  const faults = await faultsOf(run, offset);
  if (faults.length === 0) return;
  const isBad = async (some: ReadonlySet<Field>): Promise<boolean> =>
    (await faultsOf(run, offset, some)).length > 0;
  const fields = [...replaced].filter((field) => !deciding.has(field));
  expect({ faults: faults.slice(0, 20), by: await blame(fields, isBad) }).toEqual({});
}

describe('hostile text in all fields at once is letters in', () => {
  const runs: readonly (readonly [string, Run, number])[] = [
    ...Object.entries(gateRuns).map(([name, run], at) => [name, run, at * 31] as const),
    ['a reply', rerunRun, 5],
    ['what the rules action says and writes', rulesRun, 17],
  ];

  it.concurrent.each(runs)('%s', async (_, run, offset) => {
    await expectLetters(run, offset);
  });
});

describe('hostile text in a field that decides is letters: ', () => {
  const runs = { gate: gateRuns['the gate with a check run'], review: reviewRun, rules: rulesRun };
  const cells = Object.entries(runs).flatMap(([name, run]) =>
    Object.entries(decidingFields)
      .filter(([action]) => action === name)
      .flatMap(([, fields]) => fields)
      .concat(name === 'review' ? comparedFields : [])
      .map((field) => [field, run] as const),
  );

  it.concurrent.each(cells)('%s', async (field, run) => {
    const answers = inField(field);
    const played = await run(fullWorld(6), answers);
    expect(played.flatMap(({ faults }) => faults)).toEqual([]);
    expect([...answers.replaced]).toEqual([field]);
    answers.replaced.forEach((each) => replaced.add(each));
  });
});

describe('no field is forgotten:', () => {
  it('each text that either service answered was a hostile one once', () => {
    expect([...seen].filter((field) => !replaced.has(field))).toEqual([]);
    expect(seen.size).toBeGreaterThan(400);
  });

  it('each text field of the service’s description was answered', () => {
    const missing = describedFields().filter((field) => !seen.has(field));
    expect(missing).toEqual([]);
  });
});

const record = v.record(v.string(), v.unknown());

/** Text fields of all answers with status 200 by the OpenAPI description. */
function describedFields(): readonly Field[] {
  const file = new URL('../../sandbox/service/openapi.yaml', import.meta.url);
  const document = v.parse(record, parse(readFileSync(file, 'utf8')));
  return Object.entries(v.parse(record, document['paths'])).flatMap(([path, item]) =>
    Object.entries(v.parse(record, item))
      .filter(([method]) => ['get', 'post'].includes(method))
      .flatMap(([method, operation]) => {
        const schema = at(operation, 'responses', '200', 'content', 'application/json', 'schema');
        const name = `${method.toUpperCase()} ${path.replace(/\{\w+\}/gu, '{id}')}`;
        return textsOf(document, schema, '').map((field) => `${name} ${field}`);
      }),
  );
}

function textsOf(document: unknown, schema: unknown, path: string): readonly string[] {
  const join = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const reference = at(schema, '$ref');
  if (typeof reference === 'string') {
    return textsOf(document, at(document, ...reference.split('/').slice(1)), path);
  }
  const types = [at(schema, 'type')].flat();
  const branches = [at(schema, 'anyOf'), at(schema, 'allOf')]
    .flat()
    .filter((each) => each !== undefined);
  const values = at(schema, 'additionalProperties');
  return [
    ...(types.includes('string') ? [path] : []),
    ...(types.includes('array') ? textsOf(document, at(schema, 'items'), join('*')) : []),
    ...branches.flatMap((branch) => textsOf(document, branch, path)),
    ...(v.is(record, values) ? [join('(key)'), ...textsOf(document, values, join('*'))] : []),
    ...Object.entries(
      v.is(record, at(schema, 'properties')) ? v.parse(record, at(schema, 'properties')) : {},
    ).flatMap(([key, property]) => textsOf(document, property, join(key))),
  ];
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (v.is(record, node) ? node[key] : undefined), value);
}
