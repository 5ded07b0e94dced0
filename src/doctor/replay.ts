// The replay: the last pull requests, each judged under each set-up, from the newest on.
import type { ServiceClient } from '../client/index.ts';
import { toAddress } from '../github/event.ts';
import type { Octokit } from '../github/octokit.ts';
import { valueOf } from '../github/pull-request-changes.ts';
import { type GateInputs, readGateInputs } from '../inputs/gate.ts';
import type { PendingFindings } from '../judgement/scan-results.ts';
import { isComplete, isOfTypes } from '../judgement/scan.ts';
import type { Verdict } from '../judgement/verdict.ts';
import { judgePull, type JudgeSource } from '../replay/judge.ts';
import { createPullMaterial } from '../replay/pull-material.ts';
import { createScanLists } from '../replay/scan-lists.ts';
import type { Replay, ReplayedPull } from './evidence.ts';
import type { DoctorSession } from './gather.ts';
import { toProgressLine } from './log.ts';
import type { RecentPull } from './recent-pulls.ts';
import { SET_UPS, type SetUpName, toEachSetUp } from './set-ups.ts';

/** What all pull requests are judged with. */
export interface ReplaySource extends Omit<JudgeSource, 'material' | 'lists' | 'address' | 'now'> {
  readonly service: ServiceClient;
  readonly findings: PendingFindings;
  readonly github: Octokit;
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
  const { github, pulls, disclosure } = source;
  const material = createPullMaterial(github, event.repository);
  const address = toAddress(event);
  const lists = createScanLists({ ...source, clock });
  const judge = createJudge(session, { ...source, material, lists, address, now: clock.now() });
  const replayed: ReplayedPull[] = [];
  for (let at = 0; at < pulls.length && !material.isOver(); at += AT_ONCE) {
    const group = await Promise.all(pulls.slice(at, at + AT_ONCE).map(judge));
    signal.throwIfAborted();
    // Which of the group lacks an answer is not known.
    if (material.isOver()) break;
    for (const each of group) {
      replayed.push(each);
      const progress = { position: replayed.length, total: pulls.length, disclosure };
      runner.info(toProgressLine(each, progress));
    }
  }
  return { pulls: replayed, leftOut: pulls.length - replayed.length };
}

function createJudge(session: DoctorSession, source: JudgeSource): (pull: RecentPull) => Promise<ReplayedPull> {
  const inputs = toEachSetUp((name) => readSetUp(name, session));
  const scanned = source.history.scans.filter((scan) => isComplete(scan) && isOfTypes(scan, session.inputs.scanTypes));
  return async (pull) => {
    const { headSha } = pull;
    const { files, commits } = await source.material.fetchLists(pull.number);
    const judge = (name: SetUpName): Promise<Verdict> => judgePull(source, pull, inputs[name]);
    // One after the other: each uses what the one before has asked GitHub.
    const verdicts = {
      'pull-request-scans': await judge('pull-request-scans'),
      'nightly-scans': await judge('nightly-scans'),
      release: await judge('release'),
    };
    return {
      pull,
      head: { sha: headSha, committedAt: valueOf(commits).find(({ sha }) => sha === headSha)?.committedAt ?? null },
      isScanned: scanned.some(({ sha }) => sha === headSha),
      isListed: files.status === 'fulfilled' && commits.status === 'fulfilled',
      verdicts,
    };
  };
}

/** A set-up, read as the gate reads its inputs, with the limits and types of the doctor's own. */
function readSetUp(name: SetUpName, { runner, inputs: own }: DoctorSession): GateInputs {
  const texts = new Map(SET_UPS[name].inputs.map((input) => [input.name, input.value]));
  const connection = ['api-url', 'api-key', 'repository'];
  const read = readGateInputs((input) => (connection.includes(input) ? runner.input(input) : (texts.get(input) ?? '')));
  return {
    ...read,
    scanTypes: own.scanTypes,
    maxSecurityBugs: own.maxSecurityBugs ?? read.maxSecurityBugs,
    maxBugs: own.maxBugs ?? read.maxBugs,
  };
}
