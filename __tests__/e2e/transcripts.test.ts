// Owns the transcripts: the committed bundle on Node 24 against every scenario, compared byte by byte.
// UPDATE_GOLDEN=1 writes them anew; read the difference before you commit it.
import { describe, expect, it, jest } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarios } from '../../sandbox/scenarios/index.ts';
import type { Scenario } from '../../sandbox/scenarios/scenario.ts';
import { withScene } from './scene.ts';
import { renderTranscript, stoppedClock, transcriptMs } from './transcript.ts';

jest.setTimeout(60_000);

const directory = join(import.meta.dirname, 'transcripts');
const updates = process.env['UPDATE_GOLDEN'] === '1';
/** Scenarios that are one run of the gate; those of several steps and other actions have tests of their own. */
const gateScenarios = scenarios.filter(({ build }) => build(transcriptMs).steps === undefined);

async function checkTranscript(scenario: Scenario): Promise<void> {
  const world = scenario.build(transcriptMs);
  await withScene(
    world,
    async (scene) => {
      const result = await scene.run({ env: stoppedClock });
      const transcript = Buffer.from(renderTranscript(scenario, result, scene));
      const file = join(directory, `${scenario.name}.txt`);
      if (updates) {
        await mkdir(directory, { recursive: true });
        await writeFile(file, transcript);
      }
      const expected = await readFile(file);
      expect(findDifference(transcript.toString(), expected.toString())).toBeNull();
      expect(transcript.equals(expected)).toBe(true);
    },
    { now: () => transcriptMs },
  );
}

/** The first lines that differ: a transcript may have lines of thousands of characters. */
function findDifference(actual: string, expected: string): object | null {
  if (actual === expected) return null;
  const [now, before] = [actual.split('\n'), expected.split('\n')];
  const at = now.findIndex((line, index) => line !== before[index]);
  const first = at === -1 ? now.length : at;
  const excerpt = (lines: readonly string[]): readonly string[] =>
    lines.slice(first, first + 5).map((line) => line.slice(0, 200));
  return { line: first + 1, expected: excerpt(before), received: excerpt(now) };
}

describe('the run of the bundle is the one written down', () => {
  it.concurrent.each(gateScenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    (_, scenario) => checkTranscript(scenario),
  );
});

it('has a transcript for every scenario of one run, and no other', async () => {
  const files = await readdir(directory);
  expect(files.toSorted()).toEqual(gateScenarios.map(({ name }) => `${name}.txt`).toSorted());
});
