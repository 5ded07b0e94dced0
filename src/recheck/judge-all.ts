// All gates of a repository judged again, each with what it may ask GitHub: what one pull request makes large starves no other.
import type { FoundGates, GatedPull } from '../github/find-gates.ts';
import { createGitHubWorld, type GitHubWorld } from '../github/live.ts';
import type { RequestBudget } from '../github/octokit.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { createPathFilters } from '../judgement/path-filter.ts';
import { GITHUB_QUESTIONS, noTokenFault } from '../judgement/reasons.ts';
import { toCompared } from '../judgement/relevance.ts';
import type { Memory } from '../judgement/remembered-world.ts';
import type { ScanHistory } from '../judgement/scan.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { BugList } from '../judgement/world.ts';
import { once } from '../net/once.ts';
import { toListKey } from '../service/bug-lists.ts';
import { createServiceWorld } from '../service/live.ts';
import type { SweptRepository } from '../sweep/sweep.ts';
import { findAncestors } from './find-ancestors.ts';
import type { RecheckSession } from './inputs.ts';
import { judgeGate, type JudgedGate } from './judge-gate.ts';
import type { Gate } from './select-gates.ts';
import { draw, toTurns } from './turns.ts';

/** Gates that are judged at the same time. Requests in flight are limited by the transport besides. */
const AT_ONCE = 4;

/** A repository that the service knows. */
export interface KnownRepository extends SweptRepository {
  readonly id: RepoId;
}

export interface JudgeQuery {
  readonly repository: KnownRepository;
  readonly found: FoundGates;
  readonly history: ScanHistory;
  readonly gates: readonly Gate[];
  /** REST requests to GitHub that all of them may take. */
  readonly max: number;
  /** After so many, as `RequestLimits` counts them, no more gates are judged. */
  readonly maxSteps: number;
}

export interface JudgedGates {
  /** In the order given; `github-error` where GitHub was not asked enough. */
  readonly gates: readonly JudgedGate[];
  /** Those whose turn did not come: to compare the bugs with those before took too long. */
  readonly leftOut: readonly Gate[];
  /** Why bugs could not be read that a verdict depends on; null: all that matter were. */
  readonly fault: Unverified | null;
}

/** Rejects only if cancelled, or for a bug of ours. */
export async function judgeAll(
  session: RecheckSession & { readonly requests: RequestBudget },
  query: JudgeQuery,
): Promise<JudgedGates> {
  const { service, github, clock, signal, requests, event } = session;
  const { repository, found, history, gates, max, maxSteps } = query;
  const now = clock.now();
  const known = await findAncestors(github, repository, { gates, history, now });
  signal.throwIfAborted();
  const inputs = { repository: repository.fullName, repositoryId: repository.id };
  const lists = createServiceWorld({ service, inputs, clock, signal, history, isEnough: null });
  // Compared with every pull request, so all that needs none is worked out once.
  const bugs = once(async (list: BugList) => {
    const listed = await lists.bugs(list);
    return isUnverified(listed) ? listed : { ...listed, findings: listed.findings.map(toCompared) };
  }, toListKey);
  let fault: Unverified | null = null;
  const noted = async <Answer>(question: Promise<Answer | Unverified>): Promise<Answer | Unverified> => {
    const answer = await question;
    if (isUnverified(answer)) fault ??= answer;
    return answer;
  };
  const toMemory = (asked: GitHubWorld): Memory => ({
    history,
    bugs: (list) => noted(bugs(list)),
    sample: (scan) => noted(lists.sample(scan)),
    totals: (list) => noted(lists.totals(list)),
    changes: asked.changes,
    openPulls: found.open.length >= found.total ? () => Promise.resolve(found.open) : asked.openPulls,
    repository: asked.repository,
    ancestors: asked.nearestAncestorsOf,
  });
  const judged = new Map<Gate, JudgedGate>();
  const filters = createPathFilters();
  const judgeWith = async (memory: Memory, some: readonly Gate[], most: number): Promise<void> => {
    if (filters.steps() > most) {
      for (const gate of some) judged.delete(gate);
      return;
    }
    const all = await Promise.all(some.map((gate) => judgeGate(memory, gate, { now, filters })));
    for (const each of all) judged.set(each.gate, each);
    // Where nothing has to be asked, the end of the run's time would not be noticed.
    await clock.wait(0, signal);
  };
  // First what GitHub need not be asked for: it costs nothing.
  const silent = toMemory(createGitHubWorld({ github: null, repository, signal, known }));
  const inTurn = toJudgingOrder(gates, event.runNumber);
  for (let at = 0; at < inTurn.length; at += AT_ONCE) await judgeWith(silent, inTurn.slice(at, at + AT_ONCE), maxSteps);
  // A pull request may give a file a name that `paths` selects, so a green that is news is asked about.
  for (const [gate, { now: verdict }] of judged) {
    const isNews = verdict.kind === 'passed' && gate.marker.verdict.kind !== 'passed';
    if (isNews && gate.inputs.paths.length > 0) judged.set(gate, toUnasked(gate));
  }
  await askFairly({
    pulls: [...new Set(gates.map(({ pull }) => pull))],
    run: event.runNumber,
    max,
    requests,
    openWorld: () => createGitHubWorld({ github, repository, signal, known }),
    judge: async (pull, asked) => {
      const unknown = gates.filter((gate) => gate.pull === pull && isUnknown(judged.get(gate)));
      // Those that have been compared once are not to be left out for it.
      if (unknown.length > 0) await judgeWith(toMemory(asked), unknown, 2 * maxSteps);
      return unknown.every((gate) => !isGivenUp(judged.get(gate)));
    },
    isUnknown: (pull) => gates.some((gate) => gate.pull === pull && isUnknown(judged.get(gate))),
  });
  const leftOut = gates.filter((gate) => !judged.has(gate));
  return { gates: gates.flatMap((gate) => judged.get(gate) ?? []), leftOut, fault };
}

