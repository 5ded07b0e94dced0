// The operation create: what is asked for, the waiting, the resuming, and that a request is sent once.
import type { Clock } from '../../src/net/clock.ts';
import { createTestClock } from '../harness/clock.ts';
import { describe, expect, test } from '../jest.ts';
import { create, errorOf, list, pull, withRules } from './harness.ts';

const POST = 'POST /public/v1/rules';
const LOOK = 'GET /public/v1/rules/requests/rcr_sandbox_2';

describe('what is asked for', () => {
  test.each<[string, Readonly<Record<string, string>>, object]>([
    [
      'everything',
      { description: 'x', 'bug-ids': 'bug_3', 'commit-shas': 'abc1234' },
      { description: 'x', bugIds: ['bug_3'], commitShas: ['abc1234'] },
    ],
    ['nothing, so that the service proposes', {}, {}],
  ])('%s', async (_, inputs, input) => {
    await withRules({}, async ({ run, service }) => {
      const result = await run({ ...create, ...inputs });
      const posts = service.requests.filter(({ method }) => method === 'POST');
      expect(posts.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ repo_id: 'repo_one', input }]);
      expect(result.conclusion).toBe('success');
      const made = service.state.requests.at(-1)?.results ?? [];
      expect(made.length).toBeGreaterThan(0);
      expect(result.outputs).toMatchObject({
        'request-id': 'rcr_sandbox_2',
        status: 'complete',
        'rule-ids': made.map(({ id }) => id).join(','),
        rules: JSON.stringify(made.map(({ id, ruleName }) => ({ id, name: ruleName }))),
        requests: '[]',
        changed: 'true',
      });
    });
  });

  test('an identifier of the repository skips the look-up', async () => {
    await withRules({}, async ({ run, sent }) => {
      await run({ ...create, 'repository-id': 'repo_two', description: 'x' });
      expect(sent()[0]).toBe(POST);
    });
  });
});

describe('the files of the new rules', () => {
  test('are written, those of other rules left alone', async () => {
    await withRules({}, async ({ run }) => {
      await run(pull);
      const result = await run({ ...create, description: 'No eval.', prune: 'true' });
      const id = 'rule_sandbox_2_1';
      expect(result.outputs['files']).toBe(`.scan-rules/${id}/no-eval/notes.txt\n.scan-rules/${id}/no-eval/rule.txt`);
      expect(Object.keys(result.workspaceFiles)).toEqual([
        '.scan-rules/manifest.json',
        '.scan-rules/rule_known/no-empty-catch/rule.txt',
        `.scan-rules/${id}/no-eval/notes.txt`,
        `.scan-rules/${id}/no-eval/rule.txt`,
      ]);
      expect(JSON.parse(result.workspaceFiles['.scan-rules/manifest.json'] ?? '')).toEqual({
        version: 1,
        rules: [
          { id: 'rule_known', name: 'no-empty-catch', files: ['rule_known/no-empty-catch/rule.txt'] },
          { id, name: 'no-eval', files: [`${id}/no-eval/notes.txt`, `${id}/no-eval/rule.txt`] },
        ],
      });
    });
  });
});

