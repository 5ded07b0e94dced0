// Owns the scenario `rules`: its three steps, played as the demo plays them.
import { expect, jest, test } from '@jest/globals';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import { playSteps, startStage } from '../../sandbox/scenarios/play.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';

jest.setTimeout(60_000);

test('a rule is created, pulled again without a change, and listed', async () => {
  const world = findScenario('rules').build(Date.now());
  const stage = await startStage({ world });
  const results: RunnerResult[] = [];
  try {
    for await (const { result } of playSteps(stage, world)) results.push(result);
  } finally {
    await stage.close();
  }
  expect(results.map(({ conclusion }) => conclusion)).toEqual(['success', 'success', 'success']);
  const [created, pulled, listed] = results;
  expect(created?.outputs).toMatchObject({ status: 'complete', changed: 'true' });
  expect(pulled?.outputs).toMatchObject({
    changed: 'false',
    'rule-ids': created?.outputs['rule-ids'],
    files: created?.outputs['files'],
  });
  expect(pulled?.workspaceFiles).toEqual(created?.workspaceFiles);
  expect(listed?.outputs['requests']).toMatch(/"status":"complete"[^]*"status":"failed"/);
  const rule = Object.entries(created?.workspaceFiles ?? {}).find(([path]) =>
    path.endsWith('/rule.txt'),
  );
  expect(rule?.[1].match(/^example bug: bug_\w+$/gm)).toHaveLength(2);
});
