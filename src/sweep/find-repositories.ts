// Finds the repositories of a sweep: those that were named, or all that both key and token see.
import * as v from 'valibot';
import { decode, type GraphqlError, GraphqlRefusal, lacksPermission, readFailure } from '../github/failure.ts';
import { isTooHeavy, NO_DATA, queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchList } from '../github/pages.ts';
import { toVisibility, VisibilityAnswer } from '../github/visibility.ts';
import { InputError } from '../inputs/table.ts';
import type { Cause } from '../judgement/cause.ts';
import { isForMembers, type Visibility } from '../judgement/disclosure.ts';
import { isSameFullName, toFoldedName, toFullName } from '../judgement/identifiers.ts';
import { Unverified } from '../judgement/unverified.ts';
import type { Session } from '../runner/session.ts';
import type { VisibleRepository } from '../service/find-repository.ts';
import { isOwnAlone, type SweepInputs } from './inputs.ts';

export interface NamedRepository {
  readonly fullName: string;
  readonly visibility: Visibility;
}

export interface FoundRepository extends NamedRepository {
  /** Why nothing of it can be read; null: GitHub knows it by this name. */
  readonly fault: Unverified | null;
}

export interface FoundRepositories {
  readonly repositories: readonly FoundRepository[];
  /** What `all` leaves out; null if the repositories were named. */
  readonly leftOut: LeftOut | null;
}

/** In a public repository only public ones count, since the others are left out there in any case. */
export interface LeftOut {
  /** How many repositories the key sees and the token does not. */
  readonly unseen: number;
  /** Their names, where readers of the log may know them. */
  readonly unseenNames: readonly string[];
}

type ConnectedRepository = Pick<VisibleRepository, 'fullName' | 'isPublic'>;

interface RepositoriesQuery extends Pick<Session<SweepInputs>, 'inputs' | 'event'> {
  readonly github: Octokit | null;
}

/**
 * Gives the repositories in the order given or in GitHub’s; of `all` those that are `known` to the service. The log and
 * the summary name them, so in a public repository they are public ones. If only this repository is named, GitHub is
 * not asked. Rejects where GitHub does not say who may read them.
 * @throws {InputError} If this repository is public and a named one is not.
 * @throws {Unverified} If there are none as far as GitHub says, or one may not be named unless it is known who may read
 * this repository.
 */
export async function findRepositories(
  { inputs, github, event }: RepositoriesQuery,
  known: readonly ConnectedRepository[],
): Promise<FoundRepositories> {
  const own = toFullName(event.repository);
  const { repositories } = inputs;
  if (github === null || isOwnAlone(inputs, event.repository)) {
    return { repositories: [{ fullName: own, visibility: event.visibility, fault: null }], leftOut: null };
  }
  const isAll = repositories === 'all';
  const [given, visibility]: readonly [readonly ListedRepository[], Visibility] = await Promise.all([
    isAll ? fetchListed(github) : fetchNamed(github, repositories),
    findOwnVisibility({ github, event }, own),
  ]);
  const byName = new Map(known.map(({ fullName, isPublic }) => [toFoldedName(fullName), { fullName, isPublic }]));
  const wanted = isAll ? given.filter((each) => each.isOff !== true && isConnected(each, byName)) : given;
  const open = wanted.filter((each) => each.visibility === 'public');
  // Without them it would be a smaller sweep that nobody asked for.
  if (visibility === 'unknown' && open.length < wanted.length) {
    const { repository, runAttempt } = event;
    const counts = { hidden: wanted.length - open.length, all: wanted.length };
    throw new Unverified({ kind: 'unknown-readers', repository, isAgain: runAttempt > 1, ...counts });
  }
  const isPublic = visibility === 'public';
  if (isPublic && !isAll) requirePublic(given);
  const named = isPublic ? open : wanted;
  if (named.length === 0) throw new Unverified({ kind: 'nothing-to-look-at', isPublic });
  return { repositories: named, leftOut: isAll ? toLeftOut(given, byName, visibility) : null };
}

/** The keys are the names in lower case. */
type KnownByName = ReadonlyMap<string, ConnectedRepository>;

function isConnected({ fullName }: NamedRepository, known: KnownByName): boolean {
  return known.has(toFoldedName(fullName));
}

function toLeftOut(given: readonly ListedRepository[], known: KnownByName, visibility: Visibility): LeftOut {
  const mayName = isForMembers(visibility);
  const seen = new Set(given.map(({ fullName }) => toFoldedName(fullName)));
  const unseen = [...known].flatMap(([name, each]) => (seen.has(name) || !(mayName || each.isPublic) ? [] : [each]));
  return {
    unseen: unseen.length,
    unseenNames: mayName ? unseen.map(({ fullName }) => fullName) : [],
  };
}

const TokenRepository = v.object({
  ...VisibilityAnswer.entries,
  full_name: v.string(),
  archived: v.nullish(v.boolean(), false),
  disabled: v.nullish(v.boolean(), false),
});

