// The doctor: examines what a gate would depend on, replays the last pull requests, and recommends a set-up. It only reads.
import { findKeylessOrigin } from '../github/event.ts';
import { limitPullRequests } from '../github/octokit.ts';
import { findDisclosure } from '../github/visibility.ts';
import { readInputs } from '../inputs/table.ts';
import type { Disclosure } from '../judgement/disclosure.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import { isUnverified } from '../judgement/unverified.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import { publishFile } from '../runner/runner.ts';
import type { Dependencies, Session } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { isOwnAlone, isSeveral, toSubject } from '../sweep/inputs.ts';
import { endUnverified, runSweep, type SweepEnding } from '../sweep/run.ts';
import { APP_LIMITS, sweep, type SweepLimits, SWEEP_MS, type Visit } from '../sweep/sweep.ts';
import { renderDoctorCsv } from './documents/csv.ts';
import { renderDoctorSummary } from './documents/summary.ts';
import { renderDoctorTable } from './documents/table.ts';
import { toKnown } from './evidence.ts';
import { examineRepository } from './examine.ts';
import { type KeyAnswers, askService } from './gather.ts';
import { type DoctorInputs, doctorInputs } from './inputs.ts';
import { sayReport, sayRow, toTotalLine } from './log.ts';
import { BARE_OUTPUTS, toOutputs } from './outputs.ts';
import type { DoctorReport } from './report.ts';
import { compareRows, decideRow } from './row.ts';
import { MAX_REQUESTS_A_PULL, toTitle } from './wording.ts';

const USUAL_PULLS = { ofOne: 20, ofEach: 5 };

/** Examines once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runDoctor(dependencies: Dependencies): Promise<void> {
  await runSweep<DoctorInputs, DoctorReport>(dependencies, {
    readInputs: (runner) => readInputs(doctorInputs, (name) => runner.input(name)),
    toWaitsMs,
    act: examine,
    toCutOutputs: (reports) => {
      const rest = { only: null, disclosure: 'counts', visible: [], csvFile: null } as const;
      return reports.length === 0 ? BARE_OUTPUTS : { ...toOutputs(reports.map(decideRow), rest), healthy: 'false' };
    },
  });
}

/** The replay of a pull request waits for a few requests, one after the other. */
function toWaitsMs(inputs: DoctorInputs): number {
  return isSeveral(inputs) ? SWEEP_MS : PATIENCE_MS + toPullCount(inputs) * 5_000;
}

function toPullCount(inputs: DoctorInputs): number {
  return inputs.pullRequests ?? (isSeveral(inputs) ? USUAL_PULLS.ofEach : USUAL_PULLS.ofOne);
}

/** Most pull requests need fewer than four requests to GitHub. */
function toLimits(inputs: DoctorInputs): SweepLimits {
  const max = Math.max(30, 4 * toPullCount(inputs) + 5);
  return isSeveral(inputs) ? APP_LIMITS : { ofRepository: max, ofRun: max };
}

async function examine(session: Session<DoctorInputs>, reports: DoctorReport[]): Promise<SweepEnding> {
  const { runner, event, inputs, signal } = session;
  runner.info(`Scan Gate doctor examines ${toSubject(inputs, event.repository)}.`);
  const asked = await askService(session);
  signal.throwIfAborted();
  const shown = await orUnverified(examineAll(session, asked, reports));
  signal.throwIfAborted();
  if (isUnverified(shown)) return endUnverified('doctor', shown, BARE_OUTPUTS);
  const rows = reports.map(decideRow).toSorted(compareRows);
  const { csvFile: path, apiUrl } = inputs;
  const csvFile =
    path === null ? null : await publishFile(runner, { input: 'csv-file', path, text: renderDoctorCsv(rows) });
  const only = isSeveral(inputs) ? null : (reports[0] ?? null);
  const visible = toKnown(asked.visible) ?? [];
  return {
    summary:
      only === null ? renderDoctorTable(rows, { serverUrl: event.serverUrl, apiUrl }) : renderDoctorSummary(only),
    outputs: toOutputs(rows, { only, visible, disclosure: only?.disclosure ?? shown, csvFile }),
    say: () => {
      runner.info(only === null ? `Scan Gate doctor: ${toTotalLine(rows)}.` : toTitle(only));
      if (rows.some(({ isHealthy }) => !isHealthy)) runner.endRed();
    },
  };
}

/** Adds to `reports` repository by repository, and gives what every reader of the log may see. */
async function examineAll(
  session: Session<DoctorInputs>,
  asked: KeyAnswers,
  reports: DoctorReport[],
): Promise<Disclosure> {
  const { runner, github, event, inputs } = session;
  const { account, visible } = asked;
  const isOne = !isSeveral(inputs);
  // The examination of a single repository reports on the key itself.
  if (!isOne && session.service === null) throw noCredentialsFault(findKeylessOrigin(session.event, false));
  if (!isOne && isUnverified(account) && account.reason === 'unauthorized') throw account;
  const isOwn = isOwnAlone(inputs, event.repository);
  const shown = isOwn ? 'full' : await findDisclosure(github, event, 'auto');
  let isTooLarge: ReturnType<typeof limitPullRequests> | null = null;
  const look = async (visit: Visit<Session<DoctorInputs>['service']>): Promise<void> => {
    const { fullName, owner, repo, visibility } = visit.repository;
    const one = {
      ...session,
      service: visit.service,
      shown,
      isAlone: isOne,
      // The limit begins after the sweep's own, which must not count what this one refuses.
      isTooLarge: (isTooLarge ??= github === null ? () => false : limitPullRequests(github, MAX_REQUESTS_A_PULL)),
      // The log has one line for each of several repositories, and none for their pull requests.
      runner: isOne ? runner : { ...runner, info: () => undefined },
      event: {
        ...event,
        ...{ repository: { owner, repo }, visibility },
        repositoryId: isOwn ? event.repositoryId : null,
      },
      inputs: { ...inputs, repository: isOwn ? inputs.repository : fullName, pullRequests: toPullCount(inputs) },
    };
    const report = await examineRepository(one, asked, visit.repository.id);
    reports.push(report);
    if (isOne) sayReport(runner, report);
    else sayRow(runner, visit, decideRow(report));
  };
  const known = { visible: visible ?? [], organizations: toKnown(account)?.organizations ?? [] };
  await sweep(session, { limits: toLimits(inputs), look, known });
  return shown;
}
