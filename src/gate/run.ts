// The gate: turns event and inputs into a verdict and publishes it.
import type { JobStatus } from '../domain/verdict.ts';
import { InputError } from '../inputs/input-error.ts';
import { decideJudgement, decideReportWithoutSubject } from '../report/judgement.ts';
import type { Report } from '../report/report.ts';
import { withSession, type Dependencies } from '../runner/dependencies.ts';
import type { Runner } from '../runner/runner.ts';
import { maskSecrets } from '../runner/secrets.ts';
import { noCredentialsFault } from '../service/fetch-results.ts';
import { gatherEvidence, type GateSession } from './gather.ts';
import { readGateInputs } from './inputs.ts';
import { toConclusion, toFactLines, toFindingLines, toOpening } from './log.ts';
import { toBareOutputs, toOutputs, writeOutputs, type Published } from './outputs.ts';
import { publish, publishWithoutSubject } from './publish.ts';
import { resolveSubject, type Subject } from './subject.ts';
import { decideTarget } from './target.ts';

/** Runs the gate. Rejects for wrong inputs, a cancelled job or a bug in Scan Gate; sets the outputs in any case. */
export async function runGate(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  try {
    const inputs = readGateInputs((name) => runner.input(name));
    const waitsMs = inputs.waitForScanMs + inputs.waitTimeoutMs;
    await withSession(dependencies, { inputs, waitsMs }, judge);
  } catch (error) {
    const reason = error instanceof InputError ? 'invalid-input' : 'service-error';
    writeOutputs(runner, toBareOutputs({ kind: 'unverified', reason }));
    throw error;
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
  const subject = await resolveSubject(target, event, github);
  if (subject.kind === 'subject') {
    await judgeSubject(session, subject);
    return;
  }
  const report = toReportWithoutSubject(session, subject);
  end(session, report, await publishWithoutSubject(session, report));
}

async function judgeSubject(session: GateSession, subject: Subject): Promise<void> {
  const { runner, inputs } = session;
  runner.info(toOpening(inputs.repository, subject.sha, subject.pullRequest));
  const evidence = await gatherEvidence(session, subject);
  const judgement = decideJudgement(evidence);
  log(runner, judgement.report);
  end(session, judgement.report, await publish(session, evidence, judgement));
}

function toReportWithoutSubject(
  { inputs, event, clock, service }: GateSession,
  fault: Exclude<Awaited<ReturnType<typeof resolveSubject>>, Subject>,
): Report {
  // The missing key is the main problem, whatever GitHub said.
  return decideReportWithoutSubject(service === null ? noCredentialsFault() : fault, {
    inputs,
    place: { ...event.repository, serverUrl: event.serverUrl },
    visibility: event.visibility,
    pullRequest: inputs.pullRequest,
    repositoryId: inputs.repositoryId,
    nowMs: clock.now(),
  });
}

function log(runner: Runner, report: Report): void {
  runner.group('What was judged', toFactLines(report));
  const findings = toFindingLines(report);
  if (findings.length > 0) runner.group('Pending findings', findings);
  for (const { level, text } of report.notes) {
    if (level === 'warning') runner.warning(text);
    if (level === 'notice') runner.notice(text);
  }
}

/** Sets the outputs and the job's status, as the last step. Throws if the job was cancelled. */
function end({ runner, signal, clock }: GateSession, report: Report, published: Published): void {
  // Work that the cancellation aborted was reported as a warning, so without this check the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs(report, published, clock.now()));
  conclude(runner, report.job, toConclusion(report));
}

function conclude(runner: Runner, status: JobStatus, conclusion: string): void {
  switch (status) {
    case 'green':
      runner.info(conclusion);
      return;
    case 'warning':
      runner.warning(conclusion);
      return;
    case 'red':
      runner.fail(conclusion);
  }
}
