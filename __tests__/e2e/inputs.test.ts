// The rules of the inputs as the bundle keeps them: all faults in one message, and no request before all is right.
import { describe, expect, it, jest } from '@jest/globals';
import { allOutputs } from './outputs.ts';
import { withScene, type Scene } from './scene.ts';
import { failingWorld } from './worlds.ts';

jest.setTimeout(60_000);

async function refuse(scene: Scene, inputs: Readonly<Record<string, string>>): Promise<string> {
  const result = await scene.run({ inputs });
  expect(result.exitCode).toBe(1);
  expect(result.outputs).toEqual(allOutputs({ verdict: 'unverified', reason: 'invalid-input' }));
  expect([...scene.service.requests, ...scene.github.requests]).toEqual([]);
  const [error, ...others] = result.annotations;
  expect(others).toEqual([]);
  expect(error?.level).toBe('error');
  return error?.message ?? '';
}

describe('inputs', () => {
  it.concurrent(
    'three that are wrong at once are named in one message, with what was given and what is allowed',
    () =>
      withScene(failingWorld(), async (scene) => {
        const message = await refuse(scene, {
          'max-bugs': '-1',
          'wait-timeout': '10 minutes',
          comment: 'sometimes',
        });
        expect(message).toMatch(/max-bugs.*"-1".*off/u);
        expect(message).toMatch(/wait-timeout.*"10 minutes".*10m/u);
        expect(message).toMatch(/comment.*"sometimes".*always.*on-findings.*on-failure.*never/u);
      }),
  );

  it.concurrent('all that are wrong are named, a secret without its value', () =>
    withScene(failingWorld(), async (scene) => {
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
      const message = await refuse(scene, wrong);
      for (const name of Object.keys(wrong)) expect(message).toMatch(new RegExp(`\\b${name}\\b`));
      expect(message).not.toMatch(/hunter2|two words/u);
    }),
  );

  it.concurrent('a required one that is missing is named', () =>
    withScene(failingWorld(), async (scene) => {
      expect(await refuse(scene, { 'api-url': '' })).toMatch(/api-url.*nothing/u);
    }),
  );

  it.concurrent('an address that is neither https nor loopback is refused', () =>
    withScene(failingWorld(), async (scene) => {
      expect(await refuse(scene, { 'api-url': 'http://bugs.example.com' })).toMatch(/https/u);
    }),
  );

  it.concurrent('text with commands in it is quoted in the message and gives none', () =>
    withScene(failingWorld(), async (scene) => {
      const message = await refuse(scene, {
        mode: 'x\n::set-output name=a::b\n##[add-mask]c\r::stop-commands::d',
      });
      expect(message).toContain('mode');
      expect(message).not.toMatch(/[\r\u2028]|^::|##\[/mu);
    }),
  );

  it.concurrent(
    'white space around a value does not matter, nor an empty one that has a default',
    () =>
      withScene(failingWorld(), async (scene) => {
        const { exitCode, outputs } = await scene.run({
          inputs: {
            'api-url': ` ${scene.service.url}/ \n`,
            'api-key': `\n ${scene.world.apiKey}\t`,
            'max-security-bugs': ' 4 ',
            mode: '',
            'scan-match': '  ',
            'poll-interval': '',
          },
        });
        expect([exitCode, outputs['verdict']]).toEqual([0, 'passed']);
      }),
  );
});
