// The doctor: examines what a gate would depend on, replays the last pull requests, and recommends a set-up. It only reads.
import { limitRequests } from '../github/octokit.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import { maskSecrets, publishFile, publishSummary, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { isOwnAlone, requireOwnName } from '../sweep/inputs.ts';
import { SWEEP_MS } from '../sweep/sweep.ts';
import { renderDoctorCsv } from './documents/csv.ts';
import { renderDoctorSummary } from './documents/summary.ts';
import { examineMany } from './examine-many.ts';
import { examineRepository } from './examine.ts';
import { type DoctorSession, gatherService } from './gather.ts';
import { type DoctorInputs, doctorInputs, type ExaminationInputs } from './inputs.ts';
import { toCheckLine, toResultLines, toTrustLine } from './log.ts';
import { BARE_OUTPUTS, toManyOutputs, toOutputs } from './outputs.ts';
import type { DoctorReport } from './report.ts';
import { decideRow, type Row } from './row.ts';
import { toTitle } from './wording.ts';

/** How many pull requests are replayed where nothing else is said. */
const USUAL_PULLS = { ofOne: 20, ofEach: 5 };

/** Examines once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runDoctor(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  const rows: Row[] = [];
  try {
    const inputs = readInputs(doctorInputs, (name) => runner.input(name));
    await withSession(dependencies, { inputs, waitsMs: toWaitsMs(inputs) }, (session) => examine(session, rows));
  } catch (error) {
    const done = { rows, disclosure: 'counts', visible: [], csvFile: null } as const;
    writeOutputs(runner, rows.length === 0 ? BARE_OUTPUTS : { ...toManyOutputs(done), healthy: 'false' });
    throw error;
  }
}

/** For each pull request a few requests one after the other. */
function toWaitsMs({ repositories, pullRequests }: DoctorInputs): number {
  if (repositories !== null) return SWEEP_MS;
  return PATIENCE_MS + (pullRequests ?? USUAL_PULLS.ofOne) * 5_000;
}

/**
 * Requests to GitHub: four a pull request, which is more than most need, and a few for the repository. With what the
 * service is asked, twenty pull requests cost at most 120.
 */
function toMaxRequests({ pullRequests }: ExaminationInputs): number {
  return Math.max(30, 4 * pullRequests + 5);
}

async function examine(given: Session<DoctorInputs>, rows: Row[]): Promise<void> {
  const { runner, event, github } = given;
  const { repositories, repository } = given.inputs;
  if (repositories !== null && !isOwnAlone(repositories, event.repository)) {
    requireOwnName(repository, event.repository);
    if (github === null) throw missingTokenError();
    const inputs = { ...given.inputs, repositories, pullRequests: given.inputs.pullRequests ?? USUAL_PULLS.ofEach };
    await examineMany({ ...given, github, inputs }, rows);
    return;
  }
  const inputs = { ...given.inputs, pullRequests: given.inputs.pullRequests ?? USUAL_PULLS.ofOne };
  const session: DoctorSession = { ...given, inputs, shown: 'full' };
  runner.info(`Scan Gate doctor examines ${repository}.`);
  if (github !== null) limitRequests(github, toMaxRequests(inputs));
  const asked = gatherService(session);
  const report = await examineRepository(session, asked);
  await end(session, report, toOutputs(report, (await asked).visible));
}

function missingTokenError(): InputError {
  const allowed = 'a token that may read all of them, such as that of a GitHub App';
  return new InputError([{ input: 'github-token', given: 'empty', allowed }]);
}

/** What to use first, then why, then the checks; red only where something is blocked. */
async function end(
  { runner, signal, inputs }: DoctorSession,
  report: DoctorReport,
  outputs: ReturnType<typeof toOutputs>,
): Promise<void> {
  const text = renderDoctorCsv([decideRow(report)]);
  const csv =
    inputs.csvFile === null ? null : await publishFile(runner, { input: 'csv-file', path: inputs.csvFile, text });
  await publishSummary(runner, renderDoctorSummary(report));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, { ...outputs, 'csv-file': csv ?? '' });
  runner.info(toTitle(report));
  for (const line of toResultLines(report)) runner.info(line);
  runner.info(toTrustLine(report));
  if (report.setUps.recommended !== null) {
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
