// The entry point of the doctor action.
import { createDependencies } from '../dependencies.ts';
import { launch } from '../runner/launch.ts';
import { runDoctor } from './run.ts';

await launch((given) => runDoctor(createDependencies(given)));
