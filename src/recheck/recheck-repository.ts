// The sweep of one repository: its gates, judged again, and the runs of those that would say something else.
import { askGitHub } from '../github/failure.ts';
import { findGates, type FoundGates } from '../github/find-gates.ts';
import { createGitHubWorld } from '../github/live.ts';
import { fetchFailedRuns } from '../github/runs.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { rotate } from '../judgement/lists.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import { createServiceWorld } from '../service/live.ts';
import { fetchScanHistory } from '../service/scan-history.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { SweepLimits, SweptRepository, Visit } from '../sweep/sweep.ts';
import { reopenExpired, type ReopeningQuota } from './acceptances.ts';
import { findAncestors } from './find-ancestors.ts';
import type { RecheckSession } from './inputs.ts';
import { createGateJudge, type JudgedGate } from './judge-gate.ts';
import { type GateNews, type RepositoryReport, toVerdictName } from './report.ts';
import { type Gate, selectGates } from './select-gates.ts';
import { startAgain, type Starter } from './start-again.ts';

/** Gates that are judged at the same time. Requests in flight are limited by the transport besides. */
const AT_ONCE = 4;

/** REST requests to GitHub. */
export interface RequestLimits extends SweepLimits {
  /** Those of one repository that the judgement leaves for starts. */
  readonly toStart: number;
}

/** A session for one repository, and what its run may still do in all of them. */
export interface RepositorySession extends RecheckSession, Pick<Visit, 'requests' | 'share'> {
  readonly limits: RequestLimits;
  readonly reopening: ReopeningQuota;
  readonly starter: Starter;
}

/** A repository that the service knows. */
interface KnownRepository extends SweptRepository {
  readonly id: RepoId;
}

/**
 * Adds to `done` what became of a gate as soon as that is known, for a run that is cut off. Never rejects for what the
 * service or GitHub refuse, only if cancelled, or for a bug in Scan Gate.
 */
export async function recheckRepository(
  session: RepositorySession,
  repository: KnownRepository,
  done: GateNews[],
): Promise<RepositoryReport> {
  const { inputs, clock, requests, limits } = session;
  const { fullName } = repository;
  const toJudge = limits.ofRepository - limits.toStart;
  // First, so that a green gate turns red in the same run.
  const acceptances = await reopenExpired(session, {
    repositoryId: repository.id,
    repository: fullName,
    nowMs: clock.now(),
    dryRun: inputs.dryRun,
    quota: session.reopening,
  });
  const { reopened, lines: notes, fault: reopeningFault } = acceptances;
  const bare = { repository: fullName, checked: 0, news: [], reopened, notes, reopeningFault };
  requests.grant(toJudge);
  const gates = await fetchGates(session, repository);
  if (isUnverified(gates)) return { ...bare, fault: gates };
  const { able, unable } = selectGates(gates, fullName, clock.now());
  if (able.length === 0) return { ...bare, news: unable, fault: null };
  const history = await fetchHistory(session, repository);
  if (isUnverified(history)) return { ...bare, news: unable, fault: history };
  // Two requests may decide one gate. The next run begins with those that this one did not reach.
  const first = session.event.runNumber * Math.floor(toJudge / 2);
  const judged = await judgeAll(session, { repository, gates, history }, rotate(able, first));
  requests.grant(limits.toStart);
  const news = await act(session, repository, { judged: rotate(judged.gates, -first), done });
  return { ...bare, checked: able.length, news: [...news, ...unable], fault: judged.fault };
}

async function fetchGates(
  { github, signal }: RecheckSession,
  repository: KnownRepository,
): Promise<FoundGates | Unverified> {
  const question = { doing: `read the pull requests of ${repository.fullName}`, permission: 'pull-requests: read' };
  return await orUnverified(askGitHub(signal, question, () => findGates(github, repository)));
}

async function fetchHistory(
  { service, signal }: RecheckSession,
  { id: repositoryId }: KnownRepository,
): Promise<ScanHistory | Unverified> {
  const history = await orUnverified(fetchScanHistory({ service, repositoryId, signal }));
  signal.throwIfAborted();
  return history;
}

interface RecheckEvidence {
  readonly repository: KnownRepository;
  readonly gates: FoundGates;
  readonly history: ScanHistory;
}

