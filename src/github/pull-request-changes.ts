// What a pull request changes, as a judgement compares findings with it: its files and commits, of one head.
import { createChangedPaths } from '../judgement/changed-paths.ts';
import type { JudgedContext } from '../judgement/evidence.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import type { GateOn, PullRequestChanges, Relation } from '../judgement/relevance.ts';
import type { Note } from '../judgement/report.ts';
import { supersededFault, unverified, type Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { explain, GitHubAnswerError } from './failure.ts';
import type { Octokit } from './octokit.ts';
import {
  type ChangedFile,
  type DatedCommit,
  fetchCommits,
  fetchFiles,
  MAX_COMMITS,
  MAX_FILES,
  type Pull,
  type PullRequestRef,
} from './pull-request.ts';

/** What GitHub lists of a pull request, or why it does not. */
export interface ChangeLists {
  readonly files: PromiseSettledResult<readonly ChangedFile[]>;
  readonly commits: PromiseSettledResult<readonly DatedCommit[]>;
}

/** The part of a judgement's context that comes from the lists. */
export type Changed = Pick<JudgedContext, 'changes' | 'changesFault' | 'relevanceKnown' | 'notes'>;

/** Nothing is known, and nothing needs to be. */
export const NO_CHANGES: Changed = {
  changes: null,
  changesFault: null,
  relevanceKnown: false,
  notes: [],
};

/** Asks for both lists at once. Never rejects. */
export async function fetchLists(github: Octokit, place: PullRequestRef): Promise<ChangeLists> {
  const [files, commits] = await Promise.all([
    capture(fetchFiles(github, place)),
    capture(fetchCommits(github, place)),
  ]);
  return { files, commits };
}

/** The lists as findings are compared with them; null for one that GitHub refused. */
export function toChanges(number: number, lists: ChangeLists): PullRequestChanges {
  const [files, commits] = [valueOf(lists.files), valueOf(lists.commits)];
  const shas = { value: new Set(commits.map(({ sha }) => sha)), isComplete: commits.length < MAX_COMMITS };
  const paths = { value: createChangedPaths(files), isComplete: files.length < MAX_FILES };
  const areFilesRefused = lists.files.status === 'rejected';
  return {
    number,
    commits: lists.commits.status === 'rejected' ? null : shas,
    paths: areFilesRefused ? null : paths,
    mayAddFiles: areFilesRefused || !paths.isComplete || files.some(({ mayBeAdded }) => mayBeAdded),
  };
}

/** The head that lists must be of. */
interface ExpectedHead {
  readonly sha: CommitSha;
  /** The pull request, read after the lists: those are of its head then or, for a moment after a push, of the one before. */
  readonly pull: PromiseSettledResult<Pick<Pull, 'headSha' | 'commitCount' | 'fileCount'>>;
}

/** What the lists say, and where they say nothing, why. `head` null: of any head. */
export function decideChanged(
  number: number,
  listed: ChangeLists,
  { gateOn, head }: { readonly gateOn: GateOn; readonly head: ExpectedHead | null },
): Changed {
  const headFault = head === null ? null : findHeadFault(listed, head);
  if (headFault !== null) {
    return { ...NO_CHANGES, changesFault: headFault, notes: [toUnshown(headFault.what)] };
  }
  const lists = head === null ? listed : withoutOldFiles(listed, head);
  const missing = findMissing({ touched: lists.files, introduced: lists.commits }, gateOn);
  return {
    changes: toChanges(number, lists),
    changesFault: missing?.isNeeded === true ? unknownChangesFault(missing.text) : null,
    relevanceKnown: missing === null,
    notes: compact([
      missing && toUnshown(missing.text),
      ...toLimitNotes(valueOf(lists.files).length, valueOf(lists.commits).length),
    ]),
  };
}

/** The same where GitHub cannot be asked at all. */
export function toUnknownChanges(what: string): Changed {
  return { ...NO_CHANGES, changesFault: unknownChangesFault(what), notes: [toUnshown(what)] };
}

/** The items of a list; empty where GitHub refused it. */
export function valueOf<Item>(list: PromiseSettledResult<readonly Item[]>): readonly Item[] {
  return list.status === 'fulfilled' ? list.value : [];
}

type Lists = Readonly<Record<Relation, PromiseSettledResult<readonly unknown[]>>>;

/** The first list that GitHub refused, and whether `gate-on` needs it. With `all`, only the report needs both. */
function findMissing(lists: Lists, gateOn: GateOn): { readonly text: string; readonly isNeeded: boolean } | null {
  const needed = gateOn === 'all' ? RELATIONS : RELATIONS.filter((each) => gateOn.includes(each));
  for (const relation of [...needed, ...RELATIONS]) {
    const list = lists[relation];
    if (list.status === 'fulfilled') continue;
    return { text: describeFailure(LISTS[relation], list.reason), isNeeded: needed.includes(relation) };
  }
  return null;
}

const RELATIONS: readonly Relation[] = ['touched', 'introduced'];
const LISTS: Readonly<Record<Relation, string>> = { touched: 'files', introduced: 'commits' };

/** Why the changes do not count; null if they are of this head. */
function findHeadFault({ commits }: ChangeLists, { sha, pull }: ExpectedHead): Unverified | null {
  if (pull.status === 'rejected') return unknownChangesFault(describeFailure('head', pull.reason));
  const { headSha, commitCount } = pull.value;
  if (headSha !== sha) return supersededFault(sha);
  // GitHub always sends the count. Without it there is nothing to compare the list with.
  if (commitCount === null || commits.status === 'rejected') return null;
  const isListed = commits.value.some((commit) => commit.sha === sha) || commits.value.length >= MAX_COMMITS;
  if (isListed) return null;
  return unknownChangesFault('The judged commit is not among the commits that GitHub lists for the pull request.');
}

/**
 * GitHub computes the list of files apart from the list of commits, so for a moment after a push it may be that of the
 * head before. The pull request's own count then differs. (A count of 0 beside a list is a known fault of the count.)
 */
function withoutOldFiles(lists: ChangeLists, { pull }: ExpectedHead): ChangeLists {
  const count = pull.status === 'fulfilled' ? pull.value.fileCount : null;
  const listed = valueOf(lists.files).length;
  const isUnusable = lists.files.status === 'rejected' || listed >= MAX_FILES;
  if (isUnusable || count === null || count === 0 || count === listed) return lists;
  const reason = new GitHubAnswerError(`it lists ${listed} files and counts ${count}`);
  return { ...lists, files: { status: 'rejected', reason } };
}

function describeFailure(what: string, error: unknown): string {
  return explain(error, `read the ${what} of the pull request`, 'pull-requests: read');
}

function unknownChangesFault(what: string): Unverified {
  return unverified('github-error', what, ['Run this job again; gate-on needs to know what the pull request changes.']);
}

function toUnshown(what: string): Note {
  const text = `${what} So the report cannot say which bugs belong to this pull request.`;
  return { level: 'warning', text };
}

function toLimitNotes(files: number, commits: number): readonly Note[] {
  const reached = compact([
    files >= MAX_FILES && `${MAX_FILES} files`,
    commits >= MAX_COMMITS && `${MAX_COMMITS} commits`,
  ]);
  if (reached.length === 0) return [];
  return [
    {
      level: 'notice',
      text: `The pull request has ${reached.join(' and ')} or more; GitHub does not list the rest, so bugs outside the list count too.`,
    },
  ];
}
