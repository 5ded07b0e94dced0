// The rules of the inputs as the bundle keeps them: all faults in one message, and no request before all is right.
import { describe, expect, it, jest } from '@jest/globals';
import { allOutputs } from '../harness/outputs.ts';
import { withSandbox, type Sandbox } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';

jest.setTimeout(60_000);

async function refuse(sandbox: Sandbox, inputs: Readonly<Record<string, string>>): Promise<string> {
  const result = await sandbox.run({ inputs });
  expect(result.exitCode).toBe(1);
  expect(result.outputs).toEqual(allOutputs({ verdict: 'unverified', reason: 'invalid-input' }));
  expect([...sandbox.service.requests, ...sandbox.github.requests]).toEqual([]);
  const [error, ...others] = result.annotations;
  expect(others).toEqual([]);
  expect(error?.level).toBe('error');
  return error?.message ?? '';
}

describe('inputs', () => {
  it('three that are wrong at once are named in one message, with what was given and what is allowed', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const message = await refuse(sandbox, {
        'max-bugs': '-1',
        'wait-timeout': '10 minutes',
        comment: 'sometimes',
      });
      expect(message).toMatch(/max-bugs.*"-1".*off/u);
      expect(message).toMatch(/wait-timeout.*"10 minutes".*10m/u);
      expect(message).toMatch(/comment.*"sometimes".*always.*on-findings.*on-failure.*never/u);
    }));

  it('all that are wrong are named, a secret without its value', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const wrong = {
        'api-url': 'http://user:hunter2@bugs.example.com/?a=b',
        'api-key': 'two words that are secret',
        repository: 'storefront',
        'repository-id': 'acme/storefront',
        sha: 'main',
        'pr-number': '#482',
        'scan-match': 'exact, newest',
        'max-scan-age': '1 week',
        'wait-for-scan': 'yes',
        'poll-interval': '10',
        'count-from': 'bugs',
        'gate-on': 'all, touched',
        'max-security-bugs': '1.5',
        unclassified: 'maybe',
        mode: 'strict',
        'on-unverified': 'pass',
        annotations: 'all',
        'max-annotations': 'many',
        'max-listed': '-5',
        disclosure: 'none',
        'bug-url': 'https://app.example.com/bugs',
      };
      const message = await refuse(sandbox, wrong);
      for (const name of Object.keys(wrong)) expect(message).toMatch(new RegExp(`\\b${name}\\b`));
      expect(message).not.toMatch(/hunter2|two words/u);
    }));

  it('a required one that is missing is named', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      expect(await refuse(sandbox, { 'api-url': '' })).toMatch(/api-url.*nothing/u);
    }));

  it('an address that is neither https nor loopback is refused', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      expect(await refuse(sandbox, { 'api-url': 'http://bugs.example.com' })).toMatch(/https/u);
    }));

  it('text with commands in it is quoted in the message and gives none', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const message = await refuse(sandbox, {
        mode: 'x\n::set-output name=a::b\n##[add-mask]c\r::stop-commands::d',
      });
      expect(message).toContain('mode');
      expect(message).not.toMatch(/[\r\u2028]|^::|##\[/mu);
    }));

  it('white space around a value does not matter, nor an empty one that has a default', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const { exitCode, outputs } = await sandbox.run({
        inputs: {
          'api-url': ` ${sandbox.service.url}/ \n`,
          'api-key': `\n ${sandbox.world.apiKey}\t`,
          'max-security-bugs': ' 4 ',
          mode: '',
          'scan-match': '  ',
          'poll-interval': '',
        },
      });
      expect([exitCode, outputs['verdict']]).toEqual([0, 'passed']);
    }));
});
