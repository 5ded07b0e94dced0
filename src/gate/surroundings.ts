// Owns what GitHub is asked beside the look-up: what the pull request changes, who we are, who may read.
import { decideDisclosure, type Disclosure, type Visibility } from '../domain/disclosure.ts';
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
import type { Note } from '../report/report.ts';
import { settle, type Settled } from '../story/settled.ts';
import { unverified, type Unverified } from '../story/unverified.ts';
import type { GateInputs } from './inputs.ts';
import { tellSuperseded } from './superseded.ts';

export interface Surroundings {
  /** Null without a pull request, or when GitHub could not say what `gate-on` needs, or said it of another head. */
  readonly changes: PullRequestChanges | null;
  /** Why that is not known although there is a pull request; null when it is. */
  readonly changesFault: Unverified | null;
  /** Whether every finding's relevance can be told. */
  readonly relevanceKnown: boolean;
  readonly firstChangedLine: FirstChangedLine;
  /** Null when no comment is to be written. */
  readonly identity: Identity | null;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly notes: readonly Note[];
}

export interface SurroundingsQuery {
  /** The head that the changes must be of, or they decide nothing; null: whatever they are of. */
  readonly head: CommitSha | null;
  readonly github: Octokit | null;
  readonly event: ActionEvent;
  readonly pullRequest: number | null;
  readonly wantsIdentity: boolean;
  readonly inputs: Pick<GateInputs, 'disclosure' | 'gateOn'>;
  readonly signal: AbortSignal;
}

/** Asks for everything at the same time. Rejects only when cancelled; what GitHub refuses becomes a note. */
export async function fetchSurroundings(query: SurroundingsQuery): Promise<Surroundings> {
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
  Surroundings,
  'changes' | 'changesFault' | 'relevanceKnown' | 'firstChangedLine' | 'notes'
>;

const NO_CHANGES: Changed = {
  changes: null,
  changesFault: null,
  relevanceKnown: false,
  firstChangedLine: () => 1,
  notes: [],
};

async function fetchChanges(query: SurroundingsQuery): Promise<Changed> {
  const { github, event, pullRequest, head } = query;
  if (pullRequest === null) return NO_CHANGES;
  if (github === null) {
    return toUnknown(
      'Without a github-token there is no comment, nor is it known what the pull request changes.',
    );
  }
  const place = { ...event.repository, number: pullRequest };
  const [files, commits] = await fetchBoth(github, place);
  const firstChangedLine = toFirstChangedLine(files);
  const missing = findMissing({ touched: files, introduced: commits }, query.inputs.gateOn);
  if (missing?.isNeeded === true) return { ...toUnknown(missing.text), firstChangedLine };
  const fault = head === null ? null : await findHeadFault(github, place, { head, commits });
  if (fault !== null) {
    return { ...NO_CHANGES, changesFault: fault, notes: [toUnshown(fault.what)], firstChangedLine };
  }
  const known = { files: valueOf(files), commits: valueOf(commits) };
  return {
    changes: {
      number: pullRequest,
      commits: new Set(known.commits),
      paths: toPaths(known.files),
    },
    changesFault: null,
    relevanceKnown: missing === null,
    firstChangedLine,
    notes: [
      ...(missing === null ? [] : [toUnshown(missing.text)]),
      ...toLimitNotes(known.files.length, known.commits.length),
    ],
  };
}

type Lists = Readonly<Record<Relation, Settled<readonly unknown[]>>>;

/** The first list that GitHub refused, and whether `gate-on` needs it; with `all` the report needs both. */
function findMissing(
  lists: Lists,
  gateOn: GateOn,
): { readonly text: string; readonly isNeeded: boolean } | null {
  const needed = gateOn === 'all' ? RELATIONS : RELATIONS.filter((each) => gateOn.includes(each));
  const refused = [...needed, ...RELATIONS].find((each) => lists[each].kind === 'failed');
  const list = refused === undefined ? undefined : lists[refused];
  if (refused === undefined || list?.kind !== 'failed') return null;
  return { text: tellRefused(LISTS[refused], list.error), isNeeded: needed.includes(refused) };
}

const RELATIONS: readonly Relation[] = ['touched', 'introduced'];
const LISTS: Readonly<Record<Relation, string>> = { touched: 'files', introduced: 'commits' };

/**
 * Why the changes decide nothing; null when they are of this head. Asked after the lists: those are of the head that
 * the pull request had when they were read, or, for a moment after a push, of the one before.
 */
async function findHeadFault(
  github: Octokit,
  place: PullRequestPlace,
  { head, commits }: { readonly head: CommitSha; readonly commits: Settled<readonly string[]> },
): Promise<Unverified | null> {
  const pull = await settle(fetchPull(github, place));
  if (pull.kind === 'failed') return tellUnknown(tellRefused('head', pull.error));
  const { headSha, commitCount } = pull.value;
  if (headSha !== head) return tellSuperseded(head);
  // Without a count of its own the answer is not GitHub's usual one, and the list may be as short.
  if (commitCount === null || commits.kind === 'failed') return null;
  const isListed = commits.value.includes(head) || commits.value.length >= MAX_COMMITS;
  if (isListed) return null;
  return tellUnknown('GitHub lists the commits of the pull request without the judged one.');
}

async function fetchBoth(
  github: Octokit,
  place: PullRequestPlace,
): Promise<readonly [Settled<readonly ChangedFile[]>, Settled<readonly string[]>]> {
  return await Promise.all([
    settle(fetchFiles(github, place)),
    settle(fetchCommits(github, place)),
  ]);
}

function valueOf<Item>(list: Settled<readonly Item[]>): readonly Item[] {
  return list.kind === 'done' ? list.value : [];
}

function toFirstChangedLine(files: Settled<readonly ChangedFile[]>): FirstChangedLine {
  const lines = new Map(valueOf(files).map((file) => [file.path, file.firstChangedLine]));
  return (path) => lines.get(path) ?? 1;
}

function tellRefused(what: string, error: unknown): string {
  return explain(error, `read the ${what} of the pull request`, 'pull-requests: read');
}

function toUnknown(what: string): Changed {
  return { ...NO_CHANGES, changesFault: tellUnknown(what), notes: [toUnshown(what)] };
}

function tellUnknown(what: string): Unverified {
  return unverified('github-error', what, [
    'Run this job again; gate-on needs to know what the pull request changes.',
  ]);
}

function toUnshown(what: string): Note {
  const text = `${what} So it is not shown which findings are of this pull request.`;
  return { level: 'warning', text };
}

function toPaths(files: readonly ChangedFile[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => [file.path, file.previousPath ?? file.path]));
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
      text: `The pull request has ${reached.join(' and ')} or more; GitHub lists no more, so findings in others may be shown as backlog.`,
    },
  ];
}
