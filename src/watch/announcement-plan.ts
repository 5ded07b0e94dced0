// Decides which findings are announced on which merged pull requests.
import { type Disclosure, isDisclosed } from '../judgement/disclosure.ts';
import type { Finding } from '../judgement/finding.ts';
import { type Attributions, readPull } from './attribution.ts';

export interface Announcement {
  readonly pullRequest: number;
  readonly findings: readonly Finding[];
}

export interface AnnouncementPlan {
  readonly wanted: readonly Announcement[];
  readonly leftOut: readonly number[];
}

export interface AnnouncementRules {
  readonly announce: 'all' | 'security';
  readonly disclosure: Disclosure;
  readonly maxNotified: number;
}

export function mayAnnounce(
  finding: Finding,
  { announce, disclosure }: Omit<AnnouncementRules, 'maxNotified'>,
): boolean {
  if (!isDisclosed(finding, disclosure)) return false;
  return announce === 'all' || finding.kind === 'security';
}

/**
 * Decides what is announced where: pull requests with most security bugs first, then with most bugs, then by number. The
 * gate has told a pull request what was found before its merge: with a merge commit such scans are of the branch, too.
 */
export function decideAnnouncements(
  newFindings: readonly Finding[],
  attributions: Attributions,
  rules: AnnouncementRules,
): AnnouncementPlan {
  const byPull = Map.groupBy(
    newFindings.filter((finding) => mayAnnounce(finding, rules)),
    (finding) => {
      const pull = readPull(finding, attributions);
      return pull !== null && finding.foundAt >= (pull.mergedAt ?? 0) ? pull.number : null;
    },
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
