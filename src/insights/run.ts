// The insights: reads all bugs of a repository, computes what happened over a quarter, and writes a page, files and a summary.
import { renderFault } from '../documents/fault.ts';
import { InputError, readInputs } from '../inputs/table.ts';
import { compact } from '../judgement/lists.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import { toTypeWarnings } from '../judgement/scan-wording.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { maskSecrets, publishSummary, type Runner, toMessage, writeOutputs } from '../runner/runner.ts';
import { type Dependencies, type Session, withSession } from '../runner/session.ts';
import { renderCsv } from './documents/csv.ts';
import { renderInsightsJson } from './documents/json.ts';
import { renderInsightsPage } from './documents/page.ts';
import { renderInsightsSummary } from './documents/summary.ts';
import { type InsightsSession, fetchEvidence } from './fetch-evidence.ts';
import { publishFiles, removeFiles } from './files.ts';
import { findDisclosure } from './find-disclosure.ts';
import { findGateFacts, type FindGateFacts } from './find-gate-facts.ts';
import { type InsightsInputs, insightsInputs, parseFolder } from './inputs.ts';
import { toProgressLine, toResultLines } from './log.ts';
import { toBareOutputs, toOutputs, type WrittenFiles } from './outputs.ts';
import {
  decideInsights,
  type InsightsReport,
  type InsightsSettings,
  type RepositoryEvidence,
  selectFaults,
  type UnreadRepository,
} from './report.ts';

/** Time for a run, ours: the token of an app lives for an hour. */
const WAITS_MS = 45 * 60_000;

/** Reports once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runInsights(dependencies: Dependencies, findGates: FindGateFacts = findGateFacts): Promise<void> {
  const { runner } = dependencies;
  maskSecrets(runner);
  try {
    const inputs = await prepareInputs(runner);
    await withSession(dependencies, { inputs, waitsMs: WAITS_MS }, (session) => start(session, findGates));
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

async function start(session: Session<InsightsInputs>, findGates: FindGateFacts): Promise<void> {
  const { runner, inputs, service, github, clock } = session;
  // The inputs require its token.
  if (github === null) throw new Error('there is no client of GitHub');
  if (service === null) {
    await endUnverified(session, noCredentialsFault());
    return;
  }
  const open: InsightsSession = { ...session, service, github, findGates, now: clock.now() };
  const disclosure = await findDisclosure(open, inputs.repository);
  runner.info(`Scan Gate insights reads ${inputs.repository}, the last ${inputs.days} days.`);
  const read = await fetchEvidence(open, { repository: inputs.repository, disclosure });
  if ('fault' in read) await endUnverified(session, read.fault, [read.repository]);
  else await end(open, [read], []);
}

/** Nothing could be read, so there is no page. */
async function endUnverified(
  { runner, signal }: Session<InsightsInputs>,
  fault: Unverified,
  failed: readonly string[] = [],
): Promise<void> {
  await publishSummary(runner, String(renderFault('insights', fault)));
  signal.throwIfAborted();
  writeOutputs(runner, toBareOutputs(fault.reason, failed));
  runner.fail([fault.what, ...fault.advice].join(' '));
}

/** Red only where something could not be read. */
async function end(
  session: InsightsSession,
  read: readonly RepositoryEvidence[],
  unread: readonly UnreadRepository[],
): Promise<void> {
  const { runner, signal, inputs } = session;
  for (const evidence of read) {
    runner.info(toProgressLine(evidence));
    for (const warning of toTypeWarnings(inputs.scanTypes, evidence.scans)) runner.warning(warning);
  }
  const report = decideInsights({ settings: toSettings(session), now: session.now, read, unread });
  session.beginReporting();
  const files = await writeFiles(session, report);
  await publishSummary(runner, renderInsightsSummary(report));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  writeOutputs(runner, toOutputs(report, files));
  for (const line of toResultLines(report, files)) runner.info(line);
  const faults = selectFaults(report);
  for (const { repository, fault } of faults) runner.error(`${repository}: ${fault.what}`);
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
