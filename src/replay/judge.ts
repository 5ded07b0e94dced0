// The judgement of a pull request without a run of the gate: what that would gather, put before the gate's own decisions.
import { type Changed, decideChanged, NO_CHANGES } from '../github/pull-request-changes.ts';
import type { OpenPull } from '../github/pull-request.ts';
import { fetchRelatedPullRequests, type RelatedSource } from '../github/related-pull-requests.ts';
import type { GateInputs } from '../inputs/gate.ts';
import { isSecurity } from '../judgement/assessment.ts';
import type { Disclosure, Visibility } from '../judgement/disclosure.ts';
import type { Evidence } from '../judgement/evidence.ts';
import type { Finding } from '../judgement/finding.ts';
import type { CommitSha, EpochMs, RepoId } from '../judgement/identifiers.ts';
import { decideReport } from '../judgement/judgement.ts';
import { isExceeded } from '../judgement/limits.ts';
import type { RepositoryAddress } from '../judgement/report.ts';
import { decideScanOutcome, type ScanFound, scanTimeoutFault } from '../judgement/scan-outcome.ts';
import { decideCounting, type PendingFindings, type ScanResults } from '../judgement/scan-results.ts';
import { mayStillList, scanEndMs, type ScanHistory } from '../judgement/scan.ts';
import { type ScanMatch, type ScanQuery, type ScanSelection, selectScan } from '../judgement/selection.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { type Verdict } from '../judgement/verdict.ts';
import { resolveAged } from '../service/scan-age.ts';
import { unverifiedBy } from '../service/to-unverified.ts';
import type { PullMaterial } from './pull-material.ts';
import type { ScanLists } from './scan-lists.ts';

/** A pull request to judge. */
export interface JudgedPull extends OpenPull {
  readonly headSha: CommitSha;
  /** The branch that it is to be merged into; null if GitHub does not say. */
  readonly base: string | null;
  /** When it was merged or closed; null while it is open, or if GitHub does not say. */
  readonly closedAt: EpochMs | null;
}

/** What all pull requests are judged with. */
export interface JudgeSource {
  readonly address: RepositoryAddress;
  readonly repositoryId: RepoId;
  readonly history: ScanHistory;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly material: PullMaterial;
  readonly lists: ScanLists;
  readonly now: EpochMs;
}

/**
 * Judges. What the service or GitHub does not say is part of the verdict, as in the gate. Rejects only with what
 * `inputs.isInPaths` throws, or for a bug in Scan Gate.
 */
export async function judgePull(source: JudgeSource, pull: JudgedPull, inputs: GateInputs): Promise<Verdict> {
  const outcome = await findScanOutcome(source, pull, inputs);
  const { visibility, disclosure } = source;
  const results = await findResults(source, outcome, inputs);
  const evidence: Omit<Evidence, 'related'> = {
    inputs,
    address: source.address,
    subject: { sha: pull.headSha, pullRequest: pull.number, isHead: true, pullRequestFault: null, notes: [] },
    results,
    context: { ...(await findChanged(source, pull, { inputs, results })), visibility, disclosure },
  };
  const assessed = await fetchRelatedPullRequests(toRelatedSource(source, pull), evidence);
  return decideReport({ ...evidence, ...assessed }).verdict;
}

interface Judged {
  readonly inputs: GateInputs;
  readonly results: ScanResults;
}

/** What the pull request changes, asked for only where that can decide: otherwise as if nothing were known of it. */
async function findChanged(
  { material }: JudgeSource,
  { number, headSha: sha }: JudgedPull,
  judged: Judged,
): Promise<Changed> {
  if (!mayChangesDecide(judged, number)) return NO_CHANGES;
  const lists = await material.fetchLists(number);
  const commitCount = lists.commits.status === 'fulfilled' ? lists.commits.value.length : null;
  const pull = { status: 'fulfilled', value: { headSha: sha, commitCount, fileCount: null } } as const;
  return decideChanged(number, lists, { gateOn: judged.inputs.gateOn, head: { sha, pull } });
}

/**
 * Not where no limit is exceeded even if every bug counts, nor where one is by the bugs alone that always count. (What
 * a scan that stands in can know of new commits depends on which they are.)
 */
function mayChangesDecide({ inputs, results: { outcome, selected } }: Judged, number: number): boolean {
  if (outcome.kind !== 'read') return false;
  const standsIn = selected?.standsIn ?? false;
  const { gateOn, isInPaths } = inputs;
  if (standsIn && gateOn !== 'all' && !gateOn.includes('touched')) return true;
  const inPaths = outcome.findings.filter(({ details }) => isInPaths(details.path));
  if (!isExceededBy(inPaths, inputs)) return false;
  if (standsIn || gateOn !== 'all') return true;
  if (outcome.countedFrom === 'scan') return false;
  const own = inPaths.filter(({ details }) => [null, number].includes(details.introducedBy?.pullRequest ?? null));
  return !isExceededBy(own, inputs);
}

