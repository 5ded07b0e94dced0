// Our octokit over a local GitHub, with a clock that counts the waits instead of waiting.
import { createFaults, type FaultRule, type Faults, parseFault } from '../../sandbox/faults.ts';
import type { GitHubData } from '../../sandbox/github/data.ts';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import type { SandboxRequest } from '../../sandbox/http.ts';
import { type Octokit, openOctokit } from '../../src/github/octokit.ts';
import type { PullRequestRef } from '../../src/github/pull-request.ts';
import { createRedactor } from '../../src/net/redact.ts';
import { expect } from '../jest.ts';
import { NOW_MS, worldData } from '../sandbox/github-world.ts';

export const PLACE: PullRequestRef = { owner: 'acme', repo: 'shop', number: 7 };

export interface Connection {
  readonly github: GitHubHandle;
  readonly octokit: Octokit;
  readonly faults: Faults;
  /** Milliseconds of each wait before another try, in order. */
  readonly waits: readonly number[];
  /** The clock of both sides: it moves only when somebody waits. */
  readonly now: () => number;
  readonly cancel: AbortController;
}

export interface ConnectionOptions {
  readonly data?: Partial<GitHubData>;
  /** In the words of `--fault`, or as data. */
  readonly faults?: readonly (string | FaultRule)[];
  /** `all` without it. */
  readonly token?: string;
  /** `/api/v3` for Enterprise Server. */
  readonly mount?: string;
  readonly watch?: (request: SandboxRequest, connection: Connection) => void | Promise<void>;
  readonly onWait?: (connection: Connection) => void;
}

export async function withConnection(
  options: ConnectionOptions,
  act: (connection: Connection) => Promise<void>,
): Promise<void> {
  let nowMs = Math.ceil(NOW_MS / 1000) * 1000;
  const waits: number[] = [];
  const faults = createFaults({
    rules: (options.faults ?? []).map((rule) => (typeof rule === 'string' ? parseFault(rule) : rule)),
  });
  const github = await startGitHub({
    data: worldData(options.data),
    now: () => nowMs,
    faults: {
      intercept: async (request, raw, answer) => {
        await options.watch?.(request, connection);
        return faults.intercept(request, raw, answer);
      },
    },
  });
  const cancel = new AbortController();
  const octokit = openOctokit({
    token: options.token ?? 'all',
    baseUrl: github.url + (options.mount ?? ''),
    fetch: github.fetch,
    signal: cancel.signal,
    redactor: createRedactor([]),
    clock: {
      now: () => nowMs,
      random: () => 0.5,
      after: () => () => undefined,
      wait: (ms, signal) => {
        waits.push(ms);
        nowMs += ms;
        options.onWait?.(connection);
        signal.throwIfAborted();
        return Promise.resolve();
      },
    },
  });
  const connection: Connection = { github, octokit, faults, waits, cancel, now: () => nowMs };
  try {
    await act(connection);
    expect(github.violations).toEqual([]);
  } finally {
    await github.close();
  }
}
