// Whether a red check blocks the merge: what GitHub is asked for it, and the one sentence that says so.
import { type FaultRule, parseFault } from '../../sandbox/faults.ts';
import type { RequirementData } from '../../sandbox/github/data.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { ONLY_WARNS, RED } from '../../src/gate/documents/merge.ts';
import { createTestClock } from '../harness/clock.ts';
import { events } from '../harness/events.ts';
import { runGateIn, warningsOf, withSandbox } from '../harness/sandbox.ts';
import { passTimeLimits, toTraffic } from '../harness/time-limits.ts';
import { changeGitHub, cleanWorld, failingWorld, noScanWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const { required: REQUIRED, 'not-required': NOT_REQUIRED, unknown: IF_REQUIRED } = RED;
const SENTENCES = [REQUIRED, NOT_REQUIRED, IF_REQUIRED, ONLY_WARNS];

const ABOUT_BRANCH = /\/rules\/branches\/|\/branches\/|\/check-runs\/\d+$/u;

interface Case {
  readonly world?: () => ReturnType<typeof failingWorld>;
  /** What `main` requires, the base of the event. */
  readonly requires?: RequirementData;
  /** The base that the pull request has by now; default: `main`. `next` requires nothing. */
  readonly base?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly faults?: readonly string[];
  readonly on?: 'workflow_dispatch' | 'issue_comment' | 'push';
  /** Null: none of the sentences. */
  readonly says: string | null;
  /** Requests about it; default: three. */
  readonly asks?: number;
}

const other: RequirementData = { rules: [{ type: 'required_status_checks', contexts: ['build'] }] };
const refused = ['GET */rules/branches/* status=403'];

const cases: Readonly<Record<string, Case>> = {
  'required by a ruleset': { says: REQUIRED },
  'not required by the base that it has by now': { base: 'next', says: NOT_REQUIRED },
  'required by the base of the event, since GitHub does not say which it has now': {
    base: 'next',
    faults: ['GET */pulls/482 status=403'],
    says: REQUIRED,
  },
  'not required by the base that it has by now, without a key': {
    base: 'next',
    inputs: { 'api-key': '' },
    says: NOT_REQUIRED,
  },
  'required by the base of the stack': {
    base: 'next',
    faults: ['GET */pulls/482 set=stack value={"base":{"ref":"main"}}'],
    says: REQUIRED,
  },
  'not required by the base of the stack': {
    faults: ['GET */pulls/482 set=stack value={"base":{"ref":"next"}}'],
    says: NOT_REQUIRED,
  },
  'required by the base, where the stack has none': {
    faults: ['GET */pulls/482 set=stack value={"base":null}'],
    says: REQUIRED,
  },
  'required by the classic protection': { requires: { classic: { contexts: ['gate'] } }, says: REQUIRED },
  'not required': { requires: other, says: NOT_REQUIRED },
  'not required, since nothing is': { requires: {}, says: NOT_REQUIRED },
  'not known, since GitHub refuses the rules': { requires: other, faults: refused, says: IF_REQUIRED },
  'not known, since GitHub hides the protection': { requires: { classic: { isShown: false } }, says: IF_REQUIRED },
  'required although GitHub refuses the name': { faults: ['GET */check-runs/* status=403'], says: REQUIRED },
  'of a server that does not know the job': { inputs: { 'job-id': '' }, says: REQUIRED, asks: 2 },
  'its own check run is required': {
    requires: { rules: [{ type: 'required_status_checks', contexts: ['Scan Gate'] }] },
    inputs: { annotations: 'check-run' },
    says: REQUIRED,
  },
  'nothing was judged': { world: noScanWorld, says: REQUIRED },
  'nothing was judged, for want of a key': { inputs: { 'api-key': '' }, says: REQUIRED },
  'it only warns': { inputs: { mode: 'warn' }, says: ONLY_WARNS, asks: 0 },
  'it only warns, and nothing was judged': { world: noScanWorld, inputs: { mode: 'warn' }, says: ONLY_WARNS, asks: 0 },
  'it warns of bugs, and is red where nothing was judged': {
    world: noScanWorld,
    inputs: { mode: 'warn', 'on-unverified': 'fail' },
    says: REQUIRED,
  },
  'it passed': { world: cleanWorld, says: null },
  'a comment of a run that was started by hand': {
    on: 'workflow_dispatch',
    inputs: { 'pr-number': '482' },
    says: REQUIRED,
  },
  'a comment on the pull request started it': { on: 'issue_comment', says: REQUIRED },
  'a push started it': { on: 'push', says: REQUIRED },
};

it.each(Object.entries(cases))(
  '%s',
  async (_, { world = failingWorld, requires, base = 'main', on, inputs = {}, faults = [], says, asks = 3 }) => {
    const changed = changeGitHub(world(), ({ pulls, branches, requirements = {} }) => ({
      branches: { ...branches, next: failingWorld().sha },
      requirements: requires === undefined ? requirements : { main: requires },
      pulls: pulls.map((pull) => ({ ...pull, base: { ...pull.base, ref: base } })),
    }));
    const given = on === undefined ? {} : events[on](changed);
    const run = await runGateIn(changed, { inputs, faults, ...given });
    const said = SENTENCES.flatMap((sentence) =>
      run.comment
        .split(sentence)
        .slice(1)
        .map(() => sentence),
    );
    expect(said).toEqual(says === null ? [] : [says]);
    const asked = run.requests.github.filter(({ url }) => ABOUT_BRANCH.test(url.replace(/\?.*/u, '')));
    expect(asked).toHaveLength(asks);
    // It decides nothing and warns nobody.
    expect(warningsOf(run).filter((text) => /branch|rule|required/iu.test(text))).toEqual([]);
  },
);

it('is not asked where nobody would read it', async () => {
  const run = await runGateIn(failingWorld(), { inputs: { comment: 'never' } });
  expect(run.requests.github.filter(({ url }) => ABOUT_BRANCH.test(url.replace(/\?.*/u, '')))).toEqual([]);
  expect(run.summary).toContain(IF_REQUIRED);
});

it.each<[string, RequirementData | undefined, Readonly<Record<string, string>>, readonly string[], string]>([
  ['required', undefined, {}, [], REQUIRED],
  ['not required by the present base', undefined, {}, ['GET */pulls/482 set=base.ref value="next"'], NOT_REQUIRED],
  ['required, in a gate that only warns', undefined, { mode: 'warn' }, [], REQUIRED],
  ['not required', other, {}, [], NOT_REQUIRED],
  ['not known', other, {}, refused, IF_REQUIRED],
  ['not known, since GitHub does not answer', undefined, {}, ['GET */rules/branches/* hang'], IF_REQUIRED],
])(
  'where an input is wrong, the comment of the run before says so, too: %s',
  async (_, requires, inputs, faults, says) => {
    const world = changeGitHub(failingWorld(), ({ branches, requirements = {} }) => ({
      branches: { ...branches, next: failingWorld().sha },
      requirements: requires === undefined ? requirements : { main: requires },
    }));
    await withSandbox(world, async (sandbox) => {
      await sandbox.run({ inputs });
      const clock = createTestClock();
      for (const fault of faults) sandbox.faults.add(parseFault(fault));
      const stop = passTimeLimits(clock, toTraffic(sandbox));
      const run = await sandbox.run({ clock, inputs: { ...inputs, 'max-bugs': 'many' } }).finally(stop);
      expect([run.exitCode, run.outputs['reason']]).toEqual([1, 'invalid-input']);
      const [comment = ''] = sandbox.ownComments().map(({ body }) => body);
      expect(SENTENCES.filter((sentence) => comment.includes(sentence))).toEqual([says]);
    });
  },
);

it('says in the headline that the check fails, not that it blocks, where it is not required', async () => {
  const world = changeGitHub(failingWorld(), () => ({ requirements: {} }));
  const [open, control] = [await runGateIn(world), await runGateIn(failingWorld())];
  expect(open.comment).toMatch(/^### ❌ .* fail /mu);
  expect(open.comment).not.toMatch(/^### .* block /mu);
  expect(control.comment).toMatch(/^### ❌ .* block /mu);
});

const secondaryLimit = (path: string, n: number): FaultRule => ({
  path: { regex: path },
  when: { kind: 'first', n },
  effect: { kind: 'status', status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
});
const limits: Readonly<Record<string, FaultRule>> = {
  'the rules, once': secondaryLimit(String.raw`/rules/branches/`, 1),
  'the rules, twice': secondaryLimit(String.raw`/rules/branches/`, 2),
  'the branch, always': secondaryLimit(String.raw`/branches/main$`, 99),
  'the job, always': secondaryLimit(String.raw`/check-runs/\d+$`, 99),
};

/** A gate on a clock that goes by waits alone, in which GitHub limits some requests without saying for how long. */
async function runLimited(world: ScenarioWorld, fault: FaultRule, inputs: Readonly<Record<string, string>> = {}) {
  const clock = createTestClock(Date.now(), true);
  return await runGateIn(world, { faults: [fault], inputs, clock, now: () => clock.now() });
}

describe('a secondary limit that only this question meets', () => {
  it.each(Object.entries(limits))('costs the comment nothing: %s', async (_, fault) => {
    const run = await runLimited(failingWorld(), fault, { 'gate-on': 'touched' });
    expect([run.outputs['reason'], warningsOf(run)]).toEqual(['threshold-exceeded', []]);
    expect([run.sandbox.ownComments().length, run.outputs['comment-url'] === '']).toEqual([1, false]);
  });

  // Control: met by what the comment needs, it is told.
  it('costs it where the comments cannot be read', async () => {
    const run = await runLimited(failingWorld(), secondaryLimit(String.raw`/issues/\d+/comments`, 99));
    expect([run.outputs['reason'], run.sandbox.ownComments()]).toEqual(['threshold-exceeded', []]);
    expect(warningsOf(run)).toHaveLength(1);
  });
});
