// The insights action reads all bugs of a repository, computes what happened over a quarter, and writes a page, files and a summary.
import { InputError, readInputs } from '../inputs/table.ts';
import { countOf } from '../judgement/format.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { toTypeWarnings } from '../judgement/scan-wording.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { type Runner, toFileFault } from '../runner/runner.ts';
import type { Dependencies, Session } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { createDiscloser } from '../sweep/disclosure.ts';
import { isSeveral } from '../sweep/inputs.ts';
import { sayFault, toPlace } from '../sweep/progress.ts';
import { endUnverified, runSweep, type SweepEnding } from '../sweep/run.ts';
import { formatShard } from '../sweep/shard.ts';
import { APP_LIMITS, connect, sweep, SWEEP_MS, type Visit } from '../sweep/sweep.ts';
import { toAdviceLine, toAnswer, toMoreAnswers } from './documents/answer.ts';
import { renderCsv } from './documents/csv.ts';
import { renderInsightsJson } from './documents/json.ts';
import { renderInsightsPage } from './documents/page.ts';
import { renderEmptyShard, renderInsightsFault, renderInsightsSummary } from './documents/summary.ts';
import { fetchEvidence } from './fetch-evidence.ts';
import { publishFiles, removeFiles } from './files.ts';
import { type InsightsInputs, insightsInputs, parseFolder } from './inputs.ts';
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
 * Removes the files of an earlier run before it reads the inputs: nobody must take an old page for a new one.
 * @throws {InputError}
 */
async function prepareInputs(runner: Runner): Promise<InsightsInputs> {
  const folder = parseFolder(runner.input('output-dir').trim());
  if (folder !== null) {
    const removed = await capture(removeFiles(runner, folder));
    if (removed.status === 'rejected') {
      const given = `${JSON.stringify(folder)}, which cannot be used (${toFileFault(removed.reason)})`;
      throw new InputError([{ input: 'output-dir', given, allowed: 'a folder below the workspace' }]);
    }
  }
  return readInputs(insightsInputs, (name) => runner.input(name));
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
    runner.info(`${isSeveral(inputs) ? toPlace(visit) : one.repository}: ${toProgress(one)}.`);
    if (selectFaults([one]).length > 0) sayFault(runner, selectFaults(looked));
  };
  await sweep(connected, { limits: APP_LIMITS, look });
}

function toProgress(looked: LookedAt): string {
  if ('fault' in looked) return 'not read';
  return `${countOf(looked.bugs.length, 'bug', 'bugs')} and ${countOf(looked.scans.length, 'scan', 'scans')} read`;
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
  if (read.length === 0)
    return endUnread(faults[0]?.fault ?? new Unverified({ kind: 'nothing-to-look-at', isPublic: false }), faults);
  const scans = read.flatMap((evidence) => evidence.scans);
  for (const warning of toTypeWarnings(inputs.scanTypes, scans)) runner.warning(warning);
  session.beginReporting();
  const files = await writeFiles(session, report);
  return {
    summary: renderInsightsSummary(report),
    outputs: toOutputs(report, { faults, files }),
    say: () => {
      const { total, days } = report;
      // The line that may name a bug is not among them.
      for (const line of [toAnswer(total, days), ...toMoreAnswers(report), toAdviceLine(total)]) runner.info(line);
      if (files !== null) runner.info(`Written: ${Object.values(files).join(', ')}`);
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
