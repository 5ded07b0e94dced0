// Tests of the transcripts: the committed bundles on Node 24 against every scenario, compared byte by byte.
// UPDATE_GOLDEN=1 writes them anew; read the difference before you commit it.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarios } from '../../sandbox/scenarios/index.ts';
import type { Scenario } from '../../sandbox/scenarios/scenario.ts';
import { formsIn } from '../harness/leaks.ts';
import { describe, expect, it } from '../jest.ts';
import { recordScenario, transcriptMs } from './transcript.ts';

const directory = join(import.meta.dirname, 'transcripts');
const updates = process.env['UPDATE_GOLDEN'] === '1';

async function checkTranscript({ name, ...scenario }: Scenario): Promise<void> {
  const { transcript, stderr, violations } = await recordScenario({ name, ...scenario });
  const { apiKey, githubToken } = scenario.build(transcriptMs);
  expect({ stderr, violations }).toEqual({ stderr: '', violations: [] });
  expect(formsIn(transcript, [apiKey, githubToken])).toEqual([]);
  const bytes = Buffer.from(transcript);
  const file = join(directory, `${name}.txt`);
  if (updates) {
    await mkdir(directory, { recursive: true });
    await writeFile(file, bytes);
  }
  const expected = await readFile(file);
  expect(findDifference(transcript, expected.toString())).toBeNull();
  expect(bytes.equals(expected)).toBe(true);
}

/** The first lines that differ, from shortly before the difference on: a line may have thousands of characters. */
function findDifference(actual: string, expected: string): object | null {
  if (actual === expected) return null;
  const [now, before] = [actual.split('\n'), expected.split('\n')];
  const at = now.findIndex((line, index) => line !== before[index]);
  const first = at === -1 ? now.length : at;
  const [line = '', other = ''] = [now[first], before[first]];
  let column = 0;
  while (column < line.length && line[column] === other[column]) column += 1;
  const start = Math.max(0, column - 80);
  const excerpt = (lines: readonly string[]): readonly string[] => [
    (lines[first] ?? '(the end)').slice(start, start + 200),
    ...lines.slice(first + 1, first + 5).map((next) => next.slice(0, 200)),
  ];
  return { line: first + 1, expected: excerpt(before), received: excerpt(now) };
}

describe('what a scenario does is what is written down', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) =>
    checkTranscript(scenario),
  );
});

it('has a transcript for every scenario, and no other', async () => {
  const files = await readdir(directory);
  expect(files.toSorted()).toEqual(scenarios.map(({ name }) => `${name}.txt`).toSorted());
});
