// Owns the rule that key and token stay secret when each side says them back: in every text field, in every refusal.
import { describe, expect, it, jest } from '@jest/globals';
import type { FaultInjector } from '../../sandbox/http.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { preload } from '../e2e/preload.ts';
import { createHostileAnswers, toOperation, type Field } from '../hostile/answers.ts';
import { onStage, type Play, type Played } from '../hostile/play.ts';
import { gateRuns, rerunRun, rulesRun, type Run } from '../hostile/plays.ts';
import { deciding } from '../hostile/words.ts';
import { fullWorld } from '../hostile/worlds.ts';

jest.setTimeout(120_000);

const apiKey = 'svc_test_a+b/c=d&e%f~g"h\\iJ-k<l>M';

/** What a secret may look like when it comes back. */
const forms: readonly ((secret: string) => string)[] = [
  (secret) => `the key ${secret} is not known`,
  (secret) => encodeURIComponent(secret),
  (secret) => `/login?key=${encodeURIComponent(encodeURIComponent(secret))}&x=1`,
  (secret) => JSON.stringify({ key: secret }),
  (secret) => JSON.stringify(JSON.stringify({ key: secret })),
  (secret) => Array.from(secret).join('\n'),
  (secret) => Array.from(secret).join('\r\n  '),
  (secret) => Array.from(secret).join('\u200b'),
  (secret) => Array.from(secret).join('\u{e0041}'),
  (secret) => secret.replace(/\W|_/gu, '\\$&'),
  (secret) => secret.replace(/[&<>"]/gu, (sign) => `&#${sign.charCodeAt(0)};`),
  (secret) => secret.toUpperCase(),
  (secret) => Buffer.from(secret).toString('hex'),
  (secret) => `Authorization: Basic ${btoa(`x:${secret}`)}`,
  (secret) => btoa(`Bearer ${secret}`),
  (secret) => `${'x'.repeat(110)}${secret}`,
  (secret) => `${'x'.repeat(190)}${secret}`,
  (secret) => `${'x'.repeat(990)}${secret}`,
  (secret) => `${'y'.repeat(1_990)} ${secret}`,
  (secret) => `<b>${secret}</b> @${secret} \`${secret}\` [${secret}](https://${secret})`,
];

const formAt = (secret: string, at: number): string => forms[at % forms.length]?.(secret) ?? '';

/** A path of the service says its secret, one of GitHub's the token. */
function secretOf(path: string, world: ScenarioWorld): string {
  return path.includes('/public/v1/') ? apiKey : world.githubToken;
}

function worldWithKey(): ScenarioWorld {
  const world = fullWorld(forms.length + 10);
  return { ...world, apiKey, service: { ...world.service, keys: [apiKey] } };
}

/** The runner hides secrets in the summary that it keeps; this keeps what the action wrote, in the workspace. */
const keepSummary = preload(`
  import { copyFileSync } from 'node:fs';
  const { GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE } = process.env;
  process.on('exit', () => copyFileSync(GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE + '/summary.md'));
`);

/** Leaks, and requests that hold what is not theirs. */
function leaksIn(played: readonly Played[], world: ScenarioWorld): readonly string[] {
  return played.flatMap(({ faults, requests }) => [
    ...faults,
    ...requests
      .filter(({ headers, url }) => {
        const mine = url.startsWith('/public/') ? `Bearer ${apiKey}` : `token ${world.githubToken}`;
        const { authorization, ...others } = headers;
        return authorization !== mine || /svc_test_a|ghs_/u.test(JSON.stringify([url, others]));
      })
      .map(({ method, url }) => `${method} ${url} holds what it should not`),
  ]);
}

const runs: readonly (readonly [string, Run])[] = [
  ...Object.entries(gateRuns),
  ['review and its reply', rerunRun],
  ['rules, their files and outputs', rulesRun],
];

describe('what a side says back in every text field stays secret:', () => {
  it.concurrent.each(runs)('%s', async (_, run) => {
    const world = worldWithKey();
    const said = new Set<Field>();
    const answers = createHostileAnswers({
      replaces: (field) => !deciding.has(field),
      textFor: (field, count) => {
        said.add(field);
        return formAt(secretOf(field, world), count + field.length);
      },
      headers: { 'x-github-request-id': world.githubToken, 'x-key': encodeURIComponent(apiKey) },
    });
    const withSummary: Run = (played, injector) => run(played, injector, keepSummary);
    expect(leaksIn(await withSummary(world, answers), world)).toEqual([]);
    expect(said.size).toBeGreaterThan(10);
  });
});

/** Refuses nearly all of one side, with the secret in every field, in one form. */
function refusing(
  world: ScenarioWorld,
  { at, status, side }: { at: number; status: number; side: 'service' | 'github' },
): FaultInjector & { readonly met: () => number } {
  let met = 0;
  return {
    met: () => met,
    intercept: ({ method, path }, { response }) => {
      const operation = toOperation(method, path);
      const isService = operation.includes(' /public/v1/');
      // Where GitHub refuses everything there is no comment to look into.
      const isLeft = /POST .*\/(?:comments|check-runs)$|GET .*\/comments$/u.test(operation);
      if (isService !== (side === 'service') || isLeft) return Promise.resolve(false);
      met += 1;
      const text = formAt(secretOf(path, world), at);
      const other = formAt(secretOf(path, world), at + 1);
      const body = {
        ...{ type: other, message: text, statusCode: status, requiredRole: other, resource: other },
        ...{
          details: { [text]: [text] },
          documentation_url: text,
          errors: [{ message: text }, text],
        },
      };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
      return Promise.resolve(true);
    },
  };
}

const statuses = [400, 401, 403, 404, 422];
/** Every form of the service's refusals, two at a time; GitHub has one text that is shown. */
const refusals = forms.flatMap((_, at) => {
  const status = statuses[at % statuses.length] ?? 400;
  const github = ['github', at, status, at === 5 ? 2 : 0] as const;
  return at % 2 === 0 ? [['service', at, status, at % 3] as const, github] : [github];
});
const actions = [gateRuns['the gate with a check run'], rulesRun, rerunRun] as const;

function toAction(run: number): Run {
  const action = actions[run];
  if (action === undefined) throw new Error(`there is no action ${run}`);
  return action;
}

describe('what a side says back when it refuses stays secret:', () => {
  it.concurrent.each(refusals)('%s, form %i with %i, run %i', async (side, at, status, run) => {
    const world = worldWithKey();
    const refused = refusing(world, { at, status, side });
    expect(leaksIn(await toAction(run)(world, refused, keepSummary), world)).toEqual([]);
    expect(refused.met()).toBeGreaterThan(0);
  });

  it.concurrent.each([
    ['text that is no JSON', 200, 'text/plain'],
    ['a page of HTML', 502, 'text/html'],
    ['a type of content', 200, `text/${encodeURIComponent(apiKey)}`],
  ])('%s', async (_, status, type) => {
    const world = worldWithKey();
    const answers: FaultInjector = {
      intercept: ({ path }, { response }) => {
        if (!path.startsWith('/public/')) return Promise.resolve(false);
        response.writeHead(status, { 'content-type': type, 'retry-after': '0' });
        response.end(forms.map((form) => form(apiKey)).join('\n'));
        return Promise.resolve(true);
      },
    };
    for (const run of actions) {
      expect(leaksIn(await run(world, answers, keepSummary), world)).toEqual([]);
    }
  });
});

/** A defect: what every number is held against throws, with both secrets in its message and in its stack. */
const broken = preload(`
  Number.isSafeInteger = function check() {
    const secrets = [process.env['INPUT_API-KEY'], process.env['INPUT_GITHUB-TOKEN']];
    const forms = (s) => [s, encodeURIComponent(s), btoa(s), JSON.stringify(s), [...s].join('\\n')];
    throw new Error(secrets.flatMap(forms).join(' and '));
  };
`);

describe('the trace of a defect holds no secret:', () => {
  it.concurrent.each<Play['action']>(['gate', 'review', 'rules'])('of the %s', async (action) => {
    const world = worldWithKey();
    const untouched: FaultInjector = { intercept: () => Promise.resolve(false) };
    const { result, faults } = await onStage(world, untouched, (play) => {
      const inputs = action === 'rules' ? { operation: 'list' } : {};
      return play({ action, inputs, env: broken });
    });
    expect(result.log).toMatch(/defect of its own[^]*\*\*\* and \*\*\*[^]*at .*check/u);
    expect(faults.filter((fault) => !fault.startsWith('a defect'))).toEqual([]);
    expect(result.conclusion).toBe('failure');
  });
});
