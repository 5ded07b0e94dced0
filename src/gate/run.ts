// The gate: turns event and inputs into a verdict and publishes it.
import { toAddress } from '../github/event.ts';
import { readGateInputs } from '../inputs/gate.ts';
import { InputError } from '../inputs/table.ts';
import { decideReport, decideReportWithoutSubject } from '../judgement/judgement.ts';
import type { Report } from '../judgement/report.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { type Annotation, maskSecrets, type Runner, toMessage, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, withSession } from '../runner/session.ts';
import { noCredentialsFault } from '../service/fetch-results.ts';
import { MAX_REREADS } from '../service/reread-short-lists.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { toAnnotations } from './documents/annotations.ts';
import { toHeadline, toIcon } from './documents/headline.ts';
import { type GateSession, gatherEvidence } from './gather.ts';
import { toAdviceLines, toFactLines, toFindingLines, toOpening } from './log.ts';
import { type Published, toBareOutputs, toOutputs } from './outputs.ts';
import { publishWrongInputs } from './publish-wrong-inputs.ts';
import { publish, publishWithoutSubject } from './publish.ts';
import { resolveSubject, type Subject } from './subject.ts';
import { decideTarget } from './target.ts';

/** Runs the gate. Rejects for wrong inputs, a cancelled job or a bug in Scan Gate; sets the outputs in any case. */
export async function runGate(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  try {
    const inputs = readGateInputs((name) => runner.input(name));
    const rereadsMs = MAX_REREADS * inputs.pollIntervalMs;
    const waitsMs = inputs.waitForScanMs + inputs.waitTimeoutMs + rereadsMs;
    await withSession(dependencies, { inputs, waitsMs }, judge);
  } catch (error) {
    const isWrongInput = error instanceof InputError;
    const reason = isWrongInput ? 'invalid-input' : 'service-error';
    writeOutputs(runner, toBareOutputs({ kind: 'unverified', reason }));
    // Whatever happens to the comment, the wrong input is what the log must say.
    if (isWrongInput) await updateComment(dependencies, error);
    throw error;
  }
}

async function updateComment(dependencies: Dependencies, error: InputError): Promise<void> {
  const { runner } = dependencies;
  const updated = await capture(publishWrongInputs(dependencies, error));
  if (updated.status === 'rejected') {
    runner.warning(`The comment was not updated: ${toMessage(updated.reason)}.`);
  }
}

async function judge(session: GateSession): Promise<void> {
  const { runner, inputs, event, github } = session;
  const target = decideTarget(event, inputs);
  if (target.kind === 'nothing') {
    writeOutputs(runner, toBareOutputs({ kind: 'skipped', reason: 'nothing-to-judge' }));
    runner.notice(target.why);
    return;
  }
  const subject = await orUnverified(resolveSubject(target, event, github));
  if (!isUnverified(subject)) {
    await judgeSubject(session, subject);
    return;
  }
  const report = toReportWithoutSubject(session, subject);
  session.beginReporting();
  log(session, report, false);
  end(session, report, await publishWithoutSubject(session, report));
}

async function judgeSubject(session: GateSession, subject: Subject): Promise<void> {
  const { runner, inputs } = session;
  runner.info(toOpening(inputs.repository, subject.sha, subject.pullRequest));
  const evidence = await gatherEvidence(session, subject);
  const report = decideReport(evidence);
  session.beginReporting();
  const annotations = toAnnotations(report, evidence.context.firstChangedLine);
  log(session, report, willAnnotate(session, annotations));
  end(session, report, await publish(session, { ...evidence, annotations }, report));
}

function toReportWithoutSubject({ inputs, event, clock, service }: GateSession, fault: Unverified): Report {
  // The missing key is the main problem, whatever GitHub said.
  return decideReportWithoutSubject(service === null ? noCredentialsFault() : fault, {
    inputs,
    address: toAddress(event),
    visibility: event.visibility,
    pullRequest: inputs.pullRequest,
    repositoryId: inputs.repositoryId,
    nowMs: clock.now(),
  });
}

/** Whether the runner shows an annotation that says what blocks. */
function willAnnotate({ inputs }: GateSession, annotations: readonly Annotation[]): boolean {
  const isShown = inputs.annotations === 'workflow' && inputs.maxAnnotations > 0;
  return isShown && annotations.some(({ level }) => level === 'error');
}

/** The verdict first, then what to do, then what it was made from. */
function log({ runner }: GateSession, report: Report, isAnnotated: boolean): void {
  logVerdict(runner, report, isAnnotated);
  for (const line of toAdviceLines(report)) runner.info(line);
  const findings = toFindingLines(report);
  if (findings.length > 0) runner.group('Pending bugs', findings);
  runner.group('What was judged', toFactLines(report));
  for (const { level, text } of report.notes) {
    if (level === 'warning') runner.warning(text);
    if (level === 'notice') runner.notice(text);
  }
}

/** Where findings are annotated, the verdict needs no annotation of its own. */
function logVerdict(runner: Runner, report: Report, isAnnotated: boolean): void {
  const line = `${toIcon(report)} ${toHeadline(report)}`;
  if (report.job === 'green' || isAnnotated) runner.info(line);
  else if (report.job === 'warning') runner.warning(line);
  else runner.error(line);
}

/** Sets the outputs and the job's status. Throws when the job was cancelled. */
function end({ runner, signal, clock }: GateSession, report: Report, published: Published): void {
  // Work that the cancellation aborted was reported as a warning, so without this check the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs(report, published, clock.now()));
  if (report.job === 'red') runner.endRed();
}
