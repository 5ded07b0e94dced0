import { afterEach, describe, expect, test } from '@jest/globals';
import { ServiceError, type ServiceClient } from '../../src/client/index.ts';
import * as given from './examples.ts';
import { BUG, REPO, REQUEST, RULE } from './examples.ts';
import { recordingClient, rejection, serve, type Loopback, type Reply } from './loopback.ts';

let service: Loopback;
afterEach(() => service.close());

async function ask<T>(reply: Reply, call: (client: ServiceClient) => Promise<T>): Promise<T> {
  service = await serve(() => reply);
  const { client } = recordingClient({ baseUrl: service.baseUrl });
  return await call(client);
}

const getBug = (client: ServiceClient): Promise<unknown> => client.bugs.get(BUG);
const listBugs = (client: ServiceClient): Promise<unknown> =>
  client.bugs.list({ repoId: REPO, status: 'pending' });
const listScans = (client: ServiceClient): Promise<unknown> => client.scans.list({ repoId: REPO });
const getRule = (client: ServiceClient): Promise<unknown> => client.rules.get(RULE);
const getRequest = (client: ServiceClient): Promise<unknown> => client.rules.requests.get(REQUEST);

describe('an answer is accepted', () => {
  test('without what is not required, which then is null', async () => {
    const bug = await ask({ json: given.leanBug }, getBug);
    expect(bug).toEqual({
      ...given.leanBug,
      filePath: null,
      review: null,
      commitSha: null,
      isSecurityVulnerability: null,
      introducedIn: null,
    });
  });

  test('with null for what is not required', async () => {
    const review = { state: 'pending', createdAt: 1, id: null, notes: null, source: null };
    const bug = await ask({ json: { ...given.leanBug, review, introducedIn: null } }, getBug);
    expect(bug).toMatchObject({ review, introducedIn: null });
  });

  test('with null for a count that is missing', async () => {
    const scan = { ...given.scan, bugCounts: { open: 1 } };
    expect(await ask({ json: { scans: [scan], total: 1 } }, listScans)).toMatchObject({
      scans: [{ bugCounts: { total: null, open: 1, resolved: null, dismissed: null } }],
    });
  });

  test('while a scan runs: no id, no end, no counts', async () => {
    const scan = {
      ...given.scan,
      workflowRequestId: null,
      workflowStatus: null,
      completedAt: null,
      bugCounts: null,
      commitSha: null,
    };
    expect(await ask({ json: { scans: [scan], total: 1 } }, listScans)).toEqual({
      scans: [scan],
      total: 1,
    });
  });

  test('without its unknown fields', async () => {
    const json = { ...given.bug, severity: 'high', review: { ...given.review, mood: 'good' } };
    expect(await ask({ json }, getBug)).toEqual(given.bug);
  });

  test('with unknown values of an enumeration, which stay as they are', async () => {
    const review = { ...given.review, state: 'snoozed', source: 'fax', dismissalReason: 'lazy' };
    const linkedIssues = [{ tracker: 'paper', issueId: '1', url: null }];
    const bug = { ...given.bug, review, linkedIssues };
    expect(await ask({ json: bug }, getBug)).toEqual(bug);
  });

  test('with an unknown status, type and initiator of a scan', async () => {
    const scan = { ...given.scan, workflowStatus: 'queued', scanType: 'x', initiator: 'moon' };
    const json = { scans: [scan], total: 1 };
    expect(await ask({ json }, listScans)).toEqual(json);
  });

  test('with a rule file of any name', async () => {
    const files = '{"__proto__":"a","constructor":"b"}';
    const text = JSON.stringify(given.rule).replace(/(?<="ruleFiles":)\{[^}]*\}/, files);
    const rule = (await ask({ text }, getRule)) as typeof given.rule;
    expect(Object.entries(rule.ruleFiles)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  test('with another content type, when it is JSON all the same', async () => {
    const reply = { json: given.bug, headers: { 'content-type': 'text/plain' } };
    expect(await ask(reply, getBug)).toEqual(given.bug);
  });
});

const without = (record: object, field: string): object =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== field));
const bugPage = (bug: object): object => ({ bugs: [given.bug, bug], total: 2 });
const scanPage = (scan: object): object => ({ scans: [scan], total: 1 });

