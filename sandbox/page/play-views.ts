// Runs a scenario for a page: yields each step with what it changed.
import { playSteps, type Stage } from '../scenarios/play.ts';
import type { ScenarioWorld } from '../scenarios/scenario.ts';
import { takeView, type RunView, type StepState } from './view.ts';

/** Each step as it ends; a world without steps is one run. */
export async function* playViews(
  name: string,
  world: ScenarioWorld,
  stage: Stage,
): AsyncGenerator<RunView, void> {
  const { state } = stage.github;
  const bugs = (): StepState['bugs'] => structuredClone(stage.service.state.bugs);
  let before: StepState = { bugs: bugs(), files: {} };
  for await (const { step, result } of playSteps(stage, world)) {
    const after = { bugs: bugs(), files: result.workspaceFiles };
    const story = world.steps ? { story: { step, before, after } } : {};
    yield takeView({ name, world, result, state, ...story });
    before = after;
  }
}
