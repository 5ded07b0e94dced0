// Owns what a story needs of the world outside, and how long it is open; the real one is made in src/world.ts.
import type { ServiceClient } from '../client/index.ts';
import type { ActionEvent } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import type { Clock } from '../net/clock.ts';
import type { ConnectionInputs } from './connection-inputs.ts';
import { startDeadlines, type Deadlines } from './deadline.ts';
import type { Start } from './start.ts';

export interface WorldSettings {
  /** Without trailing slash. */
  readonly apiUrl: string;
  /** Null: the service is not spoken to. */
  readonly apiKey: string | null;
  /** Null: GitHub is not spoken to. */
  readonly githubToken: string | null;
  /** Takes all secrets out of a text. */
  readonly scrub: (text: string) => string;
  /** End what is under way on either side, with their reason. */
  readonly signals: Deadlines;
}

export interface World {
  readonly event: ActionEvent;
  readonly service: ServiceClient | null;
  readonly github: Octokit | null;
  readonly clock: Clock;
  /** Cuts all connections, so that the process can end. */
  close(): Promise<void>;
}

/** Makes what speaks to the network. Nothing is sent yet. */
export type OpenWorld = (settings: WorldSettings) => World;

/** What the opening of a world depends on. */
export interface WorldStart extends Start<ConnectionInputs> {
  /** Milliseconds that the run may wait besides its work. */
  readonly waitsMs: number;
}

/** Tells a story in a world that ends with it, and starts the clocks of its deadlines. */
export async function withWorld(
  { runner, signal, inputs, waitsMs }: WorldStart,
  openWorld: OpenWorld,
  tell: (world: World) => Promise<void>,
): Promise<void> {
  const { apiUrl, apiKey, githubToken } = inputs;
  const signals = startDeadlines(waitsMs, signal);
  const scrub = (text: string): string => runner.scrub(text);
  const world = openWorld({ apiUrl, apiKey, githubToken, scrub, signals });
  try {
    await tell(world);
  } finally {
    await world.close();
  }
}
