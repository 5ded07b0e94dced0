// What a job downloads: the archive of the repository that GitHub makes, and each action run from it alone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import { ACTIONS, entryOf } from '../../scripts/actions.ts';
import { ROOT } from '../docs/pages.ts';
import { findDifference, readTranscript, recordScenario, toldInFull } from '../e2e/transcript.ts';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';

const MAX_BYTES = 2_010_000;
const MAX_FILES = 40;

/** A scenario for each action.yml. */
const scenarioOf = new Map(
  Object.entries(toldInFull)
    .toReversed()
    .map(([scenario, actionFile]) => [dirname(actionFile), scenario]),
);

let folder = '';
let unpacked = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  makeArchive(folder);
  // To some a tar, a path with a drive is one of another machine.
  execFileSync('tar', ['-xf', '../archive.tar'], { cwd: unpacked });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Writes `archive.tar` of the files as they are now, whether they are committed or not: the index and the objects that
 * this takes lie in the folder too.
 */
function makeArchive(place: string): void {
  const objects = join(place, 'objects');
  mkdirSync(objects);
  const env = {
    ...process.env,
    GIT_INDEX_FILE: join(place, 'index'),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(ROOT, git(['rev-parse', '--git-path', 'objects'], process.env)),
  };
  git(['add', '--all'], env);
  git(['archive', '--output', join(place, 'archive.tar'), git(['write-tree'], env)], env);
}

function git(args: readonly string[], env: NodeJS.ProcessEnv): string {
  return execFileSync('git', ['-c', 'core.safecrlf=false', ...args], { cwd: ROOT, env, encoding: 'utf8' }).trim();
}

function filesIn(archive: string): readonly string[] {
  const listed = execFileSync('tar', ['-tf', archive], { cwd: folder, encoding: 'utf8' }).split(/\r?\n/u);
  return listed.filter((path) => path !== '' && !path.endsWith('/'));
}

describe('the archive that a job downloads', () => {
  it('has what each action needs, and little else', () => {
    const files = filesIn('archive.tar');
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'dist/licenses.txt',
        ...ACTIONS.flatMap((action) => [
          join(action, 'action.yml').replaceAll('\\', '/'),
          join(action, 'README.md').replaceAll('\\', '/'),
          `dist/${entryOf(action)}.js`,
        ]),
      ]),
    );
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
    expect(files.filter((path) => /^(?:src|__tests__|docs|sandbox|scripts|dist\/client)\//u.test(path))).toEqual([]);
  });

  it('has at most 2.01 million bytes', () => {
    expect(gzipSync(readFileSync(join(folder, 'archive.tar'))).length).toBeLessThanOrEqual(MAX_BYTES);
  });

  it.each(ACTIONS)('runs %s from it, on Node 24, as its source does', async (action) => {
    const scenario = findScenario(scenarioOf.get(action) ?? '');
    const { transcript, stderr, violations } = await recordScenario(scenario, unpacked);
    expect({ stderr, violations }).toEqual({ stderr: '', violations: [] });
    const expected = sortRequests(await readTranscript(scenario));
    expect(findDifference(sortRequests(transcript), expected, 'npm run bundle')).toBeNull();
  });
});

/** The order in which a process asks two services depends on the machine; `e2e/transcripts.test.ts` holds that of the source. */
function sortRequests(transcript: string): string {
  return transcript.replace(/(?<=^── requests.*\n)(?:.+\n)+/gmu, (lines) => lines.split('\n').toSorted().join('\n'));
}
