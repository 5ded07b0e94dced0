// The door of the gate.
import { runGate } from './gate/run.ts';
import { launch } from './runner/launch.ts';

await launch((runner, signal) =>
  runGate(runner, signal, async (settings) => {
    // Evaluated only when the inputs are right: what speaks to the network is most of the start-up time.
    const { openWorld } = await import(/* webpackMode: "eager" */ './world.ts');
    return openWorld(settings);
  }),
);
