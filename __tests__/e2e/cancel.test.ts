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
  /** How many requests came after the signal. */
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
  readonly world: () => ScenarioWorld;
  /** Method and the end of the path, a regular expression, of the request that the signal follows. */
  readonly at: string;
  readonly faults?: readonly string[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: 'issue_comment' | 'schedule';
  /** The verdict that was known by then; absent: none was. */
  readonly verdict?: 'passed' | 'failed';
  /** How many security bugs are held against the limit. */
  readonly gated?: unknown;
}

const comments = '/issues/482/comments';
const checkRun = { annotations: 'check-run', 'max-annotations': '120' };

const moments = {
  'it waits for a scan to end': { world: () => runningWorld({}), at: 'GET /scans', inputs: { 'poll-interval': '60s' } },
  'it waits for a scan to begin': {
    world: noScanWorld,
    at: 'GET /scans',
    inputs: { 'wait-for-scan': '5m', 'poll-interval': '60s' },
  },
  'it pauses before it asks the service again': {
    world: failingWorld,
    at: 'GET /bugs',
    faults: ['GET /public/v1/bugs status=503 retry-after=60'],
  },
  'it pauses before it asks GitHub again': {
    world: failingWorld,
    at: 'GET /files',
    faults: ['GET /repos/*/files status=503 retry-after=60'],
  },
  'the service does not answer': { world: failingWorld, at: 'GET /repos', faults: ['GET /public/v1/repos hang'] },
  'GitHub does not tell the commit to judge': {
    world: cleanWorld,
    at: 'GET /pulls/482',
    faults: ['GET /repos/*/pulls/482 hang'],
    event: 'issue_comment',
    inputs: { 'on-unverified': 'warn' },
  },
  'GitHub does not tell the commits before it': {
    world: cleanWorld,
    at: 'GET /commits',
    faults: ['GET /repos/*/commits hang'],
    inputs: { 'scan-match': 'ancestor', 'on-unverified': 'warn' },
  },
  'GitHub does not answer': { world: failingWorld, at: 'GET /files', faults: ['GET /repos/*/files hang'] },
  'GitHub does not say who we are': {
    world: failingWorld,
    at: 'POST /graphql',
    faults: ['POST /graphql hang'],
    verdict: 'failed',
  },
  'GitHub does not list the comments': {
    world: cleanWorld,
    at: `GET ${comments}`,
    faults: [`GET *${comments} hang`],
    verdict: 'passed',
  },
  'GitHub does not list the comments of a gate that failed': {
    world: failingWorld,
    at: `GET ${comments}`,
    faults: [`GET *${comments} hang`],
    verdict: 'failed',
  },
  'the service does not list the dismissed bugs': {
    world: failingWorld,
    at: 'GET /bugs',
    faults: ['GET /public/v1/bugs?*status=dismissed*limit=100* hang'],
    inputs: { 'sarif-file': 'bugs.sarif' },
    verdict: 'failed',
  },
  'GitHub does not take the comment': {
    world: cleanWorld,
    at: `POST ${comments}`,
    faults: [`POST *${comments} hang`],
    verdict: 'passed',
  },
  'GitHub does not confirm the comment': {
    world: cleanWorld,
    at: `POST ${comments}`,
    faults: [`POST *${comments} hang applied`],
    verdict: 'passed',
  },
  'GitHub does not take the new text of the comment': {
    world: withOwnComment,
    at: 'PATCH /7',
    faults: ['PATCH /repos/*/comments/* hang'],
    verdict: 'passed',
  },
  'GitHub does not take the check run': {
    world: cleanWorld,
    at: 'POST /check-runs',
    faults: ['POST /repos/*/check-runs hang'],
    inputs: checkRun,
    verdict: 'passed',
  },
  'GitHub does not take the rest of the check run': {
    world: manyWorld,
    at: 'PATCH /check-runs/.+',
    faults: ['PATCH /repos/*/check-runs/* hang'],
    inputs: checkRun,
    // Without a pull request all bugs are annotated.
    event: 'schedule',
    verdict: 'failed',
    gated: expect.stringMatching(/^\d{3}$/),
  },
  'GitHub does not take the check run of a gate that failed': {
    world: failingWorld,
    at: 'POST /check-runs',
    faults: ['POST /repos/*/check-runs hang'],
    inputs: checkRun,
    verdict: 'failed',
  },
} as const satisfies Readonly<Record<string, Moment>>;

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
  { world, faults = [], inputs = {}, event, verdict, gated = verdict === 'failed' ? '4' : '0' }: Moment,
  target: Target,
  signal: string,
): Promise<void> {
  const act = async (sandbox: Sandbox): Promise<void> => {
    const given = event ? events[event](sandbox.world) : {};
    const sha = event === 'schedule' ? { sha: sandbox.world.sha } : {};
    const result = await sandbox.run({ ...target.change, inputs: { ...inputs, ...sha }, ...given });
    if (verdict === undefined) {
      expectCancelled(result, target, signal);
      expect(result.outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error' });
    } else {
      expectStanding(result, target, signal);
      expect([result.outputs['verdict'], result.exitCode]).toEqual([verdict, verdict === 'failed' ? 1 : 0]);
      expect(result.outputs['gated-security']).toEqual(gated);
    }
    expectWholeComments(sandbox);
  };
  await withSandbox(world(), act, { faults, watch: target.watch });
}

it.each(Object.entries(moments))('a cancelled gate ends at once while %s', (_, moment) =>
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
  ['the comment', `POST *${comments}`, 'Could not write the comment: '],
  ['the check run', 'POST /repos/*/check-runs', 'Could not create the check run: '],
])('a gate that is not cancelled says that GitHub refused %s', (_, request, said) =>
  withSandbox(
    failingWorld(),
    async (sandbox) => {
      const result = await sandbox.run({ inputs: checkRun });
      expect(refusalsIn(result)).toEqual([expect.stringMatching(`^${said}`)]);
    },
    { faults: [`${request} status=403`] },
  ),
);

