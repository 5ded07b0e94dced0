// Owns what a story needs of the world outside; the real one is made in src/world.ts.
import type { ServiceClient } from '../client/index.ts';
import type { ActionEvent } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import type { Clock } from '../runner/clock.ts';

export interface WorldSettings {
  /** Without trailing slash. */
  readonly apiUrl: string;
  /** Null: the service is not spoken to. */
  readonly apiKey: string | null;
  /** Null: GitHub is not spoken to. */
  readonly githubToken: string | null;
  /** End what is under way on either side, with their reason. */
  readonly signals: { readonly service: AbortSignal; readonly github: AbortSignal };
}

export interface World {
  readonly event: ActionEvent;
  readonly service: ServiceClient | null;
  readonly github: Octokit | null;
  readonly clock: Clock;
  /** Cuts all connections, so that the process can end. */
  close(): Promise<void>;
}

/** Loads what speaks to the network, and nothing before. */
export type OpenWorld = (settings: WorldSettings) => Promise<World>;
