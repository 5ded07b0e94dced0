// Days of an organization, in virtual time and by chance: bugs come and go, services fail, a key is wrong for a while, people push.
// Every quarter of an hour recheck sweeps, and whatever it starts is played by the real gate. The laws are those of its page.
import { endAttempt, startAttempt } from '../../sandbox/github/attempts.ts';
import type { FileData, RunData } from '../../sandbox/github/data.ts';
import { jobIdOf } from '../../sandbox/github/shapes/job.ts';
import type { GitHubState } from '../../sandbox/github/state.ts';
import { commitSha, minuteMs, timeText } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import type { BugData, BugReviewData, ScanData } from '../../sandbox/service/data.ts';
import { parseMarker } from '../../src/documents/marker.ts';
import { fc, RANDOM_RUNS } from '../harness/random.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { expect, it } from '../jest.ts';
import { type Stage, startMs, type Sweep, withStage } from './harness.ts';
import { type GateSpec, organizationWorld } from './worlds.ts';

const OTHER = 'repo-1';
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  [storefront.name]: [1, 2, 3, 4, 5, 6, 7, 8],
  [OTHER]: [21, 22, 23, 24],
};
const TICK_MS = 15 * minuteMs;
/** How long a scan of a new head takes. */
const SCAN_MS = 4 * TICK_MS;
/** Two days where the properties are tried often, else enough for an outage and what follows. */
const TICKS = RANDOM_RUNS > 100 ? 192 : 24;

/** What happens before a sweep. `pull` is taken modulo what there is. */
const incident = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ kind: 'nothing' } as const) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('review' as const), pull: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('push' as const), pull: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('person' as const), pull: fc.nat(100) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('service-outage' as const, 'github-outage' as const, 'wrong-key' as const),
      ticks: fc.integer({ min: 1, max: 4 }),
    }),
  },
);
type Incident = typeof incident extends fc.Arbitrary<infer Value> ? Value : never;
type Trouble = 'service-outage' | 'github-outage' | 'wrong-key';

/** A pull request, and since when nothing has disturbed it. */
interface Followed {
  readonly state: GitHubState;
  readonly number: number;
  quietSince: number;
}

function build(nowMs: number): ScenarioWorld {
  const specsOf = (name: string): readonly GateSpec[] =>
    (NUMBERS[name] ?? []).map((number) => ({
      number,
      was: 'failed',
      inputs: inputsOf(number),
      pull: { files: [toFile(number)] },
    }));
  const world = changeService(organizationWorld([OTHER], { nowMs, specsOf }), ({ bugs, repos }) => ({
    bugs: [
      ...bugs.map((bug) => ({ ...bug, filePath: toFile(bug.introducedIn?.prNumber ?? 0).filename })),
      ...repos.map(({ id: repoId }) => ({ ...withoutOrigin(bugs), ...{ id: `bug_${repoId}_old`, repoId } })),
    ],
  }));
  return changeGitHub(world, ({ neighbours }) => ({
    comments: [],
    neighbours: (neighbours ?? []).map((each) => ({ ...each, comments: [] })),
  }));
}

/** Each pull request changes a file of its own. */
function toFile(number: number): FileData {
  return { filename: `src/changed-${number}.ts`, status: 'modified', additions: 1, deletions: 1 };
}

/** A pending bug that no pull request introduces or touches. */
function withoutOrigin([bug]: readonly BugData[]): BugData {
  if (bug === undefined) throw new Error('there is a bug');
  return { ...bug, title: 'Old', filePath: 'src/elsewhere.ts', introducedIn: null };
}

/** Half of the gates need GitHub for their verdict, since an old bug may be in a file that is changed. */
function inputsOf(number: number): Readonly<Record<string, string>> {
  return number % 2 === 0 ? { 'gate-on': 'touched', 'wait-timeout': '0' } : { 'wait-timeout': '0' };
}

