// The harness of the watch's tests: a service, a GitHub with a history and merged pull requests, and nights to play.
import type { GitHubData, IssueData, PullData } from '../../sandbox/github/data.ts';
import type { FaultInjector, RecordedRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { BugData, ScanData, ServiceData } from '../../sandbox/service/data.ts';
import { createDependencies } from '../../src/dependencies.ts';
import { openConnections } from '../../src/net/connections.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { runWatch } from '../../src/watch/run.ts';
import { createTestClock, type TestClock } from '../harness/clock.ts';
import { throughMemory, toContext } from '../harness/run-action.ts';
import { openSandbox, type Sandbox, writesOf } from '../harness/sandbox.ts';
import { aServiceBug, aServiceScan, aServiceWorld } from '../harness/service-data.ts';

export const DAY = 86_400_000;
/** The first night at three. */
export const T0 = Date.UTC(2026, 10, 20, 3);

const KEY = 'svc_live_watch';
const TOKEN = 'ghs_watch';
export const BOT = 'github-actions[bot]';

/** The SHA of a commit of main by its number, or of another branch by its letter. */
export const sha = (name: number | string): string => String(name).padStart(40, '0');

export function makeScan(id: string, day: number, change: Partial<ScanData> = {}): ScanData {
  return aServiceScan(id, { commitSha: sha(day + 3), createdAt: T0 + day * DAY, ...change });
}

export interface BugChange extends Partial<Omit<BugData, 'introducedIn'>> {
  readonly pr?: number;
  readonly commit?: string;
}

/** Found half an hour after the scan of that day began. */
export function makeBug(id: string, day: number, { pr, commit, ...change }: BugChange = {}): BugData {
  const by = { sha: commit ?? sha('dead'), date: '2026-11-19', author: 'bob' };
  return aServiceBug(id, {
    createdAt: T0 + day * DAY + 1_800_000,
    commitSha: sha(day + 3),
    introducedIn: pr === undefined ? by : { ...by, prNumber: pr },
    ...change,
  });
}

/** What the service knows; each scan lists what `surfaced` says. */
export function makeService(
  scans: readonly ScanData[],
  bugs: readonly BugData[],
  surfaced: Readonly<Record<string, readonly string[]>> = {},
): ServiceData {
  const lists = Object.entries(surfaced).map(([scan, ids]) => [`wr_${scan}`, ids.map((id) => `bug_${id}`)]);
  const found = Object.fromEntries(lists) as ServiceData['surfaced'];
  return aServiceWorld({ keys: [KEY], scans: [...scans], bugs: [...bugs], surfaced: found });
}

export function makePull(number: number, change: Partial<PullData> = {}): PullData {
  return {
    number,
    title: `Change ${number}`,
    state: 'closed',
    merged: true,
    draft: false,
    user: 'ada',
    head: { sha: sha(`f${number}`), ref: `f${number}`, repository: 'acme/shop' },
    base: { sha: sha(1), ref: 'main' },
    commits: [sha(`f${number}`)],
    files: [],
    closedAt: new Date(T0 - DAY).toISOString(),
    ...change,
  };
}

function makeGitHub(change: Partial<GitHubData> = {}): GitHubData {
  const commit = { message: 'Change', authorName: 'Ada', date: '2026-11-01T00:00:00Z' };
  const main = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const pulls = [11, 12, 13].map((number) => makePull(number));
  const permissions = { contents: 'read', 'pull-requests': 'write', issues: 'write' } as const;
  return {
    owner: 'acme',
    name: 'shop',
    visibility: 'private',
    defaultBranch: 'main',
    branches: { main: sha(9), other: sha('b') },
    tokens: [
      { token: TOKEN, login: BOT, type: 'Bot', permissions: { ...permissions, checks: 'none', actions: 'none' } },
    ],
    users: [{ id: 1, login: 'ada', type: 'User', permission: 'write' }],
    commits: [
      ...main.map((n) => ({ ...commit, sha: sha(n), parents: n === 1 ? [] : [sha(n - 1)] })),
      { ...commit, sha: sha('b'), parents: [sha(2)] },
      ...pulls.flatMap(({ commits }) => commits.map((own) => ({ ...commit, sha: own, parents: [sha(1)] }))),
    ],
    pulls,
    issues: [],
    comments: [],
    runs: [],
    creationIntervalMs: 1_000,
    ...change,
  };
}

/** `faults` come before those of the options. */
export interface LocalServices extends Pick<Sandbox, 'service' | 'github' | 'faults'> {
  readonly clock: TestClock;
  /** Runs the action once, with what the service knows now. */
  readonly night: (data: ServiceData | null, inputs?: Readonly<Record<string, string>>) => Promise<Night>;
}

export interface Night {
  readonly result: RunnerResult;
  readonly outputs: Readonly<Record<string, string>>;
  /** To both services, in order of arrival at each. */
  readonly requests: readonly RecordedRequest[];
  /** Method and path of all that was written. */
  readonly writes: readonly string[];
}

export interface ServicesOptions {
  readonly github?: Partial<GitHubData>;
  readonly faults?: FaultInjector;
  readonly inputs?: Readonly<Record<string, string>>;
}

/** What a night has left on GitHub, for services that begin after it. */
export type Left = Pick<GitHubData, 'issues' | 'comments'>;

/** A copy of what is on GitHub now. */
export function takeLeft({ github: { state } }: LocalServices): Left {
  const { issues, comments } = state;
  return structuredClone({ issues, comments });
}

/** Starts both services on the fourth day, acts, and stops them. */
export async function withServices<T>(
  options: ServicesOptions,
  act: (services: LocalServices) => Promise<T>,
): Promise<T> {
  // What an earlier night has left was read before.
  const laterMs = options.github?.issues === undefined ? 0 : 60_000;
  // The machine's time is left out: on a slow day a request would arrive late, and the next seem too fast.
  const clock = createTestClock(T0 + 4 * DAY + laterMs, true);
  const { faults: injector } = options;
  const sandbox = await openSandbox(makeWorld(options.github), {
    now: () => clock.now(),
    ...(injector && { injector }),
  });
  const { service, github, faults } = sandbox;
  let runId = 0;
  const night: LocalServices['night'] = async (data, inputs = {}) => {
    if (data !== null) service.state.replaceData(data);
    // Runs are a day apart at most; here a second, so that each is read after the one before.
    clock.pass(1_000);
    runId += 1;
    const result = await sandbox.run({
      action: 'watch',
      clock,
      inputs: { ...options.inputs, ...inputs },
      // No text depends on the port, so that what one night has left can be put on another.
      github: { serverUrl: 'https://github.com', workflow: 'Watch', actor: 'ada', runId },
    });
    const requests = [...result.requests.service, ...result.requests.github];
    const writes = writesOf(result, '/repos/acme/shop');
    return { result, outputs: result.outputs, requests, writes };
  };
  try {
    return await act({ service, github, clock, faults, night });
  } finally {
    await sandbox.close();
  }
}

function makeWorld(github: Partial<GitHubData> = {}): ScenarioWorld {
  return {
    service: makeService([], []),
    github: makeGitHub(github),
    ...{ apiKey: KEY, githubToken: TOKEN, sha: sha(9), pullRequest: 11, inputs: {} },
    event: { name: 'schedule', payload: { schedule: '0 3 * * *' } },
  };
}

/**
 * Runs the action beside another run, as two jobs do: with a runner of its own that keeps nothing but the outputs, and a
 * clock of its own, so that no wait of the other makes its requests time out.
 */
export async function runBeside(
  { service, github, clock }: LocalServices,
  runId: number,
  change: Partial<Runner> = {},
): Promise<Readonly<Record<string, string>>> {
  const outputs: Record<string, string> = {};
  const inputs: Readonly<Record<string, string>> = {
    'api-url': service.url,
    'api-key': KEY,
    'github-token': TOKEN,
    repository: 'acme/shop',
    repositories: 'acme/shop',
  };
  const ignore = (): void => undefined;
  const runner: Partial<Runner> = {
    system: 'linux',
    mask: ignore,
    info: ignore,
    notice: ignore,
    warning: ignore,
    group: ignore,
    fail: ignore,
    summary: () => Promise.resolve(),
    input: (name) => inputs[name] ?? '',
    scrub: (text) => text,
    output: (name, value) => {
      outputs[name] = value;
    },
    ...change,
  };
  const environment = {
    GITHUB_EVENT_NAME: 'schedule',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_API_URL: github.url,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_WORKFLOW: 'Watch',
    GITHUB_JOB: 'watch',
    GITHUB_SHA: sha(9),
    GITHUB_RUN_ID: String(runId),
    GITHUB_RUN_NUMBER: '1',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_TRIGGERING_ACTOR: 'ada',
  };
  const connections = openConnections({});
  const host = { runner: runner as Runner, signal: new AbortController().signal };
  await runWatch(
    createDependencies(host, {
      ...connections,
      fetch: throughMemory([service, github], connections.fetch),
      clock: createTestClock(clock.now()),
      environment,
      findContext: () => Promise.resolve(toContext(environment)),
    }),
  );
  return outputs;
}

/** The bugs that each comment of ours lists, by pull request. */
export function commentsOf({ github }: LocalServices): Readonly<Record<number, readonly string[]>> {
  const own = github.state.comments.filter(({ user }) => user === BOT);
  return Object.fromEntries(
    [...Map.groupBy(own, ({ issue }) => issue)].map(([pull, comments]) => [
      pull,
      comments.map(({ body }) => listed(body)).flatMap((ids, index) => [...(index > 0 ? ['AGAIN'] : []), ...ids]),
    ]),
  );
}

/** Short ids of the bugs that a document shows by their titles. */
export function listed(body: string): readonly string[] {
  return [...body.matchAll(/Title of (\w+)/g)].map(([, id = '']) => id);
}

/** The issues of ours, as far as rows of a table say what they should be. */
export function issuesOf({ github }: LocalServices): readonly string[] {
  return github.state.issues.filter(({ user }) => user === BOT).map(toIssueLine);
}

/** Such as `open @wr_2: 3 open`. */
function toIssueLine({ state, body }: IssueData): string {
  const marker = /scan=(\S+) at=\S+ open=(\d+)/.exec(body ?? '');
  return `${state} @${marker?.[1] ?? '?'}: ${marker?.[2] ?? '?'} open`.replace('%5F', '_');
}