describe('waiting', () => {
  test('looks until the request is finished, and says so', async () => {
    await withRules({ looks: 4 }, async ({ run, sent }) => {
      const result = await run({ ...create, description: 'x' });
      expect(sent()).toEqual([
        'GET /public/v1/repos',
        POST,
        ...[LOOK, LOOK, LOOK, LOOK],
        'GET /public/v1/rules/rule_sandbox_2_1',
      ]);
      expect(result.log).toMatch(/Attempt 1 of 20: pending\.[^]*Attempt 4 of 20: complete\./);
    });
  });

  test('pauses between two looks, longer with each, up to ten seconds', async () => {
    await withRules({ looks: 7 }, async ({ run }) => {
      const clock = createTestClock();
      const waits: number[] = [];
      const wait: Clock['wait'] = async (ms, signal) => {
        waits.push(ms);
        await clock.wait(ms, signal);
      };
      await run({ ...create, 'poll-interval': '5s', description: 'x' }, { clock: { ...clock, wait } });
      expect(waits).toEqual([5_000, 6_000, 7_200, 8_640, 10_000, 10_000]);
    });
  });

  test('a request that failed is red, with its id', async () => {
    await withRules({ looks: 2 }, async ({ run, sent }) => {
      const result = await run({ ...create, description: 'x [fail]' });
      expect(errorOf(result)).toMatch(/rcr_sandbox_2 failed in the service/);
      expect(result.outputs).toMatchObject({
        'request-id': 'rcr_sandbox_2',
        status: 'failed',
        'rule-ids': '',
        files: '',
        changed: 'false',
      });
      expect(result.log).not.toContain('To resume');
      expect(sent().filter((line) => line === POST)).toHaveLength(1);
      expect(result.workspaceFiles).toEqual({});
    });
  });

  test('a request that is not finished in time is red, with its id and how to resume', async () => {
    await withRules({ looks: 10 }, async ({ run, sent }) => {
      const result = await run({ ...create, 'max-polls': '3', description: 'x' });
      expect(errorOf(result)).toMatch(
        /rcr_sandbox_2 is not finished after 3 polls.*raise max-polls or poll-interval \(max-polls is 3, poll-interval 0/,
      );
      expect(result.log).toContain('To resume: operation create with request-id rcr_sandbox_2.');
      expect(result.outputs).toMatchObject({ 'request-id': 'rcr_sandbox_2', status: 'pending', 'rule-ids': '' });
      expect(sent().filter((line) => line === LOOK)).toHaveLength(3);
    });
  });

  test('a look that fails for ever is red, with the id and how to resume', async () => {
    const faults = ['GET /public/v1/rules/requests/* from=2 status=404'];
    await withRules({ faults, looks: 9 }, async ({ run }) => {
      const result = await run({ ...create, description: 'x' });
      expect(errorOf(result)).toContain('GET /public/v1/rules/requests/{rcr_id} answered 404');
      expect(result.outputs).toMatchObject({ 'request-id': 'rcr_sandbox_2', status: 'pending' });
      expect(result.log).toContain('To resume: operation create with request-id rcr_sandbox_2.');
    });
  });
});

describe('resuming', () => {
  test('waits for the request as it is, and sends none', async () => {
    await withRules({ looks: 4 }, async ({ run, sent, service }) => {
      const first = await run({ ...create, 'max-polls': '1', description: 'No eval.' });
      const requestId = first.outputs['request-id'] ?? '';
      expect(first.conclusion).toBe('failure');
      sent();
      const second = await run({ ...create, 'request-id': requestId });
      expect(second.conclusion).toBe('success');
      expect(sent()).toEqual([LOOK, LOOK, LOOK, 'GET /public/v1/rules/rule_sandbox_2_1']);
      expect(second.log).toContain('Request rcr_sandbox_2 is resumed.');
      expect(second.outputs).toMatchObject({
        'request-id': requestId,
        status: 'complete',
        'rule-ids': 'rule_sandbox_2_1',
        changed: 'true',
      });
      expect(service.state.requests).toHaveLength(2);
    });
  });
});

test('a request that may have been received is never sent twice, and the operation list finds it', async () => {
  const faults = ['POST /public/v1/rules status=500 applied'];
  await withRules({ faults }, async ({ run, sent }) => {
    const lost = await run({ ...create, description: 'x' });
    expect(errorOf(lost)).toContain('POST /public/v1/rules');
    expect(lost.outputs).toMatchObject({ 'request-id': '', status: '', changed: 'false' });
    expect(lost.log).not.toContain('To resume');
    expect(lost.log).toContain('check with the operation list before you create it again');
    expect(sent().filter((line) => line === POST)).toEqual([POST]);
    const listed = await run(list);
    expect(listed.outputs['requests']).toMatch(/"id":"rcr_sandbox_2","status":"(?:pending|complete)"/);
  });
});
