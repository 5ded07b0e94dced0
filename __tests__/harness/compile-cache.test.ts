// Tests of what Node keeps of the tests from one run to the next.
import { expect, it } from '../jest.ts';

it('a test file has the address under which Node finds again what it has compiled, not one by the time', () => {
  expect(import.meta.url).toMatch(/\/compile-cache\.test\.ts$/);
});
