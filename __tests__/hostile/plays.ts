// The runs that hostile words are tried in: every document of every action is made in one of them.
import type { FaultInjector } from '../../sandbox/http.ts';
import { commentEvent } from '../../sandbox/scenarios/review-comment-event.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { Sandbox } from '../harness/sandbox.ts';
import { type Play, type Played, withServices } from './play.ts';
import { attackOf } from './words.ts';
import { firstNight, toQuarterWorld, toWatchWorld } from './worlds.ts';

/** One after the other, against the same services. */
export type Run = (world: ScenarioWorld, answers: FaultInjector) => Promise<readonly Played[]>;

const files = { 'sarif-file': 'gate.sarif', 'report-file': 'gate.json' };
const links = { 'bug-url': 'https://app.example.com/bugs/{id}' };
const everything = {
  ...files,
  ...links,
  'max-listed': '1000',
  'max-annotations': '1000',
  'scan-match': 'exact,ancestor',
  'wait-timeout': '0',
  'poll-interval': '0',
  'count-from': 'repository',
};

function gate(inputs: Readonly<Record<string, string>>): Run {
  return (world, answers) =>
    withServices(world, answers, async (play) => [
      await play({ action: 'gate', inputs: { ...everything, ...inputs } }),
    ]);
}

/** The gate with workflow commands, then with a check run, and where details are withheld. */
export const gateRuns = {
  'the gate': gate({}),
  'the gate with a check run': gate({ annotations: 'check-run' }),
  'the gate of an unknown repository': gate({ repository: 'acme/unknown' }),
  'the gate that withholds details': gate({ disclosure: 'counts', annotations: 'check-run' }),
} as const satisfies Readonly<Record<string, Run>>;

/**
 * A maintainer's comment with one command of each kind, and attacks wherever a command has room for text. Markup that
 * ends the reading of commands stands in the last of them; below it are lines that are only named in the reply.
 */
function commands(): string {
  const attack = attackOf(3).replace(/\s+/gu, ' ').toWellFormed();
  const whole = attack.slice(0, 400);
  const text = attack.replace(/[<[`]|\$\$/gu, '').slice(0, 400);
  return [
    '/scan-gate show bug_0 bug_1 bug_2 bug_3 bug_settled_0',
    `/scan-gate dismiss bug_0 bug_none wont_fix ${text}`,
    `/scan-gate resolve bug_1 ${text}`,
    `/scan-gate reopen bug_2 ${text}`,
    `/scan-gate dismiss bug_@everyone ${text}`,
    `/scan-gate ${text}`,
    '/scan-gate recheck',
    '/scan-gate help',
    `/scan-gate dismiss bug_<b>@everyone ${whole}`,
    `/scan-gate ${whole}`,
  ].join('\n');
}

export const reviewRun: Run = (world, answers) =>
  withServices(world, answers, async (play, services) => [
    await play({ action: 'review', inputs: links, event: writeComment(services, world) }),
  ]);

/** The same after the gate, so that there is a comment of it and a run to start again. */
export const rerunRun: Run = (world, answers) =>
  withServices(world, answers, async (play, services) => [
    await play({ action: 'gate' }),
    await endRuns(services, () => play({ action: 'review', inputs: links, event: writeComment(services, world) })),
  ]);

/** Acts after the gate's run has ended red: GitHub starts none again that goes on. */
async function endRuns<Value>({ github }: Sandbox, act: () => Promise<Value>): Promise<Value> {
  for (const run of github.state.runs) {
    Object.assign(run, { status: 'completed', conclusion: 'failure' });
  }
  return await act();
}

function writeComment({ github }: Sandbox, world: ScenarioWorld): Play['event'] & object {
  const [pull] = world.github.pulls;
  if (!pull) throw new Error('the world has no pull request');
  const { state } = github;
  const time = '2026-11-20T12:00:00Z';
  const comment = {
    id: state.nextId,
    issue: pull.number,
    user: 'deniz-arslan',
    body: commands(),
    createdAt: time,
    updatedAt: time,
  };
  state.nextId += 1;
  state.comments.push(comment);
  return commentEvent({ github: { ...world.github, users: state.users }, pull, comment });
}

/** A rule is resumed, all are pulled, and listed. */
export const rulesRun: Run = (world, answers) =>
  withServices(world, answers, async (play) => {
    const inputs = { 'poll-interval': '1s', 'max-polls': '1' };
    const request = { ...inputs, operation: 'create', 'request-id': 'rcr_full' };
    return [
      await play({ action: 'rules', inputs: { ...inputs, operation: 'create' } }),
      await play({ action: 'rules', inputs: request }),
      await play({ action: 'rules', inputs: { operation: 'pull' } }),
      await play({ action: 'rules', inputs: { operation: 'list' } }),
    ];
  });

const night: Play['event'] & object = { name: 'schedule', payload: { schedule: '0 3 * * *' } };

/** The first night of a watch, one with new bugs, and one where details are withheld. */
export const watchRun: Run = (given, answers) => {
  const world = toWatchWorld(given);
  return withServices(world, answers, async (play, { service }) => {
    const watch = (inputs: Readonly<Record<string, string>>): Promise<Played> =>
      play({ action: 'watch', event: night, inputs: { ...links, 'max-listed': '1000', ...inputs } });
    service.state.replaceData(firstNight(world.service));
    const first = await watch({});
    service.state.replaceData(world.service);
    return [first, await watch({ disclosure: 'full' }), await watch({ disclosure: 'counts' })];
  });
};

/** A quarter with every detail, and with none; GitHub is asked who may read the repository. */
export const insightsRun: Run = (world, answers) =>
  withServices(toQuarterWorld(world), answers, async (play) => [
    await play({
      action: 'insights',
      event: night,
      inputs: { ...links, disclosure: 'full', 'service-name': attackOf(2).replace(/\s+/gu, ' ').slice(0, 100) },
    }),
    await play({ action: 'insights', event: night, inputs: links }),
  ]);
