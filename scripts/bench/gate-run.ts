// Owns one timed run of the gate's bundle against a sandbox.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playWorld, type PlayWorldOptions } from '../../sandbox/scenarios/play.ts';
import { peakEnvironment, readPeakMb } from './peak-memory.ts';

export interface GateRun {
  readonly tookMs: number;
  readonly peakMb: number;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs it once. Throws when it came to no verdict about the findings: such a run measures nothing. */
export async function runGate(options: PlayWorldOptions): Promise<GateRun> {
  const directory = mkdtempSync(join(tmpdir(), 'scan-gate-run-'));
  const file = join(directory, 'peak');
  try {
    const start = performance.now();
    const result = await playWorld({ ...options, env: peakEnvironment(file), timeoutMs: 600_000 });
    const tookMs = performance.now() - start;
    const outputs = Object.fromEntries(Object.entries(result.outputs));
    if (!['passed', 'failed'].includes(outputs['verdict'] ?? '')) throw new Error(result.log);
    return { tookMs, peakMb: readPeakMb(file), outputs };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