class Organization {
  readonly #stage: Stage;
  readonly #pulls: readonly Followed[];
  readonly #troubles = new Map<Trouble, number>();
  #tick = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    const { state } = stage.sandbox.github;
    this.#pulls = [state, ...state.neighbours].flatMap((each) =>
      each.pulls.map(({ number }) => ({ state: each, number, quietSince: 0 })),
    );
  }

  /** The gate of each pull request runs for the first time. */
  async begin(): Promise<void> {
    await this.#playGates(this.#pulls);
  }

  async live(incident: Incident): Promise<void> {
    this.#tick += 1;
    this.#stage.clock.pass(TICK_MS);
    this.#endTroubles();
    await this.#happen(incident);
    const before = new Map(this.#pulls.map((pull) => [pull, this.#said(pull)]));
    const swept = await this.#stage.recheck({ inputs: { repositories: 'all', 'max-reruns': '50' } });
    this.#checkSweep(swept, before);
    await this.#playGates(this.#pulls.filter((pull) => this.#run(pull).status !== 'completed'));
    for (const pull of this.#pulls) this.#checkRest(pull, swept);
  }

  async #happen(incident: Incident): Promise<void> {
    switch (incident.kind) {
      case 'nothing':
        return;
      case 'service-outage':
      case 'github-outage':
      case 'wrong-key':
        this.#troubles.set(incident.kind, this.#tick + incident.ticks);
        this.#applyTroubles();
        // Whoever sees something fail tries again.
        if (incident.kind === 'github-outage') await this.#startByHand(this.#pulls.slice(0, 4));
        return;
      case 'review': {
        const pull = this.#pick(incident.pull);
        const bug = this.#bug(pull);
        const state = bug?.review?.state === 'dismissed' ? 'pending' : 'dismissed';
        const reason = state === 'dismissed' ? { dismissalReason: 'wont_fix' } : {};
        const review: BugReviewData = { state, createdAt: this.#stage.clock.now(), ...reason };
        this.#stage.sandbox.service.state.change(({ bugs, scans, surfaced }) => {
          Object.assign(bugs.find(({ id }) => id === bug?.id) ?? {}, { review });
          // Counted again.
          for (const scan of scans) {
            const ids = surfaced[scan.workflowRequestId ?? ''] ?? [];
            if (bug !== undefined && ids.includes(bug.id)) delete scan.bugCounts;
          }
        });
        pull.quietSince = this.#tick;
        return;
      }
      case 'push':
        await this.#push(this.#pick(incident.pull));
        return;
      case 'person':
        await this.#startByHand([this.#pick(incident.pull)]);
    }
  }

  async #startByHand(pulls: readonly Followed[]): Promise<void> {
    const now = timeText(this.#stage.clock.now());
    for (const pull of pulls) startAttempt(this.#run(pull), { now, by: 'mara-lindqvist' });
    await this.#playGates(pulls);
  }

  /** A new head with a scan that finds nothing, which ends an hour later; its gate runs at once. */
  async #push(pull: Followed): Promise<void> {
    const { sandbox, clock } = this.#stage;
    const { state, number } = pull;
    const sha = commitSha(`head of ${state.name} ${number} at ${this.#tick}`);
    const data = state.pulls.find((each) => each.number === number);
    const [run] = state.runs;
    if (data === undefined || run === undefined) throw new Error('each pull request has a run');
    const date = timeText(clock.now());
    state.commits.push({
      ...{
        sha,
        parents: [data.head.sha],
        message: 'More',
        authorName: 'Mara Lindqvist',
        author: 'mara-lindqvist',
        date,
      },
    });
    Object.assign(data, { head: { ...data.head, sha }, commits: [...data.commits, sha], updatedAt: date });
    state.runs.push({
      ...structuredClone(run),
      ...{ id: run.id * 1_000 + number * 200 + this.#tick, headSha: sha, attempt: 1, past: [] },
      ...{ createdAt: date, startedAt: date, status: 'in_progress', conclusion: null },
    });
    sandbox.service.state.change((service) => {
      const first = service.scans.find(({ repoName }) => repoName === state.name);
      if (first === undefined) throw new Error('each repository has a scan');
      const workflowRequestId = `wr_${sha}`;
      service.scans.push({ ...structuredClone(first), workflowRequestId, commitSha: sha, createdAt: clock.now() });
      service.runningScans.push({ scan: workflowRequestId, endsAs: 'complete', afterMs: SCAN_MS });
    });
    pull.quietSince = this.#tick;
    await this.#playGates([pull]);
  }

  #endTroubles(): void {
    for (const [trouble, until] of this.#troubles) if (until <= this.#tick) this.#troubles.delete(trouble);
    this.#applyTroubles();
    const { clock } = this.#stage;
    for (const pull of this.#pulls) {
      const endedAt = this.#scan(pull)?.completedAt ?? 0;
      if (clock.now() - endedAt <= TICK_MS) pull.quietSince = this.#tick;
    }
  }

  #applyTroubles(): void {
    const { faults } = this.#stage.sandbox;
    faults.clear();
    const fail = { kind: 'status' as const, status: 503, retryAfterSeconds: 0 };
    if (this.#troubles.has('service-outage')) faults.add({ path: '/public/v1/*', effect: fail });
    if (this.#troubles.has('github-outage'))
      faults.add({ path: { regex: '^/(repos|graphql|installation)' }, effect: fail });
    if (this.#troubles.size > 0) for (const pull of this.#pulls) pull.quietSince = this.#tick + 1;
  }

  /** Plays the newest attempt of each pull request's run. */
  async #playGates(pulls: readonly Followed[]): Promise<void> {
    const { sandbox, clock } = this.#stage;
    for (const pull of pulls) {
      const { state, number } = pull;
      const run = this.#run(pull);
      const { pull_request: head, ...payload } = sandbox.world.event.payload as {
        readonly pull_request: { readonly head: object };
      };
      const repository = `${state.owner}/${state.name}`;
      const { conclusion } = await sandbox.run({
        clock,
        inputs: {
          ...inputsOf(number),
          ...(this.#troubles.has('wrong-key') && { 'api-key': 'svc_test_of_somebody_else' }),
        },
        event: {
          name: 'pull_request',
          payload: {
            ...payload,
            number,
            pull_request: { ...head, number, head: { ...head.head, sha: run.headSha } },
          },
        },
        github: {
          ...{ repository, runId: run.id, runAttempt: run.attempt, ref: `refs/pull/${number}/merge` },
          jobId: jobIdOf(run, { index: 0, attempt: run.attempt }),
        },
      });
      endAttempt(run, conclusion);
    }
  }

  /** Recheck starts what would say something else, and nothing while it cannot judge. */
  #checkSweep({ rerun, result, outputs }: Sweep, before: ReadonlyMap<Followed, string | null>): void {
    const isBlind = this.#troubles.has('service-outage') || this.#troubles.has('github-outage');
    if (isBlind) expect([rerun, outputs['verdict'], result.conclusion]).toEqual([[], 'unverified', 'failure']);
    else expect([outputs['verdict'], result.conclusion]).toEqual(['reported', 'success']);
    for (const { repository, pullRequest, was, now } of rerun) {
      const pull = this.#pulls.find(
        ({ state, number }) => `${state.owner}/${state.name}` === repository && number === pullRequest,
      );
      if (pull === undefined) throw new Error('recheck started a run of nobody');
      expect([pullRequest, now.split('/')[0], was.split('/')[0]]).toEqual([
        pullRequest,
        this.#truth(pull),
        before.get(pull),
      ]);
      expect(this.#run(pull).attempt).toBeLessThanOrEqual(41);
    }
  }

  /** What was left in peace for longer than the pause says what is true, in the comment and in the check. */
  #checkRest(pull: Followed, { skipped }: Sweep): void {
    const comments = this.#comments(pull);
    expect([pull.number, comments.length]).toEqual([pull.number, comments.length === 0 ? 0 : 1]);
    const run = this.#run(pull);
    const pauseTicks = Math.ceil(Math.min(60, 5 * 2 ** (run.attempt - 1)) / 15);
    if (this.#tick - pull.quietSince < pauseTicks || run.attempt >= 40 || comments.length === 0) return;
    if (this.#said(pull) === null) {
      // GitHub was down when the run of this head wanted to comment.
      expect(skipped.map(({ pullRequest }) => pullRequest)).toContain(pull.number);
      return;
    }
    const truth = this.#truth(pull);
    expect([pull.number, this.#said(pull), run.conclusion]).toEqual([
      pull.number,
      truth,
      truth === 'passed' ? 'success' : 'failure',
    ]);
  }

  #truth(pull: Followed): string {
    if (this.#scan(pull)?.completedAt === null) return 'unverified';
    const bug = this.#bug(pull);
    return bug !== undefined && bug.review?.state !== 'dismissed' ? 'failed' : 'passed';
  }

  /** Of the present head. */
  #scan(pull: Followed): ScanData | undefined {
    return this.#stage.sandbox.service.state.scans.find(({ commitSha: sha }) => sha === this.#head(pull));
  }

  /** What the comment says about the present head. */
  #said(pull: Followed): string | null {
    const marker = parseMarker(this.#comments(pull)[0]?.body ?? '');
    return marker !== null && marker.sha === this.#head(pull) ? (marker.verdict?.kind ?? null) : null;
  }

  #comments({ state, number }: Followed): readonly { readonly body: string }[] {
    return state.comments.filter(({ issue, user }) => issue === number && user === 'github-actions[bot]');
  }

  /** Of the first head; the service lists it for that one alone, and the pull request introduced it. */
  #bug({ number, state }: Followed): BugData | undefined {
    return this.#stage.sandbox.service.state.bugs.find(
      (bug) =>
        bug.introducedIn?.prNumber === number &&
        bug.title === `Bug of ${number}` &&
        state.pulls.some((each) => each.number === number),
    );
  }

  #head({ state, number }: Followed): string | undefined {
    return state.pulls.find((each) => each.number === number)?.head.sha;
  }

  /** Of the present head. */
  #run(pull: Followed): RunData {
    const run = pull.state.runs.find(
      ({ id, headSha }) => headSha === this.#head(pull) && (id === 10_000 + pull.number || id > 1_000_000),
    );
    if (run === undefined) throw new Error('each head has a run');
    return run;
  }

  #pick(index: number): Followed {
    const pull = this.#pulls[index % this.#pulls.length];
    if (pull === undefined) throw new Error('there are pull requests');
    return pull;
  }
}

it(
  'every verdict is true soon after the world was',
  async () => {
    const days = fc.array(incident, { minLength: TICKS, maxLength: TICKS });
    const property = fc.asyncProperty(days, async (incidents) => {
      await withStage(
        build,
        async (stage) => {
          const organization = new Organization(stage);
          await organization.begin();
          for (const each of incidents) await organization.live(each);
        },
        { startMs },
      );
    });
    // A day takes seconds: of three thousand runs of the other properties ten are of this one.
    await fc.assert(property, { numRuns: Math.max(1, Math.ceil(RANDOM_RUNS / 300)), endOnFailure: true });
  },
  20 * 60_000,
);
