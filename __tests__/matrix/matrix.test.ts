// The fault matrix: every request of the gate, every fault, through the bundle. In no cell a wrong green, in none two comments.
import { describe, expect, it, test } from '@jest/globals';
import { faults, losses } from './faults.ts';
import { countOwn, playFault, playHealthy, toLetter } from './play.ts';
import { requests, type MatrixRequest } from './requests.ts';
import { FAULTS, legend, LOSSES, readCells, type Cell } from './table.ts';

/** Those that wait longest begin first. */
const cells = [...readCells(FAULTS), ...readCells(LOSSES)].toSorted(
  (a, b) => Number(b.column === 'hang') - Number(a.column === 'hang'),
);

/** Filled by the cells, read at the end. */
const seen: (Cell & { readonly outcome: string; readonly tookMs: number })[] = [];

describe('the tables', () => {
  it('speak of every request, of faults that there are, and in letters of the legend', () => {
    expect(new Set(cells.map(({ request }) => request))).toEqual(new Set(Object.keys(requests)));
    const columns = [...Object.keys(faults), ...Object.keys(losses)];
    expect(new Set(cells.map(({ column }) => column))).toEqual(new Set(columns));
    const letters = Object.keys(legend);
    expect(cells.filter(({ letter }) => !letters.includes(letter))).toEqual([]);
  });
});

describe('the gate, where one security bug is pending and one request goes wrong', () => {
  test.concurrent.each(cells.map((cell) => [`${cell.request}: ${cell.column}`, cell] as const))(
    '%s',
    async (_, cell) => {
      const { letter, ...outcome } = await playCell(cell);
      seen.push({ ...cell, ...outcome, outcome: letter });
      expect(letter).toBe(cell.letter);
    },
    60_000,
  );

  it('is green in no cell, and has two comments in none', () => {
    const green = seen.filter(({ outcome }) => outcome === 'wrong green');
    const twice = seen.filter(({ outcome }) => outcome === 'two comments');
    const slowestMs = Math.max(...seen.map(({ tookMs }) => tookMs));
    process.stderr.write(
      `fault matrix: ${seen.length} cells, ${green.length} wrong greens, ${twice.length} with two comments\n` +
        `slowest cell: ${(slowestMs / 1_000).toFixed(1)} s\n`,
    );
    expect([green, twice]).toEqual([[], []]);
    expect(seen).toHaveLength(cells.length);
  });
});

async function playCell({
  request,
  column,
}: Cell): Promise<{ readonly letter: string; readonly tookMs: number }> {
  const found = findRequest(request);
  const played = await playFault(found, toFault(found, column));
  const calm = await playHealthy(found.situation);
  const letter = toLetter(played, calm, countOwn(found.situation));
  return { letter, tookMs: played.tookMs };
}

function findRequest(name: string): MatrixRequest {
  const request = requests[name];
  if (!request) throw new Error(`no request is called ${name}`);
  return request;
}

function toFault({ field = '', list = '' }: MatrixRequest, column: string) {
  const fault = faults[column]?.(field) ?? losses[column]?.(list);
  if (!fault) throw new Error(`no fault is called ${column}`);
  return fault;
}
