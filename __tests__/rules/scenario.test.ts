// The scenario `rules`: its three steps, played as the demo plays them.
import { expect, jest, test } from '@jest/globals';
import { renderPage } from '../../sandbox/page/page.ts';
import { playViews } from '../../sandbox/page/play-views.ts';
import type { RunView } from '../../sandbox/page/view.ts';
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

test('the page shows the files that a step has written, and only in the step that wrote them; no checks', async () => {
  const world = findScenario('rules').build(Date.now());
  const stage = await startStage({ world });
  const views: RunView[] = [];
  try {
    for await (const view of playViews('rules', world, stage)) views.push(view);
    const [pull] = stage.github.state.pulls;
    if (!pull) throw new Error('no pull request');
    expect(views.map(({ story }) => story?.files.length)).toEqual([3, 0, 0]);
    const page = await renderPage({ repository: 'acme/storefront', pull, views });
    expect(page.match(/<h2>In the checkout<\/h2>/g)).toHaveLength(1);
    expect(page).not.toContain('Merging is blocked');
    expect(page).not.toContain('Merge pull request');
    expect(page).toContain('every-statement-about-payment-methods-says/rule.txt</code>');
  } finally {
    await stage.close();
  }
});