function isExceededBy(findings: readonly Finding[], inputs: GateInputs): boolean {
  const counted = findings.map((finding) => ({ counted: true, countsAsSecurity: isSecurity(finding, inputs) }));
  return isExceeded(counted, inputs);
}

function toRelatedSource({ material, lists }: JudgeSource, pull: JudgedPull): RelatedSource {
  return {
    fetchOpenPulls: () => material.fetchOpenPulls(pull),
    fetchListed: (scans) => lists.fetchListed(scans),
    // Nobody reads a report.
    fetchIsClosedUnmerged: null,
    fetchLists: (number) => material.fetchLists(number),
  };
}

async function findResults(
  source: JudgeSource,
  outcome: ScanFound | Unverified,
  inputs: GateInputs,
): Promise<ScanResults> {
  const { repositoryId, history, now } = source;
  const { selected = null } = outcome;
  return {
    outcome: outcome.kind === 'found' ? await findFindings(source, outcome, inputs) : outcome,
    repositoryId,
    scans: history.scans,
    selected,
    readAt: now,
  };
}

/** The lists as they are now: the gate would look again at those of a scan that has just ended and lack something. */
async function findFindings(
  { lists, now }: JudgeSource,
  { selected }: ScanFound,
  inputs: GateInputs,
): Promise<PendingFindings | Unverified> {
  const { countFrom, comparesLists } = decideCounting(inputs, selected);
  try {
    if (countFrom === 'scan') return await lists.fetchOfScans(selected.judged);
    const findings = await lists.fetchOfRepository();
    if (!comparesLists) return findings;
    const recent = selected.judged.filter((scan) => mayStillList(scan, now));
    return { ...findings, missing: await lists.fetchMissing(recent) };
  } catch (error) {
    return unverifiedBy(error);
  }
}

async function findScanOutcome(
  source: JudgeSource,
  pull: JudgedPull,
  inputs: GateInputs,
): Promise<ScanFound | Unverified> {
  const { history, repositoryId } = source;
  const { scanMatch: strategies, scanTypes: types } = inputs;
  const then = { ...source, now: toClosingTime(source, pull) };
  const ancestors = await findAncestors(then, pull, inputs);
  if (isUnverified(ancestors)) return ancestors;
  const query: ScanQuery = { sha: pull.headSha, strategies, types, ancestors };
  const selection = selectScan(history.scans, query, then.now);
  const now = toJudgementTime(source, pull, selection);
  const search = { ...inputs, repositoryId, query, now };
  const outcome = decideScanOutcome({ ...history, selection }, search);
  if (outcome.kind === 'aged') return await resolveAged(outcome, (sha) => source.material.findIsOnBase(pull, sha));
  // The gate would wait for it; what it would find then is not known.
  return outcome.kind === 'running' ? scanTimeoutFault(search, outcome, inputs.waitTimeoutMs) : outcome;
}

/**
 * The time that counts for the age of a scan: now, or for a closed pull request when it was closed. A scan that is
 * newer than that was not old then.
 */
function toJudgementTime(source: JudgeSource, pull: JudgedPull, selection: ScanSelection): EpochMs {
  const closedAt = toClosingTime(source, pull);
  if (selection.kind !== 'selected') return closedAt;
  return Math.min(source.now, Math.max(closedAt, scanEndMs(selection.scan))) as EpochMs;
}

/** Now, or for a closed pull request when it was closed. */
function toClosingTime({ now }: JudgeSource, { closedAt }: JudgedPull): EpochMs {
  return closedAt === null || closedAt > now ? now : closedAt;
}

/**
 * The commit and as many ancestors as the nearest usable scan needs; empty where they change nothing: where a scan of
 * the commit or an earlier strategy decides, or where there is no scan to be found among them.
 */
async function findAncestors(
  source: JudgeSource,
  pull: JudgedPull,
  inputs: GateInputs,
): Promise<readonly CommitSha[] | Unverified> {
  const isEnough = toAncestorSearch(source, pull, inputs);
  return isEnough === null ? [] : await source.material.findAncestors({ ref: pull.headSha, isEnough });
}

/** Whether the nearest commits are enough to find the scan among; null where the ancestors of the commit change nothing. */
export function toAncestorSearch(
  { history: { scans }, now }: Pick<JudgeSource, 'history' | 'now'>,
  { headSha: sha }: Pick<JudgedPull, 'headSha'>,
  { scanMatch, scanTypes: types }: GateInputs,
): ((nearest: readonly CommitSha[]) => boolean) | null {
  const at = scanMatch.indexOf('ancestor');
  const finds = (strategies: readonly ScanMatch[], ancestors: readonly CommitSha[]): boolean =>
    selectScan(scans, { sha, strategies, types, ancestors }, now).kind !== 'none';
  if (at < 0 || finds(scanMatch.slice(0, at), [])) return null;
  const scanned = new Set(scans.flatMap((scan) => scan.sha ?? []));
  return finds(['ancestor'], [...scanned]) ? (nearest) => finds(['ancestor'], nearest) : null;
}
