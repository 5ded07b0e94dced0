// The scenario of a review: a red gate, a maintainer's comment that dismisses the bug, and the gate again.
import type { CommentData, CommitData, GitHubData, PullData } from '../github/data.ts';
import { commitSha, dayMs, identifier, minuteMs, timeText } from './identity.ts';
import { commentEvent } from './review-comment-event.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import {
  dismissedFindings,
  type FindingText,
  otherFindings,
  resolvedFindings,
  securityFindings,
} from './storefront/findings.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { makeBug, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const key = 'webhook-ssrf';

/** One security bug is pending and a few others; the rest is dealt with. */
const findings: readonly FindingText[] = [
  ...securityFindings.map((finding) => (finding.key === key ? finding : fixed(finding))),
  ...otherFindings.slice(0, 3),
  ...resolvedFindings,
  ...dismissedFindings,
];

function fixed(finding: FindingText): FindingText {
  return { ...finding, review: { state: 'resolved', daysAgo: 0.02, source: 'bug_fix_check' } };
}

/** What brought the bugs in long ago: the commits and merged pull requests that the service names. */
function withOrigins(github: GitHubData, nowMs: number): GitHubData {
  const origins = findings.flatMap(({ key: label, introduced }) =>
    introduced === undefined || introduced.commit !== undefined ? [] : [{ label, ...introduced }],
  );
  const logins = new Set(github.users.map(({ login }) => login));
  const commits = origins.map(({ label, author = 'unknown', daysAgo }): CommitData => ({
    sha: commitSha(`introduced ${label}`),
    parents: [],
    message: `Change what ${label} is about`,
    authorName: author,
    author: logins.has(author) ? author : null,
    verified: true,
    date: timeText(nowMs - daysAgo * dayMs),
  }));
  // The tips of the default branch at which nightly scans found the others.
  const days = new Set(findings.map(({ foundDaysAgo }) => foundDaysAgo).filter((daysAgo) => daysAgo > 0));
  const tips = [...days].map((daysAgo): CommitData => {
    const date = timeText(nowMs - daysAgo * dayMs);
    return { sha: commitSha(`scan ${daysAgo}`), parents: [], message: 'Merge', authorName: 'GitHub', date };
  });
  const numbers = new Set(origins.flatMap(({ pull }) => pull ?? []));
  const pulls = [...numbers].map((number): PullData => {
    const own = origins.filter(({ pull }) => pull === number);
    const shas = own.map(({ label }) => commitSha(`introduced ${label}`));
    return {
      number,
      title: `Pull request ${number}`,
      state: 'closed',
      merged: true,
      draft: false,
      user: own[0]?.author ?? github.owner,
      head: { sha: shas.at(-1) ?? '', ref: `change-${number}`, repository: null },
      base: { sha: storefront.baseSha, ref: github.defaultBranch },
      commits: shas,
      files: [],
    };
  });
  return {
    ...github,
    commits: [...github.commits, ...commits, ...tips],
    pulls: [...github.pulls, ...pulls],
  };
}

/** Written some minutes after the gate's first comment, as its author reads it. */
function makeComment(nowMs: number, pullRequest: number): CommentData {
  const time = timeText(nowMs + 7 * minuteMs);
  return {
    id: 11_904_000_001,
    issue: pullRequest,
    user: 'deniz-arslan',
    body: `/scan-gate dismiss ${identifier('bug_', key)} not_a_bug The egress proxy refuses private and link-local addresses.`,
    createdAt: time,
    updatedAt: time,
  };
}

function makeSteps(world: ScenarioWorld, github: GitHubData, comment: CommentData): Step[] {
  const [pull] = github.pulls;
  if (!pull) throw new Error('the storefront has no pull request');
  const gate = { action: 'action.yml', event: world.event, inputs: {} };
  return [
    { ...gate, title: 'The gate is red: one security bug is pending, and none is allowed.' },
    {
      title: 'A maintainer dismisses the bug in a comment. The review is stored in the service.',
      action: 'review/action.yml',
      event: commentEvent({ github, pull, comment }),
      inputs: {},
    },
    { ...gate, title: 'The gate ran again: its comment and its verdict are green.' },
  ];
}

export const review: Scenario = {
  name: 'review',
  description:
    'Three steps: the gate is red, a maintainer dismisses the bug with `/scan-gate dismiss`, the gate runs again and is green.',
  build: (nowMs) => {
    const bugs = findings.map((finding) => makeBug(finding, nowMs));
    const github = withOrigins(storefrontGitHub(nowMs), nowMs);
    const world = storefrontWorld(storefrontService(nowMs, bugs), github);
    return {
      ...world,
      steps: makeSteps(world, github, makeComment(nowMs, world.pullRequest)),
    };
  },
};
