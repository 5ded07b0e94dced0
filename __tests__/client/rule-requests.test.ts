// Tests of the creation of rules, and of the wait for them.
import { RuleRequestFailedError, RuleRequestUnfinishedError } from '../../src/client/index.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { REPO, REQUEST } from './examples.ts';
import { type Loopback, type Recorded, recordingClient, rejection, serve } from './loopback.ts';

let service: Loopback;
let recorded: Recorded;
afterEach(async () => {
  await service.close();
});

/** A service whose request has these statuses, look by look, the last one for ever. */
async function start(...statuses: readonly string[]): Promise<void> {
  let looks = 0;
  service = await serve(({ method, url }) => {
    if (method === 'POST') return { json: { ruleCreationRequestId: REQUEST } };
    if (!url.includes('/requests/')) {
      return { json: { ...given.rule, id: url.split('/').at(-1), ruleName: url } };
    }
    const status = statuses[Math.min(looks++, statuses.length - 1)];
    const results = ['rule_a', 'rule_b'].map((id) => ({ id, ruleName: 'n' }));
    return { json: { ...given.ruleRequest, status, results: status === 'complete' ? results : [] } };
  });
  recorded = recordingClient({ baseUrl: service.baseUrl });
}

const sent = (): string[] => service.seen.map(({ method, url }) => `${method} ${url}`);
const LOOK = `GET /public/v1/rules/requests/${REQUEST}`;

describe('creating rules and waiting for them', () => {
  test('sends once, looks until complete, and fetches each rule in order', async () => {
    await start('pending', 'pending', 'complete');
    const { requestId, request, rules } = await recorded.client.rules
      .create({ repoId: REPO, input: { description: 'eval' } })
      .wait();
    expect(requestId).toBe(REQUEST);
    expect(request.status).toBe('complete');
    expect(rules.map(({ id }) => id)).toEqual(['rule_a', 'rule_b']);
    expect(sent().slice(0, 4)).toEqual(['POST /public/v1/rules', LOOK, LOOK, LOOK]);
    expect(sent().slice(4).sort()).toEqual(['GET /public/v1/rules/rule_a', 'GET /public/v1/rules/rule_b']);
  });

  test('looks every 5 s, growing to 10 s, at most 20 times', async () => {
    await start('pending');
    const error = await rejection(recorded.client.rules.create({ repoId: REPO }).wait());
    expect(error).toBeInstanceOf(RuleRequestUnfinishedError);
    expect(error).toMatchObject({
      requestId: REQUEST,
      polls: 20,
    });
    expect(sent().filter((line) => line === LOOK)).toHaveLength(20);
    expect(recorded.waits).toHaveLength(19);
    expect(recorded.waits.slice(0, 5)).toEqual([5_000, 6_000, 7_200, 8_640, 10_000]);
    expect(Math.max(...recorded.waits)).toBe(10_000);
  });

  test('waits and looks as the caller says', async () => {
    await start('pending');
    const error = await rejection(recorded.client.rules.requests.wait(REQUEST, { pollIntervalMs: 100, maxPolls: 3 }));
    expect(error).toMatchObject({ polls: 3 });
    expect(recorded.waits).toEqual([100, 120]);
  });

  test('resumes by request id without sending it again', async () => {
    await start('complete');
    const { rules } = await recorded.client.rules.requests.wait(REQUEST);
    expect(rules).toHaveLength(2);
    expect(sent()[0]).toBe(LOOK);
    expect(sent().some((line) => line.startsWith('POST'))).toBe(false);
  });

  test('tells a failed request, with its id', async () => {
    await start('pending', 'failed');
    const error = await rejection(recorded.client.rules.create({ repoId: REPO }).wait());
    expect(error).toBeInstanceOf(RuleRequestFailedError);
    expect(error).toMatchObject({ requestId: REQUEST, name: 'RuleRequestFailedError' });
  });

  test('takes an unknown status for not finished', async () => {
    await start('reticulating', 'complete');
    expect((await recorded.client.rules.create({ repoId: REPO }).wait()).rules).toHaveLength(2);
  });

  test('tells the id before the first look, and each look', async () => {
    await start('pending', 'complete');
    const told: unknown[] = [];
    await recorded.client.rules
      .create({ repoId: REPO })
      .wait({ onRequest: (id) => told.push([id, sent()]), onPoll: ({ status }, polls) => told.push([status, polls]) });
    expect(told).toEqual([
      [REQUEST, ['POST /public/v1/rules']],
      ['pending', 1],
      ['complete', 2],
    ]);
  });

  test('ends at once when the signal is aborted while it waits', async () => {
    await start('pending');
    const end = new AbortController();
    const { client } = recordingClient({ baseUrl: service.baseUrl, wait: undefined });
    const reason = new Error('enough');
    const waiting = client.rules.requests.wait(REQUEST, {
      signal: end.signal,
      onPoll: () =>
        setTimeout(() => {
          end.abort(reason);
        }, 10),
    });
    expect(await rejection(waiting)).toBe(reason);
  });
});
