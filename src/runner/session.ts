// Opens the session of one run: what its process gives it, its inputs, the clients of both APIs, and their deadlines.
import { createClient, type ServiceClient } from '../client/index.ts';
import type { ActionEvent } from '../github/event.ts';
import { type Octokit, openOctokit } from '../github/octokit.ts';
import { createRateLimits } from '../github/rate-limits.ts';
import type { ConnectionInputs } from '../inputs/connection.ts';
import { DeadlineError, type ShareError } from '../judgement/errors.ts';
import type { Clock } from '../net/clock.ts';
import type { Connections } from '../net/connections.ts';
import type { FetchLike } from '../net/fetch.ts';
import { createRedactor } from '../net/redact.ts';
import { createServiceClock, type ServiceClock } from '../net/service-clock.ts';
import { startDeadlines } from './deadline.ts';
import { createFarEnds, type FarEnds } from './far-ends.ts';
import type { Runner } from './runner.ts';
import { requireSurroundings } from './start-faults.ts';

export interface Dependencies extends Connections {
  readonly runner: Runner;
  readonly signal: AbortSignal;
  /** Rejects with an `InputError` if the runner's file of the event cannot be read. */
  readonly findEvent: () => Promise<ActionEvent>;
  readonly clock: Clock;
  /** The address is `https://api.github.com`, or `https://HOST/api/v3` on Enterprise Server. */
  readonly gitHubApiUrl: string;
}

export interface Session<Inputs>
  extends Pick<Dependencies, 'runner' | 'signal' | 'clock'>, Pick<FarEnds, 'takeSilent'> {
  readonly event: ActionEvent;
  readonly inputs: Inputs;
  readonly serviceClock: ServiceClock;
  readonly service: ServiceClient | null;
  /** A client that gives up after so many requests, or once `findEnd` gives an error. Null without a key. */
  readonly limitService: (maxRequests: number, findEnd: () => ShareError | null) => ServiceClient | null;
  /** This client asks, also for the report; null without a token. */
  readonly github: Octokit | null;
  /** This client writes when the verdict is known, with time of its own; null without a token. */
  readonly publisher: Octokit | null;
  /** Call this when the verdict is known: reporting, and what is read for it, has two minutes from then. */
  readonly beginReporting: () => void;
}

type Keys = Pick<ConnectionInputs, 'apiUrl' | 'apiKey' | 'githubToken'>;

/**
 * Starts the deadlines, reads the event, creates the clients, and runs. Always closes all connections at the end.
 * `waitsMs` is how long the run may wait in addition to its work.
 * @throws {InputError} Where a proxy variable that a request would need is no address, or the event cannot be read.
 */
export async function withSession<Inputs extends Keys>(
  dependencies: Dependencies,
  { inputs, waitsMs }: { readonly inputs: Inputs; readonly waitsMs: number },
  run: (session: Session<Inputs>) => Promise<void>,
): Promise<void> {
  const { runner, signal, clock, close } = dependencies;
  const deadlines = startDeadlines(waitsMs, { clock, signal });
  try {
    const event = await requireSurroundings(dependencies, toAddresses(dependencies, inputs));
    const ends = createFarEnds();
    const openGitHub = toGitHubOpener({ ...dependencies, fetch: ends.watch('GitHub', dependencies.fetch) }, inputs);
    const serviceClock = createServiceClock(clock);
    const serviceFetch = ends.watch('service', serviceClock.watch(dependencies.fetch));
    const openService = (fetch: FetchLike, ...signals: readonly AbortSignal[]): ServiceClient | null =>
      connectService({ ...dependencies, fetch }, inputs, AbortSignal.any([deadlines.service, ...signals]));
    await run({
      runner,
      signal,
      event,
      clock,
      inputs,
      serviceClock,
      service: openService(serviceFetch),
      limitService: (...limits) => {
        const limited = limitFetch(serviceFetch, ...limits);
        return openService(limited.fetch, limited.signal);
      },
      takeSilent: ends.takeSilent,
      github: openGitHub(deadlines.github),
      publisher: openGitHub(deadlines.reporting),
      beginReporting: deadlines.beginReporting,
    });
  } finally {
    deadlines.stop();
    await close();
  }
}

function toAddresses({ gitHubApiUrl }: Dependencies, { apiUrl, apiKey, githubToken }: Keys): readonly string[] {
  return [...(apiKey === null ? [] : [apiUrl]), ...(githubToken === null ? [] : [gitHubApiUrl])];
}

/** The request that is one too many, or too late, aborts the signal. */
function limitFetch(
  fetch: FetchLike,
  max: number,
  findEnd: () => ShareError | null,
): { readonly fetch: FetchLike; readonly signal: AbortSignal } {
  const controller = new AbortController();
  let sent = 0;
  return {
    signal: controller.signal,
    fetch: async (...request) => {
      sent += 1;
      if (sent > max) controller.abort(new DeadlineError(`one repository may take at most ${max} requests`));
      const end = findEnd();
      if (end !== null) controller.abort(end);
      return await fetch(...request);
    },
  };
}

function connectService(
  { fetch, clock }: Dependencies,
  { apiUrl, apiKey, githubToken }: Keys,
  signal: AbortSignal,
): ServiceClient | null {
  if (apiKey === null) return null;
  const secrets = githubToken === null ? [] : [githubToken];
  const connection = { fetch, usesProxyVariables: true, userAgent: 'scan-gate' };
  // The client refuses what it does not know, and a test's clock can do more.
  const { now, random, wait, after } = clock;
  return createClient({ baseUrl: apiUrl, apiKey, secrets, ...connection, now, random, wait, after, signal });
}

function toGitHubOpener(
  { fetch, clock, gitHubApiUrl: baseUrl }: Dependencies,
  { apiKey, githubToken: token }: Keys,
): (signal: AbortSignal) => Octokit | null {
  if (token === null) return () => null;
  const redactor = createRedactor(apiKey === null ? [token] : [token, apiKey]);
  const limits = createRateLimits();
  return (signal) => openOctokit({ token, baseUrl, fetch, signal, redactor, clock, limits });
}
