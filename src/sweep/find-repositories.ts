// The repositories of a sweep: those that were named, or all that both key and token see.
import * as v from 'valibot';
import {
  decode,
  findAnswer,
  type GraphqlError,
  GraphqlRefusal,
  lacksPermission,
  readFailure,
} from '../github/failure.ts';
import { askByHalves, divisible, isTooHeavy, NO_DATA, queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchList } from '../github/pages.ts';
import { rememberQuerySize } from '../github/query-size.ts';
import { toVisibility, VisibilityAnswer } from '../github/visibility.ts';
import { InputError } from '../inputs/table.ts';
import { isForMembers, type Visibility } from '../judgement/disclosure.ts';
import { isSameFullName, toFoldedName, toFullName } from '../judgement/identifiers.ts';
import { noRepositoryFault, unknownReadersFault } from '../judgement/reasons.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { Session } from '../runner/session.ts';
import type { VisibleRepository } from '../service/find-repository.ts';
import { FULL_NAME, isOwnAlone, type SweepInputs } from './inputs.ts';

/** A repository as GitHub knows it. */
export interface NamedRepository {
  /** `owner/name`, as GitHub calls it now. */
  readonly fullName: string;
  readonly visibility: Visibility;
  /** Other names that GitHub knows it by, which the service may still have; absent: none is known. */
  readonly formerNames?: readonly string[] | undefined;
}

export interface FoundRepositories {
  readonly repositories: readonly NamedRepository[];
  /** What `all` leaves out; null: they were named. */
  readonly leftOut: LeftOut | null;
  /** Why GitHub does not say whether the service knows others of them by former names; null: it does, or need not. */
  readonly unheard: Unverified | null;
}

/** In a public repository of public ones alone, since the others are left out there in any case. */
export interface LeftOut {
  /** How many the key sees and the token does not. */
  readonly unseen: number;
  /** Their names, where whoever reads the log may know them. */
  readonly unseenNames: readonly string[];
  /** How many the token sees and the key does not, without archived ones. */
  readonly unconnected: number;
}

/** A repository as the service knows it. */
type Known = Pick<VisibleRepository, 'fullName' | 'isPublic'>;

interface RepositoriesQuery extends Pick<Session<SweepInputs>, 'inputs' | 'event' | 'signal'> {
  readonly github: Octokit | null;
}

/**
 * The repositories to look at, in the order given or in GitHub's; of `all` those that are `known` to the service, be it
 * by a former name. The log and the summary name them, so in a public repository they are public ones. If only this repository is
 * named, GitHub is not asked. Rejects where GitHub does not say who may read them.
 *
 * @throws {InputError} If this repository is public and a named one is not.
 * @throws {Unverified} If there are none as far as GitHub says, or one may not be named unless it is known who may read this
 * repository.
 */
export async function findRepositories(
  { inputs, github, event, signal }: RepositoriesQuery,
  known: readonly Known[],
): Promise<FoundRepositories> {
  const own = toFullName(event.repository);
  const { repositories } = inputs;
  if (github === null || isOwnAlone(inputs, event.repository)) {
    return { repositories: [{ fullName: own, visibility: event.visibility }], leftOut: null, unheard: null };
  }
  const isAll = repositories === 'all';
  const [found, visibility]: readonly [readonly GivenRepository[], Visibility] = await Promise.all([
    isAll ? fetchGiven(github) : fetchNamed(github, repositories),
    findOwnVisibility({ github, event }, own),
  ]);
  const byName = new Map(known.map(({ fullName, isPublic }) => [toFoldedName(fullName), { fullName, isPublic }]));
  const given = joinNames(found);
  const renamed = await findRenamed({ github, signal }, given, byName);
  const unheard = isUnverified(renamed) ? renamed : null;
  const joined = isUnverified(renamed) ? given : given.map((each) => withFormerNames(each, renamed));
  const wanted = isAll ? joined.filter((each) => each.isArchived !== true && isKnown(each, byName)) : joined;
  const open = wanted.filter((each) => each.visibility === 'public');
  // To leave them out would be a smaller sweep that nobody asked for.
  if (visibility === 'unknown' && open.length < wanted.length) {
    throw unknownReadersFault(event, { hidden: wanted.length - open.length, all: wanted.length });
  }
  const isPublic = visibility === 'public';
  if (isPublic && !isAll) requirePublic(found);
  const named = isPublic ? open : wanted;
  if (named.length === 0) throw unheard ?? noRepositoryFault(isPublic);
  return { repositories: named, leftOut: isAll ? toLeftOut(joined, byName, visibility) : null, unheard };
}

/** Two names may be of one repository that was renamed. */
function joinNames(named: readonly GivenRepository[]): readonly GivenRepository[] {
  const groups = [...Map.groupBy(named, ({ fullName }) => toFoldedName(fullName)).values()];
  return groups.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, formerNames: [first, ...others].flatMap((each) => each.formerNames ?? []) }],
  );
}

/** Of the service, by their names in lower case. */
type KnownByName = ReadonlyMap<string, Known>;

/** In lower case, former ones too. */
function toNames({ fullName, formerNames = [] }: NamedRepository): readonly string[] {
  return [fullName, ...formerNames].map(toFoldedName);
}

function isKnown(repository: NamedRepository, known: KnownByName): boolean {
  return toNames(repository).some((name) => known.has(name));
}

/** What the service has and the token was not given. */
function selectUnseen(given: readonly NamedRepository[], known: KnownByName): readonly Known[] {
  const names = new Set(given.flatMap(toNames));
  return [...known].filter(([name]) => !names.has(name)).map(([, each]) => each);
}

