// Owns the figures of the client with a very long list: time, memory, and requests in flight.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { round, type Figure } from './figure.ts';
import { peakEnvironment, readPeakMb } from './peak-memory.ts';
import { nextMessage, startSandbox, type SandboxProcess } from './sandbox-process.ts';

const answer = v.object({ count: v.number(), tookMs: v.number() });

interface Reading {
  readonly count: number;
  readonly tookMs: number;
  readonly peakMb: number;
}

/** 100,000 bugs through the client, beside the same pages with fetch alone and beside a tenth of them. */
export async function measureClient(): Promise<readonly Figure[]> {
  const few = await withSandbox(10_000, async (sandbox) => await read('client', sandbox));
  return await withSandbox(100_000, async (sandbox) => {
    const bare = await read('bare', sandbox);
    const before = await sandbox.count();
    const many = await read('client', sandbox);
    const after = await sandbox.count();
    if (many.count !== 100_000) throw new Error(`${many.count} bugs came, not 100,000`);
    return [
      {
        name: 'client-time',
        what: 'client: 100,000 bugs, over fetch and JSON alone',
        value: many.tookMs / bare.tookMs,
        unit: '×',
        from: `${round(many.tookMs / 1000)} s / ${round(bare.tookMs / 1000)} s for ${after.requests - before.requests} pages`,
      },
      {
        name: 'client-memory',
        what: 'client: peak memory of 100,000 bugs, over 10,000',
        value: many.peakMb / few.peakMb,
        unit: '×',
        from: `${round(many.peakMb)} MB / ${round(few.peakMb)} MB`,
      },
      {
        name: 'client-in-flight',
        what: 'client: most requests in flight',
        value: after.most,
        unit: 'requests',
        atMost: 6,
        from: 'as counted by the sandbox',
      },
    ];
  });
}

async function withSandbox<T>(
  bugCount: number,
  use: (sandbox: SandboxProcess) => Promise<T>,
): Promise<T> {
  // Without any latency there would never be two requests at a time.
  const sandbox = await startSandbox({ bugCount, delayMs: 2, nowMs: Date.now() });
  try {
    return await use(sandbox);
  } finally {
    sandbox.close();
  }
}

async function read(how: 'client' | 'bare', { serviceUrl }: SandboxProcess): Promise<Reading> {
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
