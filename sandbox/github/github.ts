// The local GitHub: a server on the loopback that answers like GitHub's REST API and GraphQL, and notes what GitHub would refuse.
import type { FaultInjector } from '../http.ts';
import { type LocalServer, startLocalServer } from '../server.ts';
import { answerRequest } from './answer.ts';
import type { CommitData, FileData, GitHubData } from './data.ts';
import { loadContract } from './openapi.ts';
import { createState, type GitHubState, pushCommit } from './state.ts';

export interface GitHubOptions {
  readonly data: GitHubData;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** It gives epoch milliseconds for timestamps; absent: the machine's clock. */
  readonly now?: () => number;
  readonly faults?: FaultInjector;
}

/** A running local GitHub. Its `url` acts as api.github.com, and `url` + `/api/v3` as the API of an Enterprise Server. */
export interface GitHubHandle extends LocalServer {
  /** It is live: a test reads what was written, and may change anything between two requests. */
  readonly state: GitHubState;
  /** One sentence for each request that breaks GitHub's description or limits, in order. */
  readonly violations: readonly string[];
  /** Moves a pull request's head to a new commit; `files` replaces its changed files. Throws for an unknown number. */
  pushCommit(number: number, commit: CommitData, files?: FileData[]): void;
}

/** Starts a local GitHub on 127.0.0.1. The data is copied: what happens here never shows in it. */
export async function startGitHub(options: GitHubOptions): Promise<GitHubHandle> {
  const { data, port, faults, now = Date.now } = options;
  const state = createState(data);
  const violations: string[] = [];
  const world = { state, violations, now, contract: loadContract() };
  const server = await startLocalServer({
    // Computed in one go, so that two requests never see half a change.
    handle: (request) => Promise.resolve(answerRequest(world, request)),
    ...(port === undefined ? {} : { port }),
    ...(faults === undefined ? {} : { faults }),
  });
  return {
    ...server,
    state,
    violations,
    pushCommit: (number, commit, files) => {
      pushCommit(state, number, { commit, files });
    },
  };
}
