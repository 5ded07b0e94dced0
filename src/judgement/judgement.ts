// The judgement: what the service and GitHub said, compared with the inputs, becomes the report. Pure.
import { decideAssessment } from './assessment.ts';
import {
  decideShown,
  type Disclosure,
  type DisclosureInput,
  isDisclosed,
  toShownFault,
  type Visibility,
} from './disclosure.ts';
import type { AssessedFinding } from './finding.ts';
import { compact, countOf, formatCount } from './format.ts';
import { type CommitSha, type EpochMs, type RepoId, toShortSha } from './identifiers.ts';
import type { PathFilter } from './path-filter.ts';
import type { GateOn, PullRequestChanges } from './relevance.ts';
import { type Note, type Report, type RepositoryAddress, toJobUrl, toRunUrl } from './report.ts';
import type { ScanResults } from './scan-results.ts';
import type { ScanMatch, SelectedScan } from './scan-selection.ts';
import { toPassedOverSentences, toScanLine, toScanName, toTypeWarnings } from './scan-wording.ts';
import { type Explanation, toExplanation, unverified, type Unverified } from './unverified.ts';
import {
  decideJobStatus,
  decideThresholds,
  decideVerdict,
  isExceeded,
  type Limits,
  type Policy,
  type Verdict,
} from './verdict.ts';

/** The inputs that a judgement depends on. */
export interface JudgementInputs extends Limits, Policy {
  readonly gateOn: GateOn;
  /** As given. */
  readonly paths: readonly string[];
  readonly isInPaths: PathFilter;
  readonly countUnclassified: boolean;
  readonly disclosure: DisclosureInput;
  readonly bugUrl: string | null;
  /** Of this job; null where the server does not say. */
  readonly jobId: number | null;
  readonly scanMatch: readonly ScanMatch[];
  readonly scanTypes: readonly string[];
}

/** What is judged. */
export interface JudgedSubject {
  readonly sha: CommitSha;
  readonly pullRequest: number | null;
  /** Whether the commit is the head of the pull request. */
  readonly isHead: boolean;
  /** Why the pull request is unknown; null if it is known. */
  readonly pullRequestFault: Unverified | null;
  /** What could not be determined. */
  readonly notes: readonly Note[];
}

/** What GitHub said. */
export interface JudgedContext {
  /** Null without a pull request, or if GitHub could not say what `gate-on` needs, or said it about another head. */
  readonly changes: PullRequestChanges | null;
  /** Why that is unknown although there is a pull request; null if it is known. */
  readonly changesFault: Unverified | null;
  /** Whether the relevance of every finding is known. */
  readonly relevanceKnown: boolean;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly notes: readonly Note[];
}

export interface Evidence {
  readonly inputs: JudgementInputs;
  readonly address: RepositoryAddress;
  readonly subject: JudgedSubject;
  readonly results: ScanResults;
  readonly context: JudgedContext;
  readonly related: RelatedPullRequests;
}

/** What GitHub said of other pull requests, where a judgement depends on them. */
export interface RelatedPullRequests {
  /** Numbers of open ones, of other people: what they bring in does not count, unless the judged scans list it. */
  readonly others: ReadonlySet<number>;
  /** Ids of the bugs that the judged scans list; empty where that does not matter. */
  readonly listed: ReadonlySet<string>;
  /** Why others are not known although findings are attributed to some; null when they are known, or do not matter. */
  readonly othersFault: string | null;
  /** Those that counted findings are attributed to and that were closed without being merged, as far as it is known. */
  readonly closed: readonly number[];
  /** Other open pull requests with the same head. */
  readonly twins: readonly PullRequestChanges[];
  /** How many there are where they are too many to be compared with: then everything counts. Else 0. */
  readonly uncomparedTwins: number;
  /** Why twins are not known although they matter; null when they are known, or do not matter. */
  readonly twinsFault: Unverified | null;
}

/** Before anything was asked. */
export const NO_RELATED_PULL_REQUESTS: RelatedPullRequests = {
  others: new Set(),
  listed: new Set(),
  othersFault: null,
  closed: [],
  twins: [],
  uncomparedTwins: 0,
  twinsFault: null,
};

/** Evidence with its findings compared with it, which takes long where there are many. */
export interface AssessedEvidence extends Evidence {
  /** Empty where none could be read; sorted. */
  readonly findings: readonly AssessedFinding[];
}

