// Tests of the secrets: whatever a server sends back, no document, log or output holds the key or the token.
import type { FaultRule } from '../../sandbox/faults.ts';
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

function statusRule(path: string, status: number, message: string): FaultRule {
  const body = { type: 'SERVICE_AUTHENTICATION_ERROR', message, statusCode: status };
  return { path, effect: { kind: 'status', status, body } };
}

/** Twelve characters of a secret are a leak already. */
function toPieces(secret: string): string {
  return `${secret.slice(0, 12)}\n${secret.slice(-12)}`;
}

const echoes: readonly (readonly [string, string])[] = [
  ['plain', `key ${apiKey} is not known`],
  ['in pieces', toPieces(apiKey)],
  ['split by zero-width characters', Array.from(apiKey).join('\u200b')],
  ['as hexadecimal bytes', Buffer.from(apiKey).toString('hex')],
  ['across the place where a long message is cut', `${'x'.repeat(280)}${apiKey}`],
];

describe('an invalid key', () => {
  it('is one clear error: 401, which endpoint, what to do', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await runWithKey(sandbox);
      expect(result.exitCode).toBe(1);
      expect(result.outputs).toMatchObject({ verdict: 'unverified', reason: 'unauthorized' });
      const [error, ...others] = result.annotations;
      expect(others).toEqual([]);
      expect(error?.level).toBe('error');
      expect(error?.message).toContain('the service refused the API key');
      expect(result.log).toMatch(/GET \/public\/v1\/repos answered 401/u);
      expect(result.log).toMatch(/Check that the API key is valid/u);
      expect(sandbox.service.requests).toHaveLength(1);
    }));

  it.each(echoes)('stays secret when the service echoes it %s', (_, message) =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await runWithKey(sandbox);
        expect(result.outputs['reason']).toBe('unauthorized');
        expect(result.log).toContain('401');
      },
      { faults: [statusRule('/public/v1/*', 401, message)] },
    ),
  );

  it.each(['type', 'resource'])('stays secret when the service echoes it as %s', (field) =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        await runWithKey(sandbox);
      },
      {
        faults: [
          {
            path: '/public/v1/*',
            effect: {
              kind: 'status',
              status: 403,
              body: { type: 'X', message: 'no', statusCode: 403, [field]: apiKey },
            },
          },
        ],
      },
    ),
  );
});

describe('a valid key', () => {
  it('stays secret when findings, scans and repositories hold it', () => {
    const world = changeService(failingWorld(), ({ bugs }) => ({
      keys: [apiKey],
      bugs: bugs.map((bug, at) => ({
        ...bug,
        title: at % 2 === 0 ? `Key ${apiKey} in the code` : toPieces(apiKey),
        summary: `${apiKey}\n${encodeURIComponent(apiKey)}\n${btoa(`x:${apiKey}`)}`,
        filePath: `src/${apiKey}.ts`,
        linkedIssues: [{ tracker: 'linear', issueId: apiKey, url: `https://x.example/${apiKey}` }],
        introducedIn: { sha: apiKey, date: '2026-11-20', author: apiKey },
      })),
    }));
    return withSandbox(world, async (sandbox) => {
      const result = await runWithKey(sandbox);
      expect(result.outputs['verdict']).toBe('failed');
      expect(sandbox.ownComments()[0]?.body).toContain('***');
    });
  });

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

  it.each([301, 308])('does not follow a redirect (%i)', (status) =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run({ inputs: { comment: 'never' } });
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'service-error']);
        expect(result.log).toMatch(/redirect to https:\/\/elsewhere\.example\b/u);
        expect(result.log).not.toContain('path');
        expect(sandbox.service.requests).toHaveLength(1);
      },
      {
        faults: [
          {
            path: '/public/v1/*',
            effect: { kind: 'redirect', status, location: 'https://elsewhere.example/path?k=v' },
          },
        ],
      },
    ),
  );
});

describe('the token of GitHub', () => {
  it('stays secret when GitHub echoes it', () => {
    const world = failingWorld();
    const message = `Bad token ${world.githubToken}, ${toPieces(world.githubToken)}`;
    return withSandbox(
      world,
      async (sandbox) => {
        let summary = '';
        const result = await sandbox.run({
          onSummary: (markdown) => {
            summary = markdown;
          },
        });
        expect(leaksOf([world.githubToken], result, [summary])).toEqual([]);
        expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
        expect(result.log).toContain('Bad token ***');
      },
      {
        faults: [{ path: '/repos/*', effect: { kind: 'status', status: 403, body: { message } } }],
      },
    );
  });
});
