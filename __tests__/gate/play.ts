// The playing of the whole gate in this process: inputs and an event go in at the door, and all it says comes out.
import { createClient } from '../../src/client/index.ts';
import type { EpochMs } from '../../src/domain/identifiers.ts';
import { runGate } from '../../src/gate/run.ts';
import type { ActionEvent } from '../../src/github/event.ts';
import { openOctokit } from '../../src/github/octokit.ts';
import { InputError } from '../../src/inputs/input-error.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import type { Clock } from '../../src/net/clock.ts';
import { createRedactor } from '../../src/net/redact.ts';
import type { Runner } from '../../src/runner/runner.ts';
import type { Dependencies } from '../../src/runner/dependencies.ts';

export interface Play {
  /** As the workflow wrote them. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: ActionEvent;
  readonly service: FetchLike;
  readonly github: FetchLike;
  /** What the clock says at the start; from then on only waits move it. */
  readonly nowMs: number;
}

export interface Ending {
  readonly job: 'green' | 'warning' | 'red';
  readonly outputs: Readonly<Record<string, string>>;
  /** Everything that was said, shown or written, in order. */
  readonly said: readonly string[];
  /** By path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Plays the gate from its door to its end. Rejects for a defect, as the job would show one. */
export async function playGate(play: Play): Promise<Ending> {
  const { runner, heard } = openRecorder(play.inputs);
  try {
    await runGate(dependenciesOf(play, runner));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    runner.fail(error.message);
  }
  return { ...heard, job: toJob(heard) };
}

function dependenciesOf({ event, service, github, nowMs }: Play, runner: Runner): Dependencies {
  const clock = openClock(nowMs);
  return {
    runner,
    event,
    clock,
    signal: new AbortController().signal,
    connect: ({ apiUrl, apiKey, githubToken, deadlines }) => ({
      service:
        apiKey === null
          ? null
          : createClient({
              baseUrl: apiUrl,
              apiKey,
              fetch: service,
              now: () => clock.now(),
              random: () => clock.random(),
              after: () => ignore,
              wait: (ms: number) => clock.wait(ms, deadlines.service),
            }),
      github:
        githubToken === null
          ? null
          : openOctokit({
              token: githubToken,
              baseUrl: 'https://api.github.example',
              fetch: github,
              redactor: createRedactor([githubToken]),
              signal: deadlines.github,
              clock,
            }),
      close: () => Promise.resolve(),
    }),
  };
}

function openClock(startMs: number): Clock {
  let nowMs = startMs;
  return {
    now: () => nowMs as EpochMs,
    wait: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
    after: () => ignore,
    random: () => 0.5,
  };
}

interface Heard {
  readonly outputs: Record<string, string>;
  readonly said: string[];
  readonly files: Record<string, string>;
  readonly failures: string[];
  readonly warnings: string[];
}

function openRecorder(inputs: Play['inputs']): { runner: Runner; heard: Heard } {
  const heard: Heard = { outputs: {}, said: [], files: {}, failures: [], warnings: [] };
  const say = (text: string): void => {
    heard.said.push(text);
  };
  const runner: Runner = {
    system: 'linux',
    input: (name) => inputs[name] ?? '',
    mask: ignore,
    scrub: (text) => text,
    info: say,
    group: (title, lines) => {
      heard.said.push(title, ...lines);
    },
    warning: (text) => {
      heard.warnings.push(text);
      say(text);
    },
    notice: say,
    annotate: ({ level, message }) => {
      say(`${level} ${message}`);
    },
    said: () => 0,
    output: (name, value) => {
      heard.outputs[name] = value;
    },
    summary: (markdown) => {
      say(markdown);
      return Promise.resolve();
    },
    findText: () => Promise.resolve(null),
    write: (path, text) => {
      heard.files[path] = text;
      return Promise.resolve();
    },
    remove: () => Promise.resolve(),
    fail: (message) => {
      heard.failures.push(message);
      say(message);
    },
  };
  return { runner, heard };
}

function toJob({ failures, warnings }: Heard): Ending['job'] {
  if (failures.length > 0) return 'red';
  return warnings.some((text) => text.startsWith('Scan Gate ')) ? 'warning' : 'green';
}

function ignore(): void {
  // There is no log to hide anything in.
}
