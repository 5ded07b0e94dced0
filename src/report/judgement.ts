// The judgement: what the service and GitHub said, compared with the inputs, becomes the report. Pure.
import { decideAssessment } from '../domain/assessment.ts';
import { decideShown, type Disclosure, type Visibility } from '../domain/disclosure.ts';
import type { DisclosureInput } from '../domain/disclosure.ts';
import type { AssessedFinding } from '../domain/finding.ts';
import { countOf } from '../domain/format.ts';
import type { CommitSha, EpochMs, RepoId } from '../domain/identifiers.ts';
import type { PathFilter } from '../domain/path-filter.ts';
import type { GateOn, PullRequestChanges } from '../domain/relevance.ts';
import type { ScanResults } from '../domain/scan-results.ts';
import { decideThresholds, type Limits } from '../domain/threshold.ts';
import type { Explanation, Unverified } from '../domain/unverified.ts';
import { decideJobStatus, decideVerdict, type Policy, type Verdict } from '../domain/verdict.ts';
import type { Note, Report, RepositoryAddress } from './report.ts';

/** The inputs that a judgement depends on. */
export interface JudgementInputs extends Limits, Policy {
  readonly countFrom: 'scan' | 'repository';
  readonly gateOn: GateOn;
  /** As given. */
  readonly paths: readonly string[];
  readonly isInPaths: PathFilter;
  readonly countUnclassified: boolean;
  readonly disclosure: DisclosureInput;
  readonly bugUrl: string | null;
}

/** What is judged. */
export interface JudgedSubject {
  readonly sha: CommitSha;
  readonly pullRequest: number | null;
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
  readonly place: RepositoryAddress;
  readonly subject: JudgedSubject;
  readonly results: ScanResults;
  readonly context: JudgedContext;
}

/** The report, and everything in full for the files. */
export interface Judgement {
  /** What may be shown. */
  readonly report: Report;
  /** Every finding in full, for files; sorted. */
  readonly findings: readonly AssessedFinding[];
}

/** Judges. The same evidence gives the same judgement. */
export function decideJudgement(evidence: Evidence): Judgement {
  const findings = decideFindings(evidence);
  return { report: toReport(evidence, findings), findings };
}

function toReport(evidence: Evidence, findings: readonly AssessedFinding[]): Report {
  const { inputs, subject, results, context } = evidence;
  const { verdict, explanation } = decideOutcome(evidence, findings);
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    explanation,
    repository: { ...evidence.place, visibility: context.visibility },
    sha: subject.sha,
    pullRequest: subject.pullRequest,
    repositoryId: results.repositoryId,
    scan: results.selected,
    recentScans: results.scans,
    tally: results.outcome.kind === 'read' ? results.outcome.tally : null,
    findings: decideShown(findings, context.disclosure),
    relevanceKnown: context.relevanceKnown,
    notes: [...subject.notes, ...context.notes, ...toNotes(evidence)],
    bugUrl: inputs.bugUrl,
    readAt: results.readAt,
  };
}

/** What is known about a run that could not determine what to judge. */
export interface UnknownSubject {
  readonly inputs: Policy & Pick<JudgementInputs, 'bugUrl'>;
  readonly place: RepositoryAddress;
  readonly visibility: Visibility;
  readonly pullRequest: number | null;
  readonly repositoryId: RepoId | null;
  readonly nowMs: EpochMs;
}

/** The report of a run that could not determine what to judge. */
export function decideReportWithoutSubject(fault: Unverified, known: UnknownSubject): Report {
  const { inputs, place, visibility, pullRequest, repositoryId } = known;
  const { verdict, explanation } = toUnverified(fault);
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    explanation,
    repository: { ...place, visibility },
    sha: null,
    pullRequest,
    repositoryId,
    scan: null,
    recentScans: [],
    tally: null,
    findings: [],
    relevanceKnown: false,
    notes: [],
    bugUrl: inputs.bugUrl,
    readAt: known.nowMs,
  };
}

function decideFindings({ inputs, results, context }: Evidence): readonly AssessedFinding[] {
  if (results.outcome.kind !== 'read') return [];
  return decideAssessment(results.outcome.findings, {
    changes: context.changes,
    gateOn: inputs.gateOn,
    isInPaths: inputs.isInPaths,
    countUnclassified: inputs.countUnclassified,
  });
}

function decideOutcome(
  { inputs, subject, results, context }: Evidence,
  findings: readonly AssessedFinding[],
): { readonly verdict: Verdict; readonly explanation: Explanation | null } {
  if (results.outcome.kind === 'unverified') return toUnverified(results.outcome);
  const fault = subject.pullRequestFault ?? context.changesFault;
  if (inputs.gateOn !== 'all' && fault !== null) return toUnverified(fault);
  return { verdict: decideVerdict(decideThresholds(findings, inputs)), explanation: null };
}

function toUnverified({ reason, what, advice }: Unverified): {
  readonly verdict: Verdict;
  readonly explanation: Explanation;
} {
  return { verdict: { kind: 'unverified', reason }, explanation: { what, advice } };
}

/** What narrows or widens the counts, so that readers understand why they differ from the list. */
function toSelectionNotes({ inputs, subject, context }: Evidence): readonly string[] {
  const { gateOn, paths, countUnclassified } = inputs;
  const narrowed = gateOn !== 'all' && subject.pullRequest !== null && context.changes !== null;
  return [
    ...(narrowed
      ? [`The thresholds count only findings that are ${gateOn.join(' or ')} (\`gate-on\`).`]
      : []),
    ...(paths.length === 0
      ? []
      : [`The thresholds count only findings in \`${paths.join(', ')}\` (\`paths\`).`]),
    ...(countUnclassified
      ? ['Bugs that are not classified count as security bugs (`unclassified`).']
      : []),
  ];
}

/** Notes on inputs that have another effect than they say. */
function toDeviationNotes({ inputs, subject, context }: Evidence): readonly string[] {
  const isWithout = subject.pullRequest === null && subject.pullRequestFault === null;
  const gateOnIdle = inputs.gateOn !== 'all' && isWithout;
  const withheld = context.disclosure === 'counts' && inputs.disclosure === 'auto';
  return [
    ...(gateOnIdle ? ['There is no pull request, so gate-on counts all findings.'] : []),
    ...(withheld && context.visibility === 'unknown'
      ? [
          'It is not known whether the repository is public, so details of security bugs are withheld.',
        ]
      : []),
  ];
}

/** The bugs may have been resolved since, or the service may have lost them: readers of a green verdict should know. */
function toVanishedNotes({ inputs, results }: Evidence): readonly string[] {
  const open = results.selected?.scan.counts?.open ?? 0;
  const isEmpty = results.outcome.kind === 'read' && results.outcome.findings.length === 0;
  if (inputs.countFrom !== 'scan' || !isEmpty || open === 0) return [];
  return [
    `The scan counts ${countOf(open, 'pending bug', 'pending bugs')}, and the service lists none of them any more.`,
  ];
}

function toNotes(evidence: Evidence): readonly Note[] {
  return [
    ...toSelectionNotes(evidence).map((text) => ({ level: 'info', text }) as const),
    ...[...toDeviationNotes(evidence), ...toVanishedNotes(evidence)].map(
      (text) => ({ level: 'notice', text }) as const,
    ),
  ];
}
