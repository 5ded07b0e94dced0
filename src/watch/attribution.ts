// The attribution of findings to merged pull requests: what the service claims, and what GitHub has confirmed.
import { compareText, type Finding } from '../judgement/finding.ts';
import { type CommitSha, parseCommitSha } from '../judgement/identifiers.ts';

/** What the service says a finding was introduced by. */
export type Claim =
  { readonly kind: 'pull-request'; readonly number: number } | { readonly kind: 'commit'; readonly sha: CommitSha };

/** The pull request of each claim, by its key; null where GitHub confirms none. A claim that was not checked is absent. */
export type Attributions = ReadonlyMap<string, number | null>;

/** Reads a finding's claim: its pull request, else its commit. Never an author's name. Null: there is none. */
export function toClaim({ details: { introducedBy } }: Finding): Claim | null {
  if (introducedBy === null) return null;
  const { pullRequest: number, sha: text } = introducedBy;
  if (number !== null) {
    return Number.isSafeInteger(number) && number > 0 ? { kind: 'pull-request', number } : null;
  }
  const sha = parseCommitSha(text);
  return sha === null ? null : { kind: 'commit', sha };
}

/** The same for equal claims. */
export function toClaimKey(claim: Claim): string {
  return claim.kind === 'commit' ? claim.sha : String(claim.number);
}

/** The claims of findings, each once, those of most findings first; at most `max`. */
export function selectClaims(findings: readonly Finding[], max: number): readonly Claim[] {
  const counted = new Map<string, { readonly claim: Claim; count: number }>();
  for (const finding of findings) {
    const claim = toClaim(finding);
    if (claim === null) continue;
    const key = toClaimKey(claim);
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { claim, count: 1 });
    else known.count += 1;
  }
  return [...counted.entries()]
    .sort(([a, one], [b, other]) => other.count - one.count || compareText(a, b))
    .slice(0, max)
    .map(([, { claim }]) => claim);
}

/** The merged pull request that brought a finding in; null: not attributed. */
export function readPullRequest(finding: Finding, attributions: Attributions): number | null {
  const claim = toClaim(finding);
  return claim === null ? null : (attributions.get(toClaimKey(claim)) ?? null);
}
