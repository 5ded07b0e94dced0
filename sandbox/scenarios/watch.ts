// The scenario of the watch action: three nights after the merge.
import type { CommitData, GitHubData, PullData, TokenData } from '../github/data.ts';
import type { BugData, ServiceData } from '../service/data.ts';
import { startBySchedule } from './branch-event.ts';
import { commitSha, dayMs, hourMs, timeText } from './identity.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { storefrontGitHub, workflowToken } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, olderScans, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const event = startBySchedule('0 4 * * *');

const inputs = {
  'bug-url': 'https://app.example.com/bugs/{id}',
  'max-scan-age': '30d',
  'issue-labels': 'scan-gate',
};

/** Before the third night these are resolved, and one is dismissed. */
const resolved = ['postcode-case', 'webhook-ssrf'];
const dismissed = 'refund-currency';

/** The newest scan of each of the first two nights began so many days ago. */
const nightsAgo = [12, 5] as const;

const token: TokenData = {
  ...workflowToken,
  permissions: { contents: 'read', 'pull-requests': 'write', issues: 'write', checks: 'none', actions: 'none' },
};

/** The bugs of the default branch that were known at a time. */
function knownBugs(nowMs: number, atMs: number): BugData[] {
  return allFindings
    .map((finding) => makeBug(finding, nowMs))
    .filter((bug) => bug.commitSha !== storefront.headSha && bug.createdAt <= atMs);
}

/** The service as it was at a time, or as it is after the review. */
function serviceAt(nowMs: number, atMs: number, isReviewed: boolean): ServiceData {
  const tonight = makeScan({
    workflowRequestId: 'wr_tonight',
    commitSha: commitSha('tonight'),
    createdAt: nowMs - 2 * hourMs,
  });
  const scans = [...olderScans(nowMs), tonight].filter(({ createdAt }) => createdAt <= atMs);
  const keys = new Map(allFindings.map((finding) => [makeBug(finding, nowMs).id, finding.key]));
  const bugs = knownBugs(nowMs, atMs).map((bug) => (isReviewed ? toReviewed(bug, keys.get(bug.id) ?? '', nowMs) : bug));
  return withLists({ ...storefrontService(nowMs, bugs), scans });
}

function toReviewed(bug: BugData, key: string, nowMs: number): BugData {
  const review = { createdAt: nowMs - dayMs, source: 'review' } as const;
  if (resolved.includes(key)) return { ...bug, review: { ...review, state: 'resolved' } };
  if (key === dismissed) return { ...bug, review: { ...review, state: 'dismissed', dismissalReason: 'wont_fix' } };
  return bug;
}

/** A history in which every scanned commit is on the default branch, and every pull request that is named was merged. */
function makeGitHub(nowMs: number): GitHubData {
  const github = storefrontGitHub(nowMs);
  const labels = [62, 55, 48, 41, 34, 27, 20, 15, 12, 8].map((days) => (days === 15 ? 'scan failed' : `scan ${days}`));
  const older = labels.map((label, index): CommitData => ({
    sha: commitSha(label),
    message: 'Change',
    authorName: 'Mara Lindqvist',
    parents: index === 0 ? [] : [commitSha(labels[index - 1] ?? '')],
    date: timeText(nowMs - 70 * dayMs + index * dayMs),
  }));
  const tonight: CommitData = {
    sha: commitSha('tonight'),
    parents: [storefront.baseSha],
    message: 'Fix refunds (#481)',
    authorName: 'Priya Raman',
    date: timeText(nowMs - dayMs),
  };
  const commits = github.commits.map((commit) =>
    commit.parents.length === 0 ? { ...commit, parents: [commitSha('scan 8')] } : commit,
  );
  const numbers = new Set(allFindings.flatMap(({ introduced }) => introduced?.pull ?? []));
  const merged = [...numbers].filter((number) => number !== github.pulls[0]?.number);
  return {
    ...github,
    branches: { main: commitSha('tonight') },
    tokens: [token],
    commits: [...older, ...commits, ...pushedCommits(nowMs), tonight],
    pulls: [...github.pulls, ...merged.map((number) => makeMerged(number, nowMs))],
    runs: [],
  };
}

function pushedCommits(nowMs: number): CommitData[] {
  const shas = knownBugs(nowMs, nowMs).flatMap(({ introducedIn }) =>
    introducedIn && introducedIn.prNumber === undefined ? introducedIn.sha : [],
  );
  return [...new Set(shas)].map((sha) => ({
    sha,
    parents: [],
    message: 'Change',
    authorName: 'Nadia Okafor',
    date: timeText(nowMs - 120 * dayMs),
  }));
}

const titles: Readonly<Record<number, string>> = {
  473: 'Check postcodes by country',
  477: 'Refund in several currencies',
};

function makeMerged(number: number, nowMs: number): PullData {
  const sha = commitSha(`head of ${number}`);
  return {
    number,
    title: titles[number] ?? 'Change',
    state: 'closed',
    merged: true,
    draft: false,
    user: 'mara-lindqvist',
    base: { sha: storefront.baseSha, ref: 'main' },
    head: { sha, ref: `branch-${number}`, repository: `${storefront.owner}/${storefront.name}` },
    commits: [sha],
    files: [],
    closedAt: timeText(nowMs - 8.4 * dayMs),
  };
}

export const watch: Scenario = {
  name: 'watch',
  description:
    'The watch action on three nights: a baseline, then new bugs and comments on the two merged pull requests that introduced them, then a quiet night after a review.',
  build: (nowMs): ScenarioWorld => {
    const [one, two] = nightsAgo.map((days) => nowMs - days * dayMs);
    const night = (title: string, atMs: number, isReviewed = false): Step => ({
      title,
      action: 'watch/action.yml',
      event,
      inputs,
      service: serviceAt(nowMs, atMs, isReviewed),
    });
    const steps = [
      night('The first night: an issue lists the pending bugs, and nobody is notified.', one ?? nowMs),
      night('Two scans later: two merged pull requests introduced a bug each.', two ?? nowMs),
      night('The night after a review: nothing is new, two bugs were resolved and one was dismissed.', nowMs, true),
    ];
    const world = storefrontWorld(serviceAt(nowMs, nowMs, false), makeGitHub(nowMs), inputs);
    return { ...world, steps };
  },
};
