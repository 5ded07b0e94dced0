// A simulation with a ground truth: three pull requests live through pushes, rebases and scans, and it is known which
// pending bugs came in with the judged one, whatever the service says of them.
import type { Finding } from '../../src/judgement/finding.ts';
import type { BugId, CommitSha, EpochMs, ScanId } from '../../src/judgement/identifiers.ts';
import { compact } from '../../src/judgement/lists.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import type { OpenPull, World } from '../../src/judgement/world.ts';
import { fc } from '../harness/random.ts';
import { detailsOf } from './fixtures.ts';

const HOUR_MS = 3_600_000;
export const simulatedNowMs = Date.parse('2026-11-21T12:00:00Z');

/** How much of what it knows a scan lists; each lists what it finds first. */
const SCANNERS = ['everything', 'three quarters', 'one old bug', 'changed files', 'nothing again'] as const;
export type Scanner = (typeof SCANNERS)[number];

/** The judged pull request, one that it may be stacked on, and a neighbour. */
const [OWN, BELOW, NEIGHBOUR] = [7, 9, 8] as const;
type PullNumber = 7 | 8 | 9;

/** What a push brings: files of the pull request's own folder, and perhaps a bug, or the end of one. */
interface Push {
  readonly kind: 'push';
  readonly pull: PullNumber;
  readonly file: number;
  readonly bug: BugPlan | null;
  readonly isFix: boolean;
}

interface BugPlan {
  /** Whether the service places it in the pushed file, or in one that nobody changes. */
  readonly isElsewhere: boolean;
  /** Whom the service names: commit and pull request, the commit alone, or nobody. */
  readonly named: 'pull request' | 'commit' | 'nobody';
}

type Step =
  | Push
  | { readonly kind: 'rebase' | 'scan'; readonly pull: PullNumber }
  | { readonly kind: 'stack' | 'scan main' | 'close below' }
  | { readonly kind: 'dismiss' | 'resolve'; readonly at: number };

export interface Script {
  readonly scanner: Scanner;
  /** How many bugs the default branch has from the start. */
  readonly backlog: number;
  readonly steps: readonly Step[];
}

/** A security bug, and what the service knows of it. */
export interface SimulatedBug extends BugPlan {
  readonly id: string;
  readonly file: string;
  /** Null: it was on the default branch before. */
  readonly introduced: { readonly sha: string; readonly pull: PullNumber } | null;
  found: { readonly atMs: number; readonly sha: string; readonly at: PullNumber | null } | null;
  review: 'pending' | 'resolved' | 'dismissed';
}

interface Commit {
  readonly sha: string;
  readonly file: string | null;
  readonly adds: SimulatedBug | null;
  readonly removes: SimulatedBug | null;
}

interface Branch {
  readonly number: PullNumber;
  commits: readonly Commit[];
  formerHeads: readonly (readonly Commit[])[];
  isOpen: boolean;
}

interface SimulatedScan {
  readonly scan: Scan & { readonly id: ScanId };
  readonly listed: readonly SimulatedBug[];
}

const pullNumber = fc.constantFrom<PullNumber[]>(OWN, OWN, OWN, BELOW, NEIGHBOUR);
const bugPlan: fc.Arbitrary<BugPlan> = fc.record({
  isElsewhere: fc.constantFrom(false, false, false, true),
  named: fc.constantFrom<BugPlan['named'][]>('pull request', 'commit', 'nobody', 'nobody'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      pull: pullNumber,
      file: fc.nat(2),
      bug: fc.option(bugPlan, { freq: 3 }),
      isFix: fc.constantFrom(false, false, false, false, true),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('scan' as const), pull: pullNumber }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rebase' as const), pull: pullNumber }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('stack' as const, 'scan main', 'close below') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('dismiss' as const, 'resolve' as const), at: fc.nat(9) }),
  },
);

export const script: fc.Arbitrary<Script> = fc.record({
  scanner: fc.constantFrom(...SCANNERS),
  backlog: fc.nat(4),
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
});

/** The repository after a script: what really is in the pull request, and the world that the judge may ask. */
export interface Simulated {
  readonly head: CommitSha;
  /** Pending bugs, found by some scan, that commits of the pull request brought into code that it still holds. */
  readonly cameIn: readonly SimulatedBug[];
  readonly world: World;
}

/** Plays a script. Steps are an hour apart; the last two are a push to the pull request and a full scan of its head. */
export function simulate({ scanner, backlog, steps }: Script): Simulated {
  const repository = new Repository(scanner, backlog, steps.length + 3);
  for (const each of steps) repository.play(each);
  repository.play({ kind: 'push', pull: OWN, file: 0, bug: null, isFix: false });
  repository.play({ kind: 'scan', pull: OWN });
  return repository.toSimulated();
}

