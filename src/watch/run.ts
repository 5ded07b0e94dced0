// The watch comments on the merged pull requests that brought in new bugs, and keeps one issue up to date.
import { InputError, readInputs } from '../inputs/table.ts';
import { compact } from '../judgement/lists.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { createPace } from '../net/pace.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import type { Dependencies, Session } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { createDiscloser, type Discloser } from '../sweep/disclosure.ts';
import { isSeveral, toSubject } from '../sweep/inputs.ts';
import { toNamedRunner } from '../sweep/progress.ts';
import { endUnverified, runSweep, type SweepEnding } from '../sweep/run.ts';
import { APP_LIMITS, connect, NO_LIMITS, sweep, SWEEP_MS, type Visit } from '../sweep/sweep.ts';
import { renderWatchSummary } from './documents/issue.ts';
import { renderWatchTable } from './documents/table.ts';
import { MAX_LISTS_WAIT_MS } from './fetch-watched-findings.ts';
import { type WatchInputs, watchInputs, type WatchSession } from './inputs.ts';
import { sayLook, toTotalLine } from './log.ts';
import { toBareOutputs, toOutputs } from './outputs.ts';
import type { WatchResult } from './result.ts';
import { watchRepository } from './watch-repository.ts';
import { fetchWatched, findIdentity } from './watched-repository.ts';

/** Watches once. Rejects for wrong inputs, a cancelled job or a defect, after it set the outputs of what was done. */
export async function runWatch(dependencies: Dependencies): Promise<void> {
  await runSweep<WatchInputs, WatchResult>(dependencies, {
    readInputs: (runner) => readInputs(watchInputs, (name) => runner.input(name)),
    toWaitsMs,
    act: watch,
    toCutOutputs: (results, reason) =>
      results.length === 0 ? toBareOutputs(reason) : toOutputs(results, { reason, isAlone: false }),
  });
}

/** A comment may take three seconds: one between two creations, the rest for GitHub's answers. */
function toWaitsMs(inputs: WatchInputs): number {
  if (isSeveral(inputs)) return SWEEP_MS;
  return PATIENCE_MS + MAX_LISTS_WAIT_MS + Math.min(inputs.maxNotified, 500) * 3_000;
}

async function watch(session: Session<WatchInputs>, results: WatchResult[]): Promise<SweepEnding> {
  const { runner, inputs, event, signal } = session;
  if (session.github === null) throw missingTokenError();
  runner.info(`Scan Gate watches ${toSubject(inputs, event.repository)}.`);
  const nothing = await orUnverified(watchAll(session, results));
  signal.throwIfAborted();
  if (isUnverified(nothing)) return endUnverified('watch', nothing, toBareOutputs(nothing.reason));
  const [fault = null] = compact(results.map((look) => look.fault));
  const only = isSeveral(inputs) ? undefined : results[0];
  return {
    summary:
      only === undefined
        ? renderWatchTable(results, event.serverUrl)
        : renderWatchSummary(only.outcome?.report ?? null, only.fault),
    outputs: toOutputs(results, { reason: fault?.reason ?? null, isAlone: only !== undefined }),
    say: () => {
      runner.info(`Scan Gate watch: ${toTotalLine(results)}.`);
      if (fault !== null) runner.endRed();
    },
  };
}

function missingTokenError(): InputError {
  const allowed = 'a token that may read pull requests and write issues, such as github.token';
  return new InputError([{ input: 'github-token', given: 'empty', allowed }]);
}

/** Adds to `results` repository by repository. Rejects where it cannot look at any. */
async function watchAll(session: Session<WatchInputs>, results: WatchResult[]): Promise<void> {
  const connected = connect(session);
  const { runner, clock, signal, inputs } = session;
  const discloser = createDiscloser(session, inputs.disclosure);
  const identity = await findIdentity(connected);
  const shared = { ...connected, identity, beforeCreation: createPace(clock, signal) };
  const look = async (visit: Visit): Promise<void> => {
    const named = toNamedRunner(runner, visit.repository.fullName);
    const found = await lookAt({ ...shared, service: visit.service, runner: named }, visit, discloser);
    // A refusal turns the job red where there is one repository; among several it is a warning.
    results.push(isSeveral(inputs) ? found : { ...found, fault: found.outcome?.refusal ?? found.fault });
    sayLook(runner, visit, results);
  };
  await sweep(connected, { limits: isSeveral(inputs) ? APP_LIMITS : NO_LIMITS, look });
}

/** Rejects only if cancelled, or for a defect. */
async function lookAt(session: WatchSession, { repository }: Visit, discloser: Discloser): Promise<WatchResult> {
  const { fullName, id } = repository;
  const outcome = isUnverified(id)
    ? id
    : await orUnverified(
        fetchWatched(session, repository).then((watched) => watchRepository(session, { ...watched, repositoryId: id })),
      );
  session.signal.throwIfAborted();
  const show = async (fault: Unverified | null): Promise<Unverified | null> =>
    fault && (await discloser.show(fault, repository));
  if (isUnverified(outcome)) return { repository: fullName, outcome: null, fault: await show(outcome) };
  return { repository: fullName, outcome, fault: await show(outcome?.fault ?? null) };
}
