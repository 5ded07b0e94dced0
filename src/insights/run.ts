// The insights action reads all bugs of a repository, computes what happened over a quarter, and writes a page, files and a summary.
import { InputError, readInputs } from '../inputs/table.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { noRepositoryFault } from '../judgement/reasons.ts';
import { toTypeWarnings } from '../judgement/scan-wording.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { type Runner, toFileFault } from '../runner/runner.ts';
import type { Dependencies, Session } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { createDiscloser } from '../sweep/disclosure.ts';
import { isSeveral } from '../sweep/inputs.ts';
import { sayFault } from '../sweep/progress.ts';
import { endUnverified, runSweep, type SweepEnding } from '../sweep/run.ts';
import { formatShard } from '../sweep/shard.ts';
import { APP_LIMITS, connect, sweep, SWEEP_MS, type Visit } from '../sweep/sweep.ts';
import { renderCsv } from './documents/csv.ts';
import { renderInsightsJson } from './documents/json.ts';
import { renderInsightsPage } from './documents/page.ts';
import { renderEmptyShard, renderInsightsFault, renderInsightsSummary } from './documents/summary.ts';
import { fetchEvidence } from './fetch-evidence.ts';
import { publishFiles, removeFiles } from './files.ts';
import { type InsightsInputs, insightsInputs, parseFolder } from './inputs.ts';
import { toProgressLine, toResultLines } from './log.ts';
import { toBareOutputs, toOutputs, type WrittenFiles } from './outputs.ts';
import { decideInsights, type InsightsReport, type LookedAt, selectFaults, type UnreadRepository } from './report.ts';

/** Reports once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs set. */
export async function runInsights(dependencies: Dependencies): Promise<void> {
  await runSweep<InsightsInputs, LookedAt>(dependencies, {
    readInputs: prepareInputs,
    toWaitsMs: () => SWEEP_MS,
    act: start,
    // Without a page the figures of a part of the repositories would say little.
    toCutOutputs: (_, reason) => toBareOutputs(reason),
  });
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
    const given = `${JSON.stringify(folder)}, which cannot be used (${toFileFault(error)})`;
    return { input: 'output-dir', given, allowed: 'a folder below the workspace' };
  }
}

async function start(session: Session<InsightsInputs>, looked: LookedAt[]): Promise<SweepEnding> {
  const { runner, inputs, clock, signal } = session;
  runner.info(`Scan Gate insights reads the last ${inputs.days} days.`);
  const now = clock.now();
  const fault = await orUnverified(fetchAll(session, now, looked));
  signal.throwIfAborted();
  return isUnverified(fault) ? endUnread(fault, []) : await end(session, now, looked);
}

/** Adds to `looked` repository by repository. Rejects with what keeps it from looking at any. */
async function fetchAll(session: Session<InsightsInputs>, now: EpochMs, looked: LookedAt[]): Promise<void> {
  const { runner, inputs } = session;
  const connected = connect(session);
  const open = { ...connected, discloser: createDiscloser(session, inputs.disclosure), now };
  const look = async (visit: Visit): Promise<void> => {
    const one = await fetchEvidence(open, visit);
    looked.push(one);
    runner.info(toProgressLine(visit, one, isSeveral(inputs)));
    if (selectFaults([one]).length > 0) sayFault(runner, selectFaults(looked));
  };
  await sweep(connected, { limits: APP_LIMITS, look });
}

function endUnread(fault: Unverified, unread: readonly UnreadRepository[]): SweepEnding {
  const outputs = toBareOutputs(fault.reason, unread);
  return { ...endUnverified('insights', fault, outputs), summary: renderInsightsFault(fault, unread) };
}

async function end(session: Session<InsightsInputs>, now: EpochMs, looked: readonly LookedAt[]): Promise<SweepEnding> {
  const { runner, inputs, event } = session;
  const { days, scanTypes, bugUrl, serviceName } = inputs;
  const settings = { days, scanTypes, bugUrl, serviceName, serverUrl: event.serverUrl };
  const faults = selectFaults(looked);
  const read = looked.flatMap((one) => ('fault' in one ? [] : [one]));
  const unread = looked.flatMap((one) => ('fault' in one ? [one] : []));
  const report = decideInsights({ settings, now, read, unread, isSeveral: isSeveral(inputs) });
  // A shard without a repository is no fault: the other jobs of the matrix have them all.
  if (looked.length === 0 && inputs.shard !== null) {
    const outputs = toOutputs(report, { faults, files: null });
    return { summary: renderEmptyShard(formatShard(inputs.shard)), outputs, say: () => undefined };
  }
  if (read.length === 0) return endUnread(faults[0]?.fault ?? noRepositoryFault(), faults);
  const scans = read.flatMap((evidence) => evidence.scans);
  for (const warning of toTypeWarnings(inputs.scanTypes, scans)) runner.warning(warning);
  session.beginReporting();
  const files = await writeFiles(session, report);
  return {
    summary: renderInsightsSummary(report),
    outputs: toOutputs(report, { faults, files }),
    say: () => {
      for (const line of toResultLines(report, files)) runner.info(line);
      if (faults.length > 0) runner.endRed();
    },
  };
}

/** Gives null where the workflow wants no files, or they could not be written. */
async function writeFiles(
  { runner, inputs }: Session<InsightsInputs>,
  report: InsightsReport,
): Promise<WrittenFiles | null> {
  if (inputs.outputDir === null) return null;
  return await publishFiles(runner, inputs.outputDir, {
    page: renderInsightsPage(report),
    csv: renderCsv(report),
    json: renderInsightsJson(report),
  });
}
