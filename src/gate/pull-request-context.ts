// What we ask GitHub while the service answers: the changes of the pull request, the token's identity, the visibility.
import { fetchIdentity, type Identity } from '../github/account.ts';
import type { ActionEvent } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import {
  type Changed,
  decideChanged,
  fetchLists,
  NO_CHANGES,
  toUnknownChanges,
  valueOf,
} from '../github/pull-request-changes.ts';
import { type ChangedFile, fetchPull } from '../github/pull-request.ts';
import { findVisibility } from '../github/visibility.ts';
import type { GateInputs } from '../inputs/gate.ts';
import { decideDisclosure } from '../judgement/disclosure.ts';
import type { JudgedContext } from '../judgement/evidence.ts';
import type { CommitSha } from '../judgement/identifiers.ts';
import { capture } from '../net/abort.ts';
import type { FirstChangedLine } from './documents/annotations.ts';

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
export async function fetchPullRequestContext(query: PullRequestContextQuery): Promise<PullRequestContext> {
  const [changed, identity, visibility] = await Promise.all([
    fetchChanges(query),
    query.github !== null && query.wantsIdentity ? fetchIdentity(query.github, query.signal) : Promise.resolve(null),
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

const NO_LINES: FirstChangedLine = () => null;

async function fetchChanges(
  query: PullRequestContextQuery,
): Promise<Changed & Pick<PullRequestContext, 'firstChangedLine'>> {
  const { github, event, pullRequest, head: sha, inputs } = query;
  if (pullRequest === null) return { ...NO_CHANGES, firstChangedLine: NO_LINES };
  if (github === null) {
    const what = 'Without a github-token the gate cannot comment or see what the pull request changes.';
    return { ...toUnknownChanges(what), firstChangedLine: NO_LINES };
  }
  const place = { ...event.repository, number: pullRequest };
  const lists = await fetchLists(github, place);
  // Asked for after the lists, so that a push in between does not go unnoticed.
  const head = sha === null ? null : { sha, pull: await capture(fetchPull(github, place)) };
  return {
    ...decideChanged(pullRequest, lists, { gateOn: inputs.gateOn, head }),
    firstChangedLine: toFirstChangedLine(lists.files),
  };
}

function toFirstChangedLine(files: PromiseSettledResult<readonly ChangedFile[]>): FirstChangedLine {
  const lines = new Map(valueOf(files).map((file) => [file.path, file.firstChangedLine]));
  return (path) => lines.get(path) ?? null;
}