/** Assesses the findings of evidence. */
export function toAssessed(evidence: Evidence): AssessedEvidence {
  return { ...evidence, findings: decideFindings(evidence) };
}

/** The evidence with what GitHub said since. Findings are assessed again only where that may change them. */
export function withRelated(evidence: AssessedEvidence, related: RelatedPullRequests): AssessedEvidence {
  const { others, listed, twins, uncomparedTwins } = evidence.related;
  const isSame =
    related.uncomparedTwins === uncomparedTwins &&
    (related.others === others || related.others.size + others.size === 0) &&
    (related.listed === listed || related.listed.size + listed.size === 0) &&
    (related.twins === twins || related.twins.length + twins.length === 0);
  return isSame ? { ...evidence, related } : toAssessed({ ...evidence, related });
}

function decideFindings({ inputs, results, context, related }: Evidence): readonly AssessedFinding[] {
  if (results.outcome.kind !== 'read') return [];
  const options = {
    ...inputs,
    changes: context.changes,
    twins: related.twins,
    standsIn: results.selected?.standsIn ?? false,
    otherPullRequests: related.others,
    listed: related.listed,
  };
  const { findings } = results.outcome;
  if (related.uncomparedTwins === 0) return decideAssessment(findings, options);
  // For one of the twins any of them may be what gate-on selects, and the file that this one removes may stay.
  const everything = {
    gateOn: 'all',
    standsIn: false,
    otherPullRequests: new Set<number>(),
  } as const;
  return decideAssessment(findings, { ...options, ...everything });
}

export interface Judgement {
  /** What may be shown. */
  readonly report: Report;
  /** Every finding in full, for files; sorted. */
  readonly findings: readonly AssessedFinding[];
}

/** Judges. The same evidence gives the same judgement. */
export function decideJudgement(evidence: AssessedEvidence): Judgement {
  return { report: toReport(evidence), findings: evidence.findings };
}

function toReport(evidence: AssessedEvidence): Report {
  const { inputs, subject, results, context, findings } = evidence;
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
    tally: results.outcome.kind === 'read' ? results.outcome.tally : null,
    gateOn: isNarrowed(evidence) ? inputs.gateOn : 'all',
    pathsLimited: inputs.paths.length > 0,
    countedFrom: results.outcome.kind === 'read' ? results.outcome.countedFrom : null,
    missing: results.outcome.kind === 'read' ? results.outcome.missing : 0,
    closedPullRequests: evidence.related.closed,
    findings: shown,
    relevanceKnown: context.relevanceKnown,
    notes: [...subject.notes, ...context.notes, ...toNotes(evidence, verdict)],
    bugUrl: inputs.bugUrl,
    readAt: results.readAt,
  };
}

