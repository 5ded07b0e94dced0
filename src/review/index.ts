// The door of the review action.
import { launch } from '../runner/launch.ts';
import { startReview } from './start.ts';

await launch((runner, signal) =>
  startReview(runner, signal, async (start) => {
    // A file of its own, read when the inputs are right: reading it takes longer than the rest of the start.
    const { tellReview } = await import(/* webpackIgnore: true */ './story.ts');
    await tellReview(start);
  }),
);
