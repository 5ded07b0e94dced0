// Looks at one repository: judges its gates again, and starts the runs of those that would say something else.
import { toWhat } from '../documents/causes.ts';
import { type Marker, RULES } from '../documents/marker.ts';
import { askGitHub } from '../github/fault.ts';
import { findGates, type FoundGates } from '../github/find-gates.ts';
import { isForbidden, isGivenUp as isGivenUpBy, isOfThisGateAlone, lasts } from '../judgement/cause.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { fetchScanHistory } from '../service/scan-history.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { SweepLimits, Visit } from '../sweep/sweep.ts';
import { reopenExpired, type ReopeningQuota, type Reopenings } from './acceptances.ts';
import { findSilent } from './find-silent.ts';
import type { RecheckSession } from './inputs.ts';
import {
  isGivenUp,
  isUnknown,
  judgeAll,
  type JudgedGates,
  type KnownRepository,
  MAX_A_PULL,
  toTurn,
} from './judge-all.ts';
import type { JudgedGate } from './judge-gate.ts';
import {
  findRefusal,
  type GateNews,
  type GateOutcome,
  type RepositoryReport,
  sayJudged,
  sayMarked,
  toBareReport,
  toSkippedNews,
} from './report.ts';
import { selectGates } from './select-gates.ts';
import { startAgain, type Starter } from './start-again.ts';

export interface RequestLimits extends SweepLimits {
  /** The judgement leaves so many of one repository for starts. */
  readonly toStart: number;
}

export interface RepositorySession extends RecheckSession, Pick<Visit, 'requests' | 'share'> {
  readonly limits: RequestLimits;
  readonly reopening: ReopeningQuota;
  readonly starter: Starter;
}

export interface Done extends Reopenings {
  readonly news: GateNews[];
}

/** Adds to `done` at once, so that a run that is cut off still tells. No refusal makes it reject. */
export async function recheckRepository(
  session: RepositorySession,
  repository: KnownRepository,
  done: Done,
): Promise<RepositoryReport> {
  const { inputs, clock, serviceClock, requests, limits, share } = session;
  const { fullName } = repository;
  if (share === 0) return { ...toBareReport(fullName), news: [toStarved(fullName)] };
  // This comes first, so that a green gate turns red in the same run.
  const reopeningFault = await reopenExpired(session, {
    repositoryId: repository.id,
    repository: fullName,
    nowMs: serviceClock.earlierNow(),
    dryRun: inputs.dryRun,
    quota: session.reopening,
    done,
  });
  const bare = { ...toBareReport(fullName), ...done, reopeningFault };
  const before = requests.left();
  const found = await fetchGates(session, repository);
  if (isUnverified(found)) return { ...bare, fault: found };
  const { able, unable } = selectGates(found, fullName, clock.now());
  if (able.length === 0) return { ...bare, news: unable, fault: null };
  const history = await fetchHistory(session, repository);
  if (isUnverified(history)) return { ...bare, news: unable, fault: history };
  const toStart = Math.floor((share * limits.toStart) / limits.ofRepository);
  const max = share - toStart - (before - requests.left());
  const judged = await judgeAll(session, { repository, found, history, gates: able, max });
  const spent = before - requests.left();
  if (judged.gates.every(isGivenUp) && judged.tooLarge.size === 0) {
    return { ...bare, news: [toStarved(fullName), ...unable], fault: judged.fault };
  }
  requests.grant(share - spent);
  const query = { repository, found, judged, perRun: Math.floor(toStart / REQUESTS_A_START) };
  const news = [...(await act(session, query, done.news)), ...unable];
  const known = judged.gates.filter((gate) => !isUnknown(gate));
  const checked = known.filter(({ fault }) => fault === null || fault.reason !== judged.fault?.reason).length;
  // If not one could be judged, nothing was looked at.
  const fault = judged.fault ?? (known.length === 0 ? findRefusal({ news }) : null);
  return { ...bare, checked, news, fault };
}

const TOO_LITTLE_LEFT =
  'this run had too few requests to GitHub left, or too little time; each run begins with others.';

function toStarved(repository: string): GateNews {
  const why = `Nothing was judged: ${TOO_LITTLE_LEFT}`;
  const outcome = { kind: 'skipped', why, refusal: new Unverified({ kind: 'too-little-left' }) } as const;
  return { ...toLeftOut(repository, why), outcome };
}

/** A start asks for the run, its workflow, its jobs and the gate’s job. */
const REQUESTS_A_START = 5;

async function fetchGates(
  { github, signal }: RecheckSession,
  repository: KnownRepository,
): Promise<FoundGates | Unverified> {
  const question = { doing: `read the pull requests of ${repository.fullName}`, permission: 'pull-requests: read' };
  return await orUnverified(askGitHub(signal, question, () => findGates(github, repository)));
}

