// The story from end to end: a red gate, a comment, and a green gate, as the demo shows it.
import { describe, expect, it, jest } from '@jest/globals';
import { playViews } from '../../sandbox/page/play-views.ts';
import { renderPage } from '../../sandbox/page/page.ts';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import { playSteps, startStage, type PlayedStep } from '../../sandbox/scenarios/play.ts';

jest.setTimeout(60_000);

describe('the scenario review', () => {
  it('goes from red over a review to green', async () => {
    const world = findScenario('review').build(Date.now());
    const stage = await startStage({ world });
    const { state } = stage.github;
    const gateComments = (): readonly string[] =>
      state.comments.map(({ body }) => body).filter((body) => body.startsWith('<!-- scan-gate'));
    try {
      const story = playSteps(stage, world);
      const first = await next(story);
      expect(first.result.outputs).toMatchObject({ verdict: 'failed', 'gated-security': '1' });
      expect(first.result.conclusion).toBe('failure');
      expect(gateComments()).toEqual([expect.stringContaining('❌ Scan Gate failed')]);
      const [pending] = stage.service.state.bugs.filter(
        (bug) => bug.isSecurityVulnerability === true && !bug.review,
      );

      const second = await next(story);
      expect(second.result.outputs).toMatchObject({ reviewed: '1', rejected: '0' });
      expect(pending?.review).toMatchObject({
        state: 'dismissed',
        dismissalReason: 'not_a_bug',
        notes: `The egress proxy refuses private and link-local addresses. · By deniz-arslan in acme/storefront, pull request ${world.pullRequest}, at ${world.sha}.`,
      });
      expect(state.reactions.map(({ content }) => content)).toEqual(['rocket']);
      expect(state.runs[0]).toMatchObject({ attempt: 2, status: 'in_progress' });
      expect(gateComments()).toEqual([expect.stringContaining('❌ Scan Gate failed')]);

      const third = await next(story);
      expect(third.result.outputs).toMatchObject({ verdict: 'passed', 'gated-security': '0' });
      expect(third.result.conclusion).toBe('success');
      expect(gateComments()).toEqual([expect.stringContaining('✅ Scan Gate passed')]);
      expect(gateComments()[0]).toContain(' attempt=2 ');
      expect((await story.next()).done).toBe(true);
      expect(stage.github.violations).toEqual([]);
    } finally {
      await stage.close();
    }
  });

  it('is shown on the page: steps, reaction, reply, and what the service has stored', async () => {
    const world = findScenario('review').build(Date.now());
    const stage = await startStage({ world });
    const { state } = stage.github;
    try {
      const views = [];
      for await (const view of playViews('review', world, stage)) views.push(view);
      expect(views.map(({ story }) => [story?.job, story?.reviews.length])).toEqual([
        ['gate', 0],
        ['review', 1],
        ['gate', 0],
      ]);
      expect(views.map(({ checks }) => checks.map(({ conclusion }) => conclusion))).toEqual([
        ['failure'],
        ['in_progress'],
        ['success'],
      ]);
      const [pull] = state.pulls;
      if (!pull) throw new Error('no pull request');
      const page = await renderPage({ repository: 'acme/storefront', pull, views });
      for (const text of ['Step 3', '🚀', 'is now <b>dismissed</b>', 'not_a_bug', 'Runs again']) {
        expect(page).toContain(text);
      }
    } finally {
      await stage.close();
    }
  });
});

async function next(story: AsyncGenerator<PlayedStep, void>): Promise<PlayedStep> {
  const played = await story.next();
  if (played.done === true) throw new Error('the story has ended');
  return played.value;
}
