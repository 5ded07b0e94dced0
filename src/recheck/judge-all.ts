// Judges all gates of a repository again. Each has a share of the requests to GitHub, so that a large pull request
// starves no other.
import type { FoundGates, GatedPull } from '../github/find-gates.ts';
import { createGitHubWorld, type GitHubWorld } from '../github/live.ts';
import type { RequestBudget } from '../github/octokit.ts';
import { isGivenUp as isGivenUpBy, isGone } from '../judgement/cause.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { compact, rotate, sum } from '../judgement/lists.ts';
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

/** The transport limits the requests in flight besides. */
const AT_ONCE = 4;

export interface KnownRepository extends SweptRepository {
  readonly id: RepoId;
}

export interface JudgeQuery {
  readonly repository: KnownRepository;
  readonly found: FoundGates;
  readonly history: ScanHistory;
  readonly gates: readonly Gate[];
  /** All of them together may take so many REST requests to GitHub. */
  readonly max: number;
}

export interface JudgedGates {
  /** In the order given. A gate is `github-error` where GitHub was not asked enough. */
  readonly gates: readonly JudgedGate[];
  readonly tooLarge: ReadonlySet<AskedPull>;
  /** The reason why bugs could not be read that a verdict depends on; null if all that matter were. */
  readonly fault: Unverified | null;
}

/** Rejects only if cancelled, or for a bug in Scan Gate. */
export async function judgeAll(
  session: RecheckSession & { readonly requests: RequestBudget },
  query: JudgeQuery,
): Promise<JudgedGates> {
  const { service, github, clock, signal, requests, event } = session;
  const { repository, found, history, gates, max } = query;
  const now = clock.now();
  const known = await findAncestors(github, repository, { gates, history, now });
  signal.throwIfAborted();
  const inputs = { repository: repository.fullName, repositoryId: repository.id };
  const lists = createServiceWorld({ service, inputs, clock, signal, history, isEnough: null });
  // Each bug is compared with every pull request, so what needs none is worked out once.
  const bugs = once(async (list: BugList) => {
    const listed = await lists.bugs(list);
    return isUnverified(listed) ? listed : { ...listed, findings: listed.findings.map(toCompared) };
  }, toListKey);
  let fault: Unverified | null = null;
  const noted = async <Answer>(question: Promise<Answer | Unverified>): Promise<Answer | Unverified> => {
    const answer = await question;
    // The judge says whether a list that is gone matters.
    if (isUnverified(answer) && !isGone(answer.cause)) fault ??= answer;
    return answer;
  };
  const open = { pulls: found.open, isWhole: found.open.length >= found.total };
  const toMemory = (asked: GitHubWorld): Memory => ({
    history,
    ...asked,
    bugs: (list) => noted(bugs(list)),
    totals: (list) => noted(lists.totals(list)),
    ancestors: asked.nearestAncestorsOf,
  });
  const judged = new Map<Gate, JudgedGate>();
  const filters = new Map(gates.map(({ inputs: { paths, isInPaths } }) => [paths.join(), isInPaths]));
  const judgeWith = async (memory: Memory, some: readonly Gate[]): Promise<void> => {
    const all = await Promise.all(some.map((gate) => judgeGate(memory, gate, { now, filters })));
    for (const each of all) judged.set(each.gate, each);
    // Otherwise the end of the time would not be noticed where nothing has to be asked.
    await clock.wait(0, signal);
  };
  // Some gates need no word of GitHub, and cost nothing.
  const silent = toMemory(createGitHubWorld({ github: null, repository, signal, open, known }));
  for (let at = 0; at < gates.length; at += AT_ONCE) await judgeWith(silent, gates.slice(at, at + AT_ONCE));
  // A pull request may give a file a name that `paths` selects, so GitHub is asked about a green that is news.
  for (const [gate, { now: verdict }] of judged) {
    const isNews = verdict.kind === 'passed' && gate.marker.verdict.kind !== 'passed';
    if (isNews && gate.inputs.paths.length > 0) judged.set(gate, toUnasked(gate));
  }
  const unknown = Map.groupBy(
    gates.filter((gate) => isUnknown(judged.get(gate))),
    ({ pull }) => pull,
  );
  const tooLarge = await askByTurns({
    ...{ pulls: [...unknown.keys()], run: event.runNumber, max, requests },
    judge: async (pull) => {
      const ofPull = unknown.get(pull) ?? [];
      // A world of its own: what one may not ask any more is not remembered for the next.
      await judgeWith(toMemory(createGitHubWorld({ github, repository, signal, open, known })), ofPull);
      return ofPull.every((gate) => !isGivenUp(judged.get(gate)));
    },
  });
  const all = gates.flatMap((gate) => judged.get(gate) ?? []);
  const gone = all.map((each) => each.fault).find((each) => each !== null && isGone(each.cause));
  return { gates: all, tooLarge, fault: compact([fault, gone])[0] ?? null };
}

