// What an action receives: the runner, the event, the clock, and both APIs once its inputs are known.
import type { ServiceClient } from '../client/index.ts';
import type { ActionEvent } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import type { ConnectionInputs } from '../inputs/connection.ts';
import type { Clock } from '../net/clock.ts';
import { type Deadlines, startDeadlines } from './deadline.ts';
import type { Runner } from './runner.ts';

/** The machine that runs the action. */
export interface Host {
  readonly runner: Runner;
  /** Aborted if the job is cancelled. */
  readonly signal: AbortSignal;
}

export interface Dependencies extends Host {
  readonly event: ActionEvent;
  readonly clock: Clock;
  /** Creates the clients of both APIs. Sends nothing yet. */
  readonly connect: (settings: ConnectionSettings) => Connections;
}

export interface ConnectionSettings {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** Null: no client of the service. */
  readonly apiKey: string | null;
  /** Null: no client of GitHub. */
  readonly githubToken: string | null;
  /** Abort the requests in flight, with their reason. */
  readonly deadlines: Deadlines;
}

export interface Connections {
  readonly service: ServiceClient | null;
  /** For questions. */
  readonly github: Octokit | null;
  /** For what is written when the verdict is known; its time is its own. */
  readonly publisher: Octokit | null;
  /** Closes all connections, so that the process can end. */
  readonly close: () => Promise<void>;
}

/** What the steps of one run share. */
export interface Session<Inputs> extends Omit<Dependencies, 'connect'>, Omit<Connections, 'close'> {
  /** Read and checked. */
  readonly inputs: Inputs;
  /** To be called when the verdict is known: reporting has two minutes from then. */
  readonly beginReporting: () => void;
}

export interface SessionSettings<Inputs> {
  readonly inputs: Inputs;
  /** How long the run may wait in addition to its work, in milliseconds. */
  readonly waitsMs: number;
}

/** Connects, starts the deadlines, and runs. Always closes all connections at the end. */
export async function withSession<Inputs extends Pick<ConnectionInputs, 'apiUrl' | 'apiKey' | 'githubToken'>>(
  { runner, signal, event, clock, connect }: Dependencies,
  { inputs, waitsMs }: SessionSettings<Inputs>,
  run: (session: Session<Inputs>) => Promise<void>,
): Promise<void> {
  const { apiUrl, apiKey, githubToken } = inputs;
  const deadlines = startDeadlines(waitsMs, { clock, signal });
  const { close, ...connections } = connect({ apiUrl, apiKey, githubToken, deadlines });
  try {
    const beginReporting = (): void => {
      deadlines.beginReporting();
    };
    await run({ runner, signal, inputs, event, clock, ...connections, beginReporting });
  } finally {
    deadlines.stop();
    await close();
  }
}
