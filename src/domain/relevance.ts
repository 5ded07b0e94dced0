// Owns what a finding has to do with a pull request: introduced by it, in a file it touches, or neither.
import type { Finding } from './finding.ts';

export type Relevance = 'introduced' | 'touched' | 'backlog';

/** What a pull request changes, as GitHub tells it. */
export interface PullRequestChanges {
  readonly number: number;
  /** Full SHAs in lower case; GitHub lists 250 at most. */
  readonly commits: ReadonlySet<string>;
  /** Paths after and, for renames, before the change; GitHub lists 3,000 files at most. */
  readonly paths: ReadonlySet<string>;
}

/** What `gate-on` selects. */
export type GateOn = 'all' | readonly Exclude<Relevance, 'backlog'>[];

/** Says how a finding relates to the changes. Without changes everything is `backlog`. Never throws. */
export function decideRelevance(finding: Finding, changes: PullRequestChanges | null): Relevance {
  if (changes === null) return 'backlog';
  const { introducedBy: by, path } = finding.details;
  if (by?.pullRequest === changes.number) return 'introduced';
  if (by && isAmong(changes.commits, by.sha.toLowerCase())) return 'introduced';
  if (path !== null && changes.paths.has(path)) return 'touched';
  return 'backlog';
}

/** Seven digits are the least that Git shows of a commit; with fewer, strangers would be taken for one. */
const ABBREVIATED_SHA = /^[0-9a-f]{7,63}$/;

/** The service promises full SHAs; one that it abbreviates must not let a finding off. */
function isAmong(commits: PullRequestChanges['commits'], sha: string): boolean {
  if (commits.has(sha)) return true;
  return ABBREVIATED_SHA.test(sha) && [...commits].some((commit) => commit.startsWith(sha));
}

/** Whether `gate-on` selects a finding of this relevance. */
export function isSelected(relevance: Relevance, gateOn: GateOn): boolean {
  return gateOn === 'all' || (relevance !== 'backlog' && gateOn.includes(relevance));
}
