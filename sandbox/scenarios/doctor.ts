// The scenarios of the doctor: a repository with twenty pull requests, scanned every night or at every head.
import type { CommitData, FileData, GitHubData, PullData, TokenData } from '../github/data.ts';
import type { BugData, ScanData } from '../service/data.ts';
import { startByHand } from './branch-event.ts';
import { commitSha, dayMs, hourMs, identifier, minuteMs, timeText } from './identity.ts';
import type { Scenario, ScenarioWorld } from './scenario.ts';
import { storefrontGitHub, workflowToken } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const fullName = `${storefront.owner}/${storefront.name}`;

/** A merged pull request besides the storefront's own; they are numbered up to 481. */
interface MergedPull {
  readonly title: string;
  readonly files: readonly string[];
  /** Absent: a person with write access. */
  readonly by?: 'fork' | 'dependabot';
  /** It was closed without a merge. */
  readonly isRejected?: true;
  /** Nobody scanned its head, although heads are scanned. */
  readonly isUnscanned?: true;
}

const tester = 'src/server/webhooks/tester.ts';

/** They are sorted, oldest first. */
const mergedPulls: readonly MergedPull[] = [
  { title: 'Show delivery slots on the product page', files: ['src/web/product/Slots.tsx'] },
  { title: 'Keep the cart when a customer signs in', files: ['src/server/cart/merge.ts'] },
  { title: 'Retry webhooks for a day', files: ['src/server/webhooks/dispatch.ts', tester] },
  { title: 'Write invoices in the customer’s language', files: ['src/server/invoices/text.ts'] },
  { title: 'Bump undici from 6.29.0 to 6.29.1', files: ['package.json'], by: 'dependabot' },
  { title: 'Keep prices in a cache', files: ['src/server/pricing/cache.ts'] },
  { title: 'Sort search results by relevance', files: ['src/server/search/indexer.ts'] },
  { title: 'Fix a typo in the footer', files: ['src/web/Footer.tsx'], by: 'fork' },
  { title: 'Name the courier in the e-mail', files: ['src/server/shipping/email.ts'] },
  { title: 'Try another payment form', files: ['src/web/checkout/Form.tsx'], isRejected: true },
  { title: 'Check postcodes by country', files: ['src/web/checkout/AddressForm.tsx'] },
  { title: 'Let customers test their webhooks again', files: [tester, 'src/web/Webhooks.tsx'] },
  { title: 'Export orders as CSV', files: ['src/server/admin/orders.ts'], isUnscanned: true },
  { title: 'Bump react from 19.2.1 to 19.2.2', files: ['package.json'], by: 'dependabot' },
  { title: 'Refund in several currencies', files: ['src/server/refunds/create.ts'] },
  { title: 'Show stock of nearby shops', files: ['src/server/inventory/nearby.ts'] },
  { title: 'Round prices as the law wants it', files: ['src/server/pricing/round.ts'] },
  { title: 'Update dependencies', files: ['package.json'], isUnscanned: true },
  { title: 'Ask before a card is deleted', files: ['src/web/account/Cards.tsx'] },
];

const firstNumber = 463;

/** A merged pull request with its number and times. */
interface DatedPull extends MergedPull {
  readonly number: number;
  readonly daysAgo: number;
}

/** There are about three in four days, the newest yesterday. */
const datedPulls: readonly DatedPull[] = mergedPulls.map((pull, index) => ({
  ...pull,
  number: firstNumber + index,
  daysAgo: (mergedPulls.length - index) * 1.4 - 0.2,
}));

const newest = firstNumber + mergedPulls.length - 1;
const headOf = (number: number): string => commitSha(`head of ${number}`);
/** The commit that a merge made on the default branch; the newest is what the open pull request began with. */
const mergeOf = (number: number): string => (number === newest ? storefront.baseSha : commitSha(`merge of ${number}`));

const token: TokenData = {
  ...workflowToken,
  permissions: { contents: 'read', 'pull-requests': 'read', issues: 'none', checks: 'none', actions: 'none' },
};

function makePull({ number, title, files, by, daysAgo, ...pull }: DatedPull, nowMs: number): PullData {
  const closedAt = timeText(nowMs - daysAgo * dayMs);
  const user = { fork: 'sam-visitor', dependabot: 'dependabot[bot]' };
  return {
    number,
    title,
    state: 'closed',
    merged: pull.isRejected !== true,
    draft: false,
    mergeCommitSha: mergeOf(number),
    user: by === undefined ? 'priya-raman' : user[by],
    head: {
      sha: headOf(number),
      ref: `branch-${number}`,
      repository: by === 'fork' ? 'sam-visitor/storefront' : fullName,
    },
    base: { sha: mergeOf(number - 1), ref: 'main' },
    commits: [headOf(number)],
    files: files.map(toFile),
    closedAt,
    updatedAt: closedAt,
    createdAt: timeText(nowMs - (daysAgo + 0.5) * dayMs),
  };
}

