// The insights: reads all bugs of a repository, computes what happened over a quarter, and writes a page, files and a summary.
import { findDisclosure } from '../github/visibility.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { compact } from '../judgement/lists.ts';
import { noCredentialsFault, noRepositoryFault } from '../judgement/reasons.ts';
import { toTypeWarnings } from '../judgement/scan-wording.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { maskSecrets, publishSummary, type Runner, toMessage, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { sayFault } from '../sweep/progress.ts';
import { APP_LIMITS, sweep, SWEEP_MS } from '../sweep/sweep.ts';
import { renderCsv } from './documents/csv.ts';
import { renderInsightsJson } from './documents/json.ts';
import { renderInsightsPage } from './documents/page.ts';
import { renderInsightsFault, renderInsightsSummary } from './documents/summary.ts';
import { fetchEvidence, type InsightsSession } from './fetch-evidence.ts';
import { publishFiles, removeFiles } from './files.ts';
import { type InsightsInputs, insightsInputs, parseFolder } from './inputs.ts';
import { toProgressLine, toResultLines } from './log.ts';
import { toBareOutputs, toOutputs, type WrittenFiles } from './outputs.ts';
import {
  decideInsights,
  type InsightsReport,
  type InsightsSettings,
  type LookedAt,
  selectFaults,
  type UnreadRepository,
} from './report.ts';

/** Reports once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runInsights(dependencies: Dependencies): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  try {
    const inputs = await prepareInputs(runner);
    await withSession(dependencies, { inputs, waitsMs: SWEEP_MS }, start);
  } catch (error) {
    writeOutputs(runner, toBareOutputs(error instanceof InputError ? 'invalid-input' : 'service-error'));
    throw error;
  }
}

/**
 * Reads the inputs, and removes the files of an earlier run even where they are wrong: a page that is not written must
 * not be taken for a new one.
 * @throws {InputError} With all that is wrong, a symbolic link on the way to `output-dir` too.
 */
async function prepareInputs(runner: Runner): Promise<InsightsInputs> {
  const read = readOrFault(runner);
  const folder = parseFolder(runner.input('output-dir').trim(), runner.system);
  const link = folder === null ? null : await clear(runner, folder);
  const faults = compact([...(read instanceof InputError ? read.faults : []), link]);
  if (read instanceof InputError || faults.length > 0) throw new InputError(faults);
  return read;
}

function readOrFault(runner: Runner): InsightsInputs | InputError {
  try {
    return readInputs(insightsInputs(runner.system), (name) => runner.input(name));
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

async function clear(runner: Runner, folder: string): Promise<InputError['faults'][number] | null> {
  try {
    await removeFiles(runner, folder);
    return null;
  } catch (error) {
    const given = `${JSON.stringify(folder)}, which cannot be used (${toMessage(error)})`;
    return { input: 'output-dir', given, allowed: 'a folder below the workspace' };
  }
}

async function start(session: Session<InsightsInputs>): Promise<void> {
  const { runner, inputs, service, github, clock, event } = session;
  // The inputs require its token.
  if (github === null) throw new Error('there is no client of GitHub');
  if (service === null) {
    await endUnread(session, noCredentialsFault(), []);
    return;
  }
  runner.info(`Scan Gate insights reads the last ${inputs.days} days.`);
  const shown = await findDisclosure(github, event, inputs.disclosure);
  const open: InsightsSession = { ...session, service, github, shown, now: clock.now() };
  const looked: LookedAt[] = [];
  const fault = await orUnverified(
    sweep(open, APP_LIMITS, async (visit) => {
      const one = await fetchEvidence(open, visit);
      looked.push(one);
      runner.info(toProgressLine(visit, one));
      for (const each of selectFaults([one])) sayFault(runner, each);
    }),
  );
  if (isUnverified(fault)) await endUnread(session, fault, []);
  else await end(open, looked);
}

/** Nothing could be read, so there is no page. */
async function endUnread(
  { runner, signal }: Session<InsightsInputs>,
  fault: Unverified,
  unread: readonly UnreadRepository[],
): Promise<void> {
  await publishSummary(runner, renderInsightsFault(fault, unread));
  signal.throwIfAborted();
  writeOutputs(runner, toBareOutputs(fault.reason, unread));
  runner.fail([fault.what, ...fault.advice].join(' '));
}

/** Red only where something could not be read. */
async function end(session: InsightsSession, looked: readonly LookedAt[]): Promise<void> {
  const { runner, signal, inputs } = session;
  const faults = selectFaults(looked);
  const read = looked.flatMap((one) => ('fault' in one ? [] : [one]));
  if (read.length === 0) {
    await endUnread(session, faults[0]?.fault ?? noRepositoryFault(), faults);
    return;
  }
  const scans = read.flatMap((evidence) => evidence.scans);
  for (const warning of toTypeWarnings(inputs.scanTypes, scans)) runner.warning(warning);
  const unread = looked.flatMap((one) => ('fault' in one ? [one] : []));
  const report = decideInsights({ settings: toSettings(session), now: session.now, read, unread });
  session.beginReporting();
  const files = await writeFiles(session, report);
  await publishSummary(runner, renderInsightsSummary(report));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs(report, { faults, files }));
  for (const line of toResultLines(report, files)) runner.info(line);
  if (faults.length > 0) runner.endRed();
}

function toSettings({ inputs, event }: InsightsSession): InsightsSettings {
  const { days, scanTypes, bugUrl, serviceName } = inputs;
  return { days, scanTypes, bugUrl, serviceName, serverUrl: event.serverUrl };
}

/** Null: the workflow wants no files, or they could not be written. */
async function writeFiles({ runner, inputs }: InsightsSession, report: InsightsReport): Promise<WrittenFiles | null> {
  if (inputs.outputDir === null) return null;
  return await publishFiles(runner, inputs.outputDir, {
    page: renderInsightsPage(report),
    csv: renderCsv(report),
    json: renderInsightsJson(report),
  });
}
