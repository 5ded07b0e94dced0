// The environment that a step sees: GitHub's and the runner's variables and nothing of the machine's own.

/** It becomes GITHUB_* variables and the `github` context of expressions. */
export interface GitHubRun {
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly repository: string;
  readonly sha: string;
  /** It is a full reference, such as `refs/pull/7/merge`. */
  readonly ref: string;
  readonly workflow: string;
  readonly job: string;
  readonly runId: number;
  /** Absent: 1. */
  readonly runNumber?: number;
  readonly runAttempt: number;
  /** It becomes `job.check_run_id`; absent: the server does not know it. */
  readonly jobId?: number;
  readonly actor: string;
  /** This account started the attempt; absent: the actor did. */
  readonly triggeringActor?: string;
  /** It is `github.token`, masked from the start, as on a real runner. */
  readonly token: string;
  /** They are empty outside pull requests. */
  readonly headRef?: string;
  readonly baseRef?: string;
}

/** These paths are absolute. */
export interface StepPaths {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  readonly temp: string;
  readonly toolCache: string;
  readonly event: string;
  readonly output: string;
  readonly summary: string;
  readonly env: string;
  readonly path: string;
  readonly state: string;
}

/** Keys are as in expressions. */
export function githubContext(run: GitHubRun, eventName: string): Record<string, string> {
  const [owner = ''] = run.repository.split('/');
  const refName = run.ref.replace(/^refs\/(?:heads|tags|pull)\//u, '');
  return {
    actor: run.actor,
    api_url: run.apiUrl,
    base_ref: run.baseRef ?? '',
    event_name: eventName,
    graphql_url: run.apiUrl.endsWith('/api/v3') ? run.apiUrl.replace(/\/v3$/u, '/graphql') : `${run.apiUrl}/graphql`,
    head_ref: run.headRef ?? '',
    job: run.job,
    ref: run.ref,
    ref_name: refName,
    ref_protected: 'false',
    ref_type: run.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    repository: run.repository,
    repository_owner: owner,
    retention_days: '90',
    run_attempt: String(run.runAttempt),
    run_id: String(run.runId),
    run_number: String(run.runNumber ?? 1),
    server_url: run.serverUrl,
    sha: run.sha,
    token: run.token,
    triggering_actor: run.triggeringActor ?? run.actor,
    workflow: run.workflow,
    workflow_ref: `${run.repository}/.github/workflows/scan-gate.yml@${run.ref}`,
    workflow_sha: run.sha,
  };
}

/**
 * What a process needs of the machine to start at all, and where the tests let V8 keep what it compiled, which changes
 * nothing but the time. The rest of the developer's environment stays outside.
 */
export function machineEnvironment(paths: StepPaths): Record<string, string> {
  const { SystemRoot, SCAN_GATE_COMPILE_CACHE: cache } = process.env;
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: paths.home,
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
    ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
  };
}

/** It has GITHUB_* and RUNNER_*, never the token, which is in the context. */
export function runnerEnvironment(context: Readonly<Record<string, string>>, paths: StepPaths): Record<string, string> {
  const environment: Record<string, string> = {
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_ACTION_REF: '',
    GITHUB_ACTION_REPOSITORY: '',
    GITHUB_ENV: paths.env,
    GITHUB_EVENT_PATH: paths.event,
    GITHUB_OUTPUT: paths.output,
    GITHUB_PATH: paths.path,
    GITHUB_STATE: paths.state,
    GITHUB_STEP_SUMMARY: paths.summary,
    GITHUB_WORKSPACE: paths.workspace,
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'sandbox',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: paths.temp,
    RUNNER_TOOL_CACHE: paths.toolCache,
  };
  for (const [key, value] of Object.entries(context)) {
    if (key !== 'token') environment[`GITHUB_${key.toUpperCase()}`] = value;
  }
  return environment;
}
