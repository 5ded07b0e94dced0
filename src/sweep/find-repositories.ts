// The repositories of a sweep: those that were named, or all that both key and token see.
import * as v from 'valibot';
import { decode, type GraphqlError, GraphqlRefusal, lacksPermission, readFailure } from '../github/failure.ts';
import { isTooHeavy, NO_DATA, queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchList } from '../github/pages.ts';
import { toVisibility, VisibilityAnswer } from '../github/visibility.ts';
import { InputError } from '../inputs/table.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import { toFoldedName, toFullName } from '../judgement/identifiers.ts';
import { uniqueBy } from '../judgement/lists.ts';
import { noRepositoryFault, unknownReadersFault } from '../judgement/reasons.ts';
import type { Session } from '../runner/session.ts';
import { isOwnAlone, type SweepInputs } from './inputs.ts';

/** A repository as GitHub knows it. */
export interface NamedRepository {
  /** `owner/name`, as GitHub calls it now. */
  readonly fullName: string;
  readonly visibility: Visibility;
}

interface RepositoriesQuery extends Pick<Session<SweepInputs>, 'inputs' | 'event'> {
  readonly github: Octokit | null;
}

/**
 * The repositories to look at, in the order given or in GitHub's; of `all` those that are `known` to the service. The log
 * and the summary name them, so in a public repository they are public ones. If only this repository is named, GitHub is not asked.
 * Rejects where GitHub does not say who may read them.
 *
 * @throws {InputError} If this repository is public and a named one is not.
 * @throws {Unverified} If there are none, or one may not be named unless it is known who may read this repository.
 */
export async function findRepositories(
  { inputs, github, event }: RepositoriesQuery,
  known: readonly { readonly fullName: string }[],
): Promise<readonly NamedRepository[]> {
  const own = toFullName(event.repository);
  const { repositories } = inputs;
  if (github === null || isOwnAlone(inputs, event.repository)) return [{ fullName: own, visibility: event.visibility }];
  const [found, visibility] = await Promise.all([
    repositories === 'all' ? fetchGiven(github, known) : fetchNamed(github, repositories),
    findOwnVisibility({ github, event }, own),
  ]);
  // Two names may be of one repository that was renamed.
  const wanted = uniqueBy(found, ({ fullName }) => toFoldedName(fullName));
  const open = wanted.filter((each) => each.visibility === 'public');
  // To leave them out would be a smaller sweep that nobody asked for.
  if (visibility === 'unknown' && open.length < wanted.length) {
    throw unknownReadersFault(event, { hidden: wanted.length - open.length, all: wanted.length });
  }
  const isPublic = visibility === 'public';
  if (isPublic && repositories !== 'all') requirePublic(found);
  const named = isPublic ? open : wanted;
  if (named.length === 0) throw noRepositoryFault(isPublic);
  return named;
}

const Given = v.object({
  ...VisibilityAnswer.entries,
  full_name: v.string(),
  archived: v.nullish(v.boolean(), false),
});

/** Those of the `known` that the token was given, without archived ones: an app's, of which a workflow's own token is one, else a person's. */
async function fetchGiven(
  github: Octokit,
  known: readonly { readonly fullName: string }[],
): Promise<readonly NamedRepository[]> {
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
  const names = new Set(known.map(({ fullName }) => toFoldedName(fullName)));
  return given
    .filter(({ full_name, archived }) => !archived && names.has(toFoldedName(full_name)))
    .map((each) => ({ fullName: each.full_name, visibility: toVisibility(each) }));
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

const AT_ONCE = 100;

const Named = v.record(v.string(), v.nullish(v.object({ nameWithOwner: v.string(), visibility: v.string() }), null));

/** Under the names that they have now; under the given one and of `unknown` visibility where the token sees none of that name. */
async function fetchNamed(github: Octokit, names: readonly string[]): Promise<readonly NamedRepository[]> {
  const found: NamedRepository[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const fields = some.map((fullName, index) => {
      const [owner, name] = fullName.split('/').map((part) => JSON.stringify(part));
      return `r${index}: repository(owner: ${owner}, name: ${name}) { nameWithOwner visibility }`;
    });
    const { data, errors } = await queryGitHub(github, `query { ${fields.join(' ')} }`);
    const answer = decode(Named, data, 'Repositories');
    const toNamed = (fullName: string, index: number): NamedRepository => {
      const key = `r${index}`;
      const said = answer[key] ?? null;
      if (said === null) refuseUnanswered(errors, key);
      return {
        fullName: said?.nameWithOwner ?? fullName,
        visibility: toVisibility({ visibility: said?.visibility.toLowerCase() ?? 'unknown' }),
      };
    };
    found.push(...some.map(toNamed));
  }
  return found;
}

/** That the token sees nothing of a name is an answer; that GitHub could not look, or does not say why, is none. */
function refuseUnanswered(errors: readonly GraphqlError[], key: string): void {
  const about = errors.filter(({ path }) => path.length === 0 || path[0] === key);
  const refusals = (about.length === 0 ? [NO_DATA] : about).map((error) => new GraphqlRefusal(error));
  const unanswered = refusals.find((refusal) => isTooHeavy(refusal) || readFailure(refusal).rateLimited);
  if (unanswered !== undefined) throw unanswered;
}
