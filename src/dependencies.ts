// The dependencies of an action, created in one place: the event, the connections and the clock.
import { context } from '@actions/github';
import { type ActionEvent, parseEvent, parseLogin, parseRunNumber, parseVisibility } from './github/event.ts';
import { parseCommitSha } from './judgement/identifiers.ts';
import { trimSlashes } from './net/address.ts';
import { systemClock } from './net/clock.ts';
import { openConnections } from './net/connections.ts';
import type { Dependencies } from './runner/dependencies.ts';

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

/** Creates an action's dependencies; all but the first two are by default those of this process. Sends nothing yet. */
export function createDependencies(
  { runner, signal }: Pick<Dependencies, 'runner' | 'signal'>,
  own: Pick<Dependencies, 'clock' | 'fetch' | 'close'> & { readonly context: RunContext } = {
    ...openConnections(process.env),
    context: readContext(),
    clock: systemClock,
  },
): Dependencies {
  const { clock, fetch } = own;
  return {
    runner,
    signal,
    clock,
    fetch,
    close: () => own.close(),
    event: readEvent(own.context),
    gitHubApiUrl: own.context.apiUrl,
  };
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
