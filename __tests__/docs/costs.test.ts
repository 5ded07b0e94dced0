// The costs in docs/operations.md are those that the bench measured.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '../jest.ts';
import { ROOT } from './pages.ts';

const measured = readFileSync(join(ROOT, 'docs', 'maintainers', 'performance.md'), 'utf8');
const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');

interface Cost {
  readonly service: number;
  readonly github: number;
  /** Rounded up, as GitHub bills a job. */
  readonly minutes: number;
}

/** Reads the bench's row for a run over two hundred repositories. */
function findMeasured(action: string): Cost | undefined {
  const cells = measured
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, what = '']) => what.startsWith(`\`${action}\`, 200 repositories`));
  if (cells === undefined) return undefined;
  const [, , service, github, seconds = ''] = cells;
  return {
    ...{ service: Number(service), github: Number(github) },
    minutes: Math.ceil(Number(seconds.replace(' s', '')) / 60),
  };
}

describe('the costs of two hundred repositories', () => {
  const rows = [
    ...page.matchAll(/^\| (\w+), (hourly|nightly|weekly|once) +\| +([\d,]+) \| +([\d,]+) \| +(\d+) \| ([\d,]*)/gm),
  ].map(([, action = '', when = '', ...cells]) => {
    const [service = 0, github = 0, minutes = 0, month = 0] = cells.map((cell) => Number(cell.replace(',', '')));
    return { action, when, cost: { service, github, minutes }, month };
  });

  it('have a row for each action that looks at many', () => {
    expect(rows.map(({ action }) => action)).toEqual(['recheck', 'watch', 'insights', 'doctor']);
  });

  it.each(rows.map((row) => [row.action, row] as const))('%s: are as measured', (action, { cost }) => {
    expect(cost).toEqual(findMeasured(action));
  });

  it.each(rows.map((row) => [row.action, row] as const))('%s: come to that in a month', (_, { when, cost, month }) => {
    // A month has thirty days, and so 4.3 weeks.
    const runs = { hourly: 720, nightly: 30, weekly: 4.3, once: 0 }[when] ?? Number.NaN;
    expect(month).toBe(Math.round(runs * cost.minutes));
  });
});
