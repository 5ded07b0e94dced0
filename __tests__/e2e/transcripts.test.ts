// Tests of the transcripts: every scenario as the source plays it, compared byte by byte. `project/archive.test.ts`
// plays each action once by its bundle.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scenarios } from '../../sandbox/scenarios/index.ts';
import type { Scenario } from '../../sandbox/scenarios/scenario.ts';
import { formsIn } from '../harness/leaks.ts';
import { describe, expect, it } from '../jest.ts';
import { directory, fileOf, findDifference, readTranscript, recordScenario, transcriptMs } from './transcript.ts';

const updates = process.env['UPDATE_GOLDEN'] === '1';
const update = 'npm run golden';

async function checkTranscript(scenario: Scenario): Promise<void> {
  const { transcript, everything, stderr, violations } = await recordScenario(scenario);
  const { apiKey, githubToken } = scenario.build(transcriptMs);
  expect({ stderr, violations }).toEqual({ stderr: '', violations: [] });
  expect(formsIn(everything, [apiKey, githubToken])).toEqual([]);
  if (updates) await writeFile(join(directory, fileOf(scenario)), transcript);
  expect(findDifference(transcript, await readTranscript(scenario), update)).toBeNull();
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