/** Names of the service that are looked up, our own limit: ten queries. */
const MAX_LOOKED_UP = 1_000;

const NAMES_QUESTION = {
  doing: 'look up the names that the service has for repositories',
  permission: 'metadata: read',
};

/** Under each present name, in lower case, what was found there by a name that only the service still has. */
type Renamed = ReadonlyMap<string, readonly NamedRepository[]>;

/**
 * GitHub is asked only where each side has a repository that the other does not know by its name. A name of the service that
 * could not be one of GitHub's, such as one of a group within a group, is no former name.
 */
async function findRenamed(
  { github, signal }: Pick<RepositoriesQuery, 'signal'> & { readonly github: Octokit },
  given: readonly GivenRepository[],
  known: KnownByName,
): Promise<Renamed | Unverified> {
  const unseen = selectUnseen(given, known).flatMap(({ fullName }) => (FULL_NAME.test(fullName) ? [fullName] : []));
  if (unseen.length === 0 || given.every((each) => isKnown(each, known))) return new Map();
  const answers = await findAnswer(signal, NAMES_QUESTION, () => fetchNamed(github, unseen.slice(0, MAX_LOOKED_UP)));
  return isUnverified(answers) ? answers : Map.groupBy(answers, ({ fullName }) => toFoldedName(fullName));
}

function withFormerNames(given: GivenRepository, renamed: Renamed): GivenRepository {
  const added = (renamed.get(toFoldedName(given.fullName)) ?? []).flatMap(({ formerNames = [] }) => formerNames);
  return added.length === 0 ? given : { ...given, formerNames: [...(given.formerNames ?? []), ...added] };
}

function toLeftOut(given: readonly GivenRepository[], known: KnownByName, visibility: Visibility): LeftOut {
  const mayName = isForMembers(visibility);
  const unseen = selectUnseen(given, known).filter(({ isPublic }) => mayName || isPublic);
  const open = given.filter((each) => each.isArchived !== true && (mayName || each.visibility === 'public'));
  return {
    unseen: unseen.length,
    unseenNames: mayName ? unseen.map(({ fullName }) => fullName) : [],
    unconnected: open.filter((each) => !isKnown(each, known)).length,
  };
}

const Given = v.object({
  ...VisibilityAnswer.entries,
  full_name: v.string(),
  archived: v.nullish(v.boolean(), false),
});

interface GivenRepository extends NamedRepository {
  /** Absent: not asked. */
  readonly isArchived?: boolean | undefined;
}

/** Those that the token was given: an app's, of which a workflow's own token is one, else a person's. */
async function fetchGiven(github: Octokit): Promise<readonly GivenRepository[]> {
  const list = { item: Given, what: 'Repositories of the token' };
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
    isArchived: each.archived,
  }));
}

/** Whether the list of an app is refused because the token is a person's, not for a limit, a sign-on or an address. */
function isOfPerson(error: unknown): boolean {
  const { status, message } = readFailure(error);
  return status === 403 && (lacksPermission(error) || /\binstallation access token\b/i.test(message));
}

/** `unknown` where the event does not say it, and the token does not see the repository. */
async function findOwnVisibility(
  { event, github }: Pick<RepositoriesQuery, 'event'> & { readonly github: Octokit },
  own: string,
): Promise<Visibility> {
  if (event.visibility !== 'unknown') return event.visibility;
  const [named] = await fetchNamed(github, [own]);
  return named?.visibility ?? 'unknown';
}

/** By their place alone: not even an error may name a private repository where everybody can read it. */
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

const namesAQuery = rememberQuerySize(100);

const Named = v.record(v.string(), v.nullish(v.object({ nameWithOwner: v.string(), visibility: v.string() }), null));

/** Under the names that they have now; under the given one and of `unknown` visibility where the token sees none of that name. */
async function fetchNamed(github: Octokit, names: readonly string[]): Promise<readonly NamedRepository[]> {
  const ask = async (some: readonly string[]) => await fetchNames(github, some);
  const answers = await askByHalves({ names, sizes: namesAQuery(github), ask });
  return answers.map((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

async function fetchNames(
  github: Octokit,
  names: readonly string[],
): Promise<readonly (NamedRepository | GraphqlRefusal)[]> {
  const fields = names.map((fullName, index) => {
    const [owner, name] = fullName.split('/').map((part) => JSON.stringify(part));
    return `r${index}: repository(owner: ${owner}, name: ${name}) { nameWithOwner visibility }`;
  });
  const { data, errors } = await queryGitHub(github, `query { ${fields.join(' ')} }`, divisible(names.length));
  const answer = decode(Named, data, 'Repositories');
  return names.map((fullName, index) => {
    const key = `r${index}`;
    const said = answer[key] ?? null;
    const unanswered = said === null ? findUnanswered(errors, key) : undefined;
    if (unanswered !== undefined) return unanswered;
    const now = said?.nameWithOwner ?? fullName;
    return {
      fullName: now,
      formerNames: isSameFullName(now, fullName) ? [] : [fullName],
      visibility: toVisibility({ visibility: said?.visibility.toLowerCase() ?? 'unknown' }),
    };
  });
}

/** That the token sees nothing of a name is an answer; that GitHub could not look, or does not say why, is none. */
function findUnanswered(errors: readonly GraphqlError[], key: string): GraphqlRefusal | undefined {
  const about = errors.filter(({ path }) => path.length === 0 || path[0] === key);
  const refusals = (about.length === 0 ? [NO_DATA] : about).map((error) => new GraphqlRefusal(error));
  return refusals.find((refusal) => isTooHeavy(refusal) || readFailure(refusal).rateLimited);
}
