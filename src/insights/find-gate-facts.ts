// The search for what gates said: of open pull requests, and of those merged in the period, by the markers of their comments.
import type { Marker } from '../documents/marker.ts';
import { findGates } from '../github/find-gates.ts';
import { type Conversation, fetchConversations, selectMarkers } from '../github/gate-comments.ts';
import type { Octokit } from '../github/octokit.ts';
import { formatDate, type Period } from '../judgement/day.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { toOnUnverified, UNVERIFIED_REASONS } from '../judgement/verdict.ts';
import type { GateFacts, GateMark, MarkedPull } from './gate-facts.ts';
import { fetchMergedPulls, type MergedPullRequest } from './merged-pulls.ts';

/** Finds the markers in a repository. Rejects where GitHub does not say. */
export async function findGateFacts(github: Octokit, repository: RepositoryRef, period: Period): Promise<GateFacts> {
  // First, since a token that may not read them is refused here, and finds nothing in the search.
  const { pulls, total } = await findGates(github, repository);
  const open = pulls.filter(({ markers, isWhole }) => isWhole || markers.length > 0);
  const found = await fetchMergedPulls(github, repository, formatDate(period.first));
  const merged = (await fetchConversations(github, repository, found.pulls)).flatMap(toMerged);
  return {
    open: open.map(({ markers, ...pull }) => toMarkedPull(pull, markers)),
    merged,
    leftOut: sum([total - open.length, found.total - merged.length]),
  };
}

/** None where comments are unread that could hold the marker. */
function toMerged({ pull, found, isWhole }: Conversation<MergedPullRequest>): readonly GateFacts['merged'][number][] {
  const markers = selectMarkers(found, pull.headSha);
  if (!isWhole && markers.length === 0) return [];
  return [{ ...toMarkedPull(pull, markers), mergedAt: pull.mergedAt }];
}

function toMarkedPull(
  { number, title, headSha }: Pick<MarkedPull, 'number' | 'title' | 'headSha'>,
  markers: readonly Marker[],
): MarkedPull {
  return { number, title, headSha, marks: markers.flatMap((marker) => toMark(marker) ?? []) };
}

const VERDICTS: readonly GateMark['verdict'][] = ['passed', 'failed', 'unverified'];

/** Null for a marker that says no verdict, or one that no gate has. */
function toMark({ sha, readAt, verdict, reds = 0, inputs = {} }: Marker): GateMark | null {
  const kind = VERDICTS.find((known) => known === verdict?.kind);
  if (kind === undefined) return null;
  const mode = inputs['mode'] === 'warn' ? 'warn' : 'enforce';
  const given = inputs['on-unverified'];
  const onUnverified = given === 'fail' || given === 'warn' ? given : toOnUnverified(mode);
  const reason = UNVERIFIED_REASONS.find((known) => known === verdict?.reason) ?? null;
  return { sha, readAt, verdict: kind, reason, mode, onUnverified, reds };
}
