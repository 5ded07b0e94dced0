// Where the key goes: into one header to the service, and nowhere else. What servers say of it is hidden: see `hostile/`.
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { leaksOf } from '../harness/leaks.ts';
import { type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { changeService, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const apiKey = 'svc_test_a+b/c=d&e%f~g"h\\i';

/** Runs with the key that is awkward in every encoding; the run is searched for it, and so is the summary as written. */
async function runWithKey(sandbox: Sandbox): Promise<RunnerResult> {
  let summary = '';
  const onSummary = (markdown: string): void => {
    summary = markdown;
  };
  const result = await sandbox.run({ inputs: { 'api-key': apiKey }, onSummary });
  expect(summary).toMatch(/^### /u);
  expect(leaksOf([apiKey], result, [summary, sandbox.github.state.comments])).toEqual([]);
  return result;
}

describe('a valid key', () => {
  it('stays secret when answers that cannot be used hold it', () =>
    withSandbox(
      changeService(failingWorld(), () => ({ keys: [apiKey] })),
      async (sandbox) => {
        const result = await runWithKey(sandbox);
        expect(result.outputs['reason']).toBe('service-error');
      },
      { faults: [{ path: '/public/v1/bugs', effect: { kind: 'set', field: 'total', value: apiKey } }] },
    ));

  it('goes to the service alone, in one header', () =>
    withSandbox(
      changeService(failingWorld(), () => ({ keys: [apiKey] })),
      async (sandbox) => {
        await runWithKey(sandbox);
        for (const { headers } of sandbox.github.requests) {
          expect(JSON.stringify(headers)).not.toContain('svc_test');
          expect(headers.authorization).toBe(`token ${sandbox.world.githubToken}`);
        }
        for (const { headers, url, body } of sandbox.service.requests) {
          expect(headers.authorization).toBe(`Bearer ${apiKey}`);
          const others = { ...headers, authorization: undefined };
          expect(JSON.stringify([others, url, body])).not.toMatch(/svc_test|ghs_/u);
        }
      },
    ));
});
