// The entry point of the watch action.
import { createDependencies } from '../dependencies.ts';
import { launch } from '../runner/launch.ts';
import { runWatch } from './run.ts';

await launch((given) => runWatch(createDependencies(given)));
