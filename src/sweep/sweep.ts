// Looks at repositories one after the other, each with its share of what the run may spend.
import type { ServiceClient } from '../client/index.ts';
import { findKeylessOrigin } from '../github/event.ts';
import { findAnswer } from '../github/fault.ts';
import { limitRequests, type Octokit, type RequestBudget } from '../github/octokit.ts';
import type { Naming } from '../judgement/cause.ts';
import { ShareError } from '../judgement/errors.ts';
import { countOf } from '../judgement/format.ts';
import type { RepoId, RepositoryRef } from '../judgement/identifiers.ts';
import { rotate } from '../judgement/lists.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import { MINUTE_MS } from '../judgement/time.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import type { FarEnd } from '../runner/far-ends.ts';
import type { Session } from '../runner/session.ts';
import {
  fetchVisibleRepositories,
  findRepository,
  indexRepositories,
  type VisibleRepository,
} from '../service/find-repository.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { findRepositories, type FoundRepository, type LeftOut, type NamedRepository } from './find-repositories.ts';
import { isOwnAlone, isSeveral, type SweepInputs } from './inputs.ts';
import { formatShard, isInShard } from './shard.ts';

export interface SweptRepository extends NamedRepository, RepositoryRef {
  readonly id: RepoId | Unverified;
}

export interface SweepLimits {
  readonly ofRepository: number;
  readonly ofRun: number;
}

/** A workflow's own token is too narrow for some actions, and an app has 5,000 requests an hour. */
export const APP_LIMITS: SweepLimits = { ofRepository: 200, ofRun: 4_000 };
/** A person waits for one repository alone, or the job has a limit of its own. */
export const NO_LIMITS: SweepLimits = { ofRepository: Infinity, ofRun: Infinity };
/** We limit the requests to the service for each of several repositories. */
const MAX_SERVICE_REQUESTS = 1_000;
/** The token of an app lives for an hour. What is not reached has failed. */
export const SWEEP_MS = 50 * 60_000 - PATIENCE_MS;

/** A repository gets at least this much, however many are behind it, as long as the run has it. */
const LEAST_REQUESTS = 20;
const LEAST_MS = 2 * MINUTE_MS;

export interface SweepSession<Inputs extends SweepInputs> extends Session<Inputs> {
  readonly service: ServiceClient;
  readonly github: Octokit;
}

/**
 * @throws {Unverified} Without a key.
 */
export function connect<Inputs extends SweepInputs>(session: Session<Inputs>): SweepSession<Inputs> {
  const { service, github } = session;
  if (service === null) throw noCredentialsFault(findKeylessOrigin(session.event, false));
  // The inputs require a token.
  if (github === null) throw new Error('there is no client of GitHub');
  return { ...session, service, github };
}

/** A session may lack a key, or a token. */
type AnySession<Service> = Omit<Session<SweepInputs>, 'service'> & { readonly service: Service };

export interface Visit<Service = ServiceClient> {
  readonly repository: SweptRepository;
  /** The client of several repositories gives up after a thousand requests. */
  readonly service: Service | ServiceClient;
  readonly requests: RequestBudget;
  /** How many REST requests to GitHub it has for itself; 0 if the run has none left, or no token. */
  readonly share: number;
  /** The first is 1. */
  readonly position: number;
  readonly total: number;
}

/** An action may have asked already what the key sees. */
export interface VisibleToKey {
  readonly visible: readonly VisibleRepository[] | Unverified;
  /** The organizations of the key, besides those of the repositories. */
  readonly organizations: readonly string[];
}

export interface SweepPlan<Service = ServiceClient> {
  readonly limits: SweepLimits;
  /** Rejects only if the job is cancelled, or for a bug in Scan Gate. */
  readonly look: (visit: Visit<Service>) => Promise<void>;
  readonly known?: VisibleToKey;
}

/**
 * Looks at each repository, a different one first in each run, and stops only where the job is cancelled. Each gets
 * what is left of requests and time, divided by the repositories that are left. Rejects for what `look` rejects with.
 * @throws {Unverified} If it is not known which repositories are meant, or there are none.
 * @throws {InputError} If this repository is public and a named one is not.
 */
export async function sweep<Service extends ServiceClient | null>(
  session: AnySession<Service>,
  { limits, look, known }: SweepPlan<Service>,
): Promise<void> {
  const { github, event, signal, clock } = session;
  const endsAt = clock.now() + SWEEP_MS;
  const requests = github === null ? NOTHING_TO_SPEND : limitRequests(github, limits.ofRun);
  const repositories = rotate(await findSwept(session, known), event.runNumber);
  const silent: (FarEnd | null)[] = [];
  session.takeSilent();
  for (const [index, repository] of repositories.entries()) {
    const behind = repositories.length - index;
    const share = Math.min(limits.ofRepository, requests.left(), toShare(requests.left(), behind, LEAST_REQUESTS));
    const lateAt = clock.now() + toShare(endsAt - clock.now(), behind, LEAST_MS);
    const findEnd = (): ShareError | null => (clock.now() >= lateAt ? new ShareError() : null);
    requests.grant(share);
    if (isSeveral(session.inputs)) requests.endWith(findEnd);
    const limited = isSeveral(session.inputs) ? session.limitService(MAX_SERVICE_REQUESTS, findEnd) : null;
    const place = { position: index + 1, total: repositories.length };
    const down = findDown(silent);
    const toLookAt = down === null ? repository : { ...repository, id: notAskedFault(down) };
    await look({ repository: toLookAt, service: limited ?? session.service, requests, share, ...place });
    signal.throwIfAborted();
    silent.push(down ?? session.takeSilent());
  }
}

