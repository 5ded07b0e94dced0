// Owns the judgement: what was looked up, held against the inputs, becomes the report. Pure.
import { decideAssessment } from '../domain/assessment.ts';
import { decideShown } from '../domain/disclosure.ts';
import type { AssessedFinding } from '../domain/finding.ts';
import { decideThresholds } from '../domain/threshold.ts';
import { decideJobStatus, decideVerdict, type Verdict } from '../domain/verdict.ts';
import type { Explanation, Note, Report, RepositoryAddress } from '../report/report.ts';
import { countOf } from '../report/wording.ts';
import type { Unverified } from '../story/unverified.ts';
import type { Case } from './case.ts';
import type { Run } from './gather.ts';
import type { GateInputs } from './inputs.ts';
import type { LookUp } from './look-up.ts';
import type { Surroundings } from './surroundings.ts';

export interface Evidence {
  readonly inputs: GateInputs;
  readonly place: RepositoryAddress;
  readonly subject: Case;
  readonly lookUp: LookUp;
  readonly surroundings: Surroundings;
}

export interface Judgement {
  /** What may be shown. */
  readonly report: Report;
  /** Every finding in full, for files; sorted. */
  readonly findings: readonly AssessedFinding[];
}

/** Judges. Same evidence, same judgement. */
export function decideJudgement(evidence: Evidence): Judgement {
  const findings = decideFindings(evidence);
  return { report: toReport(evidence, findings), findings };
}

function toReport(evidence: Evidence, findings: readonly AssessedFinding[]): Report {
  const { inputs, subject, lookUp, surroundings } = evidence;
  const { verdict, explanation } = decideOutcome(evidence, findings);
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    explanation,
    repository: { ...evidence.place, visibility: surroundings.visibility },
    sha: subject.sha,
    pullRequest: subject.pullRequest,
    repositoryId: lookUp.repositoryId,
    scan: lookUp.chosen,
    recentScans: lookUp.scans,
    tally: lookUp.outcome.kind === 'read' ? lookUp.outcome.tally : null,
    findings: decideShown(findings, surroundings.disclosure),
    relevanceKnown: surroundings.relevanceKnown,
    notes: [...subject.notes, ...surroundings.notes, ...toNotes(evidence)],
    bugUrl: inputs.bugUrl,
    readAt: lookUp.readAt,
  };
}

/** The report of a run that could not even tell what to judge. */
export function decideReportWithoutCase(
  fault: Unverified,
  { inputs, world: { event, clock } }: Pick<Run, 'inputs' | 'world'>,
): Report {
  const { verdict, explanation } = toUnverified(fault);
  return {
    verdict,
    job: decideJobStatus(verdict, inputs),
    explanation,
    repository: { ...event.repository, serverUrl: event.serverUrl, visibility: event.visibility },
    sha: null,
    pullRequest: inputs.pullRequest,
    repositoryId: inputs.repositoryId,
    scan: null,
    recentScans: [],
    tally: null,
    findings: [],
    relevanceKnown: false,
    notes: [],
    bugUrl: inputs.bugUrl,
    readAt: clock.now(),
  };
}

function decideFindings({ inputs, lookUp, surroundings }: Evidence): readonly AssessedFinding[] {
  if (lookUp.outcome.kind !== 'read') return [];
  return decideAssessment(lookUp.outcome.findings, {
    changes: surroundings.changes,
    gateOn: inputs.gateOn,
    isInPaths: inputs.isInPaths,
    countUnclassified: inputs.countUnclassified,
  });
}

function decideOutcome(
  { inputs, subject, lookUp, surroundings }: Evidence,
  findings: readonly AssessedFinding[],
): { readonly verdict: Verdict; readonly explanation: Explanation | null } {
  if (lookUp.outcome.kind === 'unverified') return toUnverified(lookUp.outcome);
  const fault = subject.pullRequestFault ?? surroundings.changesFault;
  if (inputs.gateOn !== 'all' && fault !== null) return toUnverified(fault);
  return { verdict: decideVerdict(decideThresholds(findings, inputs)), explanation: null };
}

function toUnverified({ reason, what, advice }: Unverified): {
  readonly verdict: Verdict;
  readonly explanation: Explanation;
} {
  return { verdict: { kind: 'unverified', reason }, explanation: { what, advice } };
}

/** What narrows or widens the counts, so that a threshold's number can be understood beside the list. */
function toSelectionNotes({ inputs, subject, surroundings }: Evidence): readonly string[] {
  const { gateOn, paths, countUnclassified } = inputs;
  const narrowed =
    gateOn !== 'all' && subject.pullRequest !== null && surroundings.changes !== null;
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

/** Where an input has another effect than its words. */
function toDeviationNotes({ inputs, subject, surroundings }: Evidence): readonly string[] {
  const isWithout = subject.pullRequest === null && subject.pullRequestFault === null;
  const gateOnIdle = inputs.gateOn !== 'all' && isWithout;
  const withheld = surroundings.disclosure === 'counts' && inputs.disclosure === 'auto';
  return [
    ...(gateOnIdle ? ['There is no pull request, so gate-on counts all findings.'] : []),
    ...(withheld && surroundings.visibility === 'unknown'
      ? [
          'It is not known whether the repository is public, so details of security bugs are withheld.',
        ]
      : []),
  ];
}

/** The bugs may have been settled since, or the service may have lost them: who reads a green verdict should know. */
function toVanishedNotes({ inputs, lookUp }: Evidence): readonly string[] {
  const open = lookUp.chosen?.scan.counts?.open ?? 0;
  const isEmpty = lookUp.outcome.kind === 'read' && lookUp.outcome.findings.length === 0;
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