class Repository {
  readonly #scanner: Scanner;
  readonly #bugs: SimulatedBug[] = [];
  readonly #backlog: readonly SimulatedBug[];
  readonly #scans: SimulatedScan[] = [];
  readonly #branches: ReadonlyMap<number, Branch>;
  #timeMs: number;
  #shas = 0;

  constructor(scanner: Scanner, backlog: number, hours: number) {
    this.#scanner = scanner;
    this.#timeMs = simulatedNowMs - (hours + 1) * HOUR_MS;
    const branchOf = (number: PullNumber): [number, Branch] => [
      number,
      { number, commits: [this.#toCommit(`pull${number}/0.ts`, null, null)], formerHeads: [], isOpen: true },
    ];
    this.#branches = new Map([OWN, BELOW, NEIGHBOUR].map(branchOf));
    const plan: BugPlan = { isElsewhere: false, named: 'nobody' };
    this.#backlog = Array.from({ length: backlog }, (_, at) => this.#toBug(plan, `old/${at}.ts`, null));
    this.#scanMain();
  }

  play(given: Step): void {
    this.#timeMs += HOUR_MS;
    switch (given.kind) {
      case 'push':
        this.#push(given);
        break;
      case 'rebase':
        this.#rebase(this.#branch(given.pull));
        break;
      case 'scan':
        this.#scan(this.#branch(given.pull));
        break;
      case 'stack': {
        const own = this.#branch(OWN);
        const below = this.#branch(BELOW);
        const mine = own.commits.filter(({ sha }) => !below.commits.some((each) => each.sha === sha));
        this.#move(own, [...below.commits, ...mine.map((each) => this.#copy(each))]);
        break;
      }
      case 'scan main':
        this.#scanMain();
        break;
      case 'close below':
        this.#branch(BELOW).isOpen = false;
        break;
      case 'dismiss':
      case 'resolve': {
        const bug = this.#bugs[given.at];
        if (bug?.found) bug.review = given.kind === 'dismiss' ? 'dismissed' : 'resolved';
      }
    }
  }

  #branch(number: number): Branch {
    const branch = this.#branches.get(number);
    if (branch === undefined) throw new Error(`there is no pull request ${number}`);
    return branch;
  }

  #toCommit(file: string | null, adds: SimulatedBug | null, removes: SimulatedBug | null): Commit {
    this.#shas += 1;
    return { sha: this.#shas.toString(16).padStart(4, '0').repeat(10), file, adds, removes };
  }

  #copy({ file, adds, removes }: Commit): Commit {
    return this.#toCommit(file, adds, removes);
  }

