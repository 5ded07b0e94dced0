// The watch: after a scan of a branch, comments on the pull requests that introduced new bugs, and keeps one issue up to date.
import { InputError, readInputs } from '../inputs/table.ts';
import { isForMembers } from '../judgement/disclosure.ts';
import { isSameFullName, toFullName } from '../judgement/identifiers.ts';
import { noRepositoryFault } from '../judgement/reasons.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { createPace } from '../net/pace.ts';
import { PATIENCE_MS } from '../runner/deadline.ts';
import type { Dependencies, Session } from '../runner/session.ts';
import { orUnverified } from '../service/to-unverified.ts';
import { createDiscloser, type Discloser } from '../sweep/disclosure.ts';
import { findOnly, isSeveral, toSubject } from '../sweep/inputs.ts';
import { toNamedRunner } from '../sweep/progress.ts';
import { type Ending, endUnverified, runSweep } from '../sweep/run.ts';
import { APP_LIMITS, connect, NO_LIMITS, sweep, SWEEP_MS, type Visit } from '../sweep/sweep.ts';
import { endAlone, endTogether } from './ending.ts';
import { type WatchInputs, watchInputs, type WatchSession } from './inputs.ts';
import { sayLook } from './log.ts';
import type { Look } from './look.ts';
import { toBareOutputs, toManyOutputs } from './outputs.ts';
import { MAX_LISTS_WAIT_MS } from './reread-short-lists.ts';
import { watchRepository } from './watch-repository.ts';
import { fetchWatched, findIdentity } from './watched-repository.ts';

/** Watches once. Rejects for wrong inputs, a cancelled job or a defect, with the outputs of what was done until then. */
export async function runWatch(dependencies: Dependencies): Promise<void> {
  await runSweep<WatchInputs, Look>(dependencies, {
    readInputs: (runner) => readInputs(watchInputs, (name) => runner.input(name)),
    toWaitsMs,
    act: watch,
    toCutOutputs: (looks, reason) => (looks.length === 0 ? toBareOutputs(reason) : toManyOutputs(looks, reason)),
  });
}

/** Three seconds a comment: one between two creations, the rest for GitHub's answers. */
function toWaitsMs(inputs: WatchInputs): number {
  if (isSeveral(inputs)) return SWEEP_MS;
  return PATIENCE_MS + MAX_LISTS_WAIT_MS + Math.min(inputs.maxNotified, 500) * 3_000;
}

async function watch(session: Session<WatchInputs>, done: Look[]): Promise<Ending> {
  const { runner, inputs, event, signal } = session;
  const only = findOnly(inputs, event.repository);
  if (session.github === null) throw missingTokenError();
  runner.info(`Scan Gate watches ${toSubject(inputs, event.repository)}.`);
  const discloser = createDiscloser(session, inputs.disclosure);
  // Of one repository alone there is nothing to tell before it is done.
  const looks = only === null ? done : [];
  const fault = await orUnverified(watchAll(session, discloser, looks));
  signal.throwIfAborted();
  if (only === null) {
    if (isUnverified(fault)) return endUnverified('watch', fault, toBareOutputs(fault.reason));
    return endTogether(looks, event.serverUrl);
  }
  const [look] = looks;
  if (look !== undefined) return endAlone(look);
  const why = isUnverified(fault) ? fault : noRepositoryFault();
  if (!mayName(session, only)) return endUnverified('watch', why, toBareOutputs(why.reason));
  const shown = await discloser.show(why, { fullName: only, visibility: 'unknown' });
  return endAlone({ repository: only, outcome: null, fault: shown });
}

/** Whether one repository may be named of which it is not known who can read it. */
function mayName({ event }: Session<WatchInputs>, fullName: string): boolean {
  return isSameFullName(fullName, toFullName(event.repository)) || isForMembers(event.visibility);
}

function missingTokenError(): InputError {
  const allowed = 'a token that may read pull requests and write issues, such as github.token';
  return new InputError([{ input: 'github-token', given: 'empty', allowed }]);
}

/** Adds to `looks` repository by repository. Rejects with what keeps it from looking at any. */
async function watchAll(session: Session<WatchInputs>, discloser: Discloser, looks: Look[]): Promise<void> {
  const connected = connect(session);
  const { runner, clock, signal, inputs } = session;
  const shared = { identity: await findIdentity(connected), beforeCreation: createPace(clock, signal) };
  const look = async (visit: Visit): Promise<void> => {
    const { service } = visit;
    if (!isSeveral(inputs)) {
      const found = await lookAt({ ...connected, ...shared, service }, visit, discloser);
      const { outcome, fault } = found;
      // Here a refusal is all that there is to say.
      looks.push({ ...found, fault: outcome?.refusal ?? fault });
      return;
    }
    const named = toNamedRunner(runner, visit.repository.fullName);
    const found = await lookAt({ ...connected, ...shared, service, runner: named }, visit, discloser);
    looks.push(found);
    sayLook(runner, visit, looks);
  };
  await sweep(connected, { limits: isSeveral(inputs) ? APP_LIMITS : NO_LIMITS, look });
}

/** Rejects only if cancelled, or for a bug in Scan Gate. */
async function lookAt(session: WatchSession, { repository }: Visit, discloser: Discloser): Promise<Look> {
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
  return { repository: fullName, outcome, fault: await show(outcome.fault) };
}
