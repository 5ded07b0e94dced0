// The repositories of a sweep: those that were named, or all that both key and token see.
import * as v from 'valibot';
import { decode } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchList } from '../github/pages.ts';
import { toVisibility, VisibilityAnswer } from '../github/visibility.ts';
import { InputError } from '../inputs/table.ts';
import type { Visibility } from '../judgement/disclosure.ts';
import { isSameFullName } from '../judgement/identifiers.ts';
import { queryGitHub } from './graphql.ts';
import type { RecheckSession } from './inputs.ts';

/**
 * The full names of the repositories to look at, in the order given or in GitHub's; of `all` those that `known` by the
 * service. The log and the summary name them, so in a public repository they are public ones. Rejects where GitHub does
 * not say who may read them.
 *
 * @throws {InputError} If this repository is public and a named one is not.
 */
export async function findRepositories(
  session: RecheckSession,
  known: readonly { readonly fullName: string }[],
): Promise<readonly string[]> {
  const { inputs, github, event } = session;
  const own = `${event.repository.owner}/${event.repository.repo}`;
  const { repositories } = inputs;
  if (repositories === 'all') {
    const [given, isPublic] = await Promise.all([fetchGiven(github), findIsPublic(session, own)]);
    return given
      .filter((each) => !each.archived && (!isPublic || toVisibility(each) === 'public'))
      .map((each) => each.full_name)
      .filter((fullName) => known.some((each) => isSameFullName(each.fullName, fullName)));
  }
  const others = repositories.filter((name) => !isSameFullName(name, own));
  if (others.length > 0 && (await findIsPublic(session, own))) await refusePrivate(github, others);
  return repositories;
}

const Given = v.object({
  ...VisibilityAnswer.entries,
  full_name: v.string(),
  archived: v.nullish(v.boolean(), false),
});
const GivenPage = v.object({ repositories: v.array(v.unknown()) });
const GIVEN = 'Repositories of the token';

/** Those that an app's token was given; a workflow's own token is one, for one repository. */
async function fetchGiven(github: Octokit): Promise<readonly v.InferOutput<typeof Given>[]> {
  return await fetchList(Given, GIVEN, async (paging) => {
    const { data, headers } = await github.rest.apps.listReposAccessibleToInstallation({ ...paging });
    return { data: decode(GivenPage, data, GIVEN).repositories, headers };
  });
}

/** Unknown is as public. */
async function findIsPublic({ event, github }: RecheckSession, own: string): Promise<boolean> {
  if (event.visibility !== 'unknown') return event.visibility === 'public';
  const [visibility = 'unknown'] = await fetchVisibilities(github, [own]);
  return visibility === 'public' || visibility === 'unknown';
}

async function refusePrivate(github: Octokit, names: readonly string[]): Promise<void> {
  const visibilities = await fetchVisibilities(github, names);
  const hidden = names.filter((_, index) => ['private', 'internal'].includes(visibilities[index] ?? ''));
  if (hidden.length === 0) return;
  throw new InputError(
    hidden.map((name) => ({
      input: 'repositories',
      given: `${JSON.stringify(name)}, which is not public`,
      allowed: 'public repositories alone: everybody can read the log of this one',
    })),
  );
}

const AT_ONCE = 100;

const Visibilities = v.record(v.string(), v.nullish(v.object({ visibility: v.string() }), null));

/** Who may read each of the repositories; `unknown` where the token sees none of that name. Rejects where GitHub does not answer. */
async function fetchVisibilities(github: Octokit, names: readonly string[]): Promise<readonly Visibility[]> {
  const found: Visibility[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE);
    const fields = some.map((fullName, index) => {
      const [owner, name] = fullName.split('/');
      return `r${index}: repository(owner: ${JSON.stringify(owner)}, name: ${JSON.stringify(name)}) { visibility }`;
    });
    const { data } = await queryGitHub(github, `query { ${fields.join(' ')} }`);
    const answer = decode(Visibilities, data, 'Visibility of repositories');
    found.push(
      ...some.map((_, index) =>
        toVisibility({ visibility: answer[`r${index}`]?.visibility.toLowerCase() ?? 'unknown' }),
      ),
    );
  }
  return found;
}
