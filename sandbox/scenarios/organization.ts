// The scenario of an organization: one private repository whose workflows look at all the others, with the token of an app.
import type { CommitData, GitHubData, NeighbourData, PullData, TokenData } from '../github/data.ts';
import type { BugData, RepoData, ScanData, ServiceData } from '../service/data.ts';
import { startByHand } from './branch-event.ts';
import { commitSha, dateText, dayMs, hourMs, identifier, minuteMs, timeText } from './identity.ts';
import type { Scenario, ScenarioWorld, Step } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { makeScan, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const owner = storefront.owner;
const home = 'scan-operations';

/** A repository of the organization, and what is particular about it. */
export interface Member {
  readonly name: string;
  readonly visibility?: 'public' | 'private';
  readonly archived?: boolean;
  readonly disabled?: boolean;
  readonly formerNames?: readonly string[];
  /** Which commits the service scans; absent: those of the default branch, every night. */
  readonly scanned?: 'heads' | 'never' | 'weekly';
  /** How many of its five pull requests change a file with a pending security bug; absent: none. */
  readonly red?: number;
  /** Who opened the newest pull request; absent: a person with write access. */
  readonly newestBy?: 'fork' | 'dependabot';
  /** Tonight's scan finds a bug that the newest pull request introduced. */
  readonly isNewTonight?: boolean;
  /** It runs the gate on `pull_request_target` already. */
  readonly hasTargetGate?: boolean;
  /** How many bugs people have reviewed, every fourth as not a bug; absent: none. */
  readonly reviewed?: number;
}

export interface OrganizationOptions {
  readonly nowMs: number;
  /** The scan of tonight is there already. */
  readonly isAfterTonight?: boolean;
}

const PULLS = [1, 2, 3, 4, 5];
const TARGET_GATE = 'on: pull_request_target\njobs:\n  gate:\n    steps:\n      - uses: scan-gate/scan-gate@v1\n';
/** The file that has the security bug. */
const RISKY = 'src/payments/charge.ts';

const headOf = ({ name }: Member, number: number): string => commitSha(`${name} head ${number}`);
const mergeOf = ({ name }: Member, number: number): string => commitSha(`${name} merge ${number}`);
const idOf = ({ name }: Member): string => identifier('repo_', `${owner}/${name}`);
/** One was merged every two days, the newest yesterday. */
const mergedDaysAgo = (number: number): number => (PULLS.length - number) * 2 + 1;

/** The app's token: it reads everything, and writes issues and comments. */
const token: TokenData = {
  token: storefront.githubToken,
  login: 'scan-gate-acme[bot]',
  type: 'Bot',
  permissions: { contents: 'read', 'pull-requests': 'write', issues: 'write', checks: 'none', actions: 'none' },
  repositories: 'all',
};

/** The world of an organization; its home has the workflow, and is not known to the service. */
export function organizationWorld(members: readonly Member[], options: OrganizationOptions): ScenarioWorld {
  const { nowMs } = options;
  const base = storefrontGitHub(nowMs);
  const empty = { pulls: [], comments: [], runs: [], issues: [] };
  const first: CommitData = {
    ...{ sha: commitSha('home'), parents: [], message: 'Look at all repositories', authorName: 'Priya Raman' },
    date: timeText(nowMs - 30 * dayMs),
  };
  const bot = { id: 88_213, login: token.login, type: 'Bot', permission: 'none' } as const;
  const dependabot = { id: 49_699_333, login: 'dependabot[bot]', type: 'Bot', permission: 'none' } as const;
  const users = [...base.users, bot, dependabot];
  const github: GitHubData = {
    ...base,
    ...empty,
    // The token of an app has at least so many.
    requestsPerHour: 5_000,
    ...{ name: home, commits: [first], branches: { main: first.sha }, tokens: [token], users },
    neighbours: members.map((member) => ({ ...toNeighbour(member, nowMs), users })),
  };
  return {
    ...{ service: toService(members, options), github, inputs: {} },
    ...{ apiKey: storefront.apiKey, githubToken: storefront.githubToken },
    ...{ event: toEvent('private'), sha: first.sha, pullRequest: 0 },
  };
}

/** A workflow that is started by hand. */
export function toEvent(visibility: 'public' | 'private', name: string = home): Step['event'] {
  return startByHand({ visibility, name });
}

function toNeighbour(member: Member, nowMs: number): Omit<NeighbourData, 'users'> {
  const { name, visibility = 'private', archived, disabled, formerNames = [] } = member;
  return {
    ...{ owner, name, visibility, defaultBranch: 'main', formerNames: formerNames.map((each) => `${owner}/${each}`) },
    ...(archived === true && { archived }),
    ...(disabled === true && { disabled }),
    ...(member.hasTargetGate === true && { workflows: { 'scan-gate.yml': TARGET_GATE } }),
    branches: { main: mergeOf(member, PULLS.length) },
    commits: [toCommit(mergeOf(member, 0), [], nowMs - 30 * dayMs), ...PULLS.flatMap(toCommitsOf(member, nowMs))],
    pulls: PULLS.map((number) => toPull(member, number, nowMs)),
    ...{ comments: [], runs: [], issues: [] },
  };
}

function toCommit(sha: string, parents: string[], atMs: number): CommitData {
  return { sha, parents, message: 'Change', authorName: 'Priya Raman', author: 'priya-raman', date: timeText(atMs) };
}

function toCommitsOf(member: Member, nowMs: number): (number: number) => CommitData[] {
  return (number) => {
    const mergedMs = nowMs - mergedDaysAgo(number) * dayMs;
    const parents = [mergeOf(member, number - 1)];
    return [
      toCommit(headOf(member, number), parents, mergedMs - 3 * hourMs),
      toCommit(mergeOf(member, number), parents, mergedMs),
    ];
  };
}

function toPull(member: Member, number: number, nowMs: number): PullData {
  const { name, red = 0, newestBy } = member;
  const by = number === PULLS.length ? newestBy : undefined;
  const user = by === undefined ? 'priya-raman' : { fork: 'sam-visitor', dependabot: 'dependabot[bot]' }[by];
  const closedAt = timeText(nowMs - mergedDaysAgo(number) * dayMs);
  const filename = number <= red ? RISKY : `src/changed-${number}.ts`;
  return {
    ...{ number, title: `Change ${number}`, state: 'closed', merged: true, draft: false, user },
    mergeCommitSha: mergeOf(member, number),
    head: {
      ...{ sha: headOf(member, number), ref: `branch-${number}` },
      repository: by === 'fork' ? `sam-visitor/${name}` : `${owner}/${name}`,
    },
    base: { sha: mergeOf(member, number - 1), ref: 'main' },
    commits: [headOf(member, number)],
    files: [{ filename, status: 'modified', additions: 1, deletions: 1 }],
    ...{ closedAt, updatedAt: closedAt, createdAt: timeText(nowMs - (mergedDaysAgo(number) + 0.5) * dayMs) },
  };
}

function toService(members: readonly Member[], options: OrganizationOptions): ServiceData {
  const { apiKey, readOnlyKey, orgId } = storefront;
  const repos = members.map((member): RepoData => {
    const { name, visibility = 'private' } = member;
    const names = { name, ownerName: owner, fullName: `${owner}/${name}`, orgId, orgName: 'Acme' };
    return { id: idOf(member), ...names, visibility, primaryBranch: 'main' };
  });
  return withLists({
    ...{ keys: [apiKey], readOnlyKeys: [readOnlyKey], repos },
    user: { email: 'scans@acme.example', orgs: [{ id: orgId, name: 'Acme' }] },
    scans: members.flatMap((member) => toScans(member, options)),
    bugs: members.flatMap((member) => toBugs(member, options)),
    ...{ runningScans: [], surfaced: {}, rules: [], ruleRequests: [] },
  });
}

function toScans(member: Member, { nowMs, isAfterTonight = false }: OrganizationOptions): ScanData[] {
  const { name, scanned } = member;
  if (scanned === 'never') return [];
  const repository = { repoId: idOf(member), repoName: name };
  const days = scanned === 'weekly' ? [15, 8, 1] : [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  const nights = [...days, ...(isAfterTonight ? [0] : [])].map((daysAgo) => {
    const createdAt = nowMs - daysAgo * dayMs - 2 * hourMs;
    const newest = PULLS.filter((number) => mergedDaysAgo(number) * dayMs >= nowMs - createdAt).at(-1) ?? 0;
    const id = identifier('wr_', `${name} night ${daysAgo}`);
    return makeScan({ ...repository, workflowRequestId: id, commitSha: mergeOf(member, newest), createdAt });
  });
  if (scanned !== 'heads') return nights;
  const heads = PULLS.map((number) => {
    const createdAt = nowMs - mergedDaysAgo(number) * dayMs - 3 * hourMs + 2 * minuteMs;
    const id = identifier('wr_', `${name} head ${number}`);
    return makeScan({ ...repository, workflowRequestId: id, commitSha: headOf(member, number), createdAt });
  });
  return [...nights, ...heads];
}

function toBugs(member: Member, { nowMs, isAfterTonight = false }: OrganizationOptions): BugData[] {
  const { name, red = 0, isNewTonight = false, reviewed = 0 } = member;
  const toBug = (label: string, daysAgo: number): BugData => ({
    ...{ id: identifier('bug_', `${name} ${label}`), repoId: idOf(member), linkedIssues: [] },
    ...{ title: `Title of ${label}`, summary: `Summary of ${label}`, filePath: `src/${label}.ts` },
    ...{ createdAt: nowMs - daysAgo * dayMs - 2 * hourMs + 10 * minuteMs, isSecurityVulnerability: false },
  });
  const origin = (number: number) => ({
    sha: mergeOf(member, number),
    date: dateText(nowMs - mergedDaysAgo(number) * dayMs),
    prNumber: number,
  });
  const settled = Array.from({ length: reviewed }, (_, index): BugData => {
    const createdAt = nowMs - 2 * dayMs;
    const isFalse = index % 4 === 0;
    const review = isFalse
      ? ({ state: 'dismissed', dismissalReason: 'not_a_bug', createdAt, source: 'review' } as const)
      : ({ state: 'resolved', createdAt, source: 'review' } as const);
    return { ...toBug(`settled ${index}`, 6), filePath: `src/part-${index % 5}/file.ts`, review };
  });
  return [
    toBug('old', 11),
    ...(red > 0 ? [{ ...toBug('charge', 11), filePath: RISKY, isSecurityVulnerability: true }] : []),
    ...(isNewTonight && isAfterTonight ? [{ ...toBug('tonight', 0), introducedIn: origin(PULLS.length) }] : []),
    ...settled,
  ];
}

/** So many have no trouble: every tenth has a bug tonight, every seventh a pull request that would be red. */
export function makeMembers(count: number): readonly Member[] {
  return Array.from({ length: count }, (_, index): Member => {
    const name = `service-${String(index + 1).padStart(3, '0')}`;
    return { name, ...(index % 10 === 0 && { isNewTonight: true }), ...(index % 7 === 0 && { red: 1 }) };
  });
}

const members: readonly Member[] = [
  { name: 'checkout', red: 2, isNewTonight: true, reviewed: 24 },
  { name: 'warehouse', isNewTonight: true, newestBy: 'dependabot' },
  { name: 'invoices', scanned: 'heads', red: 1 },
  { name: 'design-system', visibility: 'public', newestBy: 'fork' },
  { name: 'mobile', scanned: 'weekly' },
  { name: 'experiments', scanned: 'never' },
  { name: 'old-shop', archived: true },
];

export const organization: Scenario = {
  name: 'organization',
  description:
    'One repository looks at all others of an organization, with the token of an app: the doctor before the roll-out, then the watch on two nights.',
  build: (nowMs) => {
    const { github } = organizationWorld(members, { nowMs });
    const { neighbours = [], tokens, requestsPerHour = 0 } = github;
    const own = storefrontWorld(storefrontService(nowMs, []), storefrontGitHub(nowMs));
    const event = toEvent('private', storefront.name);
    const watch = { action: 'watch/action.yml', event, inputs: { repositories: 'all' } };
    return {
      ...own,
      service: joinServices(own.service, organizationWorld(members, { nowMs }).service),
      github: { ...own.github, neighbours, tokens, requestsPerHour },
      steps: [
        {
          title: 'Before the roll-out: the doctor examines seven repositories.',
          ...{ action: 'doctor/action.yml', event, inputs: { repositories: 'all' } },
        },
        { ...watch, title: 'The first night of the watch: each repository gets its issue.' },
        {
          ...watch,
          title: 'The second night: two repositories have a new bug.',
          service: joinServices(own.service, organizationWorld(members, { nowMs, isAfterTonight: true }).service),
        },
      ],
    };
  },
};

function joinServices(own: ServiceData, others: ServiceData): ServiceData {
  return {
    ...own,
    repos: [...own.repos, ...others.repos],
    scans: [...own.scans, ...others.scans],
    bugs: [...own.bugs, ...others.bugs],
    surfaced: { ...own.surfaced, ...others.surfaced },
  };
}