/** An API that answered nothing for so many repositories in a row is not asked for the rest. */
const MAX_SILENT = 3;

function findDown(silent: readonly (FarEnd | null)[]): FarEnd | null {
  const last = silent.slice(-MAX_SILENT);
  const [first = null] = last;
  return last.length === MAX_SILENT && last.every((each) => each === first) ? first : null;
}

function notAskedFault(end: FarEnd): Unverified {
  const said = `Not looked at: ${end === 'service' ? 'the service' : 'GitHub'} answered nothing for the repositories before it.`;
  return new Unverified({
    kind: 'outage',
    who: end === 'service' ? 'service' : 'github',
    how: 'down',
    status: null,
    task: null,
    said,
  });
}

const NOTHING_TO_SPEND: RequestBudget = { left: () => 0, grant: () => undefined, endWith: () => undefined };

function toShare(left: number, among: number, least: number): number {
  return Math.max(least, Math.floor(left / among));
}

async function findSwept(
  session: AnySession<ServiceClient | null>,
  given: VisibleToKey | undefined,
): Promise<readonly SweptRepository[]> {
  const { inputs, github, event, signal } = session;
  const known = given ?? (await fetchKnown(session));
  signal.throwIfAborted();
  if (known !== null && isUnverified(known.visible) && inputs.repositories === 'all') throw known.visible;
  const visible = known === null || isUnverified(known.visible) ? [] : known.visible;
  const named = await findAnswer(signal, TOKEN_QUESTION, () => findRepositories({ inputs, event, github }, visible));
  if (isUnverified(named)) throw named;
  const { repositories, leftOut } = named;
  if (leftOut !== null) sayLeftOut(session, leftOut);
  // An empty shard is fine, since the other jobs of the matrix look at the rest.
  const here = selectShard(session, repositories);
  const idOf = createIdFinder(session, known);
  const swept: SweptRepository[] = [];
  for (const repository of here) {
    const { fullName, fault } = repository;
    const [owner = '', repo = ''] = fullName.split('/');
    const name = isOwnAlone(inputs, event.repository) ? (inputs.repository ?? fullName) : fullName;
    const id = fault ?? (await idOf(name));
    signal.throwIfAborted();
    swept.push({ ...repository, owner, repo, id });
  }
  return swept;
}

/** Gives null if nothing is looked for, or only the repository of the workflow, by the name that it is told. */
async function fetchKnown({ service, inputs, event }: AnySession<ServiceClient | null>): Promise<VisibleToKey | null> {
  if (service === null || inputs.repositoryId !== null || isOwnAlone(inputs, event.repository)) return null;
  return { visible: await orUnverified(fetchVisibleRepositories(service)), organizations: [] };
}

function createIdFinder(
  { service, event, inputs }: AnySession<ServiceClient | null>,
  known: VisibleToKey | null,
): (fullName: string) => Promise<RepoId | Unverified> {
  const { repositoryId } = inputs;
  if (repositoryId !== null) return () => Promise.resolve(repositoryId);
  const naming = toNaming(inputs, event.repository);
  if (known !== null) {
    const { visible, organizations } = known;
    const select = isUnverified(visible) ? () => visible : indexRepositories(visible, organizations, naming);
    return (fullName) => Promise.resolve(select(fullName));
  }
  if (service === null) return () => Promise.resolve(noCredentialsFault(findKeylessOrigin(event, false)));
  return (repository) => orUnverified(findRepository(service, { repository, repositoryId, naming }));
}

/** Not every action has the input `repository`, and it is about the repository of the workflow. */
function toNaming(inputs: SweepInputs, own: RepositoryRef): Naming {
  if (isSeveral(inputs)) return 'none';
  return isOwnAlone(inputs, own) && inputs.repository !== undefined ? 'name-or-id' : 'id';
}

const MAX_NAMED = 5;

/** This is no warning: not every repository of an organization has to be connected. */
function sayLeftOut({ inputs, runner }: AnySession<ServiceClient | null>, leftOut: LeftOut): void {
  const { unseen, unseenNames } = leftOut;
  // One job of a matrix says it for all.
  if (inputs.shard !== null && inputs.shard.part > 1) return;
  if (unseen > 0) {
    const named = unseenNames.slice(0, MAX_NAMED).join(', ');
    const count = countOf(unseen, 'repository', 'repositories');
    runner.notice(
      `\`repositories: all\` leaves out ${count} that the key sees and the token does not${named === '' ? '' : `, such as ${named}`}. To look there too, give the token access: install its GitHub App there. If a repository was renamed or moved, look in the service whether it has the present name.`,
    );
  }
}

function selectShard(
  { inputs, runner }: AnySession<ServiceClient | null>,
  named: readonly FoundRepository[],
): readonly FoundRepository[] {
  const { shard } = inputs;
  if (shard === null) return named;
  if (!isSeveral(inputs)) {
    runner.notice('The input `shard` is ignored, because there is only one repository.');
    return named;
  }
  const here = named.filter(({ fullName }) => isInShard(fullName, shard));
  runner.info(`Shard ${formatShard(shard)} has ${here.length} of ${named.length} repositories.`);
  return here;
}

const TOKEN_QUESTION = {
  ...{ doing: 'read which repositories the token sees', permission: 'metadata: read' },
  need: 'several',
} as const;
