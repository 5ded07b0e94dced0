// The dependencies of an action, created in one place: the event, the connections and the clock.
import type { context as toolkit } from '@actions/github';
import {
  type ActionEvent,
  parseEvent,
  parseIsInFork,
  parseRepositoryId,
  parseRunNumber,
  parseText,
} from './github/event.ts';
import { parseVisibility } from './github/visibility.ts';
import { InputError } from './inputs/table.ts';
import { parseCommitSha, type RepositoryRef } from './judgement/identifiers.ts';
import { trimSlashes } from './net/address.ts';
import { systemClock } from './net/clock.ts';
import { openConnections } from './net/connections.ts';
import { findEventPayload } from './runner/event-file.ts';
import { type Dependencies, requireProxies } from './runner/session.ts';

/** What the runner says about the run: the part of the toolkit's `context` that we use. */
export type RunContext = Pick<
  typeof toolkit,
  'eventName' | 'serverUrl' | 'workflow' | 'job' | 'runId' | 'runNumber' | 'runAttempt'
> & { readonly sha: string | undefined };

type Environment = Readonly<Record<string, string | undefined>>;

interface Own extends Pick<Dependencies, 'clock' | 'fetch' | 'findProxyFault' | 'close'> {
  /** The variables of the process. */
  readonly environment: Environment;
  readonly findContext: (findProxyFault: Dependencies['findProxyFault']) => Promise<RunContext>;
}

/** Creates an action's dependencies; all but runner and signal are by default those of this process. Sends nothing yet. */
export function createDependencies(
  { runner, signal }: Pick<Dependencies, 'runner' | 'signal'>,
  { environment, findContext, clock, fetch, findProxyFault, close }: Own = {
    ...openConnections(process.env),
    environment: process.env,
    findContext: findToolkitContext,
    clock: systemClock,
  },
): Dependencies {
  return {
    runner,
    signal,
    findEvent: async () => {
      const payload = await findEventPayload(environment['GITHUB_EVENT_PATH'] ?? '');
      return readEvent({ environment, payload, context: await findContext(findProxyFault) });
    },
    clock,
    fetch,
    findProxyFault,
    close,
    gitHubApiUrl: toGitHubApiUrl(environment),
  };
}

function toGitHubApiUrl(environment: Environment): string {
  return environment['GITHUB_API_URL'] ?? 'https://api.github.com';
}

/**
 * Imported only when nothing in the environment makes the toolkit throw: on import it reads the event's file, and opens a
 * client through the proxy, if there is one.
 */
async function findToolkitContext(findProxyFault: Dependencies['findProxyFault']): Promise<RunContext> {
  requireProxies(findProxyFault, [toGitHubApiUrl(process.env)]);
  const { context } = await import(/* webpackMode: "eager" */ '@actions/github');
  return context;
}

interface EventSource {
  readonly environment: Environment;
  readonly context: RunContext;
  readonly payload: unknown;
}

function readEvent({ environment, context, payload }: EventSource): ActionEvent {
  const { eventName, sha, serverUrl, workflow, job } = context;
  const runAttempt = parseRunNumber(context.runAttempt, 1);
  return {
    name: eventName,
    data: parseEvent(eventName, payload),
    workflowSha: parseCommitSha(sha ?? ''),
    repository: readRepository(environment['GITHUB_REPOSITORY'] ?? ''),
    repositoryId: parseRepositoryId(payload),
    isInFork: parseIsInFork(payload),
    visibility: readVisibility(payload, runAttempt),
    serverUrl: trimSlashes(serverUrl),
    workflow,
    workflowRef: parseText(environment['GITHUB_WORKFLOW_REF'] ?? ''),
    job,
    runId: parseRunNumber(context.runId, 0),
    runNumber: parseRunNumber(context.runNumber, 0),
    runAttempt,
    triggeringActor: parseText(environment['GITHUB_TRIGGERING_ACTOR'] ?? ''),
  };
}

/** @throws {InputError} If there is none, as outside of GitHub Actions. */
function readRepository(fullName: string): RepositoryRef {
  const [owner = '', repo = ''] = fullName.split('/');
  if (owner !== '' && repo !== '') return { owner, repo };
  const allowed = 'the `owner/name` that the runner sets';
  throw new InputError([{ input: 'GITHUB_REPOSITORY', given: JSON.stringify(fullName), allowed }]);
}

/** A later attempt is given the event of the first, which may be a month old: by now everybody may read the repository. */
function readVisibility(payload: unknown, runAttempt: number): ActionEvent['visibility'] {
  const visibility = parseVisibility(payload);
  return runAttempt === 1 || visibility === 'public' ? visibility : 'unknown';
}
