// The fault matrix: every request of the gate, every fault. In no cell a wrong green, in none two comments.
import { describe, expect, it } from '../jest.ts';
import { type Fault, faults, losses } from './faults.ts';
import { type MatrixRequest, requests } from './requests.ts';
import { countOwn, runHealthy, runWithFault, toLetter } from './run-cell.ts';
import { FAULTS, legend, LOSSES, readCells } from './table.ts';

const cells = [...readCells(FAULTS), ...readCells(LOSSES)];

it('speaks of every request, of faults that there are, and in letters of the legend', () => {
  expect(new Set(cells.map(({ request }) => request))).toEqual(new Set(Object.keys(requests)));
  const columns = [...Object.keys(faults), ...Object.keys(losses)];
  expect(new Set(cells.map(({ column }) => column))).toEqual(new Set(columns));
  const letters = Object.keys(legend);
  expect(cells.filter(({ letter }) => !letters.includes(letter))).toEqual([]);
});

describe('the gate, where one security bug is pending and one request goes wrong', () => {
  it.each(cells.map((cell) => [`${cell.request}: ${cell.column}`, cell] as const))(
    '%s',
    async (_, { request, column, letter }) => {
      const found = findRequest(request);
      const outcome = await runWithFault(found, toFault(found, column));
      const calm = await runHealthy(found.situation);
      expect(toLetter(outcome, calm, countOwn(found.situation))).toBe(letter);
    },
  );
});

function findRequest(name: string): MatrixRequest {
  const request = requests[name];
  if (!request) throw new Error(`no request is called ${name}`);
  return request;
}

function toFault({ field = '', list = '' }: MatrixRequest, column: string): Fault {
  const fault = faults[column]?.(field) ?? losses[column]?.(list);
  if (!fault) throw new Error(`no fault is called ${column}`);
  return fault;
}