async function fetchHistory(
  { service, serviceClock, inputs, signal }: RecheckSession,
  { id: repositoryId }: KnownRepository,
): Promise<ScanHistory | Unverified> {
  const history = await orUnverified(
    fetchScanHistory({ service, serviceClock, repositoryId, isIdGiven: inputs.repositoryId !== null, signal }),
  );
  signal.throwIfAborted();
  return history;
}

const TOO_LARGE = `it takes more than ${MAX_A_PULL} requests to GitHub to judge it again; run it by hand.`;

/** A change that is too large is no matter of other gates. */
function toUnknownOutcome(fault: Unverified, isTooLarge: boolean): GateOutcome {
  if (isGivenUpBy(fault.cause) && isTooLarge) return { kind: 'skipped', why: TOO_LARGE };
  if (isGivenUpBy(fault.cause)) return { kind: 'skipped', why: TOO_LITTLE_LEFT, isWaiting: true };
  const isSame = lasts(fault.cause) || isForbidden(fault.cause);
  const why = isSame ? toWhat(fault) : `${toWhat(fault)} A later run of recheck looks again.`;
  return { kind: 'skipped', why, refusal: isOfThisGateAlone(fault.cause) ? undefined : fault };
}

interface ActQuery {
  readonly repository: KnownRepository;
  readonly found: FoundGates;
  readonly judged: JudgedGates;
  /** There are requests for so many runs, whatever each takes. */
  readonly perRun: number;
}

/** Starts what would say something else. Green that would turn red comes first, and the news are in that order. */
async function act(session: RepositorySession, query: ActQuery, done: GateNews[]): Promise<readonly GateNews[]> {
  const { repository, found, perRun } = query;
  const { gates: judged, tooLarge } = query.judged;
  const turn = { run: session.event.runNumber, reach: Math.max(1, Math.min(session.inputs.maxReruns, perRun)) };
  const inTurn = (gates: readonly JudgedGate[]): readonly JudgedGate[] => toTurn(gates, turn);
  const start = async (gates: readonly JudgedGate[], beside: readonly JudgedGate[]): Promise<void> => {
    for (const each of gates) {
      const { pull, marker } = each.gate;
      const { runId } = marker;
      // One attempt runs all gates of a run. A gate whose marker names no run stands alone.
      if (runId !== 0 && done.some((news) => news.runId === runId)) continue;
      const ofRun = runId === 0 ? [each] : beside.filter(({ gate }) => gate.marker.runId === runId);
      const markers = ofRun.map(({ gate }) => gate.marker);
      const outcome = await startAgain(session, { repository, pull, runId, markers }, session.starter);
      done.push(toNews(each, repository, outcome));
    }
  };
  const stuck = judged.filter((each) => isChanged(each) && isStuck(each));
  const changed = judged.filter((each) => isChanged(each) && !isStuck(each));
  await start(inTurn(changed.filter(isGreen)), changed);
  await start(inTurn(changed.filter((gate) => !isGreen(gate))), changed);
  const unchanged = judged.filter((gate) => isJudged(gate) && !isChanged(gate));
  const silent = await findSilent(session, { repository, found, gates: unchanged, inTurn });
  // These are in turn already; a second time would give another order.
  await start(silent.gates, silent.gates);
  return [
    ...done,
    ...stuck.map((each) => toNews(each, repository, { kind: 'skipped', why: toRulesWhy(each) })),
    ...judged
      .filter(isUnknown)
      .map((each) => toNews(each, repository, toUnknownOutcome(each.fault, tooLarge.has(each.gate.pull)))),
    ...silent.leftOut.map((why) => toLeftOut(repository.fullName, why)),
  ];
}

/** A gate that cannot be judged now is no news. */
function isJudged({ now }: JudgedGate): boolean {
  return now.kind !== 'unverified';
}

function isChanged(judged: JudgedGate): boolean {
  return isJudged(judged) && judged.now.kind !== judged.gate.marker.verdict.kind;
}

/** Its gate judges by other rules, which a second run would not change. */
function isStuck({ gate: { marker } }: JudgedGate): boolean {
  return rulesOf(marker) !== RULES && marker.runAttempt > 1;
}

function rulesOf({ rules = 1 }: Pick<Marker, 'rules'>): number {
  return rules;
}

function toRulesWhy({ gate: { marker } }: JudgedGate): string {
  const action = rulesOf(marker) < RULES ? 'its action' : 'recheck';
  return `its gate has run again and still judges by other rules than recheck: update ${action}.`;
}

function isGreen({ gate }: JudgedGate): boolean {
  return gate.marker.verdict.kind === 'passed';
}

function toNews(
  { gate: { pull, marker, inputs }, now }: JudgedGate,
  { fullName }: KnownRepository,
  outcome: GateNews['outcome'],
): GateNews {
  return {
    repository: fullName,
    pullRequest: pull.number,
    runId: marker.runId,
    was: sayMarked(marker),
    now: sayJudged(now, inputs.mode === 'warn'),
    outcome,
  };
}

function toLeftOut(repository: string, why: string): GateNews {
  return toSkippedNews(repository, { pullRequest: null, marker: null }, why);
}
