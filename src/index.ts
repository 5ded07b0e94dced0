// The door of the gate.
import { startGate } from './gate/start.ts';
import { launch } from './runner/launch.ts';

await launch((runner, signal) =>
  startGate(runner, signal, async (start) => {
    // A file of its own, read when the inputs are right: reading it takes longer than the rest of the start.
    const { tellGate } = await import(/* webpackIgnore: true */ './gate/story.ts');
    await tellGate(start);
  }),
);
