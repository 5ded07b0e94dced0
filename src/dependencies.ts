// The dependencies of an action, created in one place: the event, the connections and the clock.
import type { context as toolkit } from '@actions/github';
import { type ActionEvent, parseEvent, parseLogin, parseRunNumber } from './github/event.ts';
import { parseVisibility } from './github/visibility.ts';
import { parseCommitSha } from './judgement/identifiers.ts';
import { trimSlashes } from './net/address.ts';
import { systemClock } from './net/clock.ts';
import { openConnections } from './net/connections.ts';
import { requireEventFile } from './runner/event-file.ts';
import type { Dependencies } from './runner/session.ts';

/** What the runner says about the run: the part of the toolkit's `context` that we use. */
export type RunContext = Pick<
  typeof toolkit,
  'eventName' | 'payload' | 'repo' | 'serverUrl' | 'workflow' | 'job' | 'runId' | 'runNumber' | 'runAttempt'
> & { readonly sha: string | undefined };

interface Own extends Pick<Dependencies, 'clock' | 'fetch' | 'close'> {
  /** The variables of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly findContext: () => Promise<RunContext>;
}

/** Creates an action's dependencies; all but runner and signal are by default those of this process. Sends nothing yet. */
export function createDependencies(
  { runner, signal }: Pick<Dependencies, 'runner' | 'signal'>,
  { environment, findContext, clock, fetch, close }: Own = {
    ...openConnections(process.env),
    environment: process.env,
    findContext: findToolkitContext,
    clock: systemClock,
  },
): Dependencies {
  return {
    runner,
    signal,
    findEvent: async () => readEvent(await findContext(), environment['GITHUB_TRIGGERING_ACTOR'] ?? ''),
    clock,
    fetch,
    close,
    gitHubApiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
  };
}

/** Imported only when the event's file is known to be whole: the toolkit reads it on import, and Node would print a broken one. */
async function findToolkitContext(): Promise<RunContext> {
  await requireEventFile(process.env['GITHUB_EVENT_PATH'] ?? '');
  const { context } = await import(/* webpackMode: "eager" */ '@actions/github');
  return context;
}

function readEvent(context: RunContext, triggeringActor: string): ActionEvent {
  const { eventName, payload, sha, repo, serverUrl, workflow, job } = context;
  const runAttempt = parseRunNumber(context.runAttempt, 1);
  return {
    name: eventName,
    data: parseEvent(eventName, payload),
    workflowSha: parseCommitSha(sha ?? ''),
    repository: repo,
    visibility: readVisibility(payload, runAttempt),
    serverUrl: trimSlashes(serverUrl),
    workflow,
    job,
    runId: parseRunNumber(context.runId, 0),
    runNumber: parseRunNumber(context.runNumber, 0),
    runAttempt,
    triggeringActor: parseLogin(triggeringActor),
  };
}

/** A later attempt is given the event of the first, which may be a month old: by now everybody may read the repository. */
function readVisibility(payload: unknown, runAttempt: number): ActionEvent['visibility'] {
  const visibility = parseVisibility(payload);
  return runAttempt === 1 || visibility === 'public' ? visibility : 'unknown';
}
