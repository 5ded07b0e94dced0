// The dependencies of an action, created in one place: the event, the connections and the clock.
import { type ActionEvent, parseEvent, parseLogin, parseRunNumber } from './github/event.ts';
import { parseVisibility } from './github/visibility.ts';
import { parseCommitSha } from './judgement/identifiers.ts';
import { trimSlashes } from './net/address.ts';
import { systemClock } from './net/clock.ts';
import { openConnections } from './net/connections.ts';
import { findPayload } from './runner/event-file.ts';
import type { Dependencies } from './runner/session.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Own extends Pick<Dependencies, 'clock' | 'fetch' | 'close'> {
  /** What the runner says about the run: its variables `GITHUB_…`. */
  readonly environment: Environment;
}

/** Creates an action's dependencies; all but runner and signal are by default those of this process. Sends nothing yet. */
export function createDependencies(
  { runner, signal }: Pick<Dependencies, 'runner' | 'signal'>,
  { environment, clock, fetch, close }: Own = {
    ...openConnections(process.env),
    environment: process.env,
    clock: systemClock,
  },
): Dependencies {
  return {
    runner,
    signal,
    findEvent: async () => readEvent(environment, await findPayload(environment['GITHUB_EVENT_PATH'] ?? '')),
    clock,
    fetch,
    close,
    gitHubApiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
  };
}

function readEvent(environment: Environment, payload: unknown): ActionEvent {
  const textOf = (name: string): string => environment[name] ?? '';
  const name = textOf('GITHUB_EVENT_NAME');
  const [owner = '', repo = ''] = textOf('GITHUB_REPOSITORY').split('/');
  const runAttempt = parseRunNumber(textOf('GITHUB_RUN_ATTEMPT'), 1);
  return {
    name,
    data: parseEvent(name, payload),
    workflowSha: parseCommitSha(textOf('GITHUB_SHA')),
    repository: { owner, repo },
    visibility: readVisibility(payload, runAttempt),
    serverUrl: trimSlashes(environment['GITHUB_SERVER_URL'] ?? 'https://github.com'),
    workflow: textOf('GITHUB_WORKFLOW'),
    job: textOf('GITHUB_JOB'),
    runId: parseRunNumber(textOf('GITHUB_RUN_ID'), 0),
    runNumber: parseRunNumber(textOf('GITHUB_RUN_NUMBER'), 0),
    runAttempt,
    triggeringActor: parseLogin(textOf('GITHUB_TRIGGERING_ACTOR')),
  };
}

/** A later attempt is given the event of the first, which may be a month old: by now everybody may read the repository. */
function readVisibility(payload: unknown, runAttempt: number): ActionEvent['visibility'] {
  const visibility = parseVisibility(payload);
  return runAttempt === 1 || visibility === 'public' ? visibility : 'unknown';
}
