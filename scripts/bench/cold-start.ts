// Owns the figures of the bundles: how long they take to start, and how large they are.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readActionFile } from '../../sandbox/runner/action-file.ts';
import { DOORS, filesOf } from '../doors.ts';
import { median, round, type Figure } from './figure.ts';

const root = join(import.meta.dirname, '..', '..');
const runs = 21;

/**
 * Each door failing on empty inputs over an empty process, run in turn so that both meet the same machine, and the
 * size of the two files of its bundle.
 */
export async function measureStart(): Promise<readonly Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'scan-gate-start-'));
  try {
    const figures: Figure[] = [];
    for (const door of DOORS) {
      figures.push(...(await measureDoor(door, directory)));
    }
    return figures;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function bundleOf(door: string): string {
  return join(root, 'dist', door, 'index.js');
}

async function measureDoor(door: string, directory: string): Promise<readonly Figure[]> {
  const name = door === '.' ? 'gate' : door;
  const empty = join(directory, 'empty.mjs');
  writeFileSync(empty, '');
  const env = await emptyEnvironment(door, directory);
  const times = { bundle: [] as number[], empty: [] as number[] };
  for (let run = 0; run < runs; run++) {
    times.empty.push(timeOf(empty, env, 0));
    times.bundle.push(timeOf(bundleOf(door), env, 1));
  }
  const [bundleMs, emptyMs] = [median(times.bundle), median(times.empty)];
  const sizes = filesOf(door).map((file) => statSync(join(root, 'dist', `${file}.js`)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return [
    {
      name: `start-${name}`,
      what: `${name}: start, over an empty process`,
      value: bundleMs / emptyMs,
      unit: '×',
      atMost: 2.5,
      from: `${round(bundleMs)} ms / ${round(emptyMs)} ms, medians of ${runs}`,
    },
    {
      name: `size-${name}`,
      what: `${name}: size of the bundle`,
      value: bytes / 1_000,
      unit: 'kB',
      atMost: 1_000,
      from: `${sizes.join(' + ')} bytes`,
    },
  ];
}

/** Every input set and empty, as the runner sets it, and the files that it always gives. */
async function emptyEnvironment(door: string, directory: string): Promise<Record<string, string>> {
  const { inputs } = await readActionFile(join(root, door, 'action.yml'));
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME: directory };
  for (const { name } of inputs) env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] = '';
  for (const variable of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_STATE', 'GITHUB_ENV']) {
    const file = join(directory, variable);
    writeFileSync(file, '');
    env[variable] = file;
  }
  return env;
}

function timeOf(script: string, env: Record<string, string>, wanted: number): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [script], { env, stdio: 'ignore' });
  const tookMs = performance.now() - start;
  if (status !== wanted) throw new Error(`${script} ended with ${String(status)}, not ${wanted}`);
  return tookMs;
}
