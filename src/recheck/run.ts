// The recheck: judges the gates of open pull requests again, and starts the runs of those that would say something else.
import { renderFault } from '../documents/fault.ts';
import { askGitHub } from '../github/failure.ts';
import { limitRequests } from '../github/octokit.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { compact, rotate } from '../judgement/lists.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { UnverifiedReason } from '../judgement/verdict.ts';
import { createPace } from '../net/pace.ts';
import { maskSecrets, publishSummary, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { fetchVisibleRepositories, selectRepository } from '../service/find-repository.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { createReopeningQuota } from './acceptances.ts';
import { renderRecheckSummary, toHeadline } from './documents/summary.ts';
import { type RecheckInputs, recheckInputs, type RecheckSession } from './inputs.ts';
import { toOutputs } from './outputs.ts';
import {
  recheckRepository,
  type RepositoryLimits,
  type SweepSession,
  type SweptRepository,
} from './recheck-repository.ts';
import type { GateNews, RepositoryReport } from './report.ts';
import { findRepositories } from './repositories.ts';

/** REST requests to GitHub, ours: a workflow's token has 1,000 an hour. */
export interface RequestLimits extends RepositoryLimits {
  readonly ofRun: number;
}

/** 200 for one repository: whatever it takes to judge its gates, runs can be started. */
export const REQUEST_LIMITS: RequestLimits = { toJudge: 120, toStart: 80, ofRun: 900 };
/** Time for a run, ours; what it does not reach is in the output `failed`. */
const WAITS_MS = 40 * 60_000;

/** Looks once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs of what was done until then. */
export async function runRecheck(dependencies: Dependencies, limits = REQUEST_LIMITS): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  const reports: RepositoryReport[] = [];
  try {
    const inputs = readInputs(recheckInputs, (name) => runner.input(name));
    await withSession(dependencies, { inputs, waitsMs: WAITS_MS }, (session) => recheck(session, limits, reports));
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
  const { service, github } = session;
  // The inputs require its token.
  if (github === null) throw new Error('there is no client of GitHub');
  if (service === null) {
    await endUnverified(session, noCredentialsFault());
    return;
  }
  const open: SweepSession = {
    ...session,
    service,
    github,
    requests: limitRequests(github, limits.ofRun),
    limits,
    reopening: createReopeningQuota(),
    starter: { started: 0, pace: createPace(session.clock, session.signal) },
  };
  const wanted = await orUnverified(findWanted(open));
  if (isUnverified(wanted)) {
    await endUnverified(session, wanted);
    return;
  }
  for (const { fullName, id } of rotate(wanted, session.event.runNumber)) {
    const [owner = '', repo = ''] = fullName.split('/');
    const report = isUnverified(id)
      ? toBareReport(fullName, id)
      : await sweep(open, { owner, repo, fullName, id }, reports);
    session.signal.throwIfAborted();
    reports.push(report);
    log(session, report);
  }
  await end(session, reports);
}

/** A sweep that is cut off adds what it had done until then. */
async function sweep(
  session: SweepSession,
  repository: SweptRepository,
  reports: RepositoryReport[],
): Promise<RepositoryReport> {
  const done: GateNews[] = [];
  try {
    return await recheckRepository(session, repository, done);
  } catch (error) {
    reports.push({ ...toBareReport(repository.fullName, null), news: done });
    throw error;
  }
}

/** A repository to look at. */
interface Wanted {
  readonly fullName: string;
  /** In the service, or why that is not known. */
  readonly id: RepoId | Unverified;
}

/** Throws `Unverified` where it is not known which repositories are meant. */
async function findWanted(session: RecheckSession): Promise<readonly Wanted[]> {
  const { service, inputs, signal } = session;
  const { repositoryId } = inputs;
  const known = repositoryId === null ? await orUnverified(fetchVisibleRepositories(service)) : [];
  signal.throwIfAborted();
  if (isUnverified(known) && inputs.repositories === 'all') throw known;
  const question = {
    doing: 'read which repositories the token sees',
    permission: 'metadata: read',
    advice: ['With `repositories: all` use the token of a GitHub App, such as actions/create-github-app-token makes.'],
  };
  const visible = isUnverified(known) ? [] : known;
  const names = await askGitHub(signal, question, () => findRepositories(session, visible));
  return names.map((fullName) => ({
    fullName,
    id: isUnverified(known) ? known : (repositoryId ?? selectRepository(known, fullName, [])),
  }));
}

function toBareReport(repository: string, fault: Unverified | null): RepositoryReport {
  return { repository, checked: 0, news: [], fault, reopened: [], notes: [], isReopeningFailed: false };
}

function log({ runner }: Session<RecheckInputs>, report: RepositoryReport): void {
  const { repository, news, fault, notes } = report;
  runner.info(`${repository}: ${toHeadline([report])}.`);
  for (const each of news) runner.info(`  ${toLine(each)}`);
  for (const note of notes) runner.info(`  ${note}`);
  if (fault !== null) runner.error(`${repository} could not be looked at: ${fault.what}`);
}

function toLine({ pullRequest, was, now, outcome }: GateNews): string {
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
  return reports.some(({ isReopeningFailed }) => isReopeningFailed) ? 'unauthorized' : null;
}