/** What is known about a run that could not determine what to judge. */
export interface UnknownSubject {
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

/**
 * The numbers of other pull requests that counted findings are attributed to, in the order of the findings; empty where
 * bugs are counted from the scan. What those of other people bring in does not count while they are open.
 */
export function selectOtherPullRequests(evidence: AssessedEvidence): readonly number[] {
  const { results, subject, findings } = evidence;
  if (results.outcome.kind !== 'read' || results.outcome.countedFrom !== 'repository') return [];
  // Any finding may be of a commit of this pull request, whatever number the service gives it.
  if (areChangesUnknown(evidence)) return [];
  const named = findings
    .filter(({ counted, relevance }) => counted && relevance !== 'introduced')
    .map(({ details }) => details.introducedBy?.pullRequest ?? null)
    .filter((number): number is number => number !== null && number > 0)
    .filter((number) => number !== subject.pullRequest);
  return [...new Set(named)];
}

/**
 * Whether the verdict depends on other pull requests with the same head: a check belongs to the commit, so what is left
 * out for this pull request, or for a commit without one, must be left out for all of them.
 */
export function isDecidedByTwins(evidence: AssessedEvidence): boolean {
  const { inputs, results, findings } = evidence;
  // Where the changes are not known, nothing is left out.
  if (results.outcome.kind !== 'read' || areChangesUnknown(evidence)) return false;
  const all = findings.map((finding) => ({ ...finding, counted: finding.exclusion !== 'paths' }));
  return !isExceeded(findings, inputs) && isExceeded(all, inputs);
}

/** Whether `gate-on` leaves anything out. */
function isNarrowed({ inputs, context, related }: Evidence): boolean {
  return inputs.gateOn !== 'all' && context.changes !== null && related.uncomparedTwins === 0;
}

/** Whether there is a pull request, or may be one, and it is not known what it changes. */
function areChangesUnknown({ subject, context }: Evidence): boolean {
  const mayExist = subject.pullRequest !== null || subject.pullRequestFault !== null;
  return mayExist && context.changes === null;
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
  if (inputs.gateOn === 'all' || subject.pullRequest === null) return null;
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
  const missing = results.outcome.kind === 'read' ? results.outcome.missing : 0;
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

/** What narrows or widens the counts, so that readers understand why they differ from the list. */
function toSelectionNotes(evidence: Evidence): readonly string[] {
  const { gateOn, paths, countUnclassified } = evidence.inputs;
  return compact([
    gateOn !== 'all' &&
      isNarrowed(evidence) &&
      `The limits count only bugs that are ${gateOn.join(' or ')} (\`gate-on\`).`,
    paths.length > 0 && `The limits count only bugs in \`${paths.join(', ')}\` (\`paths\`).`,
    countUnclassified && 'Bugs that are not classified count as security bugs (`unclassified`).',
  ]);
}

/** Notes on inputs that have another effect than they say. */
function toDeviationNotes({ inputs, subject, context }: Evidence): readonly string[] {
  const isWithout = subject.pullRequest === null && subject.pullRequestFault === null;
  const gateOnIdle = inputs.gateOn !== 'all' && isWithout;
  const withheld = context.disclosure === 'counts' && inputs.disclosure === 'auto';
  return compact([
    gateOnIdle && 'There is no pull request, so gate-on counts all bugs.',
    withheld &&
      context.visibility === 'unknown' &&
      'It is not known whether the repository is public, so details of security bugs are withheld.',
  ]);
}

/** Where the counts claim less than a reader might think. */
function toScopeNotes({ results }: Evidence, verdict: Verdict): readonly string[] {
  const { outcome, selected } = results;
  if (selected === null) return [];
  const passedOver = toPassedOverSentences(selected.passedOver);
  if (outcome.kind !== 'read') return passedOver;
  const { missing, unlisted } = outcome;
  return compact([
    ...selected.newerFailed.map((scan) => `A newer scan of this commit failed: ${toScanLine(scan)}.`),
    ...passedOver,
    // A verdict that is not given because of them says so itself.
    missing + unlisted > 0 &&
      verdict.kind !== 'unverified' &&
      `The scan counts ${countOf(missing + unlisted, 'more bug', 'more bugs')} than the service lists.`,
  ]);
}

/** A check belongs to the commit, so that readers may find bugs counted that have nothing to do with this pull request. */
function toTwinNotes({ twins, uncomparedTwins }: RelatedPullRequests): readonly string[] {
  if (uncomparedTwins > 0) {
    return [
      `This commit is also the head of ${formatCount(uncomparedTwins)} other open pull requests, too many to compare with; so every bug counts, whatever gate-on selects.`,
    ];
  }
  const numbers = twins.map(({ number }) => number).join(', ');
  if (twins.length === 0) return [];
  return [
    twins.length === 1
      ? `This commit is also the head of pull request ${numbers}; what gate-on selects for that one counts too.`
      : `This commit is also the head of pull requests ${numbers}; what gate-on selects for those counts too.`,
  ];
}

/** Nothing where only withheld findings count for it: that would say whose they are. */
function toOthersWarnings(evidence: AssessedEvidence): readonly string[] {
  const { othersFault } = evidence.related;
  const { disclosure } = evidence.context;
  if (othersFault === null) return [];
  const findings = evidence.findings.filter((finding) => isDisclosed(finding, disclosure));
  const named = selectOtherPullRequests({ ...evidence, findings });
  return named.length === 0 ? [] : [`${othersFault} So bugs from other pull requests count.`];
}

function toNotes(evidence: AssessedEvidence, verdict: Verdict): readonly Note[] {
  const infos = toSelectionNotes(evidence);
  const notices = [...toDeviationNotes(evidence), ...toScopeNotes(evidence, verdict), ...toTwinNotes(evidence.related)];
  return [
    ...infos.map((text) => ({ level: 'info', text }) as const),
    ...notices.map((text) => ({ level: 'notice', text }) as const),
    ...[...toOthersWarnings(evidence), ...toTypeWarnings(evidence.inputs.scanTypes, evidence.results.scans)].map(
      (text) => ({ level: 'warning', text }) as const,
    ),
  ];
}
