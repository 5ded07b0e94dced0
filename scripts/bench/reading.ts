// Owns one timed reading of every pending bug, in a process of its own.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { peakEnvironment, readPeakMb } from './peak-memory.ts';
import { nextMessage, type SandboxProcess } from './sandbox-process.ts';

/** With the client; with fetch and JSON alone, six pages at once; or those one page after the other. */
export type ReadingWay = 'client' | 'bare' | 'page-by-page';

export interface Reading {
  readonly count: number;
  /** The reading alone, without the start of the process. */
  readonly tookMs: number;
  readonly peakMb: number;
}

const answer = v.object({ count: v.number(), tookMs: v.number() });

/** Reads once. Rejects when the process ends without an answer. */
export async function readOnce(how: ReadingWay, { serviceUrl }: SandboxProcess): Promise<Reading> {
  const directory = mkdtempSync(join(tmpdir(), 'scan-gate-read-'));
  const file = join(directory, 'peak');
  try {
    const { apiKey, repoId } = storefront;
    const child = fork(join(import.meta.dirname, 'read.ts'), [how, serviceUrl, apiKey, repoId], {
      env: { ...process.env, ...peakEnvironment(file) },
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const message = v.parse(answer, await nextMessage(child));
    await ended;
    return { ...message, peakMb: readPeakMb(file) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What is measured of a process. */
export type Extremes = Pick<Reading, 'tookMs' | 'peakMb'>;

/** Of several the shortest time, because what else the machine does can only add to it, and the highest peak. */
export function toExtremes(runs: readonly Extremes[]): Extremes {
  return {
    tookMs: Math.min(...runs.map(({ tookMs }) => tookMs)),
    peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
  };
}
