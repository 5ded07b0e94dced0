// The judgement of one pull request under one set-up: what the gate would gather, put before the gate's own decisions.
import { decideChanged } from '../github/pull-request-changes.ts';
import { fetchRelatedPullRequests, type RelatedSource } from '../github/related-pull-requests.ts';
import type { GateInputs } from '../inputs/gate.ts';
import type { Disclosure, Visibility } from '../judgement/disclosure.ts';
import type { CommitSha, EpochMs, RepoId } from '../judgement/identifiers.ts';
import { decideJudgement, type Evidence } from '../judgement/judgement.ts';
import type { RepositoryAddress } from '../judgement/report.ts';
import { decideScanOutcome, type ScanFound, scanTimeoutFault } from '../judgement/scan-outcome.ts';
import { decideCounting, type PendingFindings, type ScanResults } from '../judgement/scan-results.ts';
import { type ScanQuery, type ScanSelection, selectScan } from '../judgement/scan-selection.ts';
import { mayStillList, scanEndMs, type ScanHistory } from '../judgement/scan.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { Verdict } from '../judgement/verdict.ts';
import { resolveAged } from '../service/scan-age.ts';
import { unverifiedBy } from '../service/to-unverified.ts';
import { type PullMaterial, toChangeLists } from './pull-material.ts';
import type { RecentPull } from './recent-pulls.ts';
import type { ScanLists } from './scan-lists.ts';

/** What all pull requests are judged with. */
export interface JudgeSource {
  readonly place: RepositoryAddress;
  readonly repositoryId: RepoId;
  readonly history: ScanHistory;
  readonly findings: PendingFindings;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly material: PullMaterial;
  readonly lists: ScanLists;
  readonly now: EpochMs;
}

/** Judges. Rejects never: what GitHub does not say is part of the verdict, as in the gate. */
export async function judgePull(source: JudgeSource, pull: RecentPull, inputs: GateInputs): Promise<Verdict> {
  const outcome = await findScanOutcome(source, pull, inputs);
  const lists = toChangeLists(await source.material.fetchLists(pull.number));
  const sha = pull.headSha;
  const commitCount = lists.commits.status === 'fulfilled' ? lists.commits.value.length : null;
  const head = {
    sha,
    pull: { status: 'fulfilled', value: { headSha: sha, commitCount, fileCount: null } },
  } as const;
  const { visibility, disclosure } = source;
  const evidence: Omit<Evidence, 'related'> = {
    inputs,
    place: source.place,
    subject: { sha, pullRequest: pull.number, isHead: true, pullRequestFault: null, notes: [] },
    results: await findResults(source, outcome, inputs),
    context: {
      ...decideChanged(pull.number, lists, { gateOn: inputs.gateOn, head }),
      visibility,
      disclosure,
    },
  };
  const assessed = await fetchRelatedPullRequests(toRelatedSource(source, pull), evidence);
  return decideJudgement({ ...evidence, ...assessed }).report.verdict;
}

function toRelatedSource({ material, lists }: JudgeSource, pull: RecentPull): RelatedSource {
  return {
    fetchOpenPulls: () => material.fetchOpenPulls(pull),
    fetchListed: (scans) => lists.fetchListed(scans),
    // Nobody reads a report.
    fetchIsClosedUnmerged: null,
    fetchLists: async (number) => toChangeLists(await material.fetchLists(number)),
  };
}

async function findResults(
  source: JudgeSource,
  outcome: ScanFound | Unverified,
  inputs: GateInputs,
): Promise<ScanResults> {
  const { repositoryId, history, findings } = source;
  const { selected = null } = outcome;
  return {
    outcome: outcome.kind === 'found' ? await findFindings(source, outcome, inputs) : outcome,
    repositoryId,
    scans: history.scans,
    selected,
    readAt: findings.readAt,
  };
}

/** The same for all pull requests but for what the lists of a scan that has just ended lack; the gate would look again. */
async function findFindings(
  { findings, lists, now }: JudgeSource,
  { selected }: ScanFound,
  inputs: GateInputs,
): Promise<PendingFindings | Unverified> {
  if (!decideCounting(inputs, selected).comparesLists) return findings;
  const recent = selected.judged.filter((scan) => mayStillList(scan, now));
  try {
    return { ...findings, missing: await lists.fetchMissing(recent) };
  } catch (error) {
    return unverifiedBy(error);
  }
}

async function findScanOutcome(
  source: JudgeSource,
  pull: RecentPull,
  inputs: GateInputs,
): Promise<ScanFound | Unverified> {
  const { history, repositoryId } = source;
  const { scanMatch: strategies, scanTypes: types } = inputs;
  const then = { ...source, now: toClosingTime(source, pull) };
  const ancestors = await findAncestors(then, pull, inputs);
  if (isUnverified(ancestors)) return ancestors;
  const query: ScanQuery = { sha: pull.headSha, strategies, types, ancestors };
  const selection = select(then, query);
  const now = toJudgementTime(source, pull, selection);
  const search = { ...inputs, repositoryId, query, now };
  const outcome = decideScanOutcome({ ...history, selection }, search);
  if (outcome.kind === 'aged') return await resolveAged(outcome, (sha) => source.material.findIsOnBase(pull, sha));
  // The gate would wait for it; what it would find then is not known.
  return outcome.kind === 'running' ? scanTimeoutFault(search, outcome, inputs.waitTimeoutMs) : outcome;
}

function select({ history, now }: JudgeSource, query: ScanQuery): ScanSelection {
  return selectScan({ scans: history.scans, exhausted: true }, query, now);
}

/**
 * The time that counts for the age of a scan: now, or for a closed pull request when it was closed. A scan that is
 * newer than that was not old then.
 */
function toJudgementTime(source: JudgeSource, pull: RecentPull, selection: ScanSelection): EpochMs {
  const { now } = source;
  const closedAt = toClosingTime(source, pull);
  if (selection.kind !== 'selected') return closedAt;
  const endedAt = scanEndMs(selection.scan);
  if (endedAt > now) return now;
  return endedAt > closedAt ? endedAt : closedAt;
}

/** Now, or for a closed pull request when it was closed. */
function toClosingTime({ now }: JudgeSource, { closedAt }: RecentPull): EpochMs {
  return closedAt === null || closedAt > now ? now : closedAt;
}

/**
 * The commit and as many ancestors as the nearest usable scan needs; empty where they change nothing: where a scan of
 * the commit or an earlier strategy decides, or where there is no scan to be found among them.
 */
async function findAncestors(
  source: JudgeSource,
  { headSha: sha }: RecentPull,
  { scanMatch, scanTypes: types }: GateInputs,
): Promise<readonly CommitSha[] | Unverified> {
  const { history, material } = source;
  const at = scanMatch.indexOf('ancestor');
  const selectAmong = (ancestors: readonly CommitSha[]): ScanSelection =>
    select(source, { sha, strategies: ['ancestor'], types, ancestors });
  const before: ScanQuery = { sha, strategies: scanMatch.slice(0, at), types, ancestors: [] };
  if (at < 0 || select(source, before).kind !== 'none') return [];
  const scanned = new Set(history.scans.flatMap((scan) => scan.sha ?? []));
  if (selectAmong([...scanned]).kind === 'none') return [];
  const isEnough = (nearest: readonly CommitSha[]): boolean => selectAmong(nearest).kind !== 'none';
  return await material.findAncestors({ ref: sha, isEnough });
}
