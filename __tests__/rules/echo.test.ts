// The echo of what a rule request was made from: any texts, which make nothing unreadable; and the long wait for a rule.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import type { RuleRequestData, ServiceData } from '../../sandbox/service/data.ts';
import { describe, expect, test } from '../jest.ts';
import { withRules } from './harness.ts';

const fast = { operation: 'create', 'poll-interval': '0' };

/** One more request of the repository, older than the others, with this input. */
function withInput(input: RuleRequestData['input']): (data: ServiceData) => void {
  return ({ ruleRequests, rules }) => {
    const results = [{ id: 'rule_known', ruleName: 'no-empty-catch' }];
    const [rule] = rules;
    if (rule?.id !== 'rule_known') throw new Error('the small world has another rule');
    ruleRequests.push({
      id: 'rcr_odd',
      status: 'complete',
      input,
      createdAt: 1,
      completedAt: 2,
      results,
      repoId: 'repo_one',
    });
  };
}

describe('the input of a request that comes back', () => {
  test.each<[what: string, input: RuleRequestData['input']]>([
    [
      'what is no identifier',
      { commitShas: ['main'], bugIds: ['', ' bug_2', 'BUG-2', 'https://x.example/bug_2', '\u0000'] },
    ],
    ['a description of any form', { description: '\u0000\n<b>', bugIds: [], commitShas: [] }],
    ['nothing', {}],
  ])('may hold %s', async (_, input) => {
    await withRules({ change: withInput(input) }, async ({ run }) => {
      const listed = await run({ operation: 'list' });
      expect(listed.conclusion).toBe('success');
      expect(listed.outputs['requests']).toContain('"id":"rcr_odd"');
      const resumed = await run({ ...fast, 'request-id': 'rcr_odd' });
      expect(resumed.conclusion).toBe('success');
      expect(resumed.outputs).toMatchObject({ status: 'complete', 'rule-ids': 'rule_known' });
    });
  });
});

describe('a rule that takes long', () => {
  test('the recipe of the README waits for more than an hour, and its job has the time', async () => {
    const readme = await readFile(join(import.meta.dirname, '../../rules/README.md'), 'utf8');
    const samples = [...readme.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
    const shape = v.object({
      jobs: v.object({
        create: v.object({
          'timeout-minutes': v.number(),
          steps: v.array(v.object({ with: v.optional(v.record(v.string(), v.unknown()), {}) })),
        }),
      }),
    });
    const jobs = samples
      .map((text) => v.safeParse(shape, parse(text)))
      .flatMap(({ success, output }) => (success ? [output.jobs.create] : []));
    const waits = jobs.flatMap((job) =>
      job.steps
        .filter((step) => step.with['max-polls'] !== undefined)
        .map((step) => ({
          timeoutS: job['timeout-minutes'] * 60,
          polls: Number(step.with['max-polls']),
          pauseS: Number(/^(\d+)s$/.exec(String(step.with['poll-interval']))?.[1]),
        })),
    );
    expect(waits).toHaveLength(1);
    for (const { timeoutS, polls, pauseS } of waits) {
      const pauses = Array.from({ length: polls - 1 }, (_, at) => pauseS * Math.min(2, 1.2 ** at));
      const total = pauses.reduce((sum, each) => sum + each, 0);
      expect(total).toBeGreaterThan(3_600);
      expect(timeoutS).toBeGreaterThan(total + 300);
      expect(timeoutS).toBeGreaterThan(polls * pauseS * 2 + 300);
    }
  });
});
