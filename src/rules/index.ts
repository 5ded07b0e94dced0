// The entry point of the rules action.
import { createDependencies } from '../dependencies.ts';
import { launch } from '../runner/launch.ts';
import { runRules } from './run.ts';

await launch((given) => runRules(createDependencies(given)));
