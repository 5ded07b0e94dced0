// The door of the rules action.
import { launch } from '../runner/launch.ts';
import { startRules } from './start.ts';

await launch((runner, signal) =>
  startRules(runner, signal, async (start) => {
    // A file of its own, read when the inputs are right: reading it takes longer than the rest of the start.
    const { tellRules } = await import(/* webpackIgnore: true */ './story.ts');
    await tellRules(start);
  }),
);
