// The meeting of every endpoint with everything that goes wrong on the wire, as the table in effects.ts says.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { startService, type ServiceHandle } from '../../sandbox/service/service.ts';
import { effects, type EffectRow, type Expected } from './effects.ts';
import { rows, type Row } from './endpoints.ts';
import { fault, lateOutcomeOf, outcomeOf, startContract, type ContractStage } from './stage.ts';
import { contractWorld } from './world.ts';

let stage: ContractStage;
let elsewhere: ServiceHandle;
beforeAll(async () => {
  stage = await startContract();
  elsewhere = await startService({ data: contractWorld() });
});
afterAll(async () => {
  await stage.service.close();
  await elsewhere.close();
});

const cases = Object.values(effects)
  .flat()
  .flatMap((effect) => rows.map((row) => ({ ...effect, ...row })));

function begin(words: string): void {
  stage.begin([fault(words.replace('{elsewhere}', elsewhere.url))]);
}

async function expectOutcome(
  row: Row & Pick<EffectRow, 'isLate' | 'waits'>,
  expected: Expected,
): Promise<void> {
  const outcome = row.isLate
    ? await lateOutcomeOf(stage, row.call)
    : await outcomeOf(stage.service.url, row.call);
  if (outcome.kind === 'value') {
    expect(expected.kind).toBe('value');
    if (expected.kind === 'value' && expected.isGood) expect(outcome.value).toEqual(row.value);
  } else {
    const { detail, ...error } = expected.kind === 'error' ? toDetail(expected.error) : {};
    expect(outcome.error).toMatchObject({ ...error, endpoint: row.endpoint });
    expect(outcome.error.tries).toBe(expected.tries);
    if (detail !== undefined) expect(outcome.error.detail).toMatch(detail);
    if (row.waits && expected.tries === 4) expect(outcome.waits).toEqual(row.waits);
    // Whatever happened, the key is not in what is told of it.
    expect(JSON.stringify(outcome.error) + outcome.error.message).not.toContain(
      smallWorldKeys.live,
    );
  }
  expect(stage.sent()).toHaveLength(expected.tries);
  expect(outcome.waits).toHaveLength(expected.tries - 1);
}

function toDetail(error: object): { readonly detail?: string | RegExp } {
  return error;
}

describe('every time', () => {
  test.each(cases)('$words: $endpoint', async ({ words, repeated, once, ...row }) => {
    begin(words);
    await expectOutcome(row, row.repeats ? repeated : once);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('once, and then no more, a request that may be repeated comes through', () => {
  const passing = cases.filter(({ passes, repeats }) => passes && repeats);
  test.each(passing)('$words: $endpoint', async ({ words, isLate, call, value }) => {
    begin(`${words} first=1`);
    const outcome = isLate
      ? await lateOutcomeOf(stage, call, 1)
      : await outcomeOf(stage.service.url, call);
    expect(outcome).toMatchObject({ value });
    expect(stage.sent()).toHaveLength(2);
  });
});

describe('Retry-After as a date', () => {
  test.each(rows.filter(({ repeats }) => repeats))('$endpoint', async ({ call }) => {
    begin('status=503 retry-after=date:30 first=1');
    const { kind, waits } = await outcomeOf(stage.service.url, call);
    expect(kind).toBe('value');
    // The date has whole seconds.
    expect(waits[0]).toBeGreaterThan(28_000);
    expect(waits[0]).toBeLessThanOrEqual(30_000);
  });
});

describe('a redirect', () => {
  test.each(rows)('takes the key nowhere, and tells the origin alone: $endpoint', async (row) => {
    begin('redirect={elsewhere}/secret/path?token=1');
    const outcome = await outcomeOf(stage.service.url, row.call);
    expect(outcome).toMatchObject({
      kind: 'error',
      error: { status: 302, detail: `a redirect to ${elsewhere.url}` },
    });
    expect(elsewhere.requests).toEqual([]);
  });
});
