// Publishing the documents. Errors here become warnings and never change the verdict.
import { toWhat } from '../documents/causes.ts';
import { type Marker, RULES, toBugMarks } from '../documents/marker.ts';
import { toDecidingInputs } from '../inputs/gate.ts';
import { toFaultForReaders, type Visibility } from '../judgement/disclosure.ts';
import type { AssessedFinding, DismissedFinding } from '../judgement/finding.ts';
import { countOf } from '../judgement/format.ts';
import { isCounted } from '../judgement/groups.ts';
import { isSameFullName, toFullName } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import type { Report } from '../judgement/report.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { toDigest } from '../net/digest.ts';
import { type Annotation, publishFile, publishSummary } from '../runner/runner.ts';
import { type TimedConversation, toCommentTarget, toKey } from './conversation.ts';
import type { FirstChangedLine } from './documents/annotations.ts';
import { renderJson } from './documents/json.ts';
import { renderSarif } from './documents/sarif.ts';
import { renderSummary } from './documents/summary.ts';
import type { WordedReport } from './documents/words.ts';
import type { Published } from './outputs.ts';
import { publishByWorkflow, publishCheckRun } from './publish-annotations.ts';
import { publishComment } from './publish-comment.ts';
import type { GateSession } from './session.ts';
import { type Subject, toCheckSha } from './subject.ts';

export interface Publication {
  readonly subject: Subject;
  readonly visibility: Visibility;
  /** The findings in full, whatever the disclosure. Sorted. */
  readonly findings: readonly AssessedFinding[];
  /** Empty unless a SARIF log is wanted. */
  readonly dismissed: readonly DismissedFinding[] | Unverified;
  readonly annotations: readonly Annotation[];
  readonly toLine: FirstChangedLine;
  readonly conversation: TimedConversation | null;
}

export async function publish(
  session: GateSession,
  publication: Publication,
  report: WordedReport,
): Promise<Published> {
  const { annotations } = publication;
  const [commentUrl, checkRun] = await Promise.all([
    comment(session, publication, report),
    publishCheckRun(session, publication.subject.checkSha, { report, annotations }),
  ]);
  const sarifFile = await writeSarif(session, publication, report);
  const reportFile = await writeReport(session, report, publication.findings);
  await summarize(session, report);
  // Every warning uses up the place of an annotation, so these come last.
  if (checkRun === null && session.inputs.annotations !== 'off') {
    publishByWorkflow(session, annotations, report);
  }
  return {
    'comment-url': commentUrl ?? '',
    'check-run-url': checkRun?.url ?? '',
    'sarif-file': sarifFile ?? '',
    'report-file': reportFile ?? '',
  };
}

/** A merge queue waits for a check run on its own commit, which is known even where no commit to judge is. */
export async function publishWithoutSubject(session: GateSession, report: WordedReport): Promise<Partial<Published>> {
  const sha = toCheckSha(session.event);
  const checkRun = sha && (await publishCheckRun(session, sha, { report, annotations: [] }));
  const reportFile = await writeReport(session, report, []);
  await summarize(session, report);
  return { 'check-run-url': checkRun?.url ?? '', 'report-file': reportFile ?? '' };
}

/** The job summary lists up to ten times as many findings as the comment. */
export async function summarize({ runner, inputs }: GateSession, report: WordedReport): Promise<void> {
  await publishSummary(runner, renderSummary(report, inputs.maxListed * 10));
}

async function comment(session: GateSession, publication: Publication, report: WordedReport): Promise<string | null> {
  const { subject, conversation } = publication;
  const target = toCommentTarget(session, subject, session.publisher);
  if (target === null || conversation === null) return null;
  const marker = toMarker(session, subject, report);
  return await publishComment(session, report, { ...target, conversation: conversation.read, marker });
}

/** The marker of this run's comment. The inputs are in it where they are right, so that the same can be judged again. */
export function toMarker(session: GateSession, subject: Subject, report: WordedReport): Marker {
  const { runner } = session;
  const { runId, runAttempt } = session.event;
  const { commentKey, jobId } = session.inputs;
  const { sha, readAt } = report;
  const { kind, reason } = report.verdict;
  const given = selectGiven(session, subject);
  // A secret has to go before the inputs are encoded: nobody would find it afterwards.
  const read = (name: string): string => runner.scrub(runner.input(name));
  return {
    key: toKey(session),
    isDefaultKey: commentKey === null ? true : undefined,
    rules: RULES,
    runId,
    runAttempt,
    jobId: jobId ?? undefined,
    sha,
    readAt,
    verdict: { kind, reason },
    counted: toCounted(report),
    inputs: toDecidingInputs(read),
    given: given.length === 0 ? undefined : given,
  };
}

/** Marks the bugs that were held against a limit; undefined where nothing was judged, or for too many. */
function toCounted({ verdict, findings }: Report): string | undefined {
  if (verdict.kind === 'unverified') return undefined;
  return toBugMarks(findings.filter((finding) => isCounted(finding, verdict)).map(({ id }) => toDigest(id)));
}

/** The inputs that name something else than the event does. */
function selectGiven({ inputs, event }: GateSession, { isGiven }: Subject): readonly string[] {
  const { owner, repo } = event.repository;
  return compact([
    isGiven && 'sha',
    !isSameFullName(inputs.repository, toFullName({ owner, repo })) && 'repository',
    inputs.repositoryId !== null && 'repository-id',
  ]);
}

async function writeSarif(
  session: GateSession,
  publication: Publication,
  report: WordedReport,
): Promise<string | null> {
  const { runner, inputs } = session;
  const { findings, dismissed, toLine, visibility } = publication;
  // A log without results would close every alert in code scanning, so none is written when nothing was read.
  if (inputs.sarifFile === null || report.tally === null) return null;
  if (isUnverified(dismissed)) {
    // A log without the dismissed bugs would say that they are gone.
    const what = toWhat(toFaultForReaders(dismissed, { input: inputs.disclosure, visibility }));
    runner.warning(`The SARIF log is not written, because the dismissed bugs for it could not be read: ${what}`);
    return null;
  }
  const { text, leftOut } = renderSarif({
    report,
    findings,
    dismissed,
    firstChangedLine: toLine,
    key: toKey(session),
  });
  if (leftOut > 0) {
    runner.warning(`${countOf(leftOut, 'bug is', 'bugs are')} not in the SARIF log: it is full.`);
  }
  return await publishFile(runner, { input: 'sarif-file', path: inputs.sarifFile, text });
}

async function writeReport(
  { runner, inputs }: GateSession,
  report: WordedReport,
  findings: readonly AssessedFinding[],
): Promise<string | null> {
  if (inputs.reportFile === null) return null;
  const text = renderJson({ report, findings });
  return await publishFile(runner, { input: 'report-file', path: inputs.reportFile, text });
}
