// The recheck: judges the gates of open pull requests again, and starts the runs of those that would say something else.
import { renderFault } from '../documents/fault.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { compact } from '../judgement/lists.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { createPace } from '../net/pace.ts';
import { maskSecrets, publishSummary, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { sayFault } from '../sweep/progress.ts';
import { sweep, SWEEP_MS, type Visit } from '../sweep/sweep.ts';
import { createReopeningQuota } from './acceptances.ts';
import { renderRecheckSummary, toHeadline } from './documents/summary.ts';
import { type RecheckInputs, recheckInputs, type RecheckSession } from './inputs.ts';
import { toOutputs } from './outputs.ts';
import { recheckRepository, type RepositorySession, type RequestLimits } from './recheck-repository.ts';
import type { GateNews, RepositoryReport } from './report.ts';

/** Our own limits: a workflow's token has 1,000 an hour. Whatever it takes to judge the gates of a repository, runs can be started. */
export const REQUEST_LIMITS: RequestLimits = { ofRepository: 200, ofRun: 900, toStart: 80 };

/** Looks once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs of what was done until then. */
export async function runRecheck(dependencies: Dependencies, limits = REQUEST_LIMITS): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  const reports: RepositoryReport[] = [];
  try {
    const inputs = readInputs(recheckInputs, (name) => runner.input(name));
    await withSession(dependencies, { inputs, waitsMs: SWEEP_MS }, (session) => recheck(session, limits, reports));
  } catch (error) {
    const reason = error instanceof InputError ? 'invalid-input' : 'service-error';
    writeOutputs(runner, toOutputs(reports, reason));
    throw error;
  }
}

/** Adds to `reports` repository by repository, so that a run that is cut off still says what it did. */
async function recheck(
  session: Session<RecheckInputs>,
  limits: RequestLimits,
  reports: RepositoryReport[],
): Promise<void> {
  const { service, github, clock, signal } = session;
  // The inputs require its token.
  if (github === null) throw new Error('there is no client of GitHub');
  if (service === null) {
    await endUnverified(session, noCredentialsFault());
    return;
  }
  const open: RecheckSession = { ...session, service, github };
  const shared = {
    limits,
    reopening: createReopeningQuota(),
    starter: { started: 0, pace: createPace(clock, signal) },
  };
  const visit = async (visited: Visit): Promise<void> => {
    const report = await lookAt({ ...open, ...shared, ...visited }, visited, reports);
    signal.throwIfAborted();
    reports.push(report);
    log(session, report);
  };
  const fault = await orUnverified(sweep(open, limits, visit));
  if (isUnverified(fault)) await endUnverified(session, fault);
  else await end(session, reports);
}

/** A look that is cut off adds what it had done until then. */
async function lookAt(
  session: RepositorySession,
  { repository }: Visit,
  reports: RepositoryReport[],
): Promise<RepositoryReport> {
  const { fullName, id } = repository;
  if (isUnverified(id)) return toBareReport(fullName, id);
  const done: GateNews[] = [];
  try {
    return await recheckRepository(session, { ...repository, id }, done);
  } catch (error) {
    reports.push({ ...toBareReport(fullName, null), news: done });
    throw error;
  }
}

function toBareReport(repository: string, fault: Unverified | null): RepositoryReport {
  return { repository, checked: 0, news: [], fault, reopened: [], notes: [], reopeningFault: null };
}

function log({ runner }: Session<RecheckInputs>, report: RepositoryReport): void {
  const { repository, news, notes } = report;
  runner.info(`${repository}: ${toHeadline([report])}.`);
  for (const each of news) runner.info(`  ${toLine(each)}`);
  for (const note of notes) runner.info(`  ${note}`);
  sayFault(runner, report);
}

function toLine({ pullRequest, was, now, outcome }: GateNews): string {
  if (pullRequest === null && outcome.kind === 'skipped') return outcome.why;
  const change = `Pull request ${pullRequest}: was ${was ?? 'not known'}, is ${now ?? 'not judged'}`;
  switch (outcome.kind) {
    case 'rerun':
      return `${change}. Its run is started again.`;
    case 'would-rerun':
      return `${change}. Its run would be started again.`;
    case 'skipped':
      return `${change}. Left alone: ${outcome.why}`;
  }
}

async function endUnverified({ runner, signal }: Session<RecheckInputs>, fault: Unverified): Promise<void> {
  await publishSummary(runner, String(renderFault('recheck', fault)));
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs([], fault.reason));
  runner.fail([fault.what, ...fault.advice].join(' '));
}

/** Red only where something could not be looked at, or reopened. */
async function end(
  { runner, signal, event }: Session<RecheckInputs>,
  reports: readonly RepositoryReport[],
): Promise<void> {
  await publishSummary(runner, renderRecheckSummary(reports, event.serverUrl));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  const reason = findReason(reports);
  writeOutputs(runner, toOutputs(reports, reason));
  runner.info(`Scan Gate recheck: ${toHeadline(reports)}.`);
  if (reason !== null) runner.endRed();
}

function findReason(reports: readonly RepositoryReport[]): UnverifiedReason | null {
  const [fault] = compact(reports.map((report) => report.fault));
  if (fault !== undefined) return fault.reason;
  const [reopening = null] = compact(reports.map(({ reopeningFault }) => reopeningFault));
  return reopening;
}