function toUnasked(gate: Gate): JudgedGate {
  const fault = noTokenFault(GITHUB_QUESTIONS.files);
  return { gate, now: { kind: 'unverified', reason: fault.reason }, fault };
}

/** Those of own branches first. What comes last may be left out, so the order is another one in each run. */
function toJudgingOrder(gates: readonly Gate[], run: number): readonly Gate[] {
  const drawn = draw(gates, run, ({ pull }) => pull.number);
  return drawn.toSorted((a, b) => Number(a.pull.isFork) - Number(b.pull.isFork));
}

/** Whether GitHub has not said what the judgement needs. */
export function isUnknown(judged: JudgedGate | undefined): judged is JudgedGate & { readonly fault: Unverified } {
  return judged?.fault?.reason === 'github-error';
}

/** Whether that is for lack of requests or time, or before any were sent, not by an error of GitHub: only then more of them help. */
export function isGivenUp(judged: JudgedGate | undefined): boolean {
  return isUnknown(judged) && judged.fault.isGivenUp === true;
}

/** A pull request, as far as fairness goes. */
export type AskedPull = Pick<GatedPull, 'number' | 'isFork' | 'cost'>;

/** Pull requests whose gates cannot be judged yet, and how GitHub is asked about one. */
export interface Asking<World> {
  readonly pulls: readonly AskedPull[];
  readonly run: number;
  readonly max: number;
  readonly requests: Pick<RequestBudget, 'left' | 'grant'>;
  /** Makes a world that has asked nothing: each remembers its answers, also that there were too few requests for one. */
  readonly openWorld: () => World;
  /** Judges the gates of a pull request; gives whether there were requests and time enough. */
  readonly judge: (pull: AskedPull, asked: World) => Promise<boolean>;
  readonly isUnknown: (pull: AskedPull) => boolean;
}

/** Requests that a pull request may take, whatever the share of its repository is. */
const LEAST_PER_PULL = 10;

/** Own branches first; forks have a fifth for themselves. A pull request may cost a tenth; larger ones come last. */
export async function askFairly<World>(asking: Asking<World>): Promise<void> {
  const { pulls, max, requests, openWorld } = asking;
  const each = Math.max(LEAST_PER_PULL, Math.floor(max / 10));
  let left = max;
  /** Gives those that are still unknown for lack of requests. */
  const ask = async (
    some: readonly AskedPull[],
    budget: number,
    limits: Limits<World>,
  ): Promise<readonly AskedPull[]> => {
    const missed: AskedPull[] = [];
    const end = left - Math.min(budget, left);
    const isTooLarge = ({ cost }: AskedPull): boolean => cost > left - end;
    const fitting = some.filter((pull) => !isTooLarge(pull));
    missed.push(...some.filter(isTooLarge));
    for (const pull of order(fitting, asking.run, left - end)) {
      if (isTooLarge(pull)) {
        missed.push(pull);
        continue;
      }
      const before = requests.left();
      requests.grant(Math.min(limits.each, left - end));
      const isDone = await asking.judge(pull, limits.asked);
      left -= before - requests.left();
      if (!isDone) missed.push(pull);
    }
    return missed;
  };
  const unknown = pulls.filter(asking.isUnknown);
  const [own, forks] = [unknown.filter(({ isFork }) => !isFork), unknown.filter(({ isFork }) => isFork)];
  const isLarge = ({ cost }: AskedPull): boolean => cost > each;
  const isSmall = (pull: AskedPull): boolean => !isLarge(pull);
  const ofForks = forks.some(isSmall) ? Math.floor(max / 5) : 0;
  const usual = { each, asked: openWorld() };
  const restOfOwn = await ask(own.filter(isSmall), max - ofForks, usual);
  const restOfForks = await ask(forks.filter(isSmall), ofForks, usual);
  // What was given up is remembered as such.
  const last = { each: max, asked: openWorld() };
  await ask([...restOfOwn, ...own.filter(isLarge)], left, last);
  await ask([...restOfForks, ...forks.filter(isLarge)], left, last);
}

interface Limits<World> {
  readonly each: number;
  readonly asked: World;
}

function order(pulls: readonly AskedPull[], run: number, budget: number): readonly AskedPull[] {
  const keyOf = ({ number }: AskedPull): number => number;
  const sorted = pulls.toSorted((a, b) => a.number - b.number);
  const parts = toTurns(sorted, { run, budget, costOf: ({ cost }) => cost });
  return parts.flatMap((part) => draw(part, run, keyOf));
}
