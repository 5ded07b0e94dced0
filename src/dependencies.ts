// The dependencies of an action, created in one place: the event, the connections and the clock.
import { context as toolkit } from '@actions/github';
import { type ActionEvent, parseEvent, parseLogin, parseRunNumber } from './github/event.ts';
import { parseVisibility } from './github/visibility.ts';
import { parseCommitSha } from './judgement/identifiers.ts';
import { trimSlashes } from './net/address.ts';
import { systemClock } from './net/clock.ts';
import { openConnections } from './net/connections.ts';
import type { Dependencies } from './runner/session.ts';

/** What the runner says about the run: the part of the toolkit's `context` that we use. */
export type RunContext = Pick<
  typeof toolkit,
  'eventName' | 'payload' | 'repo' | 'apiUrl' | 'serverUrl' | 'workflow' | 'job' | 'runId' | 'runNumber' | 'runAttempt'
> & { readonly sha: string | undefined };

interface Own extends Pick<Dependencies, 'clock' | 'fetch' | 'close'> {
  readonly context: RunContext;
  /** `GITHUB_TRIGGERING_ACTOR`, which the toolkit leaves out. */
  readonly triggeringActor: string | undefined;
}

/** Creates an action's dependencies; all but runner and signal are by default those of this process. Sends nothing yet. */
export function createDependencies(
  { runner, signal }: Pick<Dependencies, 'runner' | 'signal'>,
  { context, triggeringActor, clock, fetch, close }: Own = {
    ...openConnections(process.env),
    context: toolkit,
    triggeringActor: process.env['GITHUB_TRIGGERING_ACTOR'],
    clock: systemClock,
  },
): Dependencies {
  const event = readEvent(context, triggeringActor);
  return { runner, signal, event, clock, fetch, close, gitHubApiUrl: context.apiUrl };
}

function readEvent(context: RunContext, triggeringActor: string | undefined): ActionEvent {
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
