// The run of an action in this process: the real code with its inputs in the environment, the sandbox without a socket.
// Only the connections, the clock and chance are a test's own; what the action prints and writes is read as by a runner.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { summary } from '@actions/core';
import { createLineReader } from '../../sandbox/runner/lines.ts';
import {
  type PreparedStep,
  type RunnerResult,
  runStep,
  type StepEnd,
  type StepOptions,
} from '../../sandbox/runner/run-step.ts';
import type { LocalServer } from '../../sandbox/server.ts';
import { createDependencies, type RunContext } from '../../src/dependencies.ts';
import { runDoctor } from '../../src/doctor/run.ts';
import { runGate } from '../../src/gate/run.ts';
import { runInsights } from '../../src/insights/run.ts';
import type { Clock } from '../../src/net/clock.ts';
import { openConnections } from '../../src/net/connections.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import { runRecheck } from '../../src/recheck/run.ts';
import { runReview } from '../../src/review/run.ts';
import { runRules } from '../../src/rules/run.ts';
import { openActionsRunner } from '../../src/runner/actions-runner.ts';
import { runToEnd } from '../../src/runner/launch.ts';
import type { Dependencies } from '../../src/runner/session.ts';
import { runWatch } from '../../src/watch/run.ts';
import { createTestClock } from './clock.ts';

export interface ActionOptions extends StepOptions {
  /** Default: one whose waits take no time. */
  readonly clock?: Clock;
  /** Aborted to cancel the job. */
  readonly signal?: AbortSignal;
  /** Local services that are asked without a socket; whatever is elsewhere, over one. */
  readonly servers?: readonly Pick<LocalServer, 'url' | 'fetch'>[];
  /** Default: the action of that file. */
  readonly run?: (dependencies: Dependencies) => Promise<void>;
  /** Given the job summary as the action wrote it, before the runner hides secrets in it. */
  readonly onSummary?: (markdown: string) => void;
}

/** By the folder of their action.yml, relative to the repository. */
export const ACTIONS: Readonly<Record<string, (dependencies: Dependencies) => Promise<void>>> = {
  '': runGate,
  review: runReview,
  rules: runRules,
  watch: runWatch,
  doctor: runDoctor,
  recheck: runRecheck,
  insights: runInsights,
};

/** Runs one action as one step. Runs of one process wait for each other, for they share its environment and streams. */
export async function runAction(options: ActionOptions): Promise<RunnerResult> {
  const mine = last.then(() => runStep(options, (prepared) => runPrepared(options, prepared)));
  last = mine.then(ignore, ignore);
  return await mine;
}

const root = join(import.meta.dirname, '..', '..');
let last: Promise<void> = Promise.resolve();

function ignore(): void {
  // Whoever asked for the earlier run hears of its failure; a line that nobody reads is in the output too.
}

async function runPrepared(
  { actionFile, clock, signal, onSummary, servers = [], ...given }: ActionOptions,
  { environment, step }: PreparedStep,
): Promise<StepEnd> {
  const run = given.run ?? ACTIONS[relative(root, dirname(actionFile))];
  if (run === undefined) throw new Error(`no action belongs to ${actionFile}`);
  const options = {
    environment,
    ...(signal && { signal }),
    onLine: (line: string) => {
      step.receive('stdout', line);
    },
  };
  const connections = openConnections(environment);
  try {
    const end = await launchHere(options, async (host) => {
      await run(
        createDependencies(host, {
          ...connections,
          fetch: throughMemory(servers, connections.fetch),
          environment,
          findContext: () => Promise.resolve(toContext(environment)),
          clock: clock ?? createTestClock(),
        }),
      );
    });
    onSummary?.(await readFile(environment['GITHUB_STEP_SUMMARY'] ?? '', 'utf8'));
    return end;
  } finally {
    await connections.close();
  }
}

interface LaunchOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted to cancel the job. */
  readonly signal?: AbortSignal;
  /** Given each line of standard output as it comes. */
  readonly onLine?: (line: string) => void;
}

/** What an entry point does, in this process: it has exactly these variables until the action has ended. */
export async function launchHere(
  { environment, signal = new AbortController().signal, onLine = ignore }: LaunchOptions,
  run: Parameters<typeof runToEnd>[1],
): Promise<StepEnd> {
  const restore = replaceEnvironment(environment);
  forgetSummary();
  const output = captureOutput(onLine);
  try {
    await runToEnd({ runner: openActionsRunner(environment), signal }, run);
    const exitCode = Number(process.exitCode ?? 0);
    return { exitCode, signal: null, timedOut: false, stdout: output.text(), stderr: '' };
  } finally {
    process.exitCode = undefined;
    output.end();
    restore();
  }
}

/** Asks these servers in memory, and whatever else is asked for by `fetch`. */
export function throughMemory(servers: Required<ActionOptions>['servers'], fetch: FetchLike): FetchLike {
  return (url, init) => {
    const server = servers.find((each) => url.startsWith(`${each.url}/`));
    return server === undefined ? fetch(url, init) : server.fetch(url, init);
  };
}

/** Gives the process exactly these variables until the returned function is called. */
function replaceEnvironment(environment: Readonly<Record<string, string>>): () => void {
  const before = { ...process.env };
  const set = (variables: NodeJS.ProcessEnv, present: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(present)) if (!(name in variables)) Reflect.deleteProperty(process.env, name);
    for (const [name, value] of Object.entries(variables)) if (present[name] !== value) process.env[name] = value;
  };
  set(environment, before);
  return () => {
    set(before, { ...process.env });
  };
}

/** The toolkit remembers the path of the first summary that a process writes. */
function forgetSummary(): void {
  summary.emptyBuffer();
  Reflect.deleteProperty(summary, '_filePath');
}

/** Takes what is written to standard output, line by line, until `end`. */
function captureOutput(onLine: (line: string) => void): { text(): string; end(): void } {
  const reader = createLineReader(onLine);
  const chunks: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    chunks.push(text);
    reader.push(Buffer.from(text));
    return true;
  };
  return {
    text: () => chunks.join(''),
    end: () => {
      process.stdout.write = write;
      reader.end();
    },
  };
}

/** What the toolkit would make of the environment. */
export function toContext(environment: Readonly<Record<string, string>>): RunContext {
  return {
    eventName: environment['GITHUB_EVENT_NAME'] ?? '',
    sha: environment['GITHUB_SHA'],
    serverUrl: environment['GITHUB_SERVER_URL'] ?? '',
    workflow: environment['GITHUB_WORKFLOW'] ?? '',
    job: environment['GITHUB_JOB'] ?? '',
    runId: Number.parseInt(environment['GITHUB_RUN_ID'] ?? '', 10),
    runNumber: Number.parseInt(environment['GITHUB_RUN_NUMBER'] ?? '', 10),
    runAttempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10),
  };
}
