// How a finding relates to a pull request: introduced by it, in a file it touches, both, or neither.
import type { Finding, Relevance } from './finding.ts';

/** What a pull request changes, according to GitHub. */
export interface PullRequestChanges {
  readonly number: number;
  /** Full SHAs in lower case; GitHub lists 250 at most. */
  readonly commits: ReadonlySet<string>;
  /** Paths after and, for renames, before the change; GitHub lists 3,000 files at most. */
  readonly paths: ReadonlySet<string>;
}

/** A relation that `gate-on` can name. */
export type Relation = Exclude<Relevance, 'backlog'>;

/** What `gate-on` selects. */
export type GateOn = 'all' | readonly Relation[];

/**
 * Every relation of a finding to the changes, in the order of `Relevance`: a bug that the pull request introduces in a
 * file that it changes has both. Never throws.
 */
export function decideRelations(
  finding: Finding,
  changes: PullRequestChanges,
): readonly Relation[] {
  const { path } = finding.details;
  const isTouched = path !== null && changes.paths.has(path);
  return [
    ...(isIntroduced(finding, changes) ? (['introduced'] as const) : []),
    ...(isTouched ? (['touched'] as const) : []),
  ];
}

/** The relation under which a finding is listed. */
export function toRelevance(relations: readonly Relation[]): Relevance {
  return relations[0] ?? 'backlog';
}

/** Whether `gate-on` selects a finding with these relations. */
export function isSelected(relations: readonly Relation[], gateOn: GateOn): boolean {
  return gateOn === 'all' || relations.some((relation) => gateOn.includes(relation));
}

function isIntroduced({ details }: Finding, { number, commits }: PullRequestChanges): boolean {
  const { introducedBy: by } = details;
  if (by === null) return false;
  return by.pullRequest === number || isAmong(commits, by.sha.toLowerCase());
}

/** Git shows at least seven digits of a SHA; fewer would match unrelated commits. */
const ABBREVIATED_SHA = /^[0-9a-f]{7,63}$/;

/** The service promises full SHAs, but an abbreviated one must not hide a finding. */
function isAmong(commits: PullRequestChanges['commits'], sha: string): boolean {
  if (commits.has(sha)) return true;
  return ABBREVIATED_SHA.test(sha) && [...commits].some((commit) => commit.startsWith(sha));
}