/** `fault`: why bugs could not be read that a verdict depends on; null: all that matter were. */
async function judgeAll(
  session: RecheckSession,
  { repository, gates: { open, total }, history }: RecheckEvidence,
  gates: readonly Gate[],
): Promise<{ readonly gates: readonly JudgedGate[]; readonly fault: Unverified | null }> {
  const { service, github, clock, signal } = session;
  const now = clock.now();
  const known = await findAncestors(github, repository, { gates, history, now });
  signal.throwIfAborted();
  const inputs = { repository: repository.fullName, repositoryId: repository.id };
  const lists = createServiceWorld({ service, inputs, clock, signal, history, isEnough: null });
  const asked = createGitHubWorld({ github, repository, signal, known });
  let fault: Unverified | null = null;
  const noted = async <Answer>(question: Promise<Answer | Unverified>): Promise<Answer | Unverified> => {
    const answer = await question;
    if (isUnverified(answer)) fault ??= answer;
    return answer;
  };
  const judgeGate = createGateJudge(
    {
      history,
      bugs: (list) => noted(lists.bugs(list)),
      sample: (scan) => noted(lists.sample(scan)),
      totals: (list) => noted(lists.totals(list)),
      changes: asked.changes,
      openPulls: open.length >= total ? () => Promise.resolve(open) : asked.openPulls,
      repository: asked.repository,
      ancestors: asked.nearestAncestorsOf,
    },
    now,
    clock,
  );
  const judged: JudgedGate[] = [];
  for (let at = 0; at < gates.length; at += AT_ONCE) {
    const group = gates.slice(at, at + AT_ONCE);
    judged.push(...(await Promise.all(group.map(judgeGate))));
    // Where nothing has to be asked, the end of the run's time would not be noticed.
    await clock.wait(0, signal);
  }
  return { gates: judged, fault };
}

const UNSAID = 'GitHub did not say what the judgement needs; the next run of recheck looks again.';
const SLOW = 'the patterns in `paths`, of this gate or of others, take too long to compare; run it by hand.';

/** Starts what would say something else, green that would turn red first; the news are in that order. */
async function act(
  session: RepositorySession,
  repository: KnownRepository,
  { judged, done }: { readonly judged: readonly JudgedGate[]; readonly done: GateNews[] },
): Promise<readonly GateNews[]> {
  const unknown = judged.filter(
    ({ now }) => now === null || (now.kind === 'unverified' && now.reason === 'github-error'),
  );
  const changed = judged.filter(isChanged).toSorted((a, b) => Number(isGreen(b)) - Number(isGreen(a)));
  const silent = await findSilent(
    session,
    repository,
    judged.filter((gate) => isJudged(gate) && !isChanged(gate)),
  );
  const due = [...changed, ...silent];
  for (const each of due) {
    const { pull, marker } = each.gate;
    const { runId } = marker;
    // One attempt has all gates of a run. A gate whose marker names no run stands alone.
    const ofRun = runId === 0 ? [each] : due.filter(({ gate }) => gate.marker.runId === runId);
    if (ofRun[0] !== each) continue;
    const markers = ofRun.map(({ gate }) => gate.marker);
    const outcome = await startAgain(session, { repository, pull, runId, markers }, session.starter);
    done.push(toNews(each, repository, outcome));
  }
  return [
    ...done,
    ...unknown.map((gate) => toNews(gate, repository, { kind: 'skipped', why: gate.now === null ? SLOW : UNSAID })),
  ];
}

/**
 * The gates whose run has a newer attempt that failed and did not reach their comment: an outage of GitHub can end it so, red
 * under the ✅ of the attempt before. None where GitHub does not say.
 */
async function findSilent(
  { github, signal, runner }: RepositorySession,
  repository: KnownRepository,
  gates: readonly JudgedGate[],
): Promise<readonly JudgedGate[]> {
  if (gates.length === 0) return [];
  const question = { doing: `read which runs of ${repository.fullName} failed`, permission: 'actions: read' };
  const attempts = await orUnverified(askGitHub(signal, question, () => fetchFailedRuns(github, repository)));
  if (isUnverified(attempts)) {
    runner.warning(`${attempts.what} A run that failed without a comment is not started again.`);
    return [];
  }
  return gates.filter(({ gate: { marker } }) => (attempts.get(marker.runId) ?? 0) > marker.runAttempt);
}

/** What cannot be judged now is no news. */
function isJudged({ now }: JudgedGate): boolean {
  return now !== null && now.kind !== 'unverified';
}

function isChanged(judged: JudgedGate): boolean {
  return isJudged(judged) && judged.now?.kind !== judged.gate.marker.verdict.kind;
}

function isGreen({ gate }: JudgedGate): boolean {
  return gate.marker.verdict.kind === 'passed';
}

function toNews(
  { gate: { pull, marker }, now }: JudgedGate,
  { fullName }: KnownRepository,
  outcome: GateNews['outcome'],
): GateNews {
  return {
    repository: fullName,
    pullRequest: pull.number,
    runId: marker.runId,
    was: toVerdictName(marker.verdict),
    now: now === null ? null : toVerdictName(now),
    outcome,
  };
}
