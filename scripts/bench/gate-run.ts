// One timed run of an action's committed bundle against a sandbox, by default the gate's, and the memory that it took.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { machineEnvironment } from '../../sandbox/runner/environment.ts';
import { bundledNode, requireNode, runProcess } from '../../sandbox/runner/process.ts';
import { runStep } from '../../sandbox/runner/run-step.ts';
import { playOptions, type PlayWorldOptions } from '../../sandbox/scenarios/play.ts';

export interface GateRun {
  /** From the start of the process to its end. */
  readonly tookMs: number;
  readonly outputs: Readonly<Record<string, string>>;
}

const timeoutMs = 600_000;

/** Runs it once. Rejects when it came to no verdict about the findings: such a run measures nothing. */
export async function runGate(options: PlayWorldOptions): Promise<GateRun> {
  const nodePath = bundledNode();
  const played = playOptions(options);
  let tookMs = 0;
  const { outputs, log } = await runStep(played, async ({ action, environment, paths, step }) => {
    await requireNode(nodePath, action.using);
    const start = performance.now();
    const end = await runProcess({
      nodePath,
      script: resolve(dirname(played.actionFile), action.main),
      timeoutMs,
      cwd: paths.workspace,
      env: { ...machineEnvironment(paths), ...environment },
      onLine: (stream, line) => {
        step.receive(stream, line);
      },
    });
    tookMs = performance.now() - start;
    return end;
  });
  // The doctor has no verdict.
  const said = outputs['verdict'] ?? outputs['recommendation'] ?? '';
  if (!['passed', 'failed', 'reported', 'nightly-scans'].includes(said)) throw new Error(log);
  return { tookMs, outputs };
}

/** How long a Node process takes that does nothing, in milliseconds. */
export async function timeEmptyProcess(): Promise<number> {
  const cwd = await mkdtemp(join(tmpdir(), 'scan-gate-empty-'));
  try {
    const script = join(cwd, 'empty.mjs');
    await writeFile(script, '');
    const nodePath = bundledNode();
    const start = performance.now();
    await runProcess({ nodePath, script, cwd, env: {}, timeoutMs, onLine: () => undefined });
    return performance.now() - start;
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/**
 * A module that is loaded before the bundle and writes the peak of the process into the file named by
 * SCAN_GATE_BENCH_PEAK. On Linux from /proc: `resourceUsage` there begins with the memory of the parent.
 */
const preload = `
import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  const kilobytes = process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS;
  writeFileSync(process.env.SCAN_GATE_BENCH_PEAK, String(kilobytes));
});`;

export interface MeasuredRun extends GateRun {
  /** The resident set at its largest, in millions of bytes. */
  readonly peakMb: number;
}

export async function runGateForMemory(options: PlayWorldOptions): Promise<MeasuredRun> {
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-peak-'));
  const file = join(folder, 'peak');
  try {
    const address = `data:text/javascript,${encodeURIComponent(preload)}`;
    const env = { NODE_OPTIONS: `--import=${address}`, SCAN_GATE_BENCH_PEAK: file };
    const run = await runGate({ ...options, env });
    return { ...run, peakMb: (Number(await readFile(file, 'utf8')) * 1024) / 1e6 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
