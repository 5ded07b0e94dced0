// Asks for the nearest ancestors of many heads together.
import * as v from 'valibot';
import { MAX_ANCESTORS } from '../github/commits.ts';
import { queryGitHub } from '../github/graphql.ts';
import type { KnownAncestors } from '../github/live.ts';
import type { Octokit } from '../github/octokit.ts';
import { PER_PAGE } from '../github/pages.ts';
import { type CommitSha, type EpochMs, parseCommitSha, type RepositoryRef } from '../judgement/identifiers.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import { selectOwn, selectUsable } from '../judgement/selection.ts';
import { capture } from '../net/abort.ts';
import type { Gate } from './select-gates.ts';

const HEADS_A_QUERY = 100;

const Commit = v.nullish(
  v.object({
    history: v.object({
      nodes: v.array(v.object({ oid: v.string() })),
      pageInfo: v.object({ hasNextPage: v.boolean() }),
    }),
  }),
  null,
);
const Answer = v.object({ repository: v.record(v.string(), v.fallback(Commit, null)) });

export interface AncestorsQuery {
  readonly gates: readonly Gate[];
  readonly history: ScanHistory;
  readonly now: EpochMs;
}

/** The first hundred ancestors of each head that needs them; less where GitHub does not say. */
export async function findAncestors(
  github: Octokit,
  repository: RepositoryRef,
  { gates, history, now }: AncestorsQuery,
): Promise<ReadonlyMap<CommitSha, KnownAncestors>> {
  const needsAncestors = ({ pull: { headSha: sha }, inputs: { scanMatch, scanTypes } }: Gate): boolean => {
    const usable = selectUsable(history.scans, { scanTypes, now });
    return scanMatch.includes('ancestor') && selectOwn(usable, { sha }) === null;
  };
  const heads = [...new Set(gates.filter(needsAncestors).map(({ pull }) => pull.headSha))];
  const known = new Map<CommitSha, KnownAncestors>();
  for (let at = 0; at < heads.length; at += HEADS_A_QUERY) {
    const some = heads.slice(at, at + HEADS_A_QUERY);
    const read = await capture(queryAncestors(github, repository, some));
    // What is missing is asked for one by one.
    if (read.status === 'fulfilled') for (const [sha, ancestors] of read.value) known.set(sha, ancestors);
  }
  return known;
}

async function queryAncestors(
  github: Octokit,
  { owner, repo: name }: RepositoryRef,
  heads: readonly CommitSha[],
): Promise<ReadonlyMap<CommitSha, KnownAncestors>> {
  const fields = heads.map((sha, index) => `c${index}: object(oid: "${sha}") { ...ancestors }`);
  const { data } = await queryGitHub(
    github,
    `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${fields.join(' ')} } }
    fragment ancestors on Commit { history(first: ${PER_PAGE}) { nodes { oid } pageInfo { hasNextPage } } }`,
    { owner, name },
  );
  const answer = v.safeParse(Answer, data);
  const commits = answer.success ? answer.output.repository : {};
  return new Map(
    heads.flatMap((sha, index): [CommitSha, KnownAncestors][] => {
      const history = commits[`c${index}`]?.history;
      if (history === undefined) return [];
      const nearest = history.nodes.flatMap(({ oid }) => parseCommitSha(oid) ?? []);
      const isWhole = !history.pageInfo.hasNextPage || nearest.length >= MAX_ANCESTORS;
      return [[sha, { nearest, isWhole }]];
    }),
  );
}
