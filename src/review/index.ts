// The entry point of the review action.
import { createDependencies } from '../dependencies.ts';
import { launch } from '../runner/launch.ts';
import { runReview } from './run.ts';

await launch((given) => runReview(createDependencies(given)));
