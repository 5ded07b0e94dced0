// The functions of jest with their types. Jest makes them global; tests import them, as they do everything else.
import type * as Jest from '@jest/globals';

/** Checks of the number of assertions are left out: the runner does not make them. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis as unknown as Pick<
  typeof Jest,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it' | 'test'
>;
