// A workflow that came with somebody's own fork and has no key there: nothing is asked of anybody.
import type { GitHubData } from '../../sandbox/github/data.ts';
import type { PlayOptions } from '../../sandbox/runner/runner.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { OWN_FORK_PAGE } from '../../src/documents/causes/service.ts';
import { type EventName, events } from '../harness/events.ts';
import { merge } from '../harness/examples.ts';
import { type ActionName, runGateIn, shownBy, withSandbox } from '../harness/sandbox.ts';
import { changeGitHub, cleanWorld } from '../harness/worlds.ts';
import { expect, it } from '../jest.ts';

const WORDS = 'This is a fork without a key.';
/** Advice for what gets no key on pull requests. */
const DEPENDABOT = /Dependabot secrets|Pull requests from forks get no/u;
const NOTHING_ASKED = 'Nothing is asked of you; to switch the workflow off here, see';

/** The event as a fork, or a repository of its own, sends it. */
function eventIn(world: ScenarioWorld, name: EventName, fork: unknown): PlayOptions['event'] {
  const { event } = events[name](world);
  return { ...event, payload: merge(event.payload as Parameters<typeof merge>[0], { repository: { fork } }) };
}

it.each<[string, EventName, unknown, string, boolean]>([
  ['a push to its default branch', 'push to main', true, '', true],
  ['a schedule', 'schedule', true, '', true],
  ['a dispatch', 'workflow_dispatch', true, '', true],
  ['a schedule with a key', 'schedule', true, 'svc_key-of-the-fork', false],
  ['a schedule in no fork', 'schedule', false, '', false],
  ['a schedule where the payload does not say', 'schedule', undefined, '', false],
  ['a schedule where the payload says something else', 'schedule', 'yes', '', false],
  // Somebody works with pull requests there, and may want the gate.
  ['a pull request within the fork', 'pull_request', true, '', false],
])('the gate on %s', async (_, name, fork, key, isTold) => {
  const world = cleanWorld();
  const { github } = events[name](world);
  const run = await runGateIn(world, {
    inputs: key === '' ? { 'api-key': '' } : {},
    event: eventIn(world, name, fork),
    github,
  });
  expect([run.log.includes(WORDS), run.log.includes(`${NOTHING_ASKED} ${OWN_FORK_PAGE}`)]).toEqual([isTold, isTold]);
  const summary = run.summary.replaceAll('**', '');
  expect(summary.includes(`${WORDS} ${NOTHING_ASKED} [forks](${OWN_FORK_PAGE}).`)).toBe(isTold);
  // Whatever is said, a gate without a key is red.
  if (key === '') expect([run.outputs['reason'], run.exitCode]).toEqual(['no-credentials', 1]);
  if (isTold) expect(shownBy(run)).not.toMatch(/What to do|ask whoever|your next push|blocks the merge/u);
});

const required = { main: { rules: [{ type: 'required_status_checks' as const, contexts: ['gate'] }] } };
const ofOther = ({ pulls }: GitHubData): Partial<GitHubData> => ({
  pulls: pulls.map((pull) => ({ ...pull, head: { ...pull.head, ref: 'other' } })),
});
const closed = ({ pulls }: GitHubData): Partial<GitHubData> => ({
  pulls: pulls.map((pull) => ({ ...pull, state: 'closed' })),
});

// A company's main repository may be a fork itself: where a pull request is open there, somebody works with it.
it.each<[string, (data: GitHubData) => Partial<GitHubData>, Readonly<Record<string, string>>, boolean]>([
  ['that is the head of an open pull request there', () => ({}), {}, false],
  ['whose pull request is closed', closed, {}, true],
  ['that is not that of the open one', ofOther, {}, true],
  ['without a pull request', () => ({ pulls: [] }), {}, true],
  ['for a pull request that is given', ofOther, { 'pr-number': '482' }, false],
])('the gate on a push of a branch %s', async (_, change, inputs, isTold) => {
  const world = changeGitHub(cleanWorld(), (data) => ({ requirements: required, ...change(data) }));
  const { github } = events.push(world);
  const run = await runGateIn(world, {
    inputs: { 'api-key': '', ...inputs },
    event: eventIn(world, 'push', true),
    github,
  });
  expect([run.outputs['reason'], run.exitCode]).toEqual(['no-credentials', 1]);
  expect([run.log.includes(WORDS), run.log.includes(NOTHING_ASKED)]).toEqual([isTold, isTold]);
  expect(run.comment === '').toBe(isTold);
  const comment = run.comment.replaceAll('**', '');
  for (const words of ['This check is required: you cannot merge', 'What to do: ask the maintainer', 'add the API key'])
    expect(comment.includes(words)).toBe(!isTold);
  expect(comment).not.toMatch(/fork without a key|Nothing is asked of you/u);
});

