// Tests of a cancelled job: it ends at once, told, with its outputs set and nothing begun that is not finished; red, unless
// the gate's verdict was known before and green.
import { type AddressInfo, createServer } from 'node:net';
import type { SandboxRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { receiveComment } from '../../sandbox/scenarios/play.ts';
import { review } from '../../sandbox/scenarios/review.ts';
import { rules } from '../../sandbox/scenarios/rules.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { watch } from '../../sandbox/scenarios/watch.ts';
import { ExpectedError } from '../../src/judgement/errors.ts';
import type { Clock } from '../../src/net/clock.ts';
import { createTestClock } from '../harness/clock.ts';
import { events } from '../harness/events.ts';
import { preload } from '../harness/preload.ts';
import { readInputs, rowsOf } from '../harness/rows.ts';
import { type RunChange, type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { changeGitHub, cleanWorld, failingWorld, manyWorld, noScanWorld, runningWorld } from '../harness/worlds.ts';
import { expect, it } from '../jest.ts';
import { IS_WINDOWS } from '../platform.ts';
import { commentOn, reviewWorld } from '../review/harness.ts';

/** From the last request to the signal: what is answered has been read, and nothing goes on but what is waited for. */
const QUIET_MS = { process: 1_000, 'this process': 50 };
/** Of a run as a process: from then on what waits for a timer waits for ever, as what waits for the test's clock does. */
const LONGEST_TIMER_MS = 5_000;
/** Counted in looks, so that a machine which lets nothing run for a while is not taken for quiet. */
const LOOK_MS = 5;

type Signal = 'SIGTERM' | 'SIGINT';

/** What a run is given so that it can be cancelled, and what came of it. */
interface Target {
  /** How the run hears of the cancellation. */
  readonly change: Pick<RunChange, 'env' | 'clock' | 'signal'>;
  /** To be told of each request: cancels when all is quiet after the one that is waited for. */
  readonly watch: (request: SandboxRequest) => void;
  readonly isSent: () => boolean;
  readonly late: () => number;
}

/** Cancels with `cancel` when all has been quiet for so long after a request. */
function createTarget(
  { at, quietMs }: { readonly at: string; readonly quietMs: number },
  change: Target['change'],
  cancel: () => void,
): Target {
  let isSent = false;
  let timer: NodeJS.Timeout | undefined;
  let late = 0;
  return {
    change,
    watch: (request) => {
      if (isSent) late += 1;
      else if (timer ?? isAt(request, at)) {
        clearInterval(timer);
        let looks = 0;
        timer = setInterval(() => {
          looks += 1;
          if (looks * LOOK_MS < quietMs) return;
          clearInterval(timer);
          isSent = true;
          cancel();
        }, LOOK_MS);
      }
    },
    late: () => late,
    isSent: () => isSent,
  };
}

/** A run in this process, which waits until it is cancelled. */
async function withRun({ at }: { readonly at: string }, act: (target: Target) => Promise<void>): Promise<void> {
  const cancel = new AbortController();
  const clock: Clock = {
    ...createTestClock(),
    wait: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      }),
  };
  const target = createTarget({ at, quietMs: QUIET_MS['this process'] }, { clock, signal: cancel.signal }, () => {
    cancel.abort(new ExpectedError('The job was cancelled (here).'));
  });
  await act(target);
}

/**
 * A process that is sent a signal from outside, as the runner does: it calls its number out. On Windows the runner
 * presses Ctrl+C, which no process can do to another: there the process makes the event that comes of it.
 */
