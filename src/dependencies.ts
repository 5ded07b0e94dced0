// The dependencies of an action, created in one place: the event, the connections and the clock.
import { type ActionEvent, parseEvent, parseIsInFork, parseLogin, parseRunNumber } from './github/event.ts';
import { parseVisibility } from './github/visibility.ts';
import { InputError } from './inputs/table.ts';
import { parseCommitSha, type RepositoryRef } from './judgement/identifiers.ts';
import { trimSlashes } from './net/address.ts';
import { systemClock } from './net/clock.ts';
import { openConnections } from './net/connections.ts';
import { findEventPayload } from './runner/event-file.ts';
import type { Dependencies } from './runner/session.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Own extends Pick<Dependencies, 'clock' | 'fetch' | 'findProxyFault' | 'close'> {
  /** The variables of the process. */
  readonly environment: Environment;
}

/** Creates an action's dependencies; all but runner and signal are by default those of this process. Sends nothing yet. */
export function createDependencies(
  { runner, signal }: Pick<Dependencies, 'runner' | 'signal'>,
  { environment, clock, fetch, findProxyFault, close }: Own = {
    ...openConnections(process.env),
    environment: process.env,
    clock: systemClock,
  },
): Dependencies {
  return {
    runner,
    signal,
    findEvent: async () => readEvent(environment, await findEventPayload(environment['GITHUB_EVENT_PATH'] ?? '')),
    clock,
    fetch,
    findProxyFault,
    close,
    gitHubApiUrl: environment['GITHUB_API_URL'] ?? 'https://api.github.com',
  };
}

/** Not by `@actions/github`, which opens connections on import, and throws there where a proxy variable is no address. */
function readEvent(environment: Environment, payload: unknown): ActionEvent {
  const text = (name: string): string => environment[name] ?? '';
  const number = (name: string, fallback: number): number => parseRunNumber(Number.parseInt(text(name), 10), fallback);
  const name = text('GITHUB_EVENT_NAME');
  const runAttempt = number('GITHUB_RUN_ATTEMPT', 1);
  return {
    name,
    data: parseEvent(name, payload),
    workflowSha: parseCommitSha(text('GITHUB_SHA')),
    repository: readRepository(text('GITHUB_REPOSITORY')),
    isInFork: parseIsInFork(payload),
    visibility: readVisibility(payload, runAttempt),
    serverUrl: trimSlashes(environment['GITHUB_SERVER_URL'] ?? 'https://github.com'),
    workflow: text('GITHUB_WORKFLOW'),
    job: text('GITHUB_JOB'),
    runId: number('GITHUB_RUN_ID', 0),
    runNumber: number('GITHUB_RUN_NUMBER', 0),
    runAttempt,
    triggeringActor: parseLogin(text('GITHUB_TRIGGERING_ACTOR')),
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
