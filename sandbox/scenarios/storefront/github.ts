// GitHub's side of the storefront: people, commits, the pull request, and a remark of a colleague.
import type { CommitData, GitHubData, PullData, TokenData, UserData } from '../../github/data.ts';
import { commitSha, dayMs, hourMs, timeText } from '../identity.ts';
import { pullRequestFiles } from './files.ts';
import { pullNumber } from './findings.ts';
import { storefront } from './names.ts';

/** Commits of the pull request, oldest first; the last is the head. */
const pullCommits = [
  { label: 'table', message: 'Add a table for saved payment methods', daysAgo: 4 },
  { label: 'routes', message: 'Store cards in the vault, list and delete them', daysAgo: 3 },
  { label: 'checkout', message: 'Offer saved cards at checkout', daysAgo: 1 },
  { label: 'head', message: 'Send payment_method.saved from the webhook tester', daysAgo: 0.1 },
];

const baseCommits = [
  { label: 'base-3', message: 'Refund in several currencies (#477)', daysAgo: 6 },
  { label: 'base-2', message: 'Check postcodes by country (#473)', daysAgo: 5.5 },
  { label: 'base-1', message: 'Keep prices in a cache (#468)', daysAgo: 5.2 },
  { label: 'base', message: 'Update dependencies (#480)', daysAgo: 5 },
];

/** The token of a workflow with the permissions that the README asks for. */
export const workflowToken: TokenData = {
  token: storefront.githubToken,
  login: 'github-actions[bot]',
  type: 'Bot',
  permissions: {
    contents: 'read',
    'pull-requests': 'write',
    issues: 'none',
    checks: 'write',
    actions: 'write',
  },
};

const users: UserData[] = [
  { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot', permission: 'none' },
  { id: 7_310_412, login: 'mara-lindqvist', type: 'User', permission: 'write' },
  { id: 2_265_903, login: 'deniz-arslan', type: 'User', permission: 'maintain' },
  { id: 5_540_118, login: 'jonas-weber', type: 'User', permission: 'write' },
  { id: 1_002_377, login: 'priya-raman', type: 'User', permission: 'admin' },
  { id: 9_871_246, login: 'sam-visitor', type: 'User', permission: 'read' },
];

/** GitHub's side: the repository, its pull request, and one remark of a colleague. */
export function storefrontGitHub(nowMs: number): GitHubData {
  const { owner, name, headSha, baseSha, runId } = storefront;
  const remarkTime = timeText(nowMs - 5 * hourMs);
  return {
    owner,
    name,
    visibility: 'private',
    defaultBranch: 'main',
    branches: { main: baseSha },
    requirements: { main: { rules: [{ type: 'required_status_checks', contexts: ['gate'] }] } },
    tokens: [workflowToken],
    users,
    commits: makeCommits(nowMs),
    pulls: [makePull()],
    comments: [
      {
        id: 2_489_011_733,
        issue: pullNumber,
        user: 'deniz-arslan',
        body: 'Nice! Can we leave the “remember this card” box unticked by default? Legal asked for it last time.',
        createdAt: remarkTime,
        updatedAt: remarkTime,
      },
    ],
    runs: [
      {
        id: runId,
        name: 'Scan Gate',
        headSha,
        attempt: 1,
        status: 'in_progress',
        conclusion: null,
      },
    ],
  };
}

function makePull(): PullData {
  const { owner, name, headSha, baseSha } = storefront;
  return {
    number: pullNumber,
    title: 'Add saved payment methods',
    state: 'open',
    draft: false,
    user: 'mara-lindqvist',
    head: { sha: headSha, ref: 'saved-payment-methods', repository: `${owner}/${name}` },
    base: { sha: baseSha, ref: 'main' },
    commits: pullCommits.map(({ label }) => commitSha(label)),
    files: pullRequestFiles.map((file) => ({ ...file })),
  };
}

function makeCommits(nowMs: number): CommitData[] {
  const chain = [...baseCommits, ...pullCommits];
  const commits = chain.map(({ label, message, daysAgo }, index): CommitData => {
    const parent = chain[index - 1];
    return {
      sha: commitSha(label),
      parents: parent ? [commitSha(parent.label)] : [],
      message,
      authorName: 'Mara Lindqvist',
      author: 'mara-lindqvist',
      date: timeText(nowMs - daysAgo * dayMs),
    };
  });
  const merge: CommitData = {
    sha: storefront.mergeSha,
    parents: [storefront.baseSha, storefront.headSha],
    message: `Merge ${storefront.headSha} into ${storefront.baseSha}`,
    authorName: 'GitHub',
    date: timeText(nowMs - hourMs),
  };
  return [...commits, merge];
}
