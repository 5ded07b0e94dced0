// The announcements on merged pull requests: which findings are announced on which, and how many pull requests at most.
import { type Disclosure, isDisclosed } from '../judgement/disclosure.ts';
import type { Finding } from '../judgement/finding.ts';
import { type Attributions, readPullRequest } from './attribution.ts';

export interface Announcement {
  readonly pullRequest: number;
  readonly findings: readonly Finding[];
}

export interface AnnouncementPlan {
  readonly wanted: readonly Announcement[];
  /** The pull requests beyond the limit. */
  readonly leftOut: readonly number[];
}

export interface AnnouncementRules {
  readonly announce: 'all' | 'security';
  readonly disclosure: Disclosure;
  /** Most pull requests of a run. */
  readonly maxNotified: number;
}

/** Whether a finding may be announced on a pull request. */
export function mayAnnounce(
  finding: Finding,
  { announce, disclosure }: Omit<AnnouncementRules, 'maxNotified'>,
): boolean {
  if (!isDisclosed(finding, disclosure)) return false;
  return announce === 'all' || finding.kind === 'security';
}

/** Decides what is announced where: pull requests with most security bugs first, then with most bugs, then by number. */
export function decideAnnouncements(
  newFindings: readonly Finding[],
  attributions: Attributions,
  rules: AnnouncementRules,
): AnnouncementPlan {
  const byPull = Map.groupBy(
    newFindings.filter((finding) => mayAnnounce(finding, rules)),
    (finding) => readPullRequest(finding, attributions),
  );
  const all = [...byPull]
    .flatMap(([pullRequest, findings]) => (pullRequest === null ? [] : [{ pullRequest, findings }]))
    .sort(compareAnnouncements);
  return {
    wanted: all.slice(0, rules.maxNotified),
    leftOut: all
      .slice(rules.maxNotified)
      .map(({ pullRequest }) => pullRequest)
      .sort((a, b) => a - b),
  };
}

function compareAnnouncements(a: Announcement, b: Announcement): number {
  return countSecurity(b) - countSecurity(a) || b.findings.length - a.findings.length || a.pullRequest - b.pullRequest;
}

function countSecurity({ findings }: Announcement): number {
  return findings.filter(({ kind }) => kind === 'security').length;
}
