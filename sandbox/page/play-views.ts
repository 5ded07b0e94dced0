// Runs a scenario for a page: yields each step with what it changed.
import { type LocalServices, playSteps, type PlayStepsOptions } from '../scenarios/play.ts';
import type { ScenarioWorld } from '../scenarios/scenario.ts';
import { type RunView, type StepState, takeView } from './view.ts';

/** Yields each step as it ends; a world without steps is one run. */
export async function* playViews(
  name: string,
  world: ScenarioWorld,
  { options, ...services }: LocalServices & { readonly options?: PlayStepsOptions },
): AsyncGenerator<RunView, void> {
  const { state } = services.github;
  const bugs = (): StepState['bugs'] => structuredClone(services.service.state.bugs);
  let before: StepState = { bugs: bugs(), files: {} };
  for await (const { step, result } of playSteps(services, world, options)) {
    const after = { bugs: bugs(), files: result.workspaceFiles };
    const finished = world.steps ? { finishedStep: { step, before, after } } : {};
    yield takeView({ name, world, result, state, ...finished });
    before = after;
  }
}
