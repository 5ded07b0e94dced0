// What GitHub says beside the verdict: whether the pull request changes this workflow, whose token it is, how old the run is.
import { NOT_YOURS } from '../../src/documents/causes/row.ts';
import { findKeylessOrigin, parseHome } from '../../src/github/event.ts';
import type { KeylessOrigin } from '../../src/judgement/cause.ts';
import { events } from '../harness/events.ts';
import { merge } from '../harness/examples.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { describe, expect, test } from '../jest.ts';
import { eventOf, headSha, payloadOf } from './fixtures.ts';
import { type HttpWords, toScenario } from './http-world.ts';

const DOWN = 'GET /public/v1/bugs?* status=503';

test.each<[string, HttpWords, isYours: boolean]>([
  ['changes this workflow', { files: ['.github/workflows/scan-gate.yml'] }, false],
  ['changes another workflow', { files: ['.github/workflows/other.yml'] }, true],
])('a pull request that %s', async (_, words, isYours) => {
  const { comment, outputs } = await runGateIn(await toScenario(words), { faults: [DOWN] });
  expect(outputs['reason']).toBe('service-error');
  expect([comment.includes(`**${NOT_YOURS}**`), comment.includes('<details open>')]).toEqual([isYours, !isYours]);
});

test.each<[string, string, again: boolean]>([
  ['of the workflow', 'github-actions[bot]', false],
  ['of an app', 'acme-gate[bot]', true],
])('where a token %s lacks a permission, its owner %s is told so, and a re-run helps: %s', async (_, login, again) => {
  const world = changeGitHub(await toScenario({ scans: ['old base'] }), ({ tokens }) => ({
    tokens: tokens.map(({ permissions, ...token }) => ({
      ...token,
      login,
      permissions: { ...permissions, contents: 'none' },
    })),
  }));
  const { summary, log, outputs } = await runGateIn(world, { inputs: { 'scan-match': 'exact, ancestor' } });
  expect(outputs['reason']).toBe('github-error');
  expect([summary, log].map((text) => /run the job again/iu.test(text))).toEqual([again, again]);
});

test.each<[string, attempt: number, days: number, again: boolean]>([
  ['the first attempt, of an event of long ago', 1, 31, true],
  ['a later attempt within thirty days', 2, 29, true],
  ['a later attempt after thirty days', 2, 31, false],
])('%s', async (_, runAttempt, days, again) => {
  const world = await toScenario({});
  const { event, github } = events.pull_request(world);
  const updated_at = new Date(Date.now() - days * 86_400_000).toISOString();
  const payload = merge(event.payload as Parameters<typeof merge>[0], { pull_request: { updated_at } });
  const run = await runGateIn(world, {
    ...{ event: { ...event, payload }, github: { ...github, runAttempt }, faults: [DOWN] },
  });
  expect(/run the job again/iu.test(run.comment)).toBe(again);
});

test('an event that says no time, or none that is one, has none', () => {
  const times = [
    {},
    { pull_request: { updated_at: 'soon' } },
    { pull_request: { updated_at: '2026-11-01T00:00:00Z' } },
  ];
  expect(times.map((payload) => parseHome(payload).updatedAt)).toEqual([null, null, Date.UTC(2026, 10, 1)]);
});

test.each<[string, string, reason: string, isTold: boolean]>([
  ['this one is stacked', '470 head parent', 'threshold-exceeded', true],
  ['nothing is shared', '470', 'within-threshold', false],
])('a bug of an open pull request on which %s', async (_, pull, reason, isTold) => {
  const world = await toScenario({ bugs: { repo: ['a at b.ts of 470'] }, pulls: [pull] });
  const run = await runGateIn(world, { inputs: { 'count-from': 'repository' } });
  expect(run.outputs['reason']).toBe(reason);
  expect([run.comment, run.log].map((text) => /pull request 470, which/u.test(text))).toEqual([isTold, isTold]);
});

test('half a character in a bug or in the event reaches no document, no file and no request', async () => {
  const world = changeService(await toScenario({ bugs: { full: ['a'] } }), ({ bugs }) => ({
    bugs: bugs.map((bug) => ({ ...bug, title: 'half \ud83d', summary: '\udc00 half', filePath: 'src/a\ud83d.ts' })),
  }));
  const { event, github } = events.pull_request(world);
  const payload = merge(event.payload as Parameters<typeof merge>[0], {
    pull_request: { base: { ref: 'half\ud83d' } },
  });
  const inputs = { 'report-file': 'report.json', 'sarif-file': 'log.sarif', annotations: 'check-run' };
  const run = await runGateIn(world, { event: { ...event, payload }, github, inputs });
  expect(run.outputs['reason']).toBe('threshold-exceeded');
  const { requests } = run.sandbox.github;
  const sent = requests.flatMap(({ url, body }) => [url, JSON.stringify(body)]);
  const texts = [run.log, run.summary, run.comment, ...Object.values(run.workspaceFiles), ...sent];
  // JSON writes half a character as an escape, URLs as one of three bytes.
  expect(texts.filter((text) => !text.isWellFormed() || /\\ud[89a-f]|%ED%[AB]/iu.test(text))).toEqual([]);
  expect(texts.join()).toContain('half \ufffd');
});

describe('a run has no key', () => {
  const fork = { id: 2, fork: true };
  const pull = (head: object, base: object = {}): ReturnType<typeof payloadOf> =>
    payloadOf('pull_request', {
      pull_request: { head: { sha: headSha, repo: head }, base: { repo: { id: 1 }, ...base } },
    });
  const [own, foreign] = [pull({ id: 1 }), pull(fork)];
  test.each<readonly [string, string, unknown, isDependabots: boolean, KeylessOrigin]>([
    ['because the secret is missing', 'pull_request', own, false, 'secret'],
    ['because it is of a fork', 'pull_request', foreign, false, 'fork'],
    ['because it is of a review in a fork', 'pull_request_review', foreign, false, 'fork'],
    ['though it is of a fork, because the secret is missing', 'pull_request_target', foreign, false, 'secret'],
    ...(['pull_request', 'push', 'create', 'pull_request_review', 'deployment', 'deployment_status'] as const).map(
      (name) => [`because Dependabot caused ${name}`, name, own, true, 'dependabot'] as const,
    ),
    // These have the secrets of the workflow, whoever caused them.
    ...(['issue_comment', 'workflow_run', 'pull_request_target', 'schedule'] as const).map(
      (name) => [`though Dependabot caused ${name}, because the secret is missing`, name, own, true, 'secret'] as const,
    ),
    [
      'because Dependabot stacked it on a branch of its own',
      ...(['pull_request_target', pull({ id: 1 }, { ref: 'dependabot/npm/undici' }), true, 'dependabot'] as const),
    ],
  ])('%s', (_, name, payload, isByDependabot, origin) => {
    expect(findKeylessOrigin(eventOf(name, payload, { isByDependabot }), true)).toBe(origin);
  });
});
