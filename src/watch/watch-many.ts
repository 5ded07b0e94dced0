// The watch of many repositories: each for itself, one after the other.
import type { ServiceClient } from '../client/index.ts';
import { renderFault } from '../documents/fault.ts';
import { findDisclosure } from '../github/visibility.ts';
import { decideDisclosure, type Disclosure, toShownFault, toStricter } from '../judgement/disclosure.ts';
import { compact } from '../judgement/lists.ts';
import { noCredentialsFault } from '../judgement/reasons.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { createPace } from '../net/pace.ts';
import { publishSummary, writeOutputs } from '../runner/runner.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { sayFault, toNamedRunner, toPlace } from '../sweep/progress.ts';
import { APP_LIMITS, sweep, type SweepSession, type Visit } from '../sweep/sweep.ts';
import { toGapSentences } from './documents/entry.ts';
import { renderWatchTable } from './documents/table.ts';
import type { ManyWatchInputs, WatchSession } from './inputs.ts';
import { toLookLine, toTotalLine, toWarnings } from './log.ts';
import { isFailed, type Look } from './look.ts';
import { toManyOutputs } from './outputs.ts';
import { type WatchOutcome, watchRepository } from './watch-repository.ts';
import { fetchWatched, findIdentity } from './watched-repository.ts';

type ManySession = SweepSession<ManyWatchInputs>;

interface ManySource extends Omit<ManySession, 'service'> {
  /** Null without a key. */
  readonly service: ServiceClient | null;
}

/** What all repositories of a run share. */
type Shared = Pick<WatchSession, 'identity' | 'beforeCreation'> & {
  /** What everybody who reads the log may see. */
  readonly shown: Disclosure;
};

/** Adds to `looks` repository by repository, so that a run that is cut off still says what it did. */
export async function watchMany(source: ManySource, looks: Look[]): Promise<void> {
  const { service, runner } = source;
  runner.info('Scan Gate watches several repositories.');
  const fault = service === null ? noCredentialsFault() : await orUnverified(visitAll({ ...source, service }, looks));
  if (isUnverified(fault)) await endUnverified(source, fault);
  else await end(source, looks);
}

async function visitAll(session: ManySession, looks: Look[]): Promise<void> {
  const { clock, signal, runner } = session;
  const identity = await findIdentity(session);
  const shown = await findDisclosure(session.github, session.event, session.inputs.disclosure);
  const shared = { identity, shown, beforeCreation: createPace(clock, signal) };
  await sweep(session, APP_LIMITS, async (visit) => {
    const look = await lookAt(session, visit, shared);
    looks.push(look);
    if (look.outcome !== null) runner.info(`${toPlace(visit)}: ${toLookLine(look.outcome)}`);
    sayLook(session, look);
  });
}

/** Never rejects for what the service or GitHub refuse, only if cancelled, or for a bug in Scan Gate. */
async function lookAt(session: ManySession, visit: Visit, { shown, ...shared }: Shared): Promise<Look> {
  const { repository, service } = visit;
  const { fullName, id } = repository;
  const runner = toNamedRunner(session.runner, fullName);
  const open = { ...session, ...shared, runner, service };
  const disclosure = toStricter(shown, decideDisclosure(session.inputs.disclosure, repository.visibility));
  const toFault = (fault: Unverified): Unverified => toShownFault(fault, disclosure);
  if (isUnverified(id)) return { repository: fullName, outcome: null, fault: toFault(id) };
  const watch = async (): Promise<WatchOutcome> =>
    await watchRepository(open, { ...(await fetchWatched(open, repository)), repositoryId: id });
  const outcome = await orUnverified(watch());
  session.signal.throwIfAborted();
  if (isUnverified(outcome)) return { repository: fullName, outcome: null, fault: toFault(outcome) };
  return { repository: fullName, outcome, fault: outcome.fault && toFault(outcome.fault) };
}

/** Warns of what the line leaves out. Where the token may not write, that replaces the warnings about comments. */
function sayLook({ runner }: ManySession, look: Look): void {
  const { repository, outcome, fault } = look;
  const named = toNamedRunner(runner, repository);
  if (outcome !== null) {
    const { report, refusal } = outcome;
    const warnings = refusal === null ? toWarnings(report) : [refusal.what, ...toGapSentences(report)];
    for (const warning of warnings) named.warning(warning);
  }
  if (isFailed(look)) sayFault(runner, look);
  else if (fault !== null) runner.error(`${repository}: ${fault.what}`);
}

async function endUnverified({ runner, signal }: ManySource, fault: Unverified): Promise<void> {
  await publishSummary(runner, String(renderFault('watch', fault)));
  signal.throwIfAborted();
  writeOutputs(runner, toManyOutputs([], fault.reason));
  runner.fail([fault.what, ...fault.advice].join(' '));
}

/** Red only where the verdict of a repository is `unverified`. */
async function end({ runner, signal, event }: ManySource, looks: readonly Look[]): Promise<void> {
  await publishSummary(runner, renderWatchTable(looks, event.serverUrl));
  // What the cancellation cut off has been reported as a warning; without this the job could be green.
  signal.throwIfAborted();
  const [fault] = compact(looks.map((look) => look.fault));
  writeOutputs(runner, toManyOutputs(looks, fault?.reason ?? null));
  runner.info(`Scan Gate watch: ${toTotalLine(looks)}.`);
  if (fault !== undefined) runner.endRed();
}
