// The answer of the rules action to a service that refuses or fails, and to inputs that are not right.
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { describe, expect, test } from '../jest.ts';
import { errorOf, withRules } from './harness.ts';

const pull = { operation: 'pull' };
const create = { operation: 'create', description: 'x', 'poll-interval': '0' };
const list = { operation: 'list' };

const nothing = {
  'request-id': '',
  status: '',
  'rule-ids': '',
  rules: '[]',
  requests: '[]',
  files: '',
  changed: 'false',
};

describe('the key', () => {
  test.each([pull, create, list])('that is empty is told before any request: %j', async (inputs) => {
    await withRules({}, async ({ run, sent }) => {
      const result = await run({ ...inputs, 'api-key': '' });
      expect(errorOf(result)).toContain('api-key is empty');
      expect(result.outputs).toEqual(nothing);
      expect(sent()).toEqual([]);
    });
  });

  test('that may only read cannot create, and the error names the role', async () => {
    await withRules({}, async ({ run, sent }) => {
      const result = await run({ ...create, 'api-key': smallWorldKeys.readOnly });
      expect(errorOf(result)).toMatch(/answered 403 .*Use an API key with the role "admin"/);
      expect(result.outputs).toEqual(nothing);
      expect(result.log).not.toContain('before you create it again');
      expect(sent().filter((line) => line.startsWith('POST'))).toHaveLength(1);
    });
  });

  test('that may only read can pull and list', async () => {
    await withRules({}, async ({ run }) => {
      for (const inputs of [pull, list]) {
        const result = await run({ ...inputs, 'api-key': smallWorldKeys.readOnly });
        expect([result.conclusion, result.outputs['rule-ids']]).toEqual(['success', 'rule_known']);
      }
    });
  });

  test('that is not valid is told', async () => {
    await withRules({}, async ({ run }) => {
      const result = await run({ ...pull, 'api-key': 'svc_live_unknown' });
      expect(errorOf(result)).toMatch(/answered 401.*Check that the API key is valid/);
      expect(result.outputs).toEqual(nothing);
    });
  });
});

test.each([pull, create, list])('a repository that is not there is told: %j', async (inputs) => {
  await withRules({}, async ({ run, sent }) => {
    const result = await run({ ...inputs, repository: 'acme/nowhere' });
    expect(errorOf(result)).toMatch(/The service knows no repository acme\/nowhere\.[^]*repository-id/);
    expect(result.outputs).toEqual(nothing);
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
    expect(result.outputs).toEqual(nothing);
    expect(sent()).toEqual([]);
  });
});

describe('a service that fails', () => {
  const faulty: [string, Readonly<Record<string, string>>, string, RegExp][] = [
    ['the list of rules fails for ever', pull, 'GET /public/v1/rules status=500', /answered 500/],
    ['the list of rules is cut', pull, 'GET /public/v1/rules truncate', /invalid response/],
    ['a rule without files', pull, 'GET /public/v1/rules/rule_known omit=ruleFiles', /ruleFiles/],
    ['a file that is no text', pull, 'GET /public/v1/rules/rule_known set=ruleFiles value={"a":1}', /ruleFiles/],
    ['a page instead of an answer', pull, 'GET /public/v1/rules html', /invalid response/],
    ['an answer over all limits', pull, 'GET /public/v1/rules/rule_known oversize', /10485760/],
    ['a redirect', pull, 'GET /public/v1/rules redirect=http://127.0.0.1:1/', /redirect/i],
    ['a look is cut', create, 'GET /public/v1/rules/requests/* truncate', /invalid response/],
    ['the new rule fails', create, 'GET /public/v1/rules/rule_* status=500', /answered 500/],
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

  test.each<[Readonly<Record<string, string>>, string]>([
    [pull, 'GET /public/v1/rules/rule_known first=1 reset=before'],
    [create, 'GET /public/v1/rules/requests/* first=1 status=500'],
    [list, 'GET /public/v1/rules/requests first=1 status=502'],
  ])('once is asked again: %j, %s', async (inputs, fault) => {
    await withRules({ faults: [fault] }, async ({ run }) => {
      expect((await run(inputs)).conclusion).toBe('success');
    });
  });

  test('what was pulled before stays when the next pull fails, also with prune', async () => {
    await withRules({}, async (context) => {
      const first = await context.run(pull);
      context.service.state.change((data) => {
        data.rules = [];
      });
      context.faults.add({ path: '/public/v1/rules', effect: { kind: 'truncate' } });
      const second = await context.run({ ...pull, prune: 'true' });
      expect(second.conclusion).toBe('failure');
      expect(second.workspaceFiles).toEqual(first.workspaceFiles);
    });
  });
});
