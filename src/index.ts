// The entry point of the gate.
import { createDependencies } from './dependencies.ts';
import { runGate } from './gate/run.ts';
import { launch } from './runner/launch.ts';

await launch((given) => runGate(createDependencies(given)));
