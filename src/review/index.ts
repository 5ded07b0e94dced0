// The door of the review action.
import { launch } from '../runner/launch.ts';
import { runReview } from './run.ts';

await launch((runner, signal) =>
  runReview(runner, signal, async (settings) => {
    // Evaluated only when the inputs are right: what speaks to the network is most of the start-up time.
    const { openWorld } = await import(/* webpackMode: "eager" */ '../world.ts');
    return openWorld(settings);
  }),
);
