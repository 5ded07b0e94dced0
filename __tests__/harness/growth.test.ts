// Tests of the measure of growth.
import { expect, it } from '../jest.ts';
import { growthOf, LINEAR_AT_MOST } from './growth.ts';

function countTo(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum + step) % 7;
  return sum;
}

it('tells what is linear from what is quadratic', () => {
  expect(growthOf((length) => countTo(length * 100), 10_000)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  expect(growthOf((length) => countTo(length ** 2), 1_500)).toBeGreaterThan(LINEAR_AT_MOST);
});
