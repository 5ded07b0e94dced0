// The dependencies of an action, created in one place: the client of the service, octokit, the clock and the event.
import { context } from '@actions/github';
import { createClient } from './client/index.ts';
import { type ActionEvent, parseEvent, parseLogin, parseRunNumber, parseVisibility } from './github/event.ts';
import { type Octokit, openOctokit } from './github/octokit.ts';
import { parseCommitSha } from './judgement/identifiers.ts';
import { trimSlashes } from './net/address.ts';
import { type Clock, systemClock } from './net/clock.ts';
import { openConnections } from './net/connections.ts';
import type { FetchLike } from './net/fetch.ts';
import { createRedactor } from './net/redact.ts';
import type { Connections, ConnectionSettings, Dependencies, Host } from './runner/dependencies.ts';

const USER_AGENT = 'scan-gate';

/** What the runner says about the run: the part of the toolkit's `context` that we use. */
export type RunContext = Pick<
  typeof context,
  'eventName' | 'payload' | 'repo' | 'apiUrl' | 'serverUrl' | 'workflow' | 'job'
> &
  Pick<typeof context, 'runId' | 'runNumber' | 'runAttempt'> & {
    readonly sha: string | undefined;
    /** `GITHUB_TRIGGERING_ACTOR`, which the toolkit leaves out. */
    readonly triggeringActor: string | undefined;
  };

/** What varies from one process to the next. */
export interface Surface {
  readonly context: RunContext;
  readonly clock: Clock;
  readonly fetch: FetchLike;
  /** Closes the connections of `fetch`. */
  close(): Promise<void>;
}

/** Creates an action's dependencies, by default those of this process. Sends nothing yet. */
export function createDependencies({ runner, signal }: Host, surface: Surface = createSurface()): Dependencies {
  const { clock, fetch } = surface;
  return {
    runner,
    signal,
    clock,
    event: readEvent(surface.context),
    connect: ({ apiUrl, apiKey, githubToken, deadlines }) => ({
      service:
        apiKey === null
          ? null
          : createClient({
              baseUrl: apiUrl,
              apiKey,
              secrets: githubToken === null ? [] : [githubToken],
              fetch,
              ...clock,
              signal: deadlines.service,
              userAgent: USER_AGENT,
            }),
      ...connectGitHub(surface, { apiKey, githubToken, deadlines }),
      close: () => surface.close(),
    }),
  };
}

function connectGitHub(
  { context, fetch, clock }: Surface,
  { apiKey, githubToken, deadlines }: Omit<ConnectionSettings, 'apiUrl'>,
): Pick<Connections, 'github' | 'publisher'> {
  if (githubToken === null) return { github: null, publisher: null };
  const redactor = createRedactor(apiKey === null ? [githubToken] : [githubToken, apiKey]);
  const open = (signal: AbortSignal): Octokit =>
    openOctokit({ token: githubToken, baseUrl: context.apiUrl, fetch, signal, redactor, clock });
  return { github: open(deadlines.github), publisher: open(deadlines.reporting) };
}

function createSurface(): Surface {
  return { ...openConnections(process.env), context: readContext(), clock: systemClock };
}

/** One by one: some are computed by the toolkit's class, and a copy of its object lacks those. */
function readContext(): RunContext {
  const { eventName, payload, sha, repo, apiUrl, serverUrl, workflow, job, runId, runNumber, runAttempt } = context;
  const triggeringActor = process.env['GITHUB_TRIGGERING_ACTOR'];
  return {
    eventName,
    payload,
    sha,
    repo,
    apiUrl,
    serverUrl,
    workflow,
    job,
    runId,
    runNumber,
    runAttempt,
    triggeringActor,
  };
}

function readEvent(context: RunContext): ActionEvent {
  const { eventName, payload, sha, serverUrl, workflow, job, runId, runNumber, runAttempt } = context;
  return {
    name: eventName,
    data: parseEvent(eventName, payload),
    workflowSha: parseCommitSha(sha ?? ''),
    repository: context.repo,
    visibility: parseVisibility(payload),
    serverUrl: trimSlashes(serverUrl),
    workflow,
    job,
    runId: parseRunNumber(runId, 0),
    runNumber: parseRunNumber(runNumber, 0),
    runAttempt: parseRunNumber(runAttempt, 1),
    triggeringActor: parseLogin(context.triggeringActor),
  };
}
