// What the client makes of good answers, and of answers that lack a field or hold more than the document knows.
import { readFault } from '../../sandbox/faults.ts';
import { ENDPOINTS } from '../../src/client/endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';
import { type Row, rows } from './endpoints.ts';
import { type Field, fieldsOf } from './fields.ts';
import { type ContractHarness, errorOf, type Outcome, outcomeOf, startHarness } from './harness.ts';

let harness: ContractHarness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.service.close());

test('the table has the eleven endpoints of the client, in the order of the document', () => {
  expect(rows.map(({ name, endpoint }) => [name, endpoint])).toEqual(
    Object.entries(ENDPOINTS).map(([name, { method, path }]) => [name, `${method} ${path}`]),
  );
});

describe('a good answer', () => {
  test.each(rows)('$endpoint', async ({ call, value, url, endpoint }) => {
    harness.begin();
    expect(await outcomeOf(harness.service.url, call)).toEqual({ kind: 'value', value, waits: [] });
    expect(harness.sent()).toEqual([`${endpoint.split(' ')[0] ?? ''} ${url}`]);
  });
});

type Case = Row & Field;
const cases: readonly Case[] = rows.flatMap((row) => fieldsOf(row.name).map((field) => ({ ...row, ...field })));
const required = cases.filter(({ isRequired }) => isRequired);
const optional = cases.filter(({ isRequired }) => !isRequired);

const omit = (field: string): void => {
  harness.begin([readFault({ path: '*', effect: { kind: 'omit', field } })]);
};
const set = (field: string, value: unknown): void => {
  harness.begin([readFault({ path: '*', effect: { kind: 'set', field, value } })]);
};

/** What is wrong in one place: refused at once, with endpoint and field path. */
async function expectRefusal({ call, endpoint }: Row, detail: string): Promise<void> {
  const error = await errorOf(harness.service.url, call);
  expect(error).toMatchObject({ kind: 'decode', status: 200, endpoint, tries: 1 });
  expect(error.detail).toBe(detail);
  expect(error.message).toContain(endpoint);
  expect(error.message).toContain(detail);
  expect(harness.sent()).toHaveLength(1);
}

async function value({ call }: Row): Promise<unknown> {
  const outcome: Outcome = await outcomeOf(harness.service.url, call);
  if (outcome.kind === 'error') throw outcome.error;
  return outcome.value;
}

/** Reads a field by its pointer; the methods about rules take the answer out of its envelope. */
function readField(result: unknown, pointer: string): unknown {
  const segments = pointer.split('/').slice(1);
  const isBare = Array.isArray(result) || typeof result === 'string';
  return (isBare ? segments.slice(1) : segments).reduce<unknown>(
    (inner, segment) => (inner as Readonly<Record<string, unknown>> | undefined)?.[segment],
    result,
  );
}

describe('a field that breaks the document is refused', () => {
  test.each(required)('$endpoint without $path, or with null where that is not allowed', async (row) => {
    omit(row.pointer);
    await expectRefusal(row, `${row.path}: missing`);
    set(row.pointer, null);
    if (row.isNullable) expect(readField(await value(row), row.pointer)).toBeNull();
    else expect((await errorOf(harness.service.url, row.call)).detail).toContain(`${row.path}: `);
  });

  test.each(cases)('$endpoint with $path no $type', async (row) => {
    const wrong = [row.type === 'string' ? 42 : 'of the wrong type', ...(row.type === 'integer' ? [1.5] : [])];
    for (const each of wrong) {
      set(row.pointer, each);
      expect((await errorOf(harness.service.url, row.call)).detail).toMatch(`${row.path}: expected `);
    }
    if (row.prefix === undefined) return;
    set(row.pointer, `x${row.prefix}1`);
    await expectRefusal(row, `${row.path}: expected a string that begins with ${row.prefix}, got a string`);
  });

  test('a rule file that is no text', async () => {
    const row = rows.find(({ name }) => name === 'getRule');
    if (!row) throw new Error('no getRule');
    set('/ruleFiles/extra', 42);
    await expectRefusal(row, 'ruleFiles: expected an object of strings, got object');
  });
});

describe('an optional field that is missing or null is null', () => {
  test.each(optional)('$endpoint without $path', async (row) => {
    omit(row.pointer);
    expect(readField(await value(row), row.pointer)).toBeNull();
    set(row.pointer, null);
    expect(readField(await value(row), row.pointer)).toBeNull();
  });
});

describe('an unknown value of an enumeration is accepted, and visible as it is', () => {
  test.each(cases.filter(({ isEnumeration }) => isEnumeration))('$endpoint with $path: a later word', async (row) => {
    set(row.pointer, 'a_later_word');
    expect(readField(await value(row), row.pointer)).toBe('a_later_word');
  });
});

describe('an unknown field is accepted', () => {
  test.each(rows)('$endpoint', async (row) => {
    const objects = new Set(fieldsOf(row.name).map(({ pointer }) => pointer.replace(/\/[^/]+$/, '')));
    harness.begin();
    const before = await value(row);
    for (const object of objects) {
      set(`${object}/aLaterField`, { of: ['any', 'form'] });
      expect(await value(row)).toEqual(before);
    }
  });
});
