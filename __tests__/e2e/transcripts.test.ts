// Tests of the transcripts: every scenario, each action once by its committed bundle, compared byte by byte.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarios } from '../../sandbox/scenarios/index.ts';
import type { Scenario } from '../../sandbox/scenarios/scenario.ts';
import { formsIn } from '../harness/leaks.ts';
import { describe, expect, it } from '../jest.ts';
import { recordScenario, transcriptMs } from './transcript.ts';

const directory = join(import.meta.dirname, 'transcripts');
const updates = process.env['UPDATE_GOLDEN'] === '1';
/** Read the difference before you commit it. */
const update = 'UPDATE_GOLDEN=1 npm test -- __tests__/e2e/transcripts';
const fileOf = ({ name }: Scenario): string => `${name}.txt`;

async function checkTranscript(scenario: Scenario): Promise<void> {
  const { transcript, everything, stderr, violations } = await recordScenario(scenario);
  const { apiKey, githubToken } = scenario.build(transcriptMs);
  expect({ stderr, violations }).toEqual({ stderr: '', violations: [] });
  expect(formsIn(everything, [apiKey, githubToken])).toEqual([]);
  const file = join(directory, fileOf(scenario));
  if (updates) await writeFile(file, transcript);
  const expected = await readFile(file, 'utf8').catch(() => '');
  expect(findDifference(transcript, expected)).toBeNull();
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
  return { line: first + 1, expected: excerpt(before), received: excerpt(now), toTakeItOver: update };
}

describe('what a scenario does is what is written down', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) =>
    checkTranscript(scenario),
  );
});

it('has a transcript for every scenario, and no other', async () => {
  const expected = new Set(scenarios.map(fileOf));
  if (updates) {
    const others = (await readdir(directory)).filter((file) => !expected.has(file));
    await Promise.all(others.map((file) => rm(join(directory, file))));
  }
  expect(new Set(await readdir(directory))).toEqual(expected);
});
