// The attribution of findings to merged pull requests: what the service says, and what GitHub has confirmed.
import { compareText, type Finding } from '../judgement/finding.ts';
import { type CommitSha, parseCommitSha } from '../judgement/identifiers.ts';

/** What the service says a finding was introduced by. */
export type AttributionQuery =
  { readonly kind: 'pull-request'; readonly number: number } | { readonly kind: 'commit'; readonly sha: CommitSha };

/** The pull request of each query, by its key; null where GitHub confirms none. A query that was not checked is absent. */
export type Attributions = ReadonlyMap<string, number | null>;

/** Reads what a finding was introduced by: its pull request, else its commit. Never an author's name. Null: there is none. */
export function toAttributionQuery({ details: { introducedBy } }: Finding): AttributionQuery | null {
  if (introducedBy === null) return null;
  const { pullRequest: number, sha: text } = introducedBy;
  if (number !== null) {
    return Number.isSafeInteger(number) && number > 0 ? { kind: 'pull-request', number } : null;
  }
  const sha = parseCommitSha(text);
  return sha === null ? null : { kind: 'commit', sha };
}

/** The same for equal queries. */
export function toAttributionKey(query: AttributionQuery): string {
  return query.kind === 'commit' ? query.sha : String(query.number);
}

/** The queries of findings, each once, those of most findings first; at most `max`. */
export function selectAttributionQueries(findings: readonly Finding[], max: number): readonly AttributionQuery[] {
  const queries = findings.flatMap((finding) => toAttributionQuery(finding) ?? []);
  return [...Map.groupBy(queries, toAttributionKey)]
    .toSorted(([a, some], [b, others]) => others.length - some.length || compareText(a, b))
    .slice(0, max)
    .flatMap(([, [query]]) => query ?? []);
}

/** The merged pull request that brought a finding in; null: not attributed. */
export function readPullRequest(finding: Finding, attributions: Attributions): number | null {
  const query = toAttributionQuery(finding);
  return query === null ? null : (attributions.get(toAttributionKey(query)) ?? null);
}
