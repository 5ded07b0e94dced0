// Attributes findings to merged pull requests: the service makes the claim, and GitHub confirms it.
import { compareText, type Finding } from '../judgement/finding.ts';
import { type CommitSha, type EpochMs, parseCommitSha } from '../judgement/identifiers.ts';

export type AttributionQuery =
  { readonly kind: 'pull-request'; readonly number: number } | { readonly kind: 'commit'; readonly sha: CommitSha };

export interface AttributedPull {
  readonly number: number;
  /** Null where GitHub does not say when it was merged. */
  readonly mergedAt: EpochMs | null;
}

/** Has the pull request of each query by its key; null where GitHub confirms none. A query that was not checked is absent. */
export type Attributions = ReadonlyMap<string, AttributedPull | null>;

/** Reads what introduced a finding: its pull request, else its commit, never an author's name. Null: the service does not say. */
export function toAttributionQuery({ details: { introducedBy } }: Finding): AttributionQuery | null {
  if (introducedBy === null) return null;
  const { pullRequest: number, sha: text } = introducedBy;
  if (number !== null) {
    return Number.isSafeInteger(number) && number > 0 ? { kind: 'pull-request', number } : null;
  }
  const sha = parseCommitSha(text);
  return sha === null ? null : { kind: 'commit', sha };
}

export function toAttributionKey(query: AttributionQuery): string {
  return query.kind === 'commit' ? query.sha : String(query.number);
}

/** Selects each query once, those of most findings first; at most `max`. */
export function selectAttributionQueries(findings: readonly Finding[], max: number): readonly AttributionQuery[] {
  const queries = findings.flatMap((finding) => toAttributionQuery(finding) ?? []);
  return [...Map.groupBy(queries, toAttributionKey)]
    .toSorted(([a, some], [b, others]) => others.length - some.length || compareText(a, b))
    .slice(0, max)
    .flatMap(([, [query]]) => query ?? []);
}

export function readPull(finding: Finding, attributions: Attributions): AttributedPull | null {
  const query = toAttributionQuery(finding);
  return query === null ? null : (attributions.get(toAttributionKey(query)) ?? null);
}
