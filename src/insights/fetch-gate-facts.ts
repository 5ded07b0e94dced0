// The search for what gates said in their comments on open pull requests, on merged ones, and on those that brought bugs in.
import type { Marker } from '../documents/marker.ts';
import { findGates } from '../github/find-gates.ts';
import { createAttemptFinder, fetchConversations, findMarkers } from '../github/gate-comments.ts';
import type { Octokit } from '../github/octokit.ts';
import { formatDate, type Period, toPeriodBefore } from '../judgement/day.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { compact, sum, uniqueBy } from '../judgement/lists.ts';
import { toOnUnverified, UNVERIFIED_REASONS } from '../judgement/verdict.ts';
import { type CountingInputs, type GateFacts, type GateMark, type MarkedPull, VERDICTS } from './gate-facts.ts';
import { selectPullNames } from './introductions.ts';
import { fetchMergedPulls, fetchNamedPulls } from './merged-pulls.ts';

export interface GateQuery {
  readonly period: Period;
  /** GitHub is asked for the pull requests of these bugs. */
  readonly introduced: Promise<Parameters<typeof selectPullNames>[0]>;
  /** Reads the inputs in a marker; gives null where no gate would take them. */
  readonly readInputs: (texts: Readonly<Record<string, string>>) => CountingInputs | null;
}

/** Finds the markers in a repository. Rejects where GitHub does not say. */
export async function fetchGateFacts(
  github: Octokit,
  repository: RepositoryRef,
  { period, introduced, readInputs }: GateQuery,
): Promise<GateFacts> {
  // This comes first, since it refuses a token that may not read pull requests; the search would only find nothing.
  const { pulls, total } = await findGates(github, repository);
  const { first, last } = toPeriodBefore(period);
  const found = await fetchMergedPulls(github, repository, `>=${formatDate(period.first)}`);
  const earlier = await fetchMergedPulls(github, repository, `${formatDate(first)}..${formatDate(last)}`);
  const searched = new Map([...earlier.pulls, ...found.pulls].map((pull) => [pull.number, pull]));
  const isKnown = (number: number): boolean => searched.has(number) || pulls.some((pull) => pull.number === number);
  const { names, leftOut } = selectPullNames(await introduced, isKnown);
  const named = await fetchNamedPulls(github, repository, names);
  const wanted = uniqueBy([...named.pulls, ...searched.values()], ({ number }) => number);
  const toPull = (pull: PullHead, markers: readonly Marker[], isWhole: boolean): MarkedPull | null => {
    // A marker may be among the comments that were not read.
    if (!isWhole && markers.length === 0) return null;
    const { number, title, headSha } = pull;
    return { number, title, headSha, marks: markers.flatMap((marker) => toMark(marker, readInputs) ?? []) };
  };
  const conversations = await fetchConversations(github, repository, wanted);
  const open = compact(pulls.map((pull) => toPull(pull, pull.markers, pull.isWhole)));
  const attemptOf = createAttemptFinder(github, repository);
  const merged = compact(
    await Promise.all(
      conversations.map(async ({ pull, found: written, isWhole }) => {
        const markers = await findMarkers(written, { headSha: pull.headSha, attemptOf });
        const marked = toPull(pull, markers, isWhole);
        return marked && { ...marked, mergedAt: pull.mergedAt };
      }),
    ),
  );
  return {
    open,
    merged,
    byCommit: named.byCommit,
    unread: sum([
      countMissing(total, open),
      countMissing(found.total, found.pulls),
      countMissing(earlier.total, earlier.pulls),
      wanted.length - merged.length,
      named.lost.length,
      leftOut,
    ]),
  };
}

type PullHead = Pick<MarkedPull, 'number' | 'title' | 'headSha'>;

/** Counts what GitHub has and we have not read, unless it was closed meanwhile. */
function countMissing(total: number, read: readonly unknown[]): number {
  return Math.max(0, total - read.length);
}

/** Gives null for a marker without a verdict, or with one that no gate has. */
function toMark(
  { sha, readAt, verdict, reds = 0, counted, inputs = {} }: Marker,
  readInputs: GateQuery['readInputs'],
): GateMark | null {
  const kind = VERDICTS.find((known) => known === verdict?.kind);
  if (kind === undefined) return null;
  const mode = inputs['mode'] === 'warn' ? 'warn' : 'enforce';
  const given = inputs['on-unverified'];
  const onUnverified = given === 'fail' || given === 'warn' ? given : toOnUnverified(mode);
  const reason = UNVERIFIED_REASONS.find((known) => known === verdict?.reason) ?? null;
  const known = Object.keys(inputs).length === 0 ? null : readInputs(inputs);
  return { sha, readAt, verdict: kind, reason, mode, onUnverified, reds, counted: counted ?? null, inputs: known };
}
