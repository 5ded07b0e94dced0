// The promise about writes: a rule request that may have arrived is never sent twice; a review may be.
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rows, type Row } from './endpoints.ts';
import {
  errorIn,
  fault,
  lateOutcomeOf,
  outcomeOf,
  startContract,
  type Call,
  type ContractStage,
  type Outcome,
} from './stage.ts';

let stage: ContractStage;
beforeAll(async () => {
  stage = await startContract();
});
afterAll(() => stage.service.close());

const createRule = rowOf('createRule');
const reviewBug = rowOf('reviewBug');

/** Ways to lose the answer to a request that the service has carried out. */
const losses = [
  'hang=before applied',
  'hang=middle',
  'reset=before applied',
  'reset=middle',
  'status=408 applied',
  'status=429 applied retry-after=1',
  'status=500 applied',
  'status=502 applied',
  'status=503 applied',
  'status=504 applied',
  'html=502 applied',
  'html applied',
  'empty applied',
  'truncate',
  'oversize',
  'omit=ruleCreationRequestId',
] as const;

/** Makes a call that loses its first answer. */
const outcomeWithout = (words: string, call: Call): Promise<Outcome> =>
  words.startsWith('hang') ? lateOutcomeOf(stage, call, 1) : outcomeOf(stage.service.url, call);

describe('a request for rules whose answer is lost', () => {
  test.each(losses)('is sent once, and made once: %s', async (words) => {
    stage.begin([fault(words)]);
    const before = stage.service.state.requests.length;
    const error = errorIn(await outcomeWithout(words, createRule.call));
    expect(error.tries).toBe(1);
    expect(stage.sent()).toEqual(['POST /public/v1/rules']);
    expect(stage.service.state.requests).toHaveLength(before + 1);
  });
});

describe('a review whose answer is lost', () => {
  const passing = losses.filter((words) => /^(?:hang|reset|status|html=502)/.test(words));

  test.each(passing)('is sent again, and stands as asked for: %s', async (words) => {
    stage.begin([fault(`${words} first=1`)]);
    const outcome = await outcomeWithout(words, reviewBug.call);
    expect(outcome).toMatchObject({ value: reviewBug.value });
    expect(stage.sent()).toHaveLength(2);
    expect(stage.service.state.bugs.find(({ id }) => id === 'bug_3')?.review).toMatchObject({
      state: 'dismissed',
      dismissalReason: 'other',
      source: 'review',
    });
  });
});

describe('a request that certainly did not arrive, because nobody listens,', () => {
  test.each(rows)('is sent four times, whatever it is: $endpoint', async ({ call, endpoint }) => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const outcome = await outcomeOf(url, call);
    expect(outcome).toMatchObject({
      kind: 'error',
      error: { kind: 'network', tries: 4, endpoint, cause: { code: 'ECONNREFUSED' } },
      waits: [250, 500, 1_000],
    });
  });
});

function rowOf(name: Row['name']): Row {
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Error(`no ${name}`);
  return row;
}

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
