// Stacked pull requests: each layer is based on the branch of the one below, and is judged by its own head, commits and files.
import type { PullData } from '../../sandbox/github/data.ts';
import { commitSha, hourMs, identifier } from '../../sandbox/scenarios/identity.ts';
import { pullRequestPayload, type PullRequestEventOptions } from '../../sandbox/scenarios/pull-request-event.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeBug, makeScan, withLists } from '../../sandbox/scenarios/storefront/service.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { changeGitHub, spotlessWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const NUMBERS = [482, 483, 484];
const main = { ref: 'main', sha: storefront.baseSha };
const headOf = (number: number): string => commitSha(`layer ${number}`);
const fileOf = (number: number): string => `src/layer-${number}.ts`;
const branchOf = (number: number): PullData['base'] => ({ ref: `layer-${number}`, sha: headOf(number) });

function toFile(number: number): PullData['files'][number] {
  return { filename: fileOf(number), status: 'modified', additions: 1, deletions: 0 };
}

/** Three layers, each with one commit and one file, in which it brought in a security bug; each head is scanned, with what is below. */
function buildStack(): ScenarioWorld {
  const nowMs = Date.now();
  const world = spotlessWorld();
  const [template] = world.github.pulls;
  if (!template) throw new Error('the storefront has no pull request');
  const pulls = NUMBERS.map((number, at): PullData => {
    const below = NUMBERS[at - 1];
    const head = { ...branchOf(number), repository: template.head.repository };
    const base = below === undefined ? main : branchOf(below);
    return { ...template, number, head, base, commits: [headOf(number)], files: [toFile(number)] };
  });
  const commits = NUMBERS.map((number, at) => ({
    ...{ sha: headOf(number), parents: [at === 0 ? main.sha : headOf(number - 1)], message: `Layer ${number}` },
    ...{ authorName: 'Mara Lindqvist', author: 'mara-lindqvist', date: new Date(nowMs - hourMs).toISOString() },
  }));
  const bugs = NUMBERS.map((number) => {
    const text = { key: `layer ${number}`, title: `Bug of ${number}`, summary: '', security: true, foundDaysAgo: 0 };
    const introduced = { daysAgo: 0, pull: number, commit: `layer ${number}` };
    return { ...makeBug({ ...text, introduced, file: fileOf(number) }, nowMs), commitSha: headOf(number) };
  });
  const scans = NUMBERS.map((number) =>
    makeScan({ workflowRequestId: scanOf(number), commitSha: headOf(number), createdAt: nowMs - hourMs / 2 }),
  );
  const surfaced = Object.fromEntries(
    NUMBERS.map((number, at) => [scanOf(number), bugs.slice(0, at + 1).map(({ id }) => id)]),
  );
  return {
    ...changeGitHub(world, (github) => ({ pulls, commits: [...github.commits, ...commits] })),
    service: withLists({ ...world.service, bugs, scans: [...world.service.scans, ...scans], surfaced }),
  };
}

function scanOf(number: number): string {
  return identifier('wr_', `layer ${number}`);
}

interface LayerEvent extends Pick<PullRequestEventOptions, 'action' | 'formerBase'> {
  readonly number: number;
}

/** Runs the gate as GitHub starts it for a layer. */
async function judge(world: ScenarioWorld, { number, ...told }: LayerEvent) {
  const pull = world.github.pulls.find((each) => each.number === number);
  if (!pull) throw new Error(`there is no layer ${number}`);
  const stack = { number: 50, size: NUMBERS.length, position: NUMBERS.indexOf(number) + 1, base: main };
  const { mergeSha } = storefront;
  const payload = pullRequestPayload({ github: world.github, pull, mergeSha, stack, ...told });
  const run = await runGateIn(world, {
    event: { name: 'pull_request', payload },
    github: { sha: mergeSha, ref: `refs/pull/${number}/merge` },
    inputs: { 'gate-on': 'introduced, touched' },
  });
  const { comments } = run.sandbox.github.state;
  const written = comments.filter(({ user }) => user === 'github-actions[bot]');
  return { outputs: run.outputs, comment: run.comment, issues: written.map(({ issue }) => issue) };
}

describe('a layer of a stack', () => {
  it.each(NUMBERS)('%i is judged by its own head and files, whatever the layers below brought in', async (number) => {
    const { outputs, comment, issues } = await judge(buildStack(), { number, action: 'synchronize' });
    expect(outputs).toMatchObject({ reason: 'threshold-exceeded', 'scan-sha': headOf(number), 'gated-security': '1' });
    expect(comment).toContain(`Bug of ${number}`);
    expect(issues).toEqual([number]);
  });

  it('is judged in the same way when it is put into the stack', async () => {
    const world = buildStack();
    const stacked = await judge(world, { number: 483, action: 'stacked' });
    const pushed = await judge(world, { number: 483, action: 'synchronize' });
    expect(stacked.outputs['gated-security']).toBe('1');
    expect({ ...stacked.outputs, 'comment-url': '' }).toEqual({ ...pushed.outputs, 'comment-url': '' });
  });

  it('that gets another base counts what it changes against that one', async () => {
    // The lowest layer was closed, so that the second one is based on main and has its changes too.
    const world = changeGitHub(buildStack(), ({ pulls }) => ({
      pulls: pulls.map((pull): PullData => {
        if (pull.number === 482) return { ...pull, state: 'closed' };
        if (pull.number !== 483) return pull;
        const commits = [headOf(482), headOf(483)];
        return { ...pull, base: main, commits, files: [toFile(482), toFile(483)] };
      }),
    }));
    const edited = await judge(world, { number: 483, action: 'edited', formerBase: branchOf(482) });
    expect(edited.outputs).toMatchObject({ reason: 'threshold-exceeded', 'gated-security': '2' });
    const before = await judge(buildStack(), { number: 483, action: 'synchronize' });
    expect(before.outputs['gated-security']).toBe('1');
  });
});
