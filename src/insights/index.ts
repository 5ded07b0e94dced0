// The entry point of the insights action.
import { createDependencies } from '../dependencies.ts';
import { launch } from '../runner/launch.ts';
import { runInsights } from './run.ts';

await launch((given) => runInsights(createDependencies(given)));
