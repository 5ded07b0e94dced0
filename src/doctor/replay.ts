// The replay: the last pull requests, each judged under each set-up, from the newest on.
import type { ServiceClient } from '../client/index.ts';
import { createGitHubWorld } from '../github/live.ts';
import type { Octokit } from '../github/octokit.ts';
import { type GateInputs, readGateInputs } from '../inputs/gate.ts';
import type { Disclosure } from '../judgement/disclosure.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { judge } from '../judgement/judge.ts';
import type { Question } from '../judgement/question.ts';
import { createRememberedWorld, type Memory, toPullQuestion } from '../judgement/remembered-world.ts';
import { isComplete, isOfTypes, type ScanHistory } from '../judgement/scan.ts';
import { isUnverified } from '../judgement/unverified.ts';
import type { Verdict } from '../judgement/verdict.ts';
import type { ListedBugs } from '../judgement/world.ts';
import { createServiceWorld } from '../service/live.ts';
import type { Replay, ReplayedPull } from './evidence.ts';
import type { DoctorSession } from './gather.ts';
import { toProgressLine } from './log.ts';
import type { RecentPull } from './recent-pulls.ts';
import { SET_UPS, type SetUpName, toEachSetUp } from './set-ups.ts';

/** What all pull requests are judged with. */
export interface ReplaySource {
  readonly service: ServiceClient;
  readonly github: Octokit;
  readonly history: ScanHistory;
  readonly disclosure: Disclosure;
  /** The repository's. */
  readonly bugs: ListedBugs;
  readonly pulls: readonly RecentPull[];
}

/** Pull requests that are asked for at the same time. Requests in flight are limited by the transport besides. */
const AT_ONCE = 4;

/**
 * Judges pull requests from the newest on, and says so in the log. Ends early, with the rest left out, when the run may
 * send no more requests or has no more time. Rejects only when cancelled.
 */
export async function replayPulls(session: DoctorSession, source: ReplaySource): Promise<Replay> {
  const { runner, event, clock, signal } = session;
  const { service, github, history, bugs, pulls, disclosure } = source;
  const { repository } = event;
  const inputs = { ...session.inputs, repositoryId: history.repositoryId };
  const lists = createServiceWorld({ service, inputs, clock, signal, history, isEnough: null });
  const asked = createGitHubWorld({ github, repository, signal });
  const memory: Memory = {
    ...lists,
    ...asked,
    history,
    bugs: (list) => (list === 'repository' ? Promise.resolve(bugs) : lists.bugs(list)),
    ancestors: asked.nearestAncestorsOf,
  };
  const judgePull = createPullJudge(session, memory, clock.now());
  const replayed: ReplayedPull[] = [];
  for (let at = 0; at < pulls.length && !asked.isGivenUp(); at += AT_ONCE) {
    const group = await Promise.all(pulls.slice(at, at + AT_ONCE).map(judgePull));
    signal.throwIfAborted();
    // Which of the group lacks an answer is not known.
    if (asked.isGivenUp()) break;
    for (const each of group) {
      replayed.push(each);
      const progress = { position: replayed.length, total: pulls.length, disclosure };
      runner.info(toProgressLine(each, progress));
    }
  }
  return { pulls: replayed, leftOut: pulls.length - replayed.length };
}

function createPullJudge(
  session: DoctorSession,
  memory: Memory,
  now: EpochMs,
): (pull: RecentPull) => Promise<ReplayedPull> {
  const inputs = toEachSetUp((name) => readSetUp(name, session));
  const { scans } = memory.history;
  const scanned = scans.filter((scan) => isComplete(scan) && isOfTypes(scan, session.inputs.scanTypes));
  const judgeUnder = async (pull: RecentPull, name: SetUpName): Promise<Verdict> => {
    const question: Question = { ...toPullQuestion(pull, inputs[name], now), wants: 'counts' };
    const judgement = await judge(createRememberedWorld(memory, pull, question), question);
    if (judgement.kind === 'waiting') throw new Error('nobody would wait');
    return judgement.verdict;
  };
  return async (pull) => {
    const { headSha } = pull;
    const { files, commits } = await memory.changes(pull.number);
    // One after the other: each uses what the one before has asked GitHub.
    const verdicts = {
      'pull-request-scans': await judgeUnder(pull, 'pull-request-scans'),
      'nightly-scans': await judgeUnder(pull, 'nightly-scans'),
      release: await judgeUnder(pull, 'release'),
    };
    const head = isUnverified(commits) ? undefined : commits.find(({ sha }) => sha === headSha);
    return {
      pull,
      head: { sha: headSha, committedAt: head?.committedAt ?? null },
      isScanned: scanned.some(({ sha }) => sha === headSha),
      isListed: !isUnverified(files) && !isUnverified(commits),
      verdicts,
    };
  };
}

/** A set-up, read as the gate reads its inputs, with the limits and types of the doctor's own. */
function readSetUp(name: SetUpName, { runner, clock, inputs: own }: DoctorSession): GateInputs {
  const texts = new Map(SET_UPS[name].inputs.map((input) => [input.name, input.value]));
  const connection = ['api-url', 'api-key', 'repository'];
  const toText = (input: string): string =>
    connection.includes(input) ? runner.input(input) : (texts.get(input) ?? '');
  const read = readGateInputs(toText, clock.now());
  return {
    ...read,
    scanTypes: own.scanTypes,
    maxSecurityBugs: own.maxSecurityBugs ?? read.maxSecurityBugs,
    maxBugs: own.maxBugs ?? read.maxBugs,
  };
}
