// Tests of what the client takes from the service: answers that it accepts, and those that it refuses.
import { type ServiceClient, ServiceError } from '../../src/client/index.ts';
import { replaced } from '../harness/replaced.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { BUG, REPO, RULE } from './examples.ts';
import { type Loopback, recordingClient, rejection, type Reply, serve } from './loopback.ts';

let service: Loopback;
afterEach(() => service.close());

async function ask<T>(reply: Reply, call: (client: ServiceClient) => Promise<T>): Promise<T> {
  service = await serve(() => reply);
  const { client } = recordingClient({ baseUrl: service.baseUrl });
  return await call(client);
}

const getBug = (client: ServiceClient): Promise<unknown> => client.bugs.get(BUG);
const listBugs = (client: ServiceClient): Promise<unknown> => client.bugs.list({ repoId: REPO, status: 'pending' });
const getRule = (client: ServiceClient): Promise<unknown> => client.rules.get(RULE);

describe('an answer is accepted', () => {
  test('with a rule file of any name', async () => {
    const files = '{"__proto__":"a","constructor":"b"}';
    const text = replaced(JSON.stringify(given.rule), /(?<="ruleFiles":)\{[^}]*\}/, files);
    const rule = (await ask({ text }, getRule)) as typeof given.rule;
    expect(Object.entries(rule.ruleFiles)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});

// Each field that is missing or of a wrong type: contract/answers.test.ts.
describe('an answer is refused, with endpoint and field', () => {
  test.each<[string, Reply, (client: ServiceClient) => Promise<unknown>, string]>([
    ['a field is missing', { json: { bugs: [given.bug, {}], total: 2 } }, listBugs, 'bugs[1].id: missing'],
    ['a list is none', { json: { bugs: {}, total: 0 } }, listBugs, 'bugs: expected array, got object'],
    ['the total is negative', { json: { bugs: [], total: -1 } }, listBugs, 'total: expected a whole number from 0'],
    ['the body is another value', { json: 'ok' }, getBug, 'the body: expected object, got a string'],
    ['the body is null', { text: 'null' }, getBug, 'the body: expected object, got null'],
    ['the body is an array', { json: [] }, listBugs, 'bugs: missing'],
  ])('%s', async (_, reply, call, message) => {
    const error = await rejection(ask(reply, call));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ kind: 'decode', status: 200, tries: 1, message: expect.stringContaining(message) });
    // What is broken stays broken: it is never asked for again.
    expect(service.seen).toHaveLength(1);
  });
});
