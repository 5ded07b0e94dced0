// The judgement: the evidence becomes a verdict, and with it the report. Pure.
import { decideShown, toShownFault, type Visibility } from './disclosure.ts';
import { type AssessedEvidence, type Evidence, type JudgementInputs, toAppliedGateOn, toPending } from './evidence.ts';
import { countOf } from './format.ts';
import { type CommitSha, type EpochMs, type RepoId, toShortSha } from './identifiers.ts';
import { decideThresholds } from './limits.ts';
import { toNotes } from './notes.ts';
import { type Report, type RepositoryAddress, toJobUrl, toRunUrl } from './report.ts';
import { toScanName } from './scan-wording.ts';
import type { SelectedScan } from './selection.ts';
import { type Explanation, toExplanation, unverified, type Unverified } from './unverified.ts';
import { decideJobStatus, decideVerdict, type Policy, type Verdict } from './verdict.ts';

/** Judges. The same evidence gives the same report. */
export function decideReport(evidence: AssessedEvidence): Report {
  const { inputs, subject, results, context, findings } = evidence;
  const pending = toPending(results);
  const { verdict, explanation } = decideOutcome(evidence);
  const shown = decideShown(findings, context.disclosure);
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    explanation,
    repository: { ...evidence.address, visibility: context.visibility },
    sha: subject.sha,
    pullRequest: subject.pullRequest,
    isHead: subject.isHead,
    runUrl: toRunUrl(evidence.address),
    jobUrl: toJobUrl(evidence.address, inputs.jobId),
    repositoryId: results.repositoryId,
    scan: results.selected,
    looksElsewhere: inputs.scanMatch.some((match) => match !== 'exact'),
    recentScans: results.scans,
    tally: pending?.tally ?? null,
    gateOn: toAppliedGateOn(evidence),
    pathsLimited: inputs.paths.length > 0,
    countedFrom: pending?.countedFrom ?? null,
    missing: pending?.missing ?? 0,
    closedPullRequests: evidence.related.closed,
    findings: shown,
    relevanceKnown: context.relevanceKnown,
    notes: toNotes(evidence, verdict),
    bugUrl: inputs.bugUrl,
    readAt: results.readAt,
  };
}

/** What is known about a run that could not determine what to judge. */
interface UnknownSubject {
  readonly inputs: Policy & Pick<JudgementInputs, 'bugUrl' | 'jobId'>;
  readonly address: RepositoryAddress;
  readonly visibility: Visibility;
  readonly pullRequest: number | null;
  readonly repositoryId: RepoId | null;
  readonly nowMs: EpochMs;
}

/** The report of a run that could not determine what to judge. */
export function decideReportWithoutSubject(fault: Unverified, known: UnknownSubject): Report {
  const { inputs, address, visibility, pullRequest, repositoryId } = known;
  const { verdict, explanation } = toUnverified(fault);
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    explanation,
    repository: { ...address, visibility },
    sha: null,
    pullRequest,
    isHead: false,
    runUrl: toRunUrl(address),
    jobUrl: toJobUrl(address, inputs.jobId),
    repositoryId,
    scan: null,
    looksElsewhere: false,
    recentScans: [],
    tally: null,
    gateOn: 'all',
    pathsLimited: false,
    countedFrom: null,
    missing: 0,
    closedPullRequests: [],
    findings: [],
    relevanceKnown: false,
    notes: [],
    bugUrl: inputs.bugUrl,
    readAt: known.nowMs,
  };
}

function decideOutcome(evidence: AssessedEvidence): {
  readonly verdict: Verdict;
  readonly explanation: Explanation | null;
} {
  const fault = findEvidenceFault(evidence);
  if (fault !== null) return toUnverified(toShownFault(fault, evidence.context.disclosure));
  const verdict = decideVerdict(decideThresholds(evidence.findings, evidence.inputs));
  const verdictFault = verdict.kind === 'passed' ? findPassFault(evidence) : findFailureFault(evidence);
  return verdictFault === null ? { verdict, explanation: null } : toUnverified(verdictFault);
}

/** Why nothing can be judged, whatever the counts; null when it can. */
function findEvidenceFault({ inputs, subject, results, context }: Evidence): Unverified | null {
  if (results.outcome.kind === 'unverified') return results.outcome;
  if (inputs.gateOn === 'all') return null;
  if (context.changesFault?.reason === 'superseded') return context.changesFault;
  const standsIn = results.selected?.standsIn === true ? results.selected : null;
  if (standsIn === null || inputs.gateOn.includes('touched')) return null;
  // A scan knows nothing of commits newer than itself, so it cannot say what they introduce.
  const commits = context.changes?.commits ?? null;
  if (commits === null) return context.changesFault;
  return commits.value.has(standsIn.scan.sha ?? '') ? null : unscannedFault(standsIn, subject.sha);
}

/** Why a verdict that would be `passed` is none; null when it stands. */
function findPassFault({ results, related }: Evidence): Unverified | null {
  if (related.twinsFault !== null) return related.twinsFault;
  const missing = toPending(results)?.missing ?? 0;
  return missing === 0 ? null : shortListsFault(missing);
}

/** Why a verdict that would be `failed` is none: where everything counts because GitHub did not say what to leave out. */
function findFailureFault({ inputs, subject, context }: Evidence): Unverified | null {
  return inputs.gateOn === 'all' ? null : (subject.pullRequestFault ?? context.changesFault);
}

function unscannedFault({ scan }: SelectedScan, sha: CommitSha): Unverified {
  const scanned = scan.sha === null ? 'an unknown commit' : `commit \`${toShortSha(scan.sha)}\``;
  return unverified(
    'no-scan',
    `No commit of this pull request has been scanned. ${toScanName(scan)} is of ${scanned}, and cannot know what commit \`${toShortSha(sha)}\` introduces.`,
    [
      'Start a scan of this commit in the service, then run this job again.',
      'Where only the default branch is scanned, nothing can be judged with `gate-on: introduced`: use `gate-on: touched`.',
    ],
  );
}

function shortListsFault(missing: number): Unverified {
  return unverified(
    'service-error',
    `The scan counts ${countOf(missing, 'more bug', 'more bugs')} than the service lists, so it is not known whether they are pending.`,
    [
      'Run this job again when the scan has been finished for a while.',
      'With `count-from: repository` the lists of the scan are not needed.',
    ],
  ).with({ headline: 'the service does not list every bug' });
}

function toUnverified(fault: Unverified): { readonly verdict: Verdict; readonly explanation: Explanation } {
  const { kind, reason } = fault;
  return { verdict: { kind, reason }, explanation: toExplanation(fault) };
}
