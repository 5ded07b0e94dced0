// The scenarios after the review: the same pull request and scan, every security bug dealt with.
import { minuteMs } from './identity.ts';
import type { Scenario } from './scenario.ts';
import { type FindingText, securityFindings } from './storefront/findings.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { linkedBugs } from './storefront/names.ts';
import { allFindings, makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

/** These days are minutes: the reviews follow the scan. */
const justNow = (10 * minuteMs) / (24 * 60 * minuteMs);

/** A finding after the review: resolved or dismissed when it is a security bug. */
export function reviewed(finding: FindingText): FindingText {
  if (!securityFindings.includes(finding)) return finding;
  const review =
    finding.key === 'webhook-ssrf'
      ? {
          state: 'dismissed' as const,
          daysAgo: justNow,
          source: 'review',
          reason: 'duplicate',
          notes: 'Tracked as SEC-118; the egress proxy refuses private addresses since Tuesday.',
        }
      : { state: 'resolved' as const, daysAgo: justNow, source: 'bug_fix_check' };
  return { ...finding, review };
}

/** One that the pull request introduces, and that nobody has classified. */
function unclassified(finding: FindingText): FindingText {
  return finding.key === 'expiry-time-zone' ? { ...finding, security: null } : finding;
}

export const notBlocking: Scenario = {
  name: 'not-blocking',
  description:
    'The security bugs are resolved or dismissed, and four bugs of this pull request do not block, one of them not classified yet. The headline counts them, and a fold lists them.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(unclassified(reviewed(finding)), nowMs));
    const inputs = { ...linkedBugs, 'gate-on': 'introduced, touched' };
    return storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs), inputs);
  },
};

export const clean: Scenario = {
  name: 'clean',
  description:
    'The same pull request after every security bug was resolved or dismissed. The gate is green and updates the comment of an earlier run.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(reviewed(finding), nowMs));
    return storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs), linkedBugs);
  },
};
