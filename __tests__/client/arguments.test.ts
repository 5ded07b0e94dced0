// What JavaScript may pass to the client: a wrong argument is an error of the client's own that names it, and nothing is sent.
import {
  type BugId,
  type ClientOptions,
  ConfigurationError,
  createClient,
  type RepoId,
  type ServiceClient,
  ServiceClientError,
} from '../../src/client/index.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { bug, review } from './examples.ts';
import { type Loopback, recordingClient, serve } from './loopback.ts';

describe('createClient', () => {
  const right = { baseUrl: 'https://api.example.com', apiKey: 'key' };

  test.each<[options: unknown, message: string]>([
    [undefined, 'the argument of createClient is missing: it must be an object'],
    [null, 'the argument of createClient must be an object, not null'],
    ['https://api.example.com', 'the argument of createClient must be an object, not a string'],
    [{ ...right, apiKey: undefined }, 'apiKey is missing: it must be a text'],
    [{ ...right, apiKey: 12345 }, 'apiKey must be a text, not a number'],
    [{ ...right, apiKey: ['key'] }, 'apiKey must be a text, not a list'],
    [{ ...right, baseUrl: undefined }, 'baseUrl is missing: it must be a text'],
    [{ ...right, baseUrl: new URL('https://api.example.com') }, 'baseUrl must be a text, not an object'],
    [{ ...right, userAgent: 5 }, 'userAgent must be a text, not a number'],
    [{ ...right, secrets: 'secret' }, 'secrets must be a list of texts, not a string'],
    [{ ...right, secrets: [undefined] }, 'secrets must be a list of texts, not a list'],
    [{ ...right, fetch: {} }, 'fetch must be a function, not an object'],
    [{ ...right, signal: 5 }, 'signal must be an AbortSignal, not a number'],
    [{ ...right, usesProxyVariables: 'no' }, 'usesProxyVariables must be true or false, not a string'],
    [{ ...right, timeoutMs: '30000' }, 'timeoutMs must be a whole number from 1 to 2147483647'],
    [{ ...right, onRetry: 'log' }, 'onRetry must be a function, not a string'],
  ])('%j: %s', (options, message) => {
    const create = (): ServiceClient => createClient(options as ClientOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(message);
  });

  test('takes an option that is undefined as if it were not there', () => {
    const options = { ...right, secrets: undefined, fetch: undefined, signal: undefined, onRetry: undefined };
    expect(Object.keys(createClient(options))).toContain('bugs');
  });
});

describe('a call', () => {
  let service: Loopback;
  let client: ServiceClient;
  beforeEach(async () => {
    service = await serve(({ method }) => ({ json: method === 'POST' ? review : { bugs: [bug], total: 1 } }));
    client = recordingClient({ baseUrl: service.baseUrl }).client;
  });
  afterEach(async () => {
    await service.close();
  });

  const repoId = 'repo_1';
  const wrong: Readonly<Record<string, (client: ServiceClient, value: never) => unknown>> = {
    'bugs.collect': ({ bugs }, value) => bugs.collect(value),
    'bugs.list': ({ bugs }, value) => bugs.list(value),
    'bugs.iterate': ({ bugs }, value) => bugs.iterate(value).next(),
    'bugs.get': ({ bugs }, value) => bugs.get(value),
    'bugs.review': ({ bugs }, value) => bugs.review('bug_1', value),
    'bugs.get, options': ({ bugs }, value) => bugs.get('bug_1', value),
    'bugs.collect, options': ({ bugs }, value) => bugs.collect({ repoId, status: 'pending' }, value),
    'repos.list': ({ repos }, value) => repos.list(value),
    'repos.collect': ({ repos }, value) => repos.collect(value),
    'repos.find': ({ repos }, value) => repos.find(value),
    'scans.list': ({ scans }, value) => scans.list(value),
    'scans.iterate': ({ scans }, value) => scans.iterate(value).next(),
    'rules.list': ({ rules }, value) => rules.list(value),
    'rules.get': ({ rules }, value) => rules.get(value),
    'rules.files, options': ({ rules }, value) => rules.files('rule_1', value),
    'rules.create': ({ rules }, value) => rules.create(value),
    'rules.requests.list': ({ rules }, value) => rules.requests.list(value),
    'rules.requests.get': ({ rules }, value) => rules.requests.get(value),
    'rules.requests.wait, options': ({ rules }, value) => rules.requests.wait('rcr_1', value),
  };
  const query = { repoId, status: 'pending' };

  test.each<[call: string, value: unknown, message: string]>([
    ['bugs.collect', undefined, 'query is missing: it must be an object'],
    ['bugs.collect', { status: 'pending' }, 'query.repoId is missing: it must be a text'],
    ['bugs.collect', { repoId }, 'query.status is missing: it must be a text or a list of texts'],
    ['bugs.collect', { repoId, status: [1] }, 'query.status must be a text or a list of texts, not a list'],
    ['bugs.collect', { ...query, select: 'id' }, 'query.select must be a function, not a string'],
    ['bugs.collect', { ...query, scanId: 7 }, 'query.scanId must be a text, not a number'],
    ['bugs.list', null, 'query must be an object, not null'],
    ['bugs.iterate', undefined, 'query is missing: it must be an object'],
    ['bugs.get', undefined, 'An ID is empty'],
    ['bugs.get', 12, 'An ID must be a text, not a number'],
    ['bugs.review', undefined, 'review is missing: it must be an object'],
    ['bugs.review', { state: 1 }, 'review.state must be a text, not a number'],
    ['bugs.get, options', null, 'options must be an object, not null'],
    ['bugs.get, options', { signal: 'stop' }, 'options.signal must be an AbortSignal, not a string'],
    ['bugs.collect, options', 5, 'options must be an object, not a number'],
    ['repos.list', null, 'query must be an object, not null'],
    ['repos.collect', { select: 1 }, 'query.select must be a function, not a number'],
    ['repos.find', undefined, 'the name is missing: it must be a text'],
    ['scans.list', undefined, 'query is missing: it must be an object'],
    ['scans.iterate', {}, 'query.repoId is missing: it must be a text'],
    ['rules.list', 'repo_1', 'query must be an object, not a string'],
    ['rules.get', {}, 'An ID must be a text, not an object'],
    ['rules.files, options', null, 'options must be an object, not null'],
    ['rules.create', undefined, 'rule is missing: it must be an object'],
    ['rules.create', { repoId, input: 'x' }, 'rule.input must be an object, not a string'],
    ['rules.create', { repoId, input: { bugIds: 'bug_1' } }, 'rule.input.bugIds must be a list of texts, not a string'],
    ['rules.requests.list', undefined, 'query is missing: it must be an object'],
    ['rules.requests.get', null, 'An ID must be a text, not null'],
    ['rules.requests.wait, options', { onPoll: true }, 'options.onPoll must be a function, not a boolean'],
  ])('%s of %j: %s', async (call, value, message) => {
    // A method may throw at once, or reject.
    const error: unknown = await (async () => await wrong[call]?.(client, value as never))().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ServiceClientError);
    expect((error as Error).message).toContain(message);
    expect(service.seen).toEqual([]);
  });

  test('with arguments that fit is sent, though optional ones are undefined', async () => {
    const options = { signal: undefined };
    expect(await client.bugs.collect({ repoId, status: ['pending'], scanId: undefined }, options)).toHaveLength(1);
    await client.bugs.review('bug_1', { state: 'resolved', notes: undefined });
    expect(service.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });
});

test('an ID can be written down, and is not mistaken for another', () => {
  const bugId: BugId = 'bug_1a2b';
  // @ts-expect-error -- of a bug, not of a repository
  const repoId: RepoId = 'bug_1a2b';
  expect([bugId, repoId]).toEqual(['bug_1a2b', 'bug_1a2b']);
});