function toFile(filename: string): FileData {
  const patch = '@@ -1 +1 @@\n-before\n+after';
  return { filename, status: 'modified', additions: 1, deletions: 1, patch };
}

/** The head of a pull request and the merge of it, each on the merge before. */
function makeCommits({ number, title, daysAgo }: DatedPull, nowMs: number): CommitData[] {
  const parents = [mergeOf(number - 1)];
  const by = { authorName: 'Priya Raman', author: 'priya-raman' };
  return [
    { sha: headOf(number), parents, message: title, ...by, date: timeText(nowMs - (daysAgo + 0.4) * dayMs) },
    { sha: mergeOf(number), parents, message: `${title} (#${number})`, ...by, date: timeText(nowMs - daysAgo * dayMs) },
  ];
}

function firstCommit(nowMs: number): CommitData {
  return {
    sha: mergeOf(firstNumber - 1),
    parents: [],
    message: 'Show reviews by date (#462)',
    authorName: 'Deniz Arslan',
    date: timeText(nowMs - 30 * dayMs),
  };
}

function makeGitHub(nowMs: number): GitHubData {
  const github = storefrontGitHub(nowMs);
  const [own] = github.pulls;
  const ownCommits = new Set([...(own?.commits ?? []), storefront.mergeSha]);
  const bot = {
    id: 49_699_333,
    login: 'dependabot[bot]',
    type: 'Bot',
    permission: 'none',
  } as const;
  return {
    ...github,
    branches: { main: storefront.baseSha },
    // There is no gate yet.
    requirements: { main: { rules: [{ type: 'required_status_checks', contexts: ['build'] }] } },
    tokens: [token],
    users: [...github.users, bot],
    commits: [
      firstCommit(nowMs),
      ...datedPulls.flatMap((pull) => makeCommits(pull, nowMs)),
      ...github.commits.filter(({ sha }) => ownCommits.has(sha)),
    ],
    pulls: [
      ...github.pulls.map((pull) => ({
        ...pull,
        createdAt: timeText(nowMs - dayMs),
      })),
      ...datedPulls.map((pull) => makePull(pull, nowMs)),
    ],
    comments: [],
    runs: [],
  };
}

const nights = 28;
const failedNight = 11;

/** There is one a night, of what the default branch had by then; one of them failed. */
function nightlyScans(nowMs: number): ScanData[] {
  return Array.from({ length: nights }, (_, index) => nights - index).map((night) => {
    const createdAt = nowMs - (night - 1) * dayMs - 9 * hourMs;
    const merged = datedPulls.filter(({ daysAgo }) => nowMs - daysAgo * dayMs <= createdAt);
    const isFailed = night === failedNight;
    return makeScan({
      workflowRequestId: identifier('wr_', `night ${night}`),
      commitSha: mergeOf(merged.at(-1)?.number ?? firstNumber - 1),
      createdAt,
      ...(isFailed ? { workflowStatus: 'failed', completedAt: null } : {}),
    });
  });
}

/** Each scanned head has one, soon after its commit. */
function headScans(nowMs: number): ScanData[] {
  return datedPulls
    .filter(({ by, isUnscanned }) => by !== 'fork' && isUnscanned !== true)
    .map(({ number, daysAgo }) => {
      const committedAt = nowMs - (daysAgo + 0.4) * dayMs;
      return makeScan({
        workflowRequestId: identifier('wr_', `head of ${number}`),
        commitSha: headOf(number),
        createdAt: committedAt + (2 + (number % 3)) * minuteMs,
        completedAt: committedAt + (12 + (number % 7)) * minuteMs,
      });
    });
}

const event = startByHand();

function makeWorld(nowMs: number, scans: ScanData[], bugs: BugData[], title: string): ScenarioWorld {
  const service = withLists({ ...storefrontService(nowMs, bugs), scans });
  const world = storefrontWorld(service, makeGitHub(nowMs));
  return { ...world, steps: [{ title, action: 'doctor/action.yml', event, inputs: {} }] };
}

export const doctor: Scenario = {
  name: 'doctor',
  description:
    'The doctor action before the gate is adopted: twenty pull requests in a repository that is scanned every night.',
  build: (nowMs) => {
    const bugs = allFindings
      .map((finding) => makeBug(finding, nowMs))
      .filter((bug) => bug.commitSha !== storefront.headSha);
    const title = 'Nobody scans the heads of pull requests: the doctor says what to do.';
    return makeWorld(nowMs, nightlyScans(nowMs), bugs, title);
  },
};

export const doctorHeads: Scenario = {
  name: 'doctor-heads',
  description:
    'The doctor action in a repository where the heads of most pull requests are scanned, and the default branch every night.',
  build: (nowMs) => {
    const bugs = allFindings.map((finding) => makeBug(finding, nowMs));
    const head = makeScan({ createdAt: nowMs - 40 * minuteMs, initiator: 'scanNow' });
    const scans = [...nightlyScans(nowMs), ...headScans(nowMs), head];
    return makeWorld(nowMs, scans, bugs, 'Most heads are scanned: the gate can wait for them.');
  },
};
