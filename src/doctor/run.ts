// The doctor: examines what a gate would depend on, replays the last pull requests, and recommends a set-up. It only reads.
import { toAddress } from '../github/event.ts';
import { limitRequests } from '../github/octokit.ts';
import { readInputs } from '../inputs/table.ts';
import { type Disclosure, toShownFault } from '../judgement/disclosure.ts';
import { isUnverified } from '../judgement/unverified.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import { maskSecrets, publishSummary, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, withSession } from '../runner/session.ts';
import { renderDoctorSummary } from './documents/summary.ts';
import { type Maybe, type Replay, toKnown } from './evidence.ts';
import {
  type DoctorSession,
  findBranchCommits,
  type GatheredGitHub,
  type GatheredService,
  gatherGitHub,
  gatherService,
} from './gather.ts';
import { type DoctorInputs, doctorInputs } from './inputs.ts';
import { toCheckLine, toResultLines } from './log.ts';
import { BARE_OUTPUTS, toOutputs } from './outputs.ts';
import { replayPulls } from './replay.ts';
import { decideDoctorReport, type DoctorReport } from './report.ts';
import { toTitle } from './wording.ts';

/** Examines once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runDoctor(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  try {
    const inputs = readInputs(doctorInputs, (name) => runner.input(name));
    await withSession(dependencies, { inputs, waitsMs: toWaitsMs(inputs) }, examine);
  } catch (error) {
    writeOutputs(runner, BARE_OUTPUTS);
    throw error;
  }
}

/** For each pull request a few requests one after the other. */
function toWaitsMs({ pullRequests }: DoctorInputs): number {
  return PATIENCE_MS + pullRequests * 5_000;
}

/**
 * Requests to GitHub: four a pull request, which is more than most need, and a few for the repository. With what the
 * service is asked, twenty pull requests cost at most 120.
 */
function toMaxRequests({ pullRequests }: DoctorInputs): number {
  return Math.max(30, 4 * pullRequests + 5);
}

async function examine(session: DoctorSession): Promise<void> {
  const { runner, inputs, event, clock, github, signal } = session;
  runner.info(`Scan Gate doctor examines ${inputs.repository}.`);
  if (github !== null) limitRequests(github, toMaxRequests(inputs));
  const [said, gathered] = await Promise.all([gatherService(session), gatherGitHub(session)]);
  const service = toShownService(said, gathered.disclosure);
  const branchCommits = await findBranchCommits(session, gathered, service.history);
  const replayed = await replay(session, service, gathered);
  signal.throwIfAborted();
  const report = decideDoctorReport({
    settings: inputs,
    address: toAddress(event),
    service,
    github: { ...gathered, branchCommits },
    replay: replayed,
    readAt: clock.now(),
  });
  await end(session, report, service);
}

/** The service's own words on what failed only where everything may be shown. */
function toShownService(said: GatheredService, disclosure: Disclosure): GatheredService {
  const toShown = <Value extends object>(read: Maybe<Value>): Maybe<Value> =>
    read !== null && isUnverified(read) ? toShownFault(read, disclosure) : read;
  return {
    account: toShown(said.account),
    repository: toShown(said.repository),
    history: toShown(said.history),
    lists: toShown(said.lists),
    bugs: toShown(said.bugs),
    visible: said.visible,
  };
}

/** Null: something is not known that every verdict depends on. */
async function replay(
  session: DoctorSession,
  service: GatheredService,
  gathered: GatheredGitHub,
): Promise<Replay | null> {
  const { github, service: client } = session;
  const history = toKnown(service.history);
  const bugs = toKnown(service.bugs);
  const pulls = toKnown(gathered.pulls);
  if (github === null || client === null || history === null || bugs === null || pulls === null) return null;
  const { disclosure } = gathered;
  return await replayPulls(session, { service: client, github, history, bugs, pulls, disclosure });
}

/** What to use first, then why, then the checks; red only where something is blocked. */
async function end(
  { runner, signal }: DoctorSession,
  report: DoctorReport,
  { visible }: GatheredService,
): Promise<void> {
  await publishSummary(runner, renderDoctorSummary(report));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs(report, visible));
  runner.info(toTitle(report));
  for (const line of toResultLines(report)) runner.info(line);
  if (report.workflows.recommended !== null) {
    runner.info('The workflow to paste is in the job summary.');
  }
  for (const check of report.checks) {
    const line = toCheckLine(check);
    if (check.status === 'ok') runner.info(line);
    else if (check.status === 'warning') runner.warning(line);
    else runner.error(line);
  }
  if (!report.isHealthy) runner.endRed();
}