/** The verdict was known: the cancellation is a warning, and no error but those of the verdict. */
function expectStanding(result: RunnerResult, target: Target, signal: string): void {
  expectEnded(result, target);
  expect(result.signal).toBeNull();
  const said = result.annotations.filter(({ message }) => message.startsWith('The job was cancelled'));
  expect(said.map(({ level, message }) => [level, message])).toEqual([
    ['warning', `The job was cancelled (${signal}). The verdict stands, but not all of it may have been reported.`],
  ]);
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
  readonly action: 'review' | 'rules' | 'watch';
  readonly at: string;
  readonly fault?: string;
  /** An output that tells what was done before. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** @default none */
  readonly notices?: readonly unknown[];
}

const nothingTold = { verdict: 'unverified', reason: 'service-error', 'pull-requests': '[]' };
const nothingDone = { commands: '[]', reviewed: '0', rejected: '0' };

const otherMoments = {
  'review, while GitHub does not tell who may': {
    action: 'review',
    at: 'GET /permission',
    fault: 'GET /repos/*/permission hang',
    outputs: nothingDone,
  },
  'review, while the service does not tell of the bug': {
    action: 'review',
    at: 'GET /bugs/.+',
    fault: 'GET /public/v1/bugs/* hang',
    outputs: nothingDone,
  },
  'review, while it pauses before it stores the review again': {
    action: 'review',
    at: 'POST /review',
    fault: 'POST /public/v1/bugs/* status=503 retry-after=60',
    outputs: nothingDone,
    notices: [expect.stringMatching(/^The review of bug_\w+ was sent and not answered before the run ended/)],
  },
  'review, while GitHub does not take the reply': {
    action: 'review',
    at: `POST ${comments}`,
    fault: `POST *${comments} hang`,
    outputs: { reviewed: '1', rejected: '0' },
  },
  'rules, while the service does not take the request': {
    action: 'rules',
    at: 'POST /rules',
    fault: 'POST /public/v1/rules hang',
    outputs: { 'request-id': '' },
    notices: [expect.stringContaining('may have received the request: check with the operation list')],
  },
  'rules, between two looks at the request': {
    action: 'rules',
    at: 'GET /rules/requests/.+',
    outputs: { 'request-id': expect.stringMatching(/^rcr_/), status: 'pending' },
    notices: [expect.stringMatching(/^To resume: operation create with request-id rcr_/)],
  },
  'watch, while GitHub does not list the issues': {
    action: 'watch',
    at: 'GET /issues',
    fault: 'GET /repos/*/issues hang',
    outputs: nothingTold,
  },
  'watch, while GitHub does not take the issue': {
    action: 'watch',
    at: 'POST /issues',
    fault: 'POST /repos/*/issues hang',
    outputs: nothingTold,
  },
} as const satisfies Readonly<Record<string, OtherMoment>>;

async function cancelOther(
  { action, at, fault, outputs, notices = [] }: OtherMoment,
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
    expect(said).toEqual(notices);
  };
  await withSandbox(world, act, { faults: fault === undefined ? [] : [fault], watch: target.watch });
}

it.each(Object.entries<OtherMoment>(otherMoments))('a cancelled %s, ends at once', (_, moment) =>
  withRun(moment, (target) => cancelOther(moment, target, 'here')),
);

it('a gate with a wrong input that is cancelled at once says both, and that the pull request was not told', () =>
  withSandbox(failingWorld(), async (sandbox) => {
    const signal = AbortSignal.abort(new ExpectedError('The job was cancelled (here).'));
    const result = await sandbox.run({ inputs: { 'max-bugs': 'some' }, clock: createTestClock(), signal });
    const said = result.annotations.filter(({ level }) => level !== 'notice').map(({ message }) => message);
    expect(said).toEqual([
      'The pull request was not told: The job was cancelled (here).',
      expect.stringContaining('max-bugs is "some"'),
    ]);
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
      expect(result.log).toContain(`The review of ${second} was sent and not answered`);
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
    send('SIGINT', moments['the service does not answer'], cancelGate),
    send('SIGTERM', moments['GitHub does not confirm the comment'], cancelGate),
    send('SIGTERM', otherMoments['watch, while GitHub does not take the issue'], cancelOther),
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
