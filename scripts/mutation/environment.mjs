// Jest's environment for mutation testing: skips what follows the first test of a file that fails.
import { TestEnvironment } from 'jest-environment-node';

class MutationEnvironment extends TestEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
    if (name === 'test_done' && test.errors.length > 0) this.#hasFailed = true;
  }
}

// Jest accepts an environment only as a default export.
export default MutationEnvironment;