async function withProcess(
  { at, signal }: { readonly at: string; readonly signal: Signal },
  act: (target: Target) => Promise<void>,
): Promise<void> {
  let pid = 0;
  let press: () => void = () => undefined;
  const server = createServer((socket) => {
    socket.on('data', (text) => {
      pid = Number(text.toString());
    });
    press = () => {
      socket.write(signal);
    };
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = preload(
    `const t=setTimeout;globalThis.setTimeout=(f,ms,...a)=>t(f,ms<${LONGEST_TIMER_MS}?ms:2**31-1,...a);import {connect} from 'node:net';const s=connect(${port},'127.0.0.1');s.on('error',()=>{});s.on('data',(name)=>process.emit(String(name),String(name)));s.unref();s.write(String(process.pid))`,
  );
  try {
    await act(
      createTarget({ at, quietMs: QUIET_MS.process }, { env }, () => {
        if (IS_WINDOWS) press();
        else process.kill(pid, signal);
      }),
    );
  } finally {
    server.close();
  }
}

interface Moment {
  readonly title: string;
  readonly world: () => ScenarioWorld;
  /** Method and the end of the path, a regular expression, of the request that the signal follows. */
  readonly at: string;
  readonly faults: readonly string[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: 'issue_comment' | 'schedule' | '';
  /** The verdict that was known by then; empty: none was. */
  readonly verdict: 'passed' | 'failed' | '';
}

const comments = '/issues/482/comments';
const worlds: Readonly<Record<string, () => ScenarioWorld>> = {
  ...{ clean: cleanWorld, failing: failingWorld, many: manyWorld, none: noScanWorld },
  ...{ running: () => runningWorld({}), commented: withOwnComment },
};

/** While what, in which world, after which request, which meets which fault; the inputs, the event, and the verdict by then. */
const MOMENTS = `
it waits for a scan to end                        | running   | GET /scans           |                                                   | poll-interval=60s
it waits for a scan to begin                      | none      | GET /scans           |                                                   | wait-for-scan=5m poll-interval=60s
it pauses before it asks the service again        | failing   | GET /bugs            | GET /public/v1/bugs status=503 retry-after=60
it pauses before it asks GitHub again             | failing   | GET /files           | GET /repos/*/files status=503 retry-after=60
the service does not answer                       | failing   | GET /repos           | GET /public/v1/repos hang
GitHub does not tell the commit to judge          | clean     | GET /pulls/482       | GET /repos/*/pulls/482 hang                       | on-unverified=warn | issue_comment
GitHub does not tell the commits before it        | clean     | GET /commits         | GET /repos/*/commits hang                         | scan-match=ancestor on-unverified=warn
GitHub does not answer                            | failing   | GET /files           | GET /repos/*/files hang
GitHub does not say who we are                    | failing   | POST /graphql        | POST /graphql hang                                |                    |               | failed
GitHub does not list the comments                 | clean     | GET ${comments}      | GET *${comments} hang                             |                    |               | passed
GitHub does not list the comments, and it failed  | failing   | GET ${comments}      | GET *${comments} hang                             |                    |               | failed
the service does not list the dismissed bugs      | failing   | GET /bugs            | GET /public/v1/bugs?*status=dismissed*limit=100* hang | sarif-file=bugs.sarif |       | failed
GitHub does not take the comment                  | clean     | POST ${comments}     | POST *${comments} hang                            |                    |               | passed
GitHub does not confirm the comment               | clean     | POST ${comments}     | POST *${comments} hang applied                    |                    |               | passed
GitHub does not take the new text of the comment  | commented | PATCH /7             | PATCH /repos/*/comments/* hang                    |                    |               | passed
GitHub does not take the check run                | clean     | POST /check-runs     | POST /repos/*/check-runs hang                     | annotations=check-run |            | passed
GitHub does not take the rest of the check run    | many      | PATCH /check-runs/.+ | PATCH /repos/*/check-runs/* hang                  | annotations=check-run max-annotations=120 | schedule | failed
GitHub does not take the check run, and it failed | failing   | POST /check-runs     | POST /repos/*/check-runs hang                     | annotations=check-run |            | failed
`;

const moments = rowsOf(MOMENTS).map(
  ([title = '', world = '', at = '', fault, inputs, event = '', verdict = '']): Moment => {
    const build = worlds[world];
    if (build === undefined) throw new Error(`no world is named ${world}`);
    return {
      ...{ title, world: build, at, faults: fault ? [fault] : [], inputs: readInputs(inputs) },
      ...{ event: event as Moment['event'], verdict: verdict as Moment['verdict'] },
    };
  },
);

function momentOf<Given extends { readonly title: string }>(all: readonly Given[], title: string): Given {
  const found = all.find((each) => each.title === title);
  if (found === undefined) throw new Error(`there is no ${title}`);
  return found;
}

const earlier = 'An earlier run.';

function withOwnComment(): ScenarioWorld {
  const world = cleanWorld();
  const at = new Date(0).toISOString();
  const marker = `<!-- scan-gate:v2 {"key":"Scan Gate/gate","run":1,"attempt":1,"sha":"${world.sha}","readAt":1} -->`;
  return changeGitHub(world, ({ comments: others }) => ({
    comments: [
      ...others,
      {
        id: 7,
        issue: world.pullRequest,
        user: 'github-actions[bot]',
        body: `${marker}\n${earlier}`,
        createdAt: at,
        updatedAt: at,
      },
    ],
  }));
}

async function cancelGate(
  { world, faults, inputs, event, verdict }: Moment,
  target: Target,
  signal: string,
): Promise<void> {
  const act = async (sandbox: Sandbox): Promise<void> => {
    const given = event === '' ? {} : events[event](sandbox.world);
    const sha = event === 'schedule' ? { sha: sandbox.world.sha } : {};
    const result = await sandbox.run({ ...target.change, inputs: { ...inputs, ...sha }, ...given });
    if (verdict === '') {
      expectCancelled(result, target, signal);
      expect(result.outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error' });
    } else {
      expectStanding(result, target, signal);
      expect([result.outputs['verdict'], result.exitCode]).toEqual([verdict, verdict === 'failed' ? 1 : 0]);
      expect(Number(result.outputs['gated-security']) > 0).toBe(verdict === 'failed');
    }
    expectWholeComments(sandbox);
  };
  await withSandbox(world(), act, { faults, watch: target.watch });
}

it.each(moments)('a cancelled gate ends at once while $title', (moment) =>
  withRun(moment, (target) => cancelGate(moment, target, 'here')),
);

function isAt({ method, path }: SandboxRequest, at: string): boolean {
  const [wanted = '', end = ''] = at.split(' ');
  return method === wanted && new RegExp(`${end}$`).test(path);
}

/**
 * At once: it has waited neither for an answer nor for a time limit, since none of them comes. What it was doing is nothing
 * that could not be done.
 */
function expectEnded(result: RunnerResult, { isSent, late }: Target): void {
  expect([isSent(), late()]).toEqual([true, 0]);
  expect(refusalsIn(result)).toEqual([]);
}

const refusalsIn = ({ annotations }: RunnerResult): readonly string[] =>
  annotations.map(({ message }) => message).filter((message) => message.startsWith('Could not '));

it.each([
  ['the comment', `POST *${comments}`],
  ['check run', 'POST /repos/*/check-runs'],
])('a gate that is not cancelled says that GitHub refused %s', (what, request) =>
  withSandbox(
    failingWorld(),
    async (sandbox) => {
      const result = await sandbox.run({ inputs: { annotations: 'check-run' } });
      expect(refusalsIn(result)).toEqual([expect.stringContaining(what)]);
    },
    { faults: [`${request} status=403`] },
  ),
);

/** The verdict was known: the cancellation is a warning, and no error but those of the verdict. */
function expectStanding(result: RunnerResult, target: Target, signal: string): void {
  expectEnded(result, target);
  expect(result.signal).toBeNull();
  const said = result.annotations.filter(({ message }) => message.startsWith(`The job was cancelled (${signal})`));
  expect(said.map(({ level }) => level)).toEqual(['warning']);
}

function expectCancelled(result: RunnerResult, target: Target, signal: string): void {
  expectEnded(result, target);
  expect([result.exitCode, result.signal]).toEqual([1, null]);
  const errors = result.annotations.filter(({ level }) => level === 'error');
  expect(errors.map(({ message }) => message)).toEqual([`The job was cancelled (${signal}).`]);
}

/** One at most: of an earlier run, or this run's to its last line. */
function expectWholeComments(sandbox: Sandbox): void {
  const own = sandbox.ownComments().map(({ body }) => body);
  expect(own.length).toBeLessThan(2);
  const sent = sandbox.github.requests.map(({ body }) => body);
  for (const body of own) {
    expect(body.endsWith(earlier) || sent.includes(JSON.stringify({ body }))).toBe(true);
  }
}

interface OtherMoment {
  readonly title: string;
  readonly action: 'review' | 'rules' | 'watch';
  readonly at: string;
  readonly fault: string;
  /** Outputs that tell what was done before. */
  readonly outputs: Readonly<Record<string, string>>;
  /** What notices name; empty: there is none. */
  readonly named: string;
}

/** Which action, while what, after which request, which meets which fault; outputs, and what a notice names. */
const OTHER_MOMENTS = `
review | GitHub does not tell who may          | GET /permission        | GET /repos/*/permission hang    | commands=[] reviewed=0 rejected=0
review | the service does not tell of the bug  | GET /bugs/.+           | GET /public/v1/bugs/* hang      | commands=[] reviewed=0 rejected=0
review | it pauses before it stores it again   | POST /review           | POST /public/v1/bugs/* status=503 retry-after=60 | commands=[] reviewed=0 rejected=0 | review of bug_
review | GitHub does not take the reply        | POST ${comments}       | POST *${comments} hang          | reviewed=1 rejected=0
rules  | the service does not take the request | POST /rules            | POST /public/v1/rules hang      | request-id= | operation list
rules  | between two looks at the request      | GET /rules/requests/.+ |                                 | status=pending | request-id rcr_
watch  | GitHub does not list the issues       | GET /issues            | GET /repos/*/issues hang        | verdict=unverified reason=service-error pull-requests=[]
watch  | GitHub does not take the issue        | POST /issues           | POST /repos/*/issues hang       | verdict=unverified reason=service-error pull-requests=[]
`;

const otherMoments = rowsOf(OTHER_MOMENTS).map(
  ([action = '', title = '', at = '', fault = '', outputs, named = '']): OtherMoment => ({
    ...{ action: action as OtherMoment['action'], title, at, fault, outputs: readInputs(outputs), named },
  }),
);

async function cancelOther(
  { action, at, fault, outputs, named }: OtherMoment,
  target: Target,
  signal: string,
): Promise<void> {
  const world = otherWorlds[action]();
  const act = async (sandbox: Sandbox): Promise<void> => {
    receiveComment(sandbox.github.state, world.event);
    const result = await sandbox.run({ action, inputs: world.inputs, ...target.change });
    expectCancelled(result, target, signal);
    expect([at, result.outputs]).toEqual([at, expect.objectContaining(outputs)]);
    const said = result.annotations.filter(({ level }) => level === 'notice').map(({ message }) => message);
    expect(said).toEqual(named === '' ? [] : [expect.stringContaining(named)]);
  };
  await withSandbox(world, act, { faults: fault === '' ? [] : [fault], watch: target.watch });
}

it.each(otherMoments)('a cancelled $action ends at once while $title', (moment) =>
  withRun(moment, (target) => cancelOther(moment, target, 'here')),
);

it('a gate with a wrong input that is cancelled at once says both, and that the pull request was not told', () =>
  withSandbox(failingWorld(), async (sandbox) => {
    const signal = AbortSignal.abort(new ExpectedError('The job was cancelled (here).'));
    const result = await sandbox.run({ inputs: { 'max-bugs': 'some' }, clock: createTestClock(), signal });
    const said = result.annotations.filter(({ level }) => level !== 'notice').map(({ message }) => message);
    expect(said).toEqual([expect.stringContaining('cancelled (here)'), expect.stringContaining('max-bugs is "some"')]);
  }));

it('a cancelled review says what it has carried out, and claims no more', () => {
  const world = reviewWorld();
  const [first = '', second = ''] = world.service.bugs.filter((bug) => !bug.review).map(({ id }) => id);
  const path = `/public/v1/bugs/${second}/review`;
  return withRun({ at: `POST ${path}` }, async (target) => {
    const act = async (sandbox: Sandbox): Promise<void> => {
      const lines = [first, second].map((id) => `/scan-gate dismiss ${id} wont_fix It is old.`);
      const event = commentOn(sandbox, lines.join('\n'));
      const result = await sandbox.run({ action: 'review', event, ...target.change });
      expectCancelled(result, target, 'here');
      expect(result.outputs).toMatchObject({ reviewed: '1', rejected: '0' });
      expect(JSON.parse(result.outputs['commands'] ?? '')).toMatchObject([{ bugs: [first], outcome: 'reviewed' }]);
      expect(result.log).toContain(`dismiss ${first}: reviewed`);
      expect(result.log).not.toContain(`${second}: reviewed`);
      expect(result.log).toContain(`The review of ${second}`);
      const dismissed = sandbox.service.state.bugs.filter(({ review: given }) => given?.state === 'dismissed');
      expect(dismissed.map(({ id }) => id)).toContain(first);
    };
    await withSandbox(world, act, { faults: [`POST ${path} hang`], watch: target.watch });
  });
});

it('a process that is sent a signal ends at once', async () => {
  const send = <Given extends { readonly at: string }>(
    signal: Signal,
    moment: Given,
    cancel: (moment: Given, target: Target, signal: string) => Promise<void>,
  ): Promise<void> => withProcess({ at: moment.at, signal }, (target) => cancel(moment, target, signal));
  // Each of them waits for a second.
  await Promise.all([
    send('SIGINT', momentOf(moments, 'the service does not answer'), cancelGate),
    send('SIGTERM', momentOf(moments, 'GitHub does not confirm the comment'), cancelGate),
    send('SIGTERM', momentOf(otherMoments, 'GitHub does not take the issue'), cancelOther),
  ]);
});

const otherWorlds = {
  review: () => toStep(review.build(Date.now()), 'review/action.yml'),
  rules: () => {
    const world = toStep(rules.build(Date.now()), 'rules/action.yml');
    return { ...world, inputs: { ...world.inputs, 'poll-interval': '60s' } };
  },
  watch: () => toStep(watch.build(Date.now()), 'watch/action.yml'),
} as const;

/** The world at the first step of an action. */
function toStep(world: ScenarioWorld, action: string): ScenarioWorld {
  const step = world.steps?.find((candidate) => candidate.action === action);
  if (!step) throw new Error(`the world has no step of ${action}`);
  return { ...world, event: step.event, inputs: step.inputs };
}
