// Judges the gates of open pull requests again, and starts the runs of those that would say something else.
import { toWhat } from '../documents/causes.ts';
import { readInputs } from '../inputs/table.ts';
import { isUnverified } from '../judgement/unverified.ts';
import { createPace } from '../net/pace.ts';
import type { Runner } from '../runner/runner.ts';
import type { Dependencies, Session } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { createDiscloser } from '../sweep/disclosure.ts';
import { sayFault } from '../sweep/progress.ts';
import { endUnverified, runSweep, type SweepEnding } from '../sweep/run.ts';
import { connect, sweep, SWEEP_MS, type Visit } from '../sweep/sweep.ts';
import { createReopeningQuota } from './acceptances.ts';
import { renderRecheckSummary, toChange, toHeadline } from './documents/summary.ts';
import { type RecheckInputs, recheckInputs } from './inputs.ts';
import { toOutputs } from './outputs.ts';
import { recheckRepository, type RepositorySession, type RequestLimits } from './recheck-repository.ts';
import { findReason, findRefusal, type GateNews, type RepositoryReport, toBareReport } from './report.ts';

/** A workflow's token has 1,000 requests an hour, and some are kept for starts. */
export const REQUEST_LIMITS: RequestLimits = { ofRepository: 200, ofRun: 900, toStart: 80 };

/** Rejects for wrong inputs, a cancelled job or a defect, with the outputs of what was done until then. */
export async function runRecheck(dependencies: Dependencies, limits = REQUEST_LIMITS): Promise<void> {
  await runSweep<RecheckInputs, RepositoryReport>(dependencies, {
    readInputs: (runner) => readInputs(recheckInputs, (name) => runner.input(name)),
    toWaitsMs: () => SWEEP_MS,
    act: (session, reports) => recheck(session, limits, reports),
    toCutOutputs: toOutputs,
  });
}

async function recheck(
  session: Session<RecheckInputs>,
  limits: RequestLimits,
  reports: RepositoryReport[],
): Promise<SweepEnding> {
  const { event, signal } = session;
  const fault = await orUnverified(recheckAll(session, limits, reports));
  signal.throwIfAborted();
  if (isUnverified(fault)) return endUnverified('recheck', fault, toOutputs([], fault.reason));
  const reason = findReason(reports);
  return {
    summary: renderRecheckSummary(reports, event.serverUrl),
    outputs: toOutputs(reports, reason),
    say: (runner) => {
      runner.info(`Scan Gate recheck: ${toHeadline(reports)}.`);
      if (reason !== null) runner.endRed();
    },
  };
}

/** Adds to `reports` repository by repository. Rejects with what keeps it from looking at any. */
async function recheckAll(
  session: Session<RecheckInputs>,
  limits: RequestLimits,
  reports: RepositoryReport[],
): Promise<void> {
  const { runner, clock, signal } = session;
  const connected = connect(session);
  const starter = { started: 0, pace: createPace(clock, signal) };
  const discloser = createDiscloser(session, 'auto');
  const shared = { limits, reopening: createReopeningQuota(), starter };
  const look = async (visit: Visit): Promise<void> => {
    const { service, requests, share } = visit;
    const found = await lookAt({ ...connected, ...shared, service, requests, share }, visit, reports);
    const fault = found.fault && (await discloser.show(found.fault, visit.repository));
    const report = { ...found, fault };
    reports.push(report);
    say(runner, report);
    sayFault(runner, reports);
  };
  await sweep(connected, { limits, look });
}

/** A look that is cut off still adds what it had done. */
async function lookAt(
  session: RepositorySession,
  { repository }: Visit,
  reports: RepositoryReport[],
): Promise<RepositoryReport> {
  const { fullName, id } = repository;
  if (isUnverified(id)) return { ...toBareReport(fullName), fault: id };
  const done = { news: [], reopened: [], notes: [] };
  try {
    return await recheckRepository(session, { ...repository, id }, done);
  } catch (error) {
    reports.push({ ...toBareReport(fullName), ...done });
    throw error;
  }
}

function say(runner: Runner, report: RepositoryReport): void {
  const { repository, news } = report;
  runner.info(`${repository}: ${toHeadline([report])}.`);
  for (const each of news) runner.info(`  ${toLine(each)}`);
  const refusal = findRefusal(report);
  // A red fault is said once.
  if (refusal !== null && refusal.reason !== report.fault?.reason) {
    runner.warning(`${repository}: verdicts may be out of date. ${toWhat(refusal)}`);
  }
}

function toLine({ pullRequest, was, now, outcome }: GateNews): string {
  if (pullRequest === null && outcome.kind === 'skipped') return outcome.why;
  const change = `Pull request ${pullRequest}: ${toChange({ was, now })}`;
  switch (outcome.kind) {
    case 'rerun':
      return `${change}. Its run is started again.`;
    case 'would-rerun':
      return `${change}. Its run would be started again.`;
    case 'skipped':
      return `${change}. Left alone: ${outcome.why}`;
  }
}
