// The answer of the rules action to a service that refuses or fails, and to inputs that are not right.
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { EMPTY_OUTPUTS } from '../../src/rules/outputs.ts';
import { describe, expect, test } from '../jest.ts';
import { create, errorOf, list, pull, withRules } from './harness.ts';

const creation = { ...create, description: 'x' };

describe('the key', () => {
  test.each([pull, creation, list])('that is empty is told before any request: %j', async (inputs) => {
    await withRules({}, async ({ run, sent }) => {
      const result = await run({ ...inputs, 'api-key': '' });
      expect(errorOf(result)).toContain('api-key is empty');
      expect(result.outputs).toEqual(EMPTY_OUTPUTS);
      expect(sent()).toEqual([]);
    });
  });

  test('that may only read cannot create, and the error names the role', async () => {
    await withRules({}, async ({ run, sent }) => {
      const result = await run({ ...creation, 'api-key': smallWorldKeys.readOnly });
      expect(errorOf(result)).toMatch(/answered 403 .*Use an API key with the role "admin"/);
      expect(result.outputs).toEqual(EMPTY_OUTPUTS);
      expect(result.log).not.toContain('before you create it again');
      expect(sent().filter((line) => line.startsWith('POST'))).toHaveLength(1);
    });
  });
});

test.each([pull, creation, list])('a repository that is not there is told: %j', async (inputs) => {
  await withRules({}, async ({ run, sent }) => {
    const result = await run({ ...inputs, repository: 'acme/nowhere' });
    expect(errorOf(result)).toMatch(/The service knows no repository acme\/nowhere\.[^]*repository-id/);
    expect(result.outputs).toEqual(EMPTY_OUTPUTS);
    expect(sent().filter((line) => line.includes('/rules'))).toEqual([]);
  });
});

test('inputs that are not right are told all at once, before any request', async () => {
  await withRules({}, async ({ run, sent }) => {
    const result = await run({
      operation: 'pull',
      'request-id': 'x',
      'output-dir': '../x',
      'max-polls': '0',
      prune: 'maybe',
    });
    expect(errorOf(result)).toMatch(
      /^Scan Gate could not start: 4 inputs are wrong\.\nrequest-id is .*\nmax-polls is .*\nprune is .*\noutput-dir is /,
    );
    expect(result.outputs).toEqual(EMPTY_OUTPUTS);
    expect(sent()).toEqual([]);
  });
});

describe.each([
  ['a refusal', pull, '/public/v1/rules', 'WORDS'],
  ['a name that it does not know', { ...pull, repository: 'acme/nowhere' }, null, 'organizations'],
] as const)('what the service says in %s', (_, inputs, path, words) => {
  const toEvent = (repository: object) => ({ name: 'schedule', payload: { repository } });
  const closed = toEvent({ visibility: 'private', private: true });
  const effect = { kind: 'status', status: 400, body: { message: 'WORDS', type: 'INVALID', statusCode: 400 } } as const;
  type World = NonNullable<Parameters<typeof withRules>[0]['visibility']>;

  test.each<[string, World, { runAttempt: number; event?: typeof closed }, isShown: boolean, asked: number]>([
    ['is told, where the event says private', 'private', { runAttempt: 1, event: closed }, true, 0],
    ['is told, in a run that is started again', 'private', { runAttempt: 2, event: closed }, true, 1],
    ['is told, where the event does not say', 'internal', { runAttempt: 1 }, true, 1],
    // Controls.
    ['is kept back, where it became public since', 'public', { runAttempt: 2, event: closed }, false, 1],
    ['is kept back, where GitHub says public', 'public', { runAttempt: 1 }, false, 1],
  ])('%s', async (__, visibility, own, isShown, asked) => {
    await withRules({ visibility }, async (context) => {
      if (path !== null) context.faults.add({ path, effect });
      const result = await context.run(inputs, own);
      expect(errorOf(result).includes(words)).toBe(isShown);
      expect(result.requests.github).toHaveLength(asked);
    });
  });
});

describe('a service that fails', () => {
  const faulty: [string, Readonly<Record<string, string>>, string, RegExp][] = [
    ['the list of rules fails for ever', pull, 'GET /public/v1/rules status=500', /answered 500/],
    ['a rule without files', pull, 'GET /public/v1/rules/rule_known omit=ruleFiles', /ruleFiles/],
    ['a look is cut', creation, 'GET /public/v1/rules/requests/* truncate', /invalid response/],
    ['the new rule fails', creation, 'GET /public/v1/rules/rule_* status=500', /answered 500/],
    ['the list of requests is cut', list, 'GET /public/v1/rules/requests truncate', /invalid response/],
  ];

  test.each(faulty)('%s: red, nothing written', async (_, inputs, fault, message) => {
    await withRules({ faults: [fault] }, async ({ run }) => {
      const result = await run(inputs);
      expect(errorOf(result)).toMatch(message);
      expect(result.workspaceFiles).toEqual({});
      expect(result.outputs).toMatchObject({ files: '', changed: 'false' });
    });
  });

  test('what was pulled before stays when the next pull fails, also with prune', async () => {
    await withRules({}, async (context) => {
      const first = await context.run(pull);
      context.setRules({});
      context.faults.add({ path: '/public/v1/rules', effect: { kind: 'truncate' } });
      const second = await context.run({ ...pull, prune: 'true' });
      expect(second.conclusion).toBe('failure');
      expect(second.workspaceFiles).toEqual(first.workspaceFiles);
    });
  });
});
