// The door of the gate.
import { startGate } from './gate/start.ts';
import { launch } from './runner/launch.ts';

await launch((runner, signal) =>
  startGate(runner, signal, async (start) => {
    // Evaluated only when the inputs are right: the network and its schemas are most of the start-up time.
    const { runGate } = await import(/* webpackMode: "eager" */ './gate/run.ts');
    const { openWorld } = await import(/* webpackMode: "eager" */ './world.ts');
    await runGate(start, (settings) => Promise.resolve(openWorld(settings)));
  }),
);
