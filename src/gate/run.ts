// Owns the story of the gate: event and inputs come in, a verdict goes out.
import type { JobStatus } from '../domain/verdict.ts';
import type { Report } from '../report/report.ts';
import type { Runner } from '../runner/runner.ts';
import { findCase, type Case } from './case.ts';
import { gatherEvidence, type Run } from './gather.ts';
import { decideJudgement, decideReportWithoutCase } from './judge.ts';
import { toConclusion, toFactLines, toFindingLines, toOpening } from './log.ts';
import { tellNoCredentials } from './look-up.ts';
import { toBareOutputs, toOutputs, writeOutputs, type Published } from './outputs.ts';
import { publish, publishWithoutCase } from './publish.ts';
import type { GateStart } from './start.ts';
import { decideTarget } from './target.ts';
import { withWorld, type OpenWorld } from '../story/world.ts';

/** Judges once. Rejects for a cancelled job or a defect. */
export async function runGate(start: GateStart, openWorld: OpenWorld): Promise<void> {
  const { waitForScanMs, waitTimeoutMs } = start.inputs;
  const waitsMs = waitForScanMs + waitTimeoutMs;
  await withWorld({ ...start, waitsMs }, openWorld, (world) => judge({ ...start, world }));
}

async function judge(run: Run): Promise<void> {
  const { runner, inputs, world } = run;
  const target = decideTarget(world.event, inputs);
  if (target.kind === 'nothing') {
    writeOutputs(runner, toBareOutputs({ kind: 'skipped', reason: 'nothing-to-judge' }));
    runner.notice(target.why);
    return;
  }
  const subject = await findCase(target, world.event, world.github);
  if (subject.kind === 'case') {
    await judgeCase(run, subject);
    return;
  }
  // Without a key no answer of GitHub's would have helped.
  const fault = world.service === null ? tellNoCredentials() : subject;
  const report = decideReportWithoutCase(fault, run);
  end(run, report, await publishWithoutCase(run, report));
}

async function judgeCase(run: Run, subject: Case): Promise<void> {
  const { runner, inputs } = run;
  runner.info(toOpening(inputs.repository, subject.sha, subject.pullRequest));
  const evidence = await gatherEvidence(run, subject);
  const judgement = decideJudgement(evidence);
  log(runner, judgement.report);
  end(run, judgement.report, await publish(run, evidence, judgement));
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

/** Sets the outputs and the job's status: the last that the run says. Throws when the job was cancelled. */
function end({ runner, signal, world }: Run, report: Report, published: Published): void {
  // What the cancellation cut off has been told as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs(report, published, world.clock.now()));
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
