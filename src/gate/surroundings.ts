// Owns what GitHub is asked beside the look-up: what the pull request changes, who we are, who may read.
import { decideDisclosure, type Disclosure, type Visibility } from '../domain/disclosure.ts';
import type { PullRequestChanges } from '../domain/relevance.ts';
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
  /** Null without a pull request, or when GitHub could not say. */
  readonly changes: PullRequestChanges | null;
  /** Why the changes are not known although there is a pull request; null when they are. */
  readonly changesFault: Unverified | null;
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
  readonly inputs: Pick<GateInputs, 'disclosure'>;
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

type Changed = Pick<Surroundings, 'changes' | 'changesFault' | 'firstChangedLine' | 'notes'>;

const NO_CHANGES: Changed = {
  changes: null,
  changesFault: null,
  firstChangedLine: () => 1,
  notes: [],
};

async function fetchChanges({
  github,
  event,
  pullRequest,
  head,
}: SurroundingsQuery): Promise<Changed> {
  if (pullRequest === null) return NO_CHANGES;
  if (github === null) {
    return toUnread(
      'Without a github-token there is no comment, nor is it known what the pull request changes.',
    );
  }
  const place = { ...event.repository, number: pullRequest };
  const [files, commits] = await fetchBoth(github, place);
  if (files.kind === 'failed') return toRefused('files', files.error);
  const lines = new Map(files.value.map((file) => [file.path, file.firstChangedLine]));
  const firstChangedLine: FirstChangedLine = (path) => lines.get(path) ?? 1;
  if (commits.kind === 'failed')
    return { ...toRefused('commits', commits.error), firstChangedLine };
  const faulty =
    head === null ? null : await findMove(github, place, { head, commits: commits.value });
  if (faulty !== null) return { ...faulty, firstChangedLine };
  return {
    changes: { number: pullRequest, commits: new Set(commits.value), paths: toPaths(files.value) },
    changesFault: null,
    firstChangedLine,
    notes: toLimitNotes(files.value.length, commits.value.length),
  };
}

/**
 * Null when the changes are of this head. Asked afterwards: files and commits are those of the head that the pull
 * request had when they were read, whichever that was.
 */
async function findMove(
  github: Octokit,
  place: PullRequestPlace,
  { head, commits }: { readonly head: CommitSha; readonly commits: readonly string[] },
): Promise<Changed | null> {
  const pull = await settle(fetchPull(github, place));
  if (pull.kind === 'failed') return toRefused('head', pull.error);
  const isListed = commits.includes(head) || commits.length >= MAX_COMMITS;
  if (pull.value.headSha === head && isListed) return null;
  return toUnknown(tellSuperseded(head));
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

function toRefused(what: 'files' | 'commits' | 'head', error: unknown): Changed {
  return toUnread(explain(error, `read the ${what} of the pull request`, 'pull-requests: read'));
}

function toUnread(what: string): Changed {
  const advice = ['Run this job again; gate-on needs to know what the pull request changes.'];
  return toUnknown(unverified('github-error', what, advice));
}

function toUnknown(fault: Unverified): Changed {
  const text = `${fault.what} So it is not shown which findings are of this pull request.`;
  return { ...NO_CHANGES, changesFault: fault, notes: [{ level: 'warning', text }] };
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
      text: `The pull request has ${reached.join(' and ')} or more; GitHub lists no more, so findings in others may be shown as not of this pull request.`,
    },
  ];
}