function toUnasked(gate: Gate): JudgedGate {
  const fault = noTokenFault(GITHUB_QUESTIONS.files);
  return { gate, now: { kind: 'unverified', reason: fault.reason }, fault };
}

export function isUnknown(judged: JudgedGate | undefined): judged is JudgedGate & { readonly fault: Unverified } {
  return judged?.fault?.reason === 'github-error';
}

/** If so, more requests or time would help. */
export function isGivenUp(judged: JudgedGate | undefined): boolean {
  return isUnknown(judged) && isGivenUpBy(judged.fault.cause);
}

export type AskedPull = Pick<GatedPull, 'number' | 'isFork' | 'cost'>;

export interface Asking<Pull extends AskedPull> {
  readonly pulls: readonly Pull[];
  /** The next run has the next number. */
  readonly run: number;
  /** All of them share these requests. */
  readonly max: number;
  readonly requests: Pick<RequestBudget, 'left' | 'grant'>;
  /** Resolves with whether there were requests and time enough. */
  readonly judge: (pull: Pull) => Promise<boolean>;
}

/** A pull request that costs more is left to a person. */
export const MAX_A_PULL = 10;

/** Asks about own branches and forks by turns, as far as the requests go. Gives the too large ones. */
export async function askByTurns<Pull extends AskedPull>(asking: Asking<Pull>): Promise<ReadonlySet<Pull>> {
  const { pulls, max, requests, judge } = asking;
  const tooLarge = new Set(pulls.filter(({ cost }) => cost > MAX_A_PULL));
  const end = requests.left() - max;
  for (const pull of toOrder({ ...asking, pulls: pulls.filter((each) => !tooLarge.has(each)) })) {
    const left = requests.left() - end;
    if (pull.cost > left) continue;
    requests.grant(Math.min(MAX_A_PULL, left));
    const isDone = await judge(pull);
    if (!isDone && left - (requests.left() - end) >= MAX_A_PULL) tooLarge.add(pull);
  }
  return tooLarge;
}

/** Each list begins where the last run ended, which reached at least as many as if all cost what the largest does. */
function toOrder<Pull extends AskedPull>({ pulls, run, max }: Asking<Pull>): readonly Pull[] {
  const sorted = pulls.toSorted((a, b) => a.number - b.number);
  const lists = [sorted.filter(({ isFork }) => !isFork), sorted.filter(({ isFork }) => isFork)];
  const costOfTurn = sum(lists.map((list) => Math.max(0, ...list.map(({ cost }) => cost))));
  const reach = Math.max(1, Math.floor(max / Math.max(1, costOfTurn)));
  const [own = [], forks = []] = lists.map((list) => toTurn(list, { run, reach }));
  return sorted.flatMap((_, at) => compact([own[at], forks[at]]));
}

/** Begins where the last run ended, if it reached so many; all stay in their order where one run reaches all. */
export function toTurn<Item>(
  items: readonly Item[],
  { run, reach }: { readonly run: number; readonly reach: number },
): readonly Item[] {
  return items.length <= reach ? items : rotate(items, run * reach);
}
