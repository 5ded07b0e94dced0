// Creates the dependencies of an action in one place: the event, the connections and the clock.
import type { context as toolkit } from '@actions/github';
import { type ActionEvent, parseEvent, parseHome, parseRunNumber, parseText } from './github/event.ts';
import { parseVisibility } from './github/visibility.ts';
import { InputError } from './inputs/table.ts';
import { parseCommitSha, type RepositoryRef } from './judgement/identifiers.ts';
import { parseUrl, trimSlashes } from './net/address.ts';
import { systemClock } from './net/clock.ts';
import { type Connections, openConnections } from './net/connections.ts';
import { once } from './net/once.ts';
import { findToolkitVariable } from './net/proxy.ts';
import { findEventPayload } from './runner/event-file.ts';
import type { Dependencies } from './runner/session.ts';
import { requireProxies } from './runner/start-faults.ts';

/** What the runner says about the run: the part of the toolkit's `context` that we use. */
export type RunContext = Pick<
  typeof toolkit,
  'eventName' | 'serverUrl' | 'workflow' | 'job' | 'runId' | 'runNumber' | 'runAttempt'
> & { readonly sha: string | undefined };

type Environment = Readonly<Record<string, string | undefined>>;

interface Own extends Connections, Pick<Dependencies, 'clock'> {
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
    // Asked again where inputs are wrong; the toolkit may say something else the second time it is loaded.
    findEvent: once(async () => {
      requireGitHubApiUrl(environment);
      const payload = await findEventPayload(environment['GITHUB_EVENT_PATH'] ?? '');
      return readEvent({ environment, payload, context: await findContext(findProxyFault) });
    }),
    clock,
    fetch,
    findProxyFault,
    close,
    gitHubApiUrl: toGitHubApiUrl(environment),
  };
}

/** Empty is as not set, also for the toolkit. */
function toGitHubApiUrl(environment: Environment): string {
  const { GITHUB_API_URL: given = '' } = environment;
  return given === '' ? 'https://api.github.com' : given;
}

/** @throws {InputError} If it is no address. */
function requireGitHubApiUrl(environment: Environment): URL {
  const given = toGitHubApiUrl(environment);
  const url = parseUrl(given);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  const allowed = 'the http: or https: address that the runner sets, such as https://api.github.com';
  throw new InputError([{ input: 'GITHUB_API_URL', given: JSON.stringify(given), allowed }]);
}

/**
 * Imported only when nothing that we would use makes the toolkit throw: on import it reads the event's file, and opens a
 * client through the proxy, if there is one. It reads the proxy variables by rules of its own, and what it cannot use is
 * as wrong an input as what we cannot.
 */
async function findToolkitContext(findProxyFault: Dependencies['findProxyFault']): Promise<RunContext> {
  const url = requireGitHubApiUrl(process.env);
  requireProxies(findProxyFault, [url.href]);
  try {
    const { context } = await import(/* webpackMode: "eager" */ '@actions/github');
    return context;
  } catch (error) {
    throw toToolkitError(error, url);
  }
}

function toToolkitError(error: unknown, url: URL): unknown {
  const variable = findToolkitVariable(process.env, url);
  if (variable === null) return error;
  const allowed = `the http: or https: address of your proxy, such as http://proxy.example.com:3128; or, to go without one, remove it, or list ${url.host} by its whole name in NO_PROXY`;
  return new InputError([{ input: variable, given: "a value that GitHub's toolkit cannot use", allowed }]);
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
    ...parseHome(payload),
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

/**
 * @throws {InputError} Outside of GitHub Actions, where there is none.
 */
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
