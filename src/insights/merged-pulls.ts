// The pull requests that were merged in a period, or that a bug names.
import * as v from 'valibot';
import { decode, GitHubAnswerError, GraphqlRefusal } from '../github/failure.ts';
import {
  askByHalves,
  divisible,
  fetchNumbered,
  findRefusal,
  NO_DATA,
  PageInfo,
  queryGitHub,
  refuseErrorOfAll,
} from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import { rememberQuerySize } from '../github/query-size.ts';
import {
  type CommitSha,
  type EpochMs,
  isSameFullName,
  parseCommitSha,
  parseTime,
  type RepositoryRef,
  toFullName,
} from '../judgement/identifiers.ts';

export interface MergedPullRequest {
  readonly number: number;
  /** Its author wrote it: it is untrusted. */
  readonly title: string;
  readonly headSha: CommitSha;
  readonly mergedAt: EpochMs;
}

export interface MergedPulls {
  /** Each is there once; GitHub's search gives at most 1,000. */
  readonly pulls: readonly MergedPullRequest[];
  readonly total: number;
}

const MergedAnswer = v.object({
  number: v.number(),
  title: v.nullish(v.string(), ''),
  headRefOid: v.string(),
  mergedAt: v.string(),
});
/** A pull request that was not merged has no time. */
const NamedPullAnswer = v.object({ ...MergedAnswer.entries, mergedAt: v.nullish(v.string(), null) });
const SearchPage = v.object({ issueCount: v.number(), pageInfo: PageInfo, nodes: v.array(v.unknown()) });
const SearchAnswer = v.object({ search: v.nullish(SearchPage, null) });

const toQuery = (fields: string): string => `query ($words: String!, $first: Int!, $after: String) {
  search(query: $words, type: ISSUE, first: $first, after: $after) {
    issueCount
    pageInfo { hasNextPage endCursor }
    nodes { ... on PullRequest { ${fields} } }
  }
}`;

const MERGED = 'Merged pull requests';

/** GitHub's search ends after so many. */
const MAX_FOUND = 1_000;

/**
 * Searches by date; `when` is in UTC, such as `>=2026-08-23` or `2026-05-25..2026-08-22`. A token that may not read pull requests
 * finds none. Rejects where GitHub does not say.
 */
export async function fetchMergedPulls(github: Octokit, repository: RepositoryRef, when: string): Promise<MergedPulls> {
  const { items: pulls, total } = await fetchNumbered(github, {
    what: MERGED,
    toQuery,
    fields: 'number title headRefOid mergedAt',
    variables: { words: `repo:${toFullName(repository)} is:pr is:merged merged:${when}` },
    max: MAX_FOUND,
    readPage: (data) => {
      const { search } = decode(SearchAnswer, data, MERGED);
      if (search === null) throw new GraphqlRefusal(NO_DATA);
      const { issueCount: total, ...page } = search;
      return { ...page, total };
    },
    node: MergedAnswer,
    toItem: toMergedPull,
  });
  return { pulls, total };
}

function toMergedPull({
  number,
  title,
  headRefOid,
  mergedAt: at,
}: v.InferOutput<typeof MergedAnswer>): MergedPullRequest {
  const headSha = parseCommitSha(headRefOid);
  const mergedAt = parseTime(at);
  if (headSha === null) throw new GitHubAnswerError(`${MERGED}: headRefOid: not a full commit SHA`);
  if (mergedAt === null) throw new GitHubAnswerError(`${MERGED}: mergedAt: not a time`);
  return { number, title, headSha, mergedAt };
}

/** A bug names a pull request by its number, or by a commit that it may have brought in. */
export type PullName = number | CommitSha;

export interface NamedPulls {
  readonly pulls: readonly MergedPullRequest[];
  /** It gives the number of the one that brought a commit in, and was merged first where there are several. */
  readonly byCommit: ReadonlyMap<string, number>;
  /** GitHub gave no answer for these names. */
  readonly lost: readonly PullName[];
}

const namesAQuery = rememberQuerySize(50);

