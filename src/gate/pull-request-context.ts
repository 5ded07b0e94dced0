// What we ask GitHub while the service answers: the changes of the pull request, the token's identity, the visibility.
import { decideDisclosure } from '../domain/disclosure.ts';
import { createChangedPaths } from '../domain/changed-paths.ts';
import type { GateOn, PullRequestChanges, Relation } from '../domain/relevance.ts';
import type { CommitSha } from '../domain/identifiers.ts';
import type { ActionEvent } from '../github/event.ts';
import { explain } from '../github/failure.ts';
import { fetchIdentity, type Identity } from '../github/identity.ts';
import type { Octokit } from '../github/octokit.ts';
import {
  fetchCommits,
  fetchFiles,
  fetchPull,
  MAX_COMMITS,
  MAX_FILES,
  type ChangedFile,
  type PullRequestPlace,
} from '../github/pull-request.ts';
import { findVisibility } from '../github/visibility.ts';
import type { FirstChangedLine } from '../report/annotations.ts';
import type { JudgedContext } from '../report/judgement.ts';
import type { Note } from '../report/report.ts';
import { settle } from './settle.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';
import type { GateInputs } from './inputs.ts';
import { supersededFault } from '../service/superseded.ts';

export interface PullRequestContext extends JudgedContext {
  readonly firstChangedLine: FirstChangedLine;
  /** Null if no comment will be written. */
  readonly identity: Identity | null;
}

export interface PullRequestContextQuery {
  /** The changes count only if they are of this head; null: of any head. */
  readonly head: CommitSha | null;
  readonly github: Octokit | null;
  readonly event: ActionEvent;
  readonly pullRequest: number | null;
  readonly wantsIdentity: boolean;
  readonly inputs: Pick<GateInputs, 'disclosure' | 'gateOn'>;
  readonly signal: AbortSignal;
}

/** Sends all requests at the same time. Rejects only if cancelled; a refusal becomes a note. */
export async function fetchPullRequestContext(
  query: PullRequestContextQuery,
): Promise<PullRequestContext> {
  const [changed, identity, visibility] = await Promise.all([
    fetchChanges(query),
    query.github !== null && query.wantsIdentity
      ? fetchIdentity(query.github, query.signal)
      : Promise.resolve(null),
    findVisibility(query.github, query.event, query.inputs.disclosure),
  ]);
  query.signal.throwIfAborted();
  return {
    ...changed,
    identity,
    visibility,
    disclosure: decideDisclosure(query.inputs.disclosure, visibility),
  };
}

type Changed = Pick<
  PullRequestContext,
  'changes' | 'changesFault' | 'relevanceKnown' | 'firstChangedLine' | 'notes'
>;

const NO_CHANGES: Changed = {
  changes: null,
  changesFault: null,
  relevanceKnown: false,
  firstChangedLine: () => null,
  notes: [],
};

async function fetchChanges(query: PullRequestContextQuery): Promise<Changed> {
  const { github, event, pullRequest, head, inputs } = query;
  if (pullRequest === null) return NO_CHANGES;
  if (github === null) {
    return toUnknown(
      'Without a github-token there is no comment, nor is it known what the pull request changes.',
    );
  }
  const place = { ...event.repository, number: pullRequest };
  const lists = await fetchLists(github, place);
  const firstChangedLine = toFirstChangedLine(lists.files);
  const headFault = head === null ? null : await findHeadFault(github, place, { ...lists, head });
  if (headFault !== null) {
    const notes = [toUnshown(headFault.what)];
    return { ...NO_CHANGES, changesFault: headFault, notes, firstChangedLine };
  }
  const missing = findMissing({ touched: lists.files, introduced: lists.commits }, inputs.gateOn);
  return {
    changes: toChanges(pullRequest, lists),
    changesFault: missing?.isNeeded === true ? unknownChangesFault(missing.text) : null,
    relevanceKnown: missing === null,
    firstChangedLine,
    notes: [
      ...(missing === null ? [] : [toUnshown(missing.text)]),
      ...toLimitNotes(valueOf(lists.files).length, valueOf(lists.commits).length),
    ],
  };
}

/** What GitHub lists of a pull request, or why it does not. */
export interface ChangeLists {
  readonly files: PromiseSettledResult<readonly ChangedFile[]>;
  readonly commits: PromiseSettledResult<readonly string[]>;
}