interface ListedRepository extends FoundRepository {
  /** Whether `all` leaves it out, because it is archived or GitHub has disabled it; absent: not asked. */
  readonly isOff?: boolean | undefined;
}

/** Lists the repositories of the token: that of an app, such as a workflow’s own, or a person’s. */
async function fetchListed(github: Octokit): Promise<readonly ListedRepository[]> {
  const list = { item: TokenRepository, what: 'Repositories of the token' };
  const ofApp = fetchList({
    ...list,
    field: 'repositories',
    fetchPage: (paging) => github.rest.apps.listReposAccessibleToInstallation({ ...paging }),
  });
  const given = await ofApp.catch(async (error: unknown) => {
    if (!isOfPerson(error)) throw error;
    return await fetchList({
      ...list,
      fetchPage: (paging) => github.rest.repos.listForAuthenticatedUser({ ...paging }),
    });
  });
  return given.map((each) => ({
    fullName: each.full_name,
    visibility: toVisibility(each),
    fault: null,
    isOff: each.archived || each.disabled,
  }));
}

/** Whether the list of an app is refused because the token is a person's, not for a limit, a sign-on or an address. */
function isOfPerson(error: unknown): boolean {
  const { status, message } = readFailure(error);
  return status === 403 && (lacksPermission(error) || /\binstallation access token\b/i.test(message));
}

/** Gives `unknown` where the event does not say it, and the token does not see the repository. */
async function findOwnVisibility(
  { event, github }: Pick<RepositoriesQuery, 'event'> & { readonly github: Octokit },
  own: string,
): Promise<Visibility> {
  if (event.visibility !== 'unknown') return event.visibility;
  const [named] = await fetchNamed(github, [own]);
  return named?.visibility ?? 'unknown';
}

/** Names only the places in the list: not even an error may name a private repository where everybody can read it. */
function requirePublic(named: readonly NamedRepository[]): void {
  const places = named.flatMap(({ visibility }, at) => (visibility === 'public' ? [] : [at + 1]));
  if (places.length === 0) return;
  const which = places.length === 1 ? `number ${places.join()}` : `numbers ${places.join(', ')}`;
  throw new InputError([
    {
      input: 'repositories',
      given: `a list in which ${which} cannot be read by everybody, or is not known to this token`,
      allowed: 'public repositories alone: everybody can read the log of this one',
    },
  ]);
}

const NAMES_A_QUERY = 100;

const Named = v.record(
  v.string(),
  v.nullish(
    v.object({ nameWithOwner: v.string(), visibility: v.string(), isDisabled: v.nullish(v.boolean(), false) }),
    null,
  ),
);

/** The visibility is `unknown` where the token sees no repository of that name. */
async function fetchNamed(github: Octokit, names: readonly string[]): Promise<readonly FoundRepository[]> {
  const found: FoundRepository[] = [];
  for (let at = 0; at < names.length; at += NAMES_A_QUERY) {
    found.push(...(await fetchNames(github, names.slice(at, at + NAMES_A_QUERY))));
  }
  return found;
}

async function fetchNames(github: Octokit, names: readonly string[]): Promise<readonly FoundRepository[]> {
  const fields = names.map((fullName, index) => {
    const [owner, name] = fullName.split('/').map((part) => JSON.stringify(part));
    return `r${index}: repository(owner: ${owner}, name: ${name}) { nameWithOwner visibility isDisabled }`;
  });
  const { data, errors } = await queryGitHub(github, `query { ${fields.join(' ')} }`);
  const answer = decode(Named, data, 'Repositories');
  return names.map((fullName, index) => {
    const key = `r${index}`;
    const said = answer[key] ?? null;
    if (said === null) requireAnswer(errors, key);
    const visibility = toVisibility({ visibility: said?.visibility.toLowerCase() ?? 'unknown' });
    if (said === null || !isSameFullName(said.nameWithOwner, fullName)) {
      return { fullName, visibility, fault: new Unverified({ kind: 'unknown-name', fullName }) };
    }
    return { fullName: said.nameWithOwner, visibility, fault: said.isDisabled ? new Unverified(DISABLED) : null };
  });
}

const DISABLED: Cause = {
  ...({ kind: 'refused', who: 'github', isForbidden: true, list: null, task: null } as const),
  said: 'GitHub has disabled this repository.',
  remedy: 'Leave it out of `repositories`, or ask its owner to have it enabled.',
};

/** It is an answer that the token sees nothing of a name. It is none if GitHub could not look, or does not say why. */
function requireAnswer(errors: readonly GraphqlError[], key: string): void {
  const about = errors.filter(({ path }) => path.length === 0 || path[0] === key);
  const refusals = (about.length === 0 ? [NO_DATA] : about).map((error) => new GraphqlRefusal(error));
  const refusal = refusals.find((each) => isTooHeavy(each) || readFailure(each).rateLimited);
  if (refusal !== undefined) throw refusal;
}
