// The entry point of the recheck action.
import { createDependencies } from '../dependencies.ts';
import { launch } from '../runner/launch.ts';
import { runRecheck } from './run.ts';

await launch((given) => runRecheck(createDependencies(given)));