/** Asks for both lists at once. Never rejects. */
export async function fetchLists(github: Octokit, place: PullRequestPlace): Promise<ChangeLists> {
  const [files, commits] = await Promise.all([
    settle(fetchFiles(github, place)),
    settle(fetchCommits(github, place)),
  ]);
  return { files, commits };
}

/** The lists as findings are compared with them; null for one that GitHub refused. */
export function toChanges(number: number, { files, commits }: ChangeLists): PullRequestChanges {
  return {
    number,
    commits:
      commits.status === 'rejected'
        ? null
        : { value: new Set(commits.value), isComplete: commits.value.length < MAX_COMMITS },
    paths:
      files.status === 'rejected'
        ? null
        : { value: createChangedPaths(files.value), isComplete: files.value.length < MAX_FILES },
  };
}

type Lists = Readonly<Record<Relation, PromiseSettledResult<readonly unknown[]>>>;

/** The first list that GitHub refused, and whether `gate-on` needs it. With `all`, only the report needs both. */
function findMissing(
  lists: Lists,
  gateOn: GateOn,
): { readonly text: string; readonly isNeeded: boolean } | null {
  const needed = gateOn === 'all' ? RELATIONS : RELATIONS.filter((each) => gateOn.includes(each));
  const refused = [...needed, ...RELATIONS].find((each) => lists[each].status === 'rejected');
  const list = refused === undefined ? undefined : lists[refused];
  if (refused === undefined || list?.status !== 'rejected') return null;
  return { text: describeRefusal(LISTS[refused], list.reason), isNeeded: needed.includes(refused) };
}

const RELATIONS: readonly Relation[] = ['touched', 'introduced'];
const LISTS: Readonly<Record<Relation, string>> = { touched: 'files', introduced: 'commits' };

/**
 * Why the changes do not count; null if they are of this head. Asked after the lists: those are of the head at the time
 * they were read or, for a moment after a push, of the one before.
 */
async function findHeadFault(
  github: Octokit,
  place: PullRequestPlace,
  { head, commits }: ChangeLists & { readonly head: CommitSha },
): Promise<Unverified | null> {
  const pull = await settle(fetchPull(github, place));
  if (pull.status === 'rejected') return unknownChangesFault(describeRefusal('head', pull.reason));
  const { headSha, commitCount } = pull.value;
  if (headSha !== head) return supersededFault(head);
  // GitHub always sends the count. Without it there is nothing to compare the list with.
  if (commitCount === null || commits.status === 'rejected') return null;
  const isListed = commits.value.includes(head) || commits.value.length >= MAX_COMMITS;
  if (isListed) return null;
  return unknownChangesFault(
    'GitHub lists the commits of the pull request without the judged one.',
  );
}

function valueOf<Item>(list: PromiseSettledResult<readonly Item[]>): readonly Item[] {
  return list.status === 'fulfilled' ? list.value : [];
}

function toFirstChangedLine(files: PromiseSettledResult<readonly ChangedFile[]>): FirstChangedLine {
  const lines = new Map(valueOf(files).map((file) => [file.path, file.firstChangedLine]));
  return (path) => lines.get(path) ?? null;
}

function describeRefusal(what: string, error: unknown): string {
  return explain(error, `read the ${what} of the pull request`, 'pull-requests: read');
}

function toUnknown(what: string): Changed {
  return { ...NO_CHANGES, changesFault: unknownChangesFault(what), notes: [toUnshown(what)] };
}

function unknownChangesFault(what: string): Unverified {
  return unverified('github-error', what, [
    'Run this job again; gate-on needs to know what the pull request changes.',
  ]);
}

function toUnshown(what: string): Note {
  const text = `${what} So it is not shown which findings are of this pull request.`;
  return { level: 'warning', text };
}

function toLimitNotes(files: number, commits: number): readonly Note[] {
  const reached = [
    ...(files < MAX_FILES ? [] : [`${MAX_FILES} files`]),
    ...(commits < MAX_COMMITS ? [] : [`${MAX_COMMITS} commits`]),
  ];
  if (reached.length === 0) return [];
  return [
    {
      level: 'notice',
      text: `The pull request has ${reached.join(' and ')} or more; GitHub lists no more, so a finding that is in none of those it lists counts as if it were.`,
    },
  ];
}
