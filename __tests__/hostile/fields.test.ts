// Every text field of every answer of both services: hostile text in it is letters, and a key or token goes no further.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import type { FaultInjector } from '../../sandbox/http.ts';
import { createTestClock } from '../harness/clock.ts';
import { describe, expect, it } from '../jest.ts';
import type { Field } from './answers.ts';
import { withServices } from './play.ts';
import { gateRuns, insightsRun, rerunRun, reviewRun, rulesRun, watchRun } from './plays.ts';
import { attacks, comparedFields, decidingFields, inAllFields, inField, repeatedSecrets } from './words.ts';
import { fullWorld } from './worlds.ts';

/** Over all runs. */
const seen = new Set<Field>();
const replaced = new Set<Field>();

const vocabularies = { 'hostile text': attacks, 'key and token': repeatedSecrets };
const everyRun = {
  ...gateRuns,
  'the reply': rerunRun,
  'the rules': rulesRun,
  'the watch': watchRun,
  'the insights': insightsRun,
};
const byAction = {
  gate: gateRuns['the gate with a check run'],
  review: reviewRun,
  rules: rulesRun,
  watch: watchRun,
  insights: insightsRun,
};
const eachDeciding = [...Object.entries(decidingFields), ['review', comparedFields] as const].flatMap(
  ([action, fields]) => fields.map((field) => [field, byAction[action as keyof typeof byAction]] as const),
);

describe.each(Object.entries(vocabularies))('%s in the answers', (_, vocabulary) => {
  it.each(Object.entries(everyRun).map(([name, run], at) => [name, run, at] as const))(
    'does no harm in all fields at once: %s',
    async (__, run, at) => {
      // Each run has other texts in its fields: all of them in one, a third in the others, whose documents are made of the same parts.
      const answers = inAllFields(at * 31, vocabulary);
      const bugs = Math.ceil(vocabulary.texts.length / (at === 0 ? 1 : 3));
      const runs = await run(fullWorld(bugs), answers);
      for (const field of answers.seen) seen.add(field);
      for (const field of answers.replaced) replaced.add(field);
      expect(runs.flatMap(({ faults }) => faults).slice(0, 20)).toEqual([]);
    },
  );
});

it.each(eachDeciding)('both do no harm in a field that decides: %s', async (field, run) => {
  const answers = inField(field);
  const runs = await run(fullWorld(3), answers);
  expect(runs.flatMap(({ faults }) => faults)).toEqual([]);
  expect([...answers.replaced]).toEqual([field]);
  replaced.add(field);
});

it('the trace of a defect holds neither key nor token', async () => {
  const untouched: FaultInjector = { intercept: () => Promise.resolve(false) };
  const after = (): never => {
    throw new TypeError(repeatedSecrets.joined(0));
  };
  const { result, faults } = await withServices(fullWorld(1), untouched, (play) =>
    play({ action: 'gate', clock: { ...createTestClock(), after } }),
  );
  expect(result.stdout).toMatch(/crashed\. Please report this\.%0ATypeError: \*\*\*/u);
  expect(faults).toEqual([expect.stringContaining('a defect: ')]);
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
  const branches = [at(schema, 'anyOf'), at(schema, 'allOf')].flat().filter((each) => each !== undefined);
  const values = at(schema, 'additionalProperties');
  return [
    ...(types.includes('string') ? [path] : []),
    ...(types.includes('array') ? textsOf(document, at(schema, 'items'), join('*')) : []),
    ...branches.flatMap((branch) => textsOf(document, branch, path)),
    ...(v.is(record, values) ? [join('(key)'), ...textsOf(document, values, join('*'))] : []),
    ...Object.entries(v.is(record, at(schema, 'properties')) ? v.parse(record, at(schema, 'properties')) : {}).flatMap(
      ([key, property]) => textsOf(document, property, join(key)),
    ),
  ];
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (v.is(record, node) ? node[key] : undefined), value);
}
