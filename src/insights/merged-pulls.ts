// The pull requests of a repository that were merged in a time, or that somebody named.
import * as v from 'valibot';
import { decode, GitHubAnswerError } from '../github/failure.ts';
import { PageInfo, queryGitHub } from '../github/graphql.ts';
import type { Octokit } from '../github/octokit.ts';
import {
  type CommitSha,
  type EpochMs,
  isSameFullName,
  parseCommitSha,
  parseTime,
  type RepositoryRef,
} from '../judgement/identifiers.ts';

export interface MergedPullRequest {
  readonly number: number;
  /** Written by its author: untrusted. */
  readonly title: string;
  /** The head that was merged. */
  readonly headSha: CommitSha;
  readonly mergedAt: EpochMs;
}

export interface MergedPulls {
  /** At most 1,000, which is what GitHub's search gives; each once. */
  readonly pulls: readonly MergedPullRequest[];
  /** How many there are. */
  readonly total: number;
}

const Merged = v.object({
  number: v.number(),
  title: v.nullish(v.string(), ''),
  headRefOid: v.string(),
  mergedAt: v.string(),
});
/** Null of one that was not merged. */
const Named = v.object({ ...Merged.entries, mergedAt: v.nullish(v.string(), null) });
const Found = v.object({
  search: v.object({ issueCount: v.number(), pageInfo: PageInfo, nodes: v.array(Merged) }),
});

const QUERY = `query ($words: String!, $after: String) {
  search(query: $words, type: ISSUE, first: 100, after: $after) {
    issueCount
    pageInfo { hasNextPage endCursor }
    nodes { ... on PullRequest { number title headRefOid mergedAt } }
  }
}`;

/** GitHub's search ends after so many. */
const MAX_FOUND = 1_000;

/**
 * Searches by date; `when` is such as `>=2026-08-23` or `2026-05-25..2026-08-22`, in UTC. A token that may not read pull
 * requests is told of none, so whoever asks has to know that it may. Rejects where GitHub does not say.
 */
export async function fetchMergedPulls(
  github: Octokit,
  { owner, repo }: RepositoryRef,
  when: string,
): Promise<MergedPulls> {
  const words = `repo:${owner}/${repo} is:pr is:merged merged:${when}`;
  const found = new Map<number, MergedPullRequest>();
  let total = 0;
  let after: string | null = null;
  for (let read = 0; read < MAX_FOUND;) {
    const { data, fault } = await queryGitHub(github, QUERY, { words, after });
    // A part that was refused would look like pull requests that were not merged.
    if (fault !== null) throw new GitHubAnswerError(fault);
    const { nodes, pageInfo, issueCount } = decode(Found, data, 'Merged pull requests').search;
    for (const node of nodes) found.set(node.number, toMergedPull(node));
    total = issueCount;
    read += nodes.length;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    if (after === null || nodes.length === 0) break;
  }
  return { pulls: [...found.values()], total: Math.max(total, found.size) };
}

function toMergedPull({ number, title, headRefOid, mergedAt: at }: v.InferOutput<typeof Merged>): MergedPullRequest {
  const headSha = parseCommitSha(headRefOid);
  const mergedAt = parseTime(at);
  if (headSha === null) throw new GitHubAnswerError('Merged pull requests: headRefOid: not a full commit SHA');
  if (mergedAt === null) throw new GitHubAnswerError('Merged pull requests: mergedAt: not a time');
  return { number, title, headSha, mergedAt };
}

/** Names of pull requests. */
export interface PullNames {
  readonly numbers: readonly number[];
  /** Commits that they may have brought in. */
  readonly shas: readonly CommitSha[];
}

export interface NamedPulls {
  /** The merged ones among them, each once. */
  readonly pulls: readonly MergedPullRequest[];
  /** The merged one that brought a commit in, by the commit; the one merged first where there are several. */
  readonly byCommit: ReadonlyMap<string, number>;
}

const NAMES_A_QUERY = 50;

/**
 * Reads pull requests by their numbers, and those of commits, fifty names a query. A number that is none, and a commit that
 * GitHub does not know, has none. Rejects where GitHub does not say.
 */
export async function fetchNamedPulls(
  github: Octokit,
  repository: RepositoryRef,
  { numbers, shas }: PullNames,
): Promise<NamedPulls> {
  const names: readonly (number | CommitSha)[] = [...numbers, ...shas];
  const pulls = new Map<number, MergedPullRequest>();
  const byCommit = new Map<string, number>();
  for (let at = 0; at < names.length; at += NAMES_A_QUERY) {
    for (const { name, merged } of await fetchNames(github, repository, names.slice(at, at + NAMES_A_QUERY))) {
      const [first] = merged.toSorted((a, b) => a.mergedAt - b.mergedAt || a.number - b.number);
      if (first === undefined) continue;
      pulls.set(first.number, first);
      if (typeof name === 'string') byCommit.set(name, first.number);
    }
  }
  return { pulls: [...pulls.values()], byCommit };
}

const Associated = v.object({
  associatedPullRequests: v.nullish(
    v.object({ nodes: v.array(v.object({ ...Named.entries, repository: v.object({ nameWithOwner: v.string() }) })) }),
    null,
  ),
});
const NamedAnswer = v.object({
  repository: v.nullable(v.record(v.string(), v.nullish(v.union([Named, Associated]), null))),
});

interface NameAnswer {
  readonly name: number | CommitSha;
  readonly merged: readonly MergedPullRequest[];
}

async function fetchNames(
  github: Octokit,
  { owner, repo }: RepositoryRef,
  names: readonly (number | CommitSha)[],
): Promise<readonly NameAnswer[]> {
  const fields = names.map((name, at) =>
    typeof name === 'number'
      ? `n${at}: pullRequest(number: ${name}) { ...pull }`
      : `n${at}: object(oid: "${name}") { ... on Commit { associatedPullRequests(first: 10) { nodes { ...pull repository { nameWithOwner } } } } }`,
  );
  const { data, fault, isMissingAlone } = await queryGitHub(
    github,
    `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${fields.join(' ')} } }
    fragment pull on PullRequest { number title headRefOid mergedAt }`,
    { owner, repo },
  );
  if (fault !== null && !isMissingAlone) throw new GitHubAnswerError(fault);
  const { repository } = decode(NamedAnswer, data, 'Pull requests');
  if (repository === null) throw new GitHubAnswerError(`there is no ${owner}/${repo}`);
  const isHere = (full: string): boolean => isSameFullName(full, `${owner}/${repo}`);
  return names.map((name, at) => {
    const answer = repository[`n${at}`] ?? null;
    if (answer === null) return { name, merged: [] };
    const nodes =
      'number' in answer
        ? [answer]
        : (answer.associatedPullRequests?.nodes ?? []).filter(({ repository: home }) => isHere(home.nameWithOwner));
    return {
      name,
      merged: nodes.flatMap(({ mergedAt, ...node }) =>
        mergedAt === null ? [] : [toMergedPull({ ...node, mergedAt })],
      ),
    };
  });
}
