// Holds what the local GitHub knows while it runs: the data it was started with, and what was written since.
import { copyOf } from '../json.ts';
import type {
  CommentData,
  CommitData,
  FileData,
  GitHubData,
  IssueData,
  PullData,
  RequirementData,
  RunData,
  TokenData,
  UserData,
} from './data.ts';

export interface AnnotationState {
  path: string;
  startLine: number;
  endLine: number;
  startColumn: number | null;
  endColumn: number | null;
  level: string;
  title: string | null;
  message: string;
  rawDetails: string | null;
}

export interface CheckRunState {
  id: number;
  /** This app created it; no other may change it. */
  appId: number;
  /** Login of that app's bot. */
  appLogin: string;
  name: string;
  headSha: string;
  status: string;
  conclusion: string | null;
  startedAt: string;
  completedAt: string | null;
  externalId: string;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  /** They are those of all calls together, in order of arrival. */
  annotations: AnnotationState[];
}

export interface ReactionState {
  id: number;
  comment: number;
  /** Login of who reacted. */
  user: string;
  content: string;
  createdAt: string;
}

/** Live and mutable: a test may change it between two requests. */
export interface GitHubState {
  /** Full name of the repository that the world is about. */
  readonly home: string;
  readonly owner: string;
  readonly name: string;
  readonly formerNames: readonly string[];
  /** Null: there is no such folder. */
  readonly workflows: Readonly<Record<string, string>> | null;
  readonly statuses: Readonly<Record<string, readonly string[]>>;
  visibility: GitHubData['visibility'];
  defaultBranch: string;
  branches: Record<string, string>;
  tags: Record<string, string>;
  requirements: Record<string, RequirementData>;
  tokens: TokenData[];
  users: UserData[];
  commits: CommitData[];
  pulls: PullData[];
  issues: IssueData[];
  /** Names of the repository's labels. */
  labels: string[];
  hasIssues: boolean;
  isArchived: boolean;
  isDisabled: boolean;
  /** They are sorted by ID. */
  comments: CommentData[];
  runs: RunData[];
  /** They are sorted, newest first. */
  checkRuns: CheckRunState[];
  reactions: ReactionState[];
  /** Creations before the secondary rate limit answers; null: no limit. */
  contentCreationsLeft: number | null;
  /** Least time from one creation to the next; 0: any. */
  creationIntervalMs: number;
  /** The last creation was let through at this time, in epoch milliseconds; null: there was none. */
  lastCreationMs: number | null;
  requestsPerHour: number;
  /** Requests before the primary rate limit answers. */
  requestsLeft: number;
  /** `requestsLeft` is full again at this time, in epoch milliseconds. */
  requestsResetMs: number;
  /** The other repositories of this GitHub. Their tokens and limits are never looked at. */
  readonly neighbours: readonly GitHubState[];
  /** The next id to give; ids only grow. */
  nextId: number;
}

/** A workflow's own token has so many. */
const REQUESTS_PER_HOUR = 1000;
// Ids are unique in all of GitHub: those of neighbours begin apart.
const IDS_APART = 1_000_000;

/** A state of its own: what happens to it never shows in the data. */
export function createState(data: GitHubData): GitHubState {
  const { neighbours = [], ...own } = copyOf(data);
  const home = `${own.owner}/${own.name}`;
  return {
    ...repositoryState(own, home),
    neighbours: neighbours.map((other, index) => {
      const state = repositoryState({ ...other, tokens: [] }, home);
      return { ...state, nextId: state.nextId + (index + 1) * IDS_APART };
    }),
  };
}

function repositoryState(own: GitHubData, home: string): GitHubState {
  const ids = [...own.comments, ...own.runs].map(({ id }) => id);
  return {
    ...own,
    home,
    neighbours: [],
    formerNames: own.formerNames ?? [],
    workflows: own.workflows ?? null,
    statuses: own.statuses ?? {},
    branches: own.branches ?? {},
    tags: own.tags ?? {},
    requirements: own.requirements ?? {},
    issues: own.issues ?? [],
    labels: own.labels ?? [],
    hasIssues: own.hasIssues ?? true,
    isArchived: own.archived ?? false,
    isDisabled: own.disabled ?? false,
    comments: own.comments.sort((a, b) => a.id - b.id),
    checkRuns: [],
    reactions: [],
    contentCreationsLeft: null,
    creationIntervalMs: own.creationIntervalMs ?? 0,
    lastCreationMs: null,
    requestsPerHour: own.requestsPerHour ?? REQUESTS_PER_HOUR,
    requestsLeft: own.requestsPerHour ?? REQUESTS_PER_HOUR,
    requestsResetMs: 0,
    nextId: Math.max(1000, ...ids) + 1,
  };
}

export function takeId(state: GitHubState): number {
  const id = state.nextId;
  state.nextId += 1;
  return id;
}

/**
 * Pushes a commit onto a pull request's branch, as an author would: every open pull request of that branch moves.
 * `files` replaces what the one with the number changes.
 */
export function pushCommit(
  state: GitHubState,
  number: number,
  { commit, files }: { readonly commit: CommitData; readonly files: FileData[] | undefined },
): void {
  const pull = state.pulls.find((candidate) => candidate.number === number);
  if (pull === undefined) throw new Error(`There is no pull request ${number}.`);
  state.commits.push(commit);
  for (const moved of state.pulls.filter((other) => other === pull || isTwin(other, pull))) {
    moved.commits.push(commit.sha);
    moved.head.sha = commit.sha;
  }
  if (files !== undefined) pull.files = files;
}

function isTwin(other: PullData, { head }: PullData): boolean {
  const { repository, ref } = other.head;
  return other.state === 'open' && repository === head.repository && ref === head.ref;
}

/** GitHub's timestamps have no fractions of a second. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
