// The rules of the target: which commit is judged, and which pull request hears of it.
import { describe, expect, it, jest } from '@jest/globals';
import { commitSha } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { exampleEvent } from './happening.ts';
import { allOutputs } from '../harness/outputs.ts';
import { withSandbox, type Sandbox } from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld } from '../harness/worlds.ts';

jest.setTimeout(60_000);

const { headSha, baseSha, mergeSha } = storefront;
const groupSha = commitSha('of the merge queue');

/** The world in which GitHub knows one more commit. */
function withCommit(world: ScenarioWorld, sha: string): ScenarioWorld {
  return changeGitHub(world, ({ commits }) => ({
    commits: [...commits, ...commits.slice(-1).map((commit) => ({ ...commit, sha }))],
  }));
}

/** What was sent to either server, as one text. */
function sent({ service, github }: Sandbox): string {
  return [...service.requests, ...github.requests]
    .map(({ method, url, body }) => `${method} ${url} ${body}`)
    .join('\n');
}

describe('a pull request', () => {
  it.each(['pull_request', 'pull_request_target'])(
    'is judged by its head (%s); the merge commit of GITHUB_SHA is never asked for',
    (name) => {
      const world = failingWorld();
      return withSandbox(world, async (sandbox) => {
        const result = await sandbox.run({ event: { ...world.event, name } });
        expect(result.outputs).toMatchObject({ verdict: 'failed', 'scan-sha': headSha });
        expect(sent(sandbox)).not.toContain(mergeSha);
        expect(result.stdout).not.toContain(mergeSha.slice(0, 7));
      });
    },
  );

  it('whose event names no head is not judged by the merge commit instead', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const event = { name: 'pull_request', payload: { pull_request: { number: 482 } } };
      const result = await sandbox.run({ event });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'unverified']);
      expect(sandbox.service.requests).toEqual([]);
    }));

  it('is judged by the commit that the input sha names, in any case', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const { outputs } = await sandbox.run({ inputs: { sha: baseSha.toUpperCase() } });
      expect(outputs).toMatchObject({ 'scan-sha': baseSha, 'scan-match': 'exact' });
    }));
});

describe('a push', () => {
  const push = (parts: object) => exampleEvent('push', { deleted: false, ...parts });

  it('is judged by its new tip, and reported on the open pull request with that head', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const { outputs } = await sandbox.run({
        event: push({ after: headSha }),
        github: { sha: headSha, ref: 'refs/heads/saved-payment-methods' },
      });
      expect(outputs).toMatchObject({ verdict: 'failed', 'scan-sha': headSha });
      expect(outputs['comment-url']).toContain('/pull/482#issuecomment-');
    }));

  it('to a commit without an open pull request is judged without a comment', () => {
    const world = changeService(failingWorld(), ({ scans, bugs }) => {
      const scan = scans.find(({ commitSha }) => commitSha === baseSha);
      return { surfaced: { [scan?.workflowRequestId ?? '']: bugs.map(({ id }) => id) } };
    });
    return withSandbox(world, async (sandbox) => {
      const { outputs, summary } = await sandbox.run({
        event: push({ after: baseSha }),
        github: { sha: baseSha, ref: 'refs/heads/main' },
      });
      expect(outputs).toMatchObject({ 'scan-sha': baseSha, 'comment-url': '' });
      expect(outputs['verdict']).not.toBe('unverified');
      expect(sandbox.ownComments()).toEqual([]);
      expect(summary).not.toBe('');
    });
  });

  it('that deletes a branch is skipped with a notice: green, and no request', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const result = await sandbox.run({
        event: push({ after: '0'.repeat(40), deleted: true }),
        github: { sha: baseSha, ref: 'refs/heads/main' },
      });
      expect(result.exitCode).toBe(0);
      expect(result.outputs).toEqual(
        allOutputs({ verdict: 'skipped', reason: 'nothing-to-judge' }),
      );
      expect(result.annotations.map(({ level }) => level)).toEqual(['notice']);
      expect(sent(sandbox)).toBe('');
    }));
});

