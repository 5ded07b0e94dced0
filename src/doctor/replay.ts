// The replay judges the last pull requests under each set-up, from the newest on.
import type { ServiceClient } from '../client/index.ts';
import { toWhat } from '../documents/causes.ts';
import { createGitHubWorld } from '../github/live.ts';
import type { Octokit } from '../github/octokit.ts';
import { type GateInputs, readGateInputs } from '../inputs/gate.ts';
import { type Disclosure, toShownFault } from '../judgement/disclosure.ts';
import type { Finding } from '../judgement/finding.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { type Judgement, judge } from '../judgement/judge.ts';
import type { Question } from '../judgement/question.ts';
import { createRememberedWorld, type Memory, toPullQuestion } from '../judgement/remembered-world.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import { DAY_MS } from '../judgement/time.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { Verdict } from '../judgement/verdict.ts';
import type { ListedBugs } from '../judgement/world.ts';
import { createServiceWorld } from '../service/live.ts';
import { orUnverified } from '../service/to-unverified.ts';
import type { FoundSince, Replay, ReplayedPull, UnreadPull } from './evidence.ts';
import type { DoctorSession } from './gather.ts';
import { toVerdictsText } from './log.ts';
import type { RecentPull } from './recent-pulls.ts';
import { type EachSetUp, type SetUp, type SetUpName, toEachSetUp } from './set-ups.ts';

export interface ReplaySource {
  readonly service: ServiceClient;
  readonly github: Octokit;
  readonly history: ScanHistory;
  readonly disclosure: Disclosure;
  readonly bugs: ListedBugs;
  readonly pulls: readonly RecentPull[];
  /** They have the repository's own values, as in the workflow to paste. */
  readonly setUps: EachSetUp<SetUp>;
}

/** So many pull requests are asked for at the same time; the transport limits the requests in flight besides. */
const AT_ONCE = 4;

/** Ends early, with the rest left out, when the run has no more requests or time. Rejects only when cancelled. */
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
  const now = clock.now();
  const settings = toEachSetUp((name) => readSetUp(source.setUps[name], session));
  const judgePull = createPullJudge(memory, { settings, now });
  const replayed: ReplayedPull[] = [];
  const tooLarge: number[] = [];
  const unread: UnreadPull[] = [];
  for (let at = 0; at < pulls.length && !asked.isGivenUp(); at += AT_ONCE) {
    const group = pulls.slice(at, at + AT_ONCE);
    const judged = await Promise.all(group.map((pull) => orUnverified(judgePull(pull))));
    signal.throwIfAborted();
    // Nobody knows which of the group lacks an answer.
    if (asked.isGivenUp()) break;
    for (const [index, { number }] of group.entries()) {
      const each = judged[index];
      const say = (what: string): void => {
        runner.info(`Pull request ${number} (${at + index + 1} of ${pulls.length}): ${what}`);
      };
      if (session.isTooLarge({ ...repository, number })) {
        tooLarge.push(number);
        say('too large to be judged here');
      } else if (isUnverified(each)) {
        const fault = toShownFault(each, disclosure);
        unread.push({ number, fault });
        say(`not judged. ${toWhat(fault)}`);
      } else if (each !== undefined) {
        replayed.push(each);
        say(toVerdictsText(each, disclosure));
      }
    }
  }
  const foundSince = new Map<SetUpName, FoundSince>();
  const day = toFirstDayWithout(bugs.findings, now);
  for (const name of ['nightly-scans', 'pull-request-scans'] as const) {
    const judgeSince = createJudge(memory, { ...settings[name], foundSince: day }, now);
    const red = await orUnverified(countRedSince(replayed, name, judgeSince));
    signal.throwIfAborted();
    if (red !== null && !isUnverified(red) && !asked.isGivenUp()) foundSince.set(name, { day, red });
  }
  const leftOut = pulls.length - replayed.length - tooLarge.length - unread.length;
  return { pulls: replayed, foundSince, tooLarge, unread, leftOut };
}

/** Gives the first day since which none of these bugs was found, at the latest tomorrow, which is as late as the gate takes. */
function toFirstDayWithout(findings: readonly Finding[], now: EpochMs): EpochMs {
  const newest = findings.reduce((last, { foundAt, reopenedAt }) => Math.max(last, foundAt, reopenedAt ?? 0), 0);
  return ((Math.floor(Math.min(newest, now) / DAY_MS) + 1) * DAY_MS) as EpochMs;
}

/**
 * Counts those that would be red without what is pending already; null: none is red for bugs, or too few are.
 * @throws {Unverified} If that is not known.
 */
async function countRedSince(
  replayed: readonly ReplayedPull[],
  name: SetUpName,
  judgeSince: (pull: RecentPull) => Promise<Verdict>,
): Promise<number | null> {
  const red = replayed.filter(({ verdicts }) => verdicts[name].kind !== 'passed');
  const isForBugs = red.some(({ verdicts }) => verdicts[name].kind === 'failed');
  if (!isForBugs || red.length * MANY_OF <= replayed.length) return null;
  const since: Verdict[] = [];
  for (const { pull } of red) since.push(await judgeSince(pull));
  return since.filter(({ kind }) => kind !== 'passed').length;
}

const MANY_OF = 20;

/** Tells what was not given from lists that fall short, which are an answer that the gate would judge by. */
function isOfUnread({ reason }: Unverified, { counted }: Judgement): boolean {
  return reason === 'github-error' || (counted === null && (reason === 'service-error' || reason === 'unauthorized'));
}

/** Makes a judge that throws the fault where the gate would have asked for what was not given here. */
function createJudge(memory: Memory, inputs: GateInputs, now: EpochMs): (pull: RecentPull) => Promise<Verdict> {
  return async (pull) => {
    // The table says how many bugs would block.
    const question: Question = { ...toPullQuestion(pull, inputs, now), wants: 'counts' };
    const judgement = await judge(createRememberedWorld(memory, pull, question), question);
    if (judgement.kind === 'waiting') throw new Error('nobody would wait');
    const { fault, verdict } = judgement;
    if (fault !== null && isOfUnread(fault, judgement)) throw fault;
    return verdict;
  };
}

function createPullJudge(
  memory: Memory,
  { settings, now }: { readonly settings: EachSetUp<GateInputs>; readonly now: EpochMs },
): (pull: RecentPull) => Promise<ReplayedPull> {
  const judges = toEachSetUp((name) => createJudge(memory, settings[name], now));
  return async (pull) => {
    const { files, commits } = await memory.changes(pull.number);
    // A share of the pull requests that can do without these would be another share.
    if (isUnverified(files)) throw files;
    if (isUnverified(commits)) throw commits;
    // Each uses what the one before has asked GitHub.
    const verdicts = {
      'pull-request-scans': await judges['pull-request-scans'](pull),
      'nightly-scans': await judges['nightly-scans'](pull),
      release: await judges.release(pull),
    };
    const head = commits.find(({ sha }) => sha === pull.headSha);
    return { pull, committedAt: head?.committedAt ?? null, verdicts };
  };
}

function readSetUp(setUp: SetUp, { runner, clock }: DoctorSession): GateInputs {
  const texts = new Map(setUp.inputs.map((input) => [input.name, input.value]));
  const connection = ['api-url', 'api-key', 'repository'];
  const toText = (input: string): string =>
    connection.includes(input) ? runner.input(input) : (texts.get(input) ?? '');
  return readGateInputs(toText, clock.now());
}
