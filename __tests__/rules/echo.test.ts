// The echo of what a rule request was made from: any texts, which make nothing unreadable.
import type { RuleRequestData, ServiceData } from '../../sandbox/service/data.ts';
import { describe, expect, test } from '../jest.ts';
import { create, list, withRules } from './harness.ts';

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
      const listed = await run(list);
      expect(listed.conclusion).toBe('success');
      expect(listed.outputs['requests']).toContain('"id":"rcr_odd"');
      const resumed = await run({ ...create, 'request-id': 'rcr_odd' });
      expect(resumed.conclusion).toBe('success');
      expect(resumed.outputs).toMatchObject({ status: 'complete', 'rule-ids': 'rule_known' });
    });
  });
});