describe('other events', () => {
  it('a merge group is judged by the head of its pull request, without a comment', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const event = exampleEvent('merge_group', {
        merge_group: {
          head_sha: mergeSha,
          head_ref: `refs/heads/gh-readonly-queue/main/pr-482-${baseSha}`,
        },
      });
      const { outputs } = await sandbox.run({ event, github: { sha: mergeSha } });
      expect(outputs).toMatchObject({
        verdict: 'failed',
        'scan-sha': headSha,
        'scan-match': 'exact',
        'comment-url': '',
      });
      expect(sandbox.ownComments()).toEqual([]);
      expect(sent(sandbox)).not.toContain(mergeSha);
    }));

  it('a merge group whose pull request cannot be read is github-error', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const event = exampleEvent('merge_group', {
          merge_group: {
            head_sha: mergeSha,
            head_ref: `refs/heads/gh-readonly-queue/main/pr-482-${baseSha}`,
          },
        });
        const result = await sandbox.run({ event, github: { sha: mergeSha } });
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'github-error']);
        expect(sandbox.service.requests).toEqual([]);
      },
      { faults: ['GET /repos/acme/storefront/pulls/482 status=404'] },
    ));

  const readable = `refs/heads/gh-readonly-queue/main/pr-482-${baseSha}`;
  it.each([
    ['whose pull request cannot be read', readable, {}, 1, 'github-error', 'failure'],
    [
      'whose pull request cannot be read, on-unverified: warn',
      readable,
      { 'on-unverified': 'warn' },
      0,
      'github-error',
      'neutral',
    ],
    ['that names no pull request', 'refs/heads/main', {}, 1, 'github-error', 'failure'],
    [
      'without a key, whatever on-unverified says',
      readable,
      { 'on-unverified': 'warn', 'api-key': '' },
      1,
      'no-credentials',
      'failure',
    ],
  ])(
    'a merge group %s gets its check run and its report: it would wait for ever',
    (_, headRef, inputs, exitCode, reason, conclusion) =>
      withSandbox(
        withCommit(failingWorld(), groupSha),
        async (sandbox) => {
          const group = { head_sha: groupSha, head_ref: headRef };
          const result = await sandbox.run({
            event: exampleEvent('merge_group', { merge_group: group }),
            github: { sha: groupSha },
            inputs: { annotations: 'check-run', 'report-file': 'report.json', ...inputs },
          });
          expect([result.exitCode, result.outputs['reason']]).toEqual([exitCode, reason]);
          const [run, ...others] = sandbox.github.state.checkRuns;
          expect([run?.conclusion, run?.headSha, others]).toEqual([conclusion, groupSha, []]);
          expect(result.outputs['check-run-url']).toContain(String(run?.id));
          const report = JSON.parse(result.workspaceFiles['report.json'] ?? '') as unknown;
          expect(report).toMatchObject({ reason });
          expect(result.outputs['report-file']).toBe('report.json');
          expect([sandbox.service.requests, sandbox.ownComments()]).toEqual([[], []]);
        },
        { faults: ['GET /repos/acme/storefront/pulls/482 status=404'] },
      ),
  );

  it('a workflow run is judged by its head commit', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const event = exampleEvent('workflow_run', { workflow_run: { head_sha: headSha } });
      const { outputs } = await sandbox.run({ event, github: { sha: baseSha } });
      expect(outputs).toMatchObject({ verdict: 'failed', 'scan-sha': headSha });
      expect(outputs['comment-url']).toContain('/pull/482#');
    }));

  it('a comment on a pull request is judged by the head that GitHub tells', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const event = exampleEvent('issue_comment', { issue: { number: 482, pull_request: {} } });
      const { outputs } = await sandbox.run({ event, github: { sha: baseSha } });
      expect(outputs).toMatchObject({ verdict: 'failed', 'scan-sha': headSha });
      expect(outputs['comment-url']).toContain('/pull/482#');
    }));

  it('everything else is judged by GITHUB_SHA', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const event = { name: 'workflow_dispatch', payload: { inputs: null } };
      const { outputs } = await sandbox.run({ event, github: { sha: headSha } });
      expect(outputs).toMatchObject({ verdict: 'failed', 'scan-sha': headSha, 'comment-url': '' });
    }));

  it('the input pr-number names the pull request to report on', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const event = { name: 'workflow_dispatch', payload: { inputs: null } };
      const { outputs } = await sandbox.run({
        event,
        inputs: { 'pr-number': '482' },
        github: { sha: headSha },
      });
      expect(outputs['comment-url']).toContain('/pull/482#');
    }));

  it('gate-on without a pull request counts all, with a notice', () =>
    withSandbox(failingWorld(), async (sandbox) => {
      const event = { name: 'workflow_dispatch', payload: { inputs: null } };
      const result = await sandbox.run({
        event,
        inputs: { 'gate-on': 'introduced' },
        github: { sha: headSha },
      });
      expect(result.outputs).toMatchObject({ gated: '24', 'gated-security': '4' });
      expect(result.log).toContain('There is no pull request, so gate-on counts all findings.');
    }));
});

it('a closed pull request with the pushed head is not reported on', () =>
  withSandbox(
    changeGitHub(failingWorld(), ({ pulls }) => ({
      pulls: pulls.map((pull) => ({ ...pull, state: 'closed' as const })),
    })),
    async (sandbox) => {
      const event = exampleEvent('push', { deleted: false, after: headSha });
      const { outputs } = await sandbox.run({ event, github: { sha: headSha } });
      expect(outputs).toMatchObject({ verdict: 'failed', 'comment-url': '' });
      expect(sandbox.ownComments()).toEqual([]);
    },
  ));