it.each<[string, EventName, Readonly<Record<string, string>>]>([
  ['of a comment', 'issue_comment', {}],
  ['that is given', 'workflow_dispatch', { 'pr-number': '482' }],
])('the gate in a fork where GitHub does not give the pull request %s', async (_, name, inputs) => {
  const world = cleanWorld();
  const { github } = events[name](world);
  const event = eventIn(world, name, true);
  const faults = ['GET */pulls/482 status=403'];
  const run = await runGateIn(world, { inputs: { 'api-key': '', ...inputs }, event, github, faults });
  expect([run.outputs['reason'], run.exitCode]).toEqual(['no-credentials', 1]);
  expect(shownBy(run)).toContain('The input `api-key` is empty');
  expect(shownBy(run)).not.toMatch(/fork without a key|Nothing is asked of you/u);
});

it.each<[string, { readonly fork: boolean; readonly isOfPush: boolean }, boolean]>([
  ['of a push', { fork: true, isOfPush: true }, true],
  // Somebody works with pull requests there.
  ['of a pull request', { fork: true, isOfPush: false }, false],
  ['of a push in no fork', { fork: false, isOfPush: true }, false],
])('the gate at the end of another run, %s', async (_, { fork, isOfPush }, isTold) => {
  const world = cleanWorld();
  const event = eventIn(world, 'workflow_run', fork);
  const ofPush = { event: 'push', head_sha: world.github.branches?.['main'], head_branch: 'main', pull_requests: [] };
  const payload = merge(event.payload as Parameters<typeof merge>[0], isOfPush ? { workflow_run: ofPush } : {});
  const { github } = events.workflow_run(world);
  const run = await runGateIn(world, { inputs: { 'api-key': '' }, event: { ...event, payload }, github });
  expect([run.log.includes(WORDS), run.log.includes(NOTHING_ASKED)]).toEqual([isTold, isTold]);
  expect(/What to do/u.test(shownBy(run))).toBe(!isTold);
});

it.each<[ActionName, Readonly<Record<string, string>>]>([
  ['watch', {}],
  ['recheck', {}],
  ['insights', {}],
  ['doctor', {}],
  ['rules', { operation: 'pull' }],
  ['rules', { operation: 'create', description: 'No secrets in logs' }],
])('the action %s on a schedule', (action, inputs) => {
  const world = cleanWorld();
  return withSandbox(world, async (sandbox) => {
    const { github } = events.schedule(world);
    const runIn = (fork: boolean): ReturnType<typeof sandbox.run> =>
      sandbox.run({
        action,
        inputs: { 'api-url': sandbox.service.url, 'api-key': '', 'github-token': world.githubToken, ...inputs },
        event: eventIn(world, 'schedule', fork),
        github,
      });
    const runs = [await runIn(true), await runIn(false)] as const;
    const [inFork, elsewhere] = runs.map(shownBy) as [string, string];
    // A link, as in the gate's summary.
    const [{ summary }] = runs;
    if (summary !== '') expect(summary).toContain(`${NOTHING_ASKED} [forks](${OWN_FORK_PAGE})`);
    // No schedule is for a pull request.
    expect(elsewhere).not.toMatch(DEPENDABOT);
    expect([inFork.includes(WORDS), inFork.includes(NOTHING_ASKED)]).toEqual([true, true]);
    expect(inFork).not.toMatch(/Store the key|the secret|secrets\./u);
    expect([elsewhere.includes(WORDS), elsewhere.replaceAll('`', '').includes('api-key is empty')]).toEqual([
      false,
      true,
    ]);
  });
});
