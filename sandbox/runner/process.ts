// The action's process: Node 24, no standard input, both streams read line by line.
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { createLineReader } from './lines.ts';
import { isNewEnough, packagedNode } from './node24.mjs';
import type { StepEnd } from './run-step.ts';
import type { StreamName } from './step.ts';

export interface ProcessOptions {
  readonly nodePath: string;
  readonly script: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The process is killed after so long. */
  readonly timeoutMs: number;
  readonly onLine: (stream: StreamName, line: string) => void;
}

/** The Node 24 of the development dependencies; on a platform without one, the Node that runs this. */
export function bundledNode(): string {
  return packagedNode() ?? process.execPath;
}

/** @throws when the binary cannot be started or is older than `using` (`node24`) asks for. */
export async function requireNode(nodePath: string, using: string): Promise<void> {
  if (using !== 'node24') throw new Error(`runs.using is '${using}'; only node24 is played`);
  const version = await findVersion(nodePath).catch((error: unknown) => {
    throw new Error(`cannot start Node 24 at ${nodePath}: run npm install`, { cause: error });
  });
  if (!isNewEnough(version)) {
    throw new Error(`the action runs on Node 24, but ${nodePath} is ${version}`);
  }
}

/** Thousands of steps run on the same binary, so the answer is kept. */
const versions = new Map<string, Promise<string>>();

function findVersion(nodePath: string): Promise<string> {
  const known = versions.get(nodePath);
  if (known !== undefined) return known;
  const found = promisify(execFile)(nodePath, ['--version']).then(({ stdout }) => stdout.trim());
  versions.set(nodePath, found);
  return found;
}

/** Runs the script to its end. Lines arrive in the order in which the streams deliver them. */
export async function runProcess(options: ProcessOptions): Promise<StepEnd> {
  const child = spawn(options.nodePath, [options.script], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, options.timeoutMs);
  const text: Record<StreamName, Buffer[]> = { stdout: [], stderr: [] };
  for (const stream of ['stdout', 'stderr'] as const) {
    const reader = createLineReader((line) => {
      options.onLine(stream, line);
    });
    child[stream].on('data', (chunk: Buffer) => {
      text[stream].push(chunk);
      reader.push(chunk);
    });
    child[stream].on('end', () => {
      reader.end();
    });
  }
  try {
    const [exitCode, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, by) => {
        resolve([code, by]);
      });
    });
    return { exitCode, signal, timedOut, stdout: join8(text.stdout), stderr: join8(text.stderr) };
  } finally {
    clearTimeout(timer);
  }
}

function join8(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