/** Reads fifty names a query, by halves where that is too heavy. An unknown number or commit has no pull request. Rejects where GitHub does not say. */
export async function fetchNamedPulls(
  github: Octokit,
  repository: RepositoryRef,
  names: readonly PullName[],
): Promise<NamedPulls> {
  const pulls = new Map<number, MergedPullRequest>();
  const byCommit = new Map<string, number>();
  const answers = await askByHalves({
    names,
    sizes: namesAQuery(github),
    ask: (some) => fetchNames(github, repository, some),
  });
  const lost: PullName[] = [];
  for (const [at, merged] of answers.entries()) {
    const name = names[at];
    if (name === undefined) continue;
    if (merged instanceof Error) {
      lost.push(name);
      continue;
    }
    const [first] = merged.toSorted((a, b) => a.mergedAt - b.mergedAt || a.number - b.number);
    if (first === undefined) continue;
    pulls.set(first.number, first);
    if (typeof name === 'string') byCommit.set(name, first.number);
  }
  return { pulls: [...pulls.values()], byCommit, lost };
}

const NumberAnswer = v.nullish(NamedPullAnswer, null);
const CommitPull = v.object({ ...NamedPullAnswer.entries, repository: v.object({ nameWithOwner: v.string() }) });
const CommitAnswer = v.nullish(
  v.object({ associatedPullRequests: v.nullish(v.object({ nodes: v.array(v.nullable(CommitPull)) })) }),
  null,
);
const NamesAnswer = v.object({ repository: v.nullish(v.record(v.string(), v.unknown()), null) });
const PULLS = 'Pull requests';

async function fetchNames(
  github: Octokit,
  place: RepositoryRef,
  names: readonly PullName[],
): Promise<readonly (readonly MergedPullRequest[] | GraphqlRefusal)[]> {
  const fields = names.map((name, at) =>
    typeof name === 'number'
      ? `n${at}: pullRequest(number: ${name}) { ...pull }`
      : `n${at}: object(oid: "${name}") { ... on Commit { associatedPullRequests(first: 10) { nodes { ...pull repository { nameWithOwner } } } } }`,
  );
  const { data, errors } = await queryGitHub(
    github,
    `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${fields.join(' ')} } }
    fragment pull on PullRequest { number title headRefOid mergedAt }`,
    { owner: place.owner, name: place.repo, ...divisible(names.length) },
  );
  refuseErrorOfAll(errors);
  const { repository } = decode(NamesAnswer, data, PULLS);
  if (repository === null) throw new GraphqlRefusal(NO_DATA);
  return names.map((name, at) => {
    const key = `n${at}`;
    const answer = repository[key] ?? null;
    // Of a commit that it does not know GitHub says nothing, not even an error.
    const isUnknown = answer === null && typeof name === 'string' && errors.every(({ path }) => path[1] !== key);
    if (isUnknown) return [];
    const nodes = typeof name === 'number' ? toPull(answer) : toPulls(answer, place);
    if (nodes === null) return findRefusal(errors, key) ?? [];
    return nodes.flatMap(({ mergedAt, ...node }) => (mergedAt === null ? [] : [toMergedPull({ ...node, mergedAt })]));
  });
}

type NamedPull = v.InferOutput<typeof NamedPullAnswer>;

function toPull(answer: unknown): readonly NamedPull[] | null {
  const pull = decode(NumberAnswer, answer, PULLS);
  return pull && [pull];
}

/** Gives null if GitHub did not give all of the commit's pull requests. */
function toPulls(answer: unknown, place: RepositoryRef): readonly NamedPull[] | null {
  const commit = decode(CommitAnswer, answer, PULLS);
  if (!commit?.associatedPullRequests) return commit && commit.associatedPullRequests === undefined ? [] : null;
  const { nodes } = commit.associatedPullRequests;
  const given = nodes.filter((node) => node !== null);
  if (given.length < nodes.length) return null;
  return given.filter(({ repository }) => isSameFullName(repository.nameWithOwner, toFullName(place)));
}