describe('an answer is refused, with endpoint and field', () => {
  test.each<[string, Reply, (client: ServiceClient) => Promise<unknown>, string]>([
    [
      'a required field is missing',
      { json: bugPage(without(given.bug, 'title')) },
      listBugs,
      'GET /public/v1/bugs gave an answer that cannot be used: bugs[1].title: missing.',
    ],
    [
      'a required field is null',
      { json: bugPage({ ...given.bug, title: null }) },
      listBugs,
      'bugs[1].title: expected string, got null',
    ],
    [
      'an optional field has a wrong type',
      { json: { ...given.bug, filePath: 7 } },
      getBug,
      'GET /public/v1/bugs/{bug_id} gave an answer that cannot be used: filePath: expected string, got number',
    ],
    [
      'an optional flag is a word',
      { json: { ...given.bug, isSecurityVulnerability: 'yes' } },
      getBug,
      'isSecurityVulnerability: expected boolean, got a text',
    ],
    [
      'an optional part lacks what it requires',
      { json: { ...given.bug, review: without(given.review, 'state') } },
      getBug,
      'review.state: missing',
    ],
    [
      'an identifier has another form',
      { json: { ...given.bug, id: 'rule_1' } },
      getBug,
      'id: expected a text that begins with bug_, got a text',
    ],
    [
      'an identifier within has another form',
      { json: { ...given.bug, review: { ...given.review, id: 'x' } } },
      getBug,
      'review.id: expected a text that begins with bfrv_',
    ],
    [
      'a time is a fraction',
      { json: { ...given.bug, createdAt: 1.5 } },
      getBug,
      'createdAt: expected a time in milliseconds, got number',
    ],
    ['a list is missing', { json: { total: 0 } }, listBugs, 'bugs: missing'],
    [
      'a list is none',
      { json: { bugs: {}, total: 0 } },
      listBugs,
      'bugs: expected array, got object',
    ],
    ['the total is missing', { json: { bugs: [] } }, listBugs, 'total: missing'],
    [
      'the total is negative',
      { json: { bugs: [], total: -1 } },
      listBugs,
      'total: expected a whole number from 0',
    ],
    [
      'a field that may be null is missing',
      { json: scanPage(without(given.scan, 'commitSha')) },
      listScans,
      'scans[0].commitSha: missing',
    ],
    [
      'a scan has an id of another kind',
      { json: scanPage({ ...given.scan, workflowRequestId: 'bug_1' }) },
      listScans,
      'scans[0].workflowRequestId: expected a text that begins with wr_',
    ],
    [
      'a count is no number',
      { json: scanPage({ ...given.scan, bugCounts: { ...given.scan.bugCounts, open: '1' } }) },
      listScans,
      'scans[0].bugCounts.open: expected a whole number from 0, got a text',
    ],
    [
      'a rule file is no text',
      { json: { ...given.rule, ruleFiles: { a: 1 } } },
      getRule,
      'ruleFiles: expected an object of texts, got object',
    ],
    [
      'the results of a request are missing',
      { json: without(given.ruleRequest, 'results') },
      getRequest,
      'results: missing',
    ],
    ['the body is another value', { json: 'ok' }, getBug, 'the body: expected object, got a text'],
    ['the body is null', { text: 'null' }, getBug, 'the body: expected object, got null'],
    ['the body is an array', { json: [] }, listBugs, 'bugs: missing'],
    ['the body is empty', { text: '' }, getBug, 'an empty body'],
    ['the body is cut JSON', { text: '{"id":"bug_1"' }, getBug, 'a body that is not JSON'],
    [
      'the body is HTML',
      { text: '<h1>Hello</h1>', headers: { 'content-type': 'text/html' } },
      getBug,
      'a body that is not JSON (text/html)',
    ],
  ])('%s', async (_, reply, call, message) => {
    const error = await rejection(ask(reply, call));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      kind: 'decode',
      status: 200,
      tries: 1,
      message: expect.stringContaining(message),
    });
    // What is broken stays broken: it is never asked for again.
    expect(service.seen).toHaveLength(1);
  });
});