  #toBug(plan: BugPlan, file: string, introduced: SimulatedBug['introduced']): SimulatedBug {
    const bug: SimulatedBug = {
      ...plan,
      id: `bug_${this.#bugs.length}`,
      file,
      introduced,
      found: null,
      review: 'pending',
    };
    this.#bugs.push(bug);
    return bug;
  }

  #push({ pull, file, bug, isFix }: Push): void {
    const branch = this.#branch(pull);
    const path = `pull${pull}/${file}.ts`;
    const removes = isFix ? (toCode(branch.commits).at(-1) ?? null) : null;
    const commit = this.#toCommit(path, null, removes);
    const introduced = { sha: commit.sha, pull };
    const adds = bug && this.#toBug(bug, bug.isElsewhere ? `elsewhere/${this.#bugs.length}.ts` : path, introduced);
    branch.commits = [...branch.commits, { ...commit, adds }];
  }

  #rebase(branch: Branch): void {
    this.#move(
      branch,
      branch.commits.map((each) => this.#copy(each)),
    );
  }

  /** Moves a branch by force. */
  #move(branch: Branch, commits: readonly Commit[]): void {
    branch.formerHeads = [...branch.formerHeads, branch.commits];
    branch.commits = commits;
  }

  #scanMain(): void {
    this.#add(this.#backlog, { sha: '9'.repeat(40), at: null, changed: [] });
  }

  #scan({ number, commits }: Branch): void {
    const code = [...this.#backlog, ...toCode(commits)];
    const changed = commits.map(({ file }) => file);
    this.#add(code, { sha: headOf(commits), at: number, changed });
  }

  #add(
    code: readonly SimulatedBug[],
    {
      sha,
      at,
      changed,
    }: { readonly sha: string; readonly at: PullNumber | null; readonly changed: readonly (string | null)[] },
  ): void {
    const startedAt = this.#timeMs as EpochMs;
    const id = `wr_${this.#scans.length}` as ScanId;
    const known = code.filter(({ found }) => found !== null);
    const fresh = code.filter(({ found }) => found === null);
    for (const bug of fresh) bug.found = { atMs: startedAt + 60_000, sha, at };
    const again = known.filter((bug, index) => {
      switch (this.#scanner) {
        case 'everything':
          return true;
        case 'three quarters':
          return (index * 7 + this.#scans.length * 3) % 4 !== 0;
        case 'one old bug':
          return index === 0;
        case 'changed files':
          return changed.includes(bug.file);
        case 'nothing again':
          return false;
      }
    });
    const scan = {
      ...{ id, state: 'complete', status: 'complete', type: 'default', initiator: 'scheduler' },
      ...{ sha: sha as CommitSha, startedAt, endedAt: (startedAt + HOUR_MS / 2) as EpochMs },
      ...{ counts: null, bugTotal: null },
    } as const satisfies Scan;
    this.#scans.unshift({ scan, listed: [...fresh, ...again] });
  }

  toSimulated(): Simulated {
    const own = this.#branch(OWN);
    const head = headOf(own.commits);
    const cameIn = toCode(own.commits).filter(({ found, review }) => found !== null && review === 'pending');
    return { head, cameIn, world: this.#toWorld() };
  }

  #toWorld(): World {
    const answer = <Answer>(value: Answer): Promise<Answer> => Promise.resolve(value);
    const own = this.#branch(OWN);
    const open = [...this.#branches.values()].filter(({ isOpen }) => isOpen);
    const history = own.commits.map(({ sha }) => sha as CommitSha).toReversed();
    const listOf = (id: string): readonly SimulatedBug[] =>
      this.#scans.find(({ scan }) => scan.id === id)?.listed ?? this.#bugs.filter(({ found }) => found !== null);
    return {
      scans: () =>
        answer({
          repositoryId: 'repo_1',
          scans: this.#scans.map(({ scan }) => scan),
          foreignRepositoryIds: [],
          isWhole: true,
        }),
      bugs: (list) => {
        const findings = listOf(list === 'repository' ? list : list.id)
          .filter(({ review }) => review === 'pending')
          .map(toFinding);
        return answer({ findings, total: findings.length, readAt: simulatedNowMs as EpochMs });
      },
      totals: () => answer({ pending: 0, resolved: 0, dismissed: 0 }),
      ancestors: () => answer(history),
      reaches: (sha) => answer(history.some((each) => each.startsWith(sha))),
      changes: (number) => {
        const { commits } = this.#branch(number);
        const files = [...new Set(compact(commits.map(({ file }) => file)))];
        return answer({
          files: files.map((path) => ({ path, previousPath: null, change: toChange(path), firstChangedLine: 1 })),
          commits: commits.map(({ sha }) => ({ sha, committedAt: null })),
        });
      },
      formerCommits: (number) => {
        const heads = this.#branch(number).formerHeads.slice(-10);
        const commits = heads.flat().map(({ sha }) => sha);
        return answer({ commits, firsts: heads.map(([first]) => String(first?.sha)), isWhole: true, lost: 0 });
      },
      firstCommit: (number) => answer(String(this.#branch(number).commits[0]?.sha)),
      openPulls: () => answer({ pulls: open.map(toOpenPull), isWhole: true }),
      openPull: () => answer(null),
      head: (number) => {
        const { commits } = this.#branch(number);
        return answer({ sha: headOf(commits), fileCount: null, commitCount: commits.length });
      },
      repository: () => answer({ defaultBranch: 'main' }),
    };
  }
}

/** The pull requests add some of their files and change others. */
function toChange(path: string): 'added' | undefined {
  return path.endsWith('/1.ts') ? 'added' : undefined;
}

function headOf(commits: readonly Commit[]): CommitSha {
  return String(commits.at(-1)?.sha) as CommitSha;
}

function toOpenPull({ number, commits }: Branch): OpenPull {
  const author = { id: null, login: `author-${number}`, isUser: true };
  return { number, headSha: headOf(commits), fileCount: null, author };
}

function toFinding({ id, file, introduced, named, found }: SimulatedBug): Finding {
  const introducedBy =
    introduced === null || named === 'nobody'
      ? null
      : {
          ...{ sha: introduced.sha, date: '2026-11-20', author: null },
          pullRequest: named === 'pull request' ? introduced.pull : null,
        };
  return {
    ...{ id: id as BugId, kind: 'security', foundAt: (found?.atMs ?? 0) as EpochMs, reopenedAt: null },
    details: detailsOf({ title: id, summary: '', path: file, commitSha: found?.sha ?? null, introducedBy }),
  };
}

/** The bugs that commits brought in and that later ones did not remove. */
function toCode(commits: readonly Commit[]): readonly SimulatedBug[] {
  const removed = new Set(commits.map(({ removes }) => removes));
  return commits.flatMap(({ adds }) => (adds === null || removed.has(adds) ? [] : [adds]));
}
