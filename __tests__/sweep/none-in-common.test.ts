// All repositories, where key and token have none in common: nothing was looked at, so that nothing may be green.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { toWhat, toWhatAndAdvice } from '../../src/documents/causes.ts';
import { Unverified } from '../../src/judgement/unverified.ts';
import { isInShard } from '../../src/sweep/shard.ts';
import { createTestClock } from '../harness/clock.ts';
import { type Sandbox, type SandboxRun, withSandbox } from '../harness/sandbox.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { stages } from '../matrix/actions.ts';

const ACTIONS = ['watch', 'doctor', 'recheck', 'insights'] as const;

/** What a situation has of its own. */
interface Situation {
  readonly change?: (world: ScenarioWorld) => ScenarioWorld;
  readonly visibility?: 'public' | 'private';
  readonly inputs?: Readonly<Record<string, string>>;
}

function tokenOf(world: ScenarioWorld, repositories: readonly string[]): ScenarioWorld {
  return changeGitHub(world, ({ tokens }) => ({
    tokens: tokens.map((token) => ({ ...token, repositories: [...repositories] })),
  }));
}

async function runIn(action: (typeof ACTIONS)[number], situation: Situation): Promise<SandboxRun> {
  const { change = (world) => world, visibility = 'private', inputs } = situation;
  const stage = stages[action];
  const clock = createTestClock(Date.now(), true);
  const play = (sandbox: Sandbox): Promise<SandboxRun> => {
    const usual = stage.change?.(sandbox) ?? {};
    const repository = { visibility, private: visibility !== 'public' };
    return sandbox.play({
      ...{ action, clock, event: { name: 'schedule', payload: { repository } } },
      inputs: { ...usual.inputs, repositories: 'all', ...inputs },
    });
  };
  return await withSandbox(change(stage.world()), play, { now: () => clock.now() });
}

const OWN = 'acme/storefront';
const partOf = (isOwn: boolean): string => {
  const parts = Array.from({ length: 256 }, (_, index) => index + 1);
  return `${parts.find((part) => isInShard(OWN, { part, of: 256 }) === isOwn)}/256`;
};
const NONE = toWhat(new Unverified({ kind: 'nothing-to-look-at', isPublic: false }));
const PUBLIC = toWhatAndAdvice(new Unverified({ kind: 'nothing-to-look-at', isPublic: true }), ' ');

const noneOfKey: Situation = { change: (world) => changeService(world, () => ({ repos: [] })) };

describe.each(ACTIONS)('%s of all repositories', (action) => {
  it.each<[string, Situation]>([
    ['the key sees none', noneOfKey],
    ['the token sees another', { change: (world) => tokenOf(world, ['acme/elsewhere']) }],
    ['the token sees none', { change: (world) => tokenOf(world, []) }],
    ['only private ones are in common, and this one is public', { visibility: 'public' }],
    ['the key sees none, in any shard', { ...noneOfKey, inputs: { shard: partOf(true) } }],
    ['the key sees none, in another shard', { ...noneOfKey, inputs: { shard: partOf(false) } }],
  ])('is red where %s', async (_, situation) => {
    const { conclusion, outputs, log, summary } = await runIn(action, situation);
    expect([conclusion, log.includes(`Error: ${NONE}`), summary.includes('✅')]).toEqual(['failure', true, false]);
    expect(log.includes(PUBLIC)).toBe(situation.visibility === 'public');
    const said = action === 'doctor' ? { healthy: 'false' } : { verdict: 'unverified', reason: 'repository-not-found' };
    expect(outputs).toMatchObject({ ...said, failed: '[]' });
  });

  // Controls.
  it('is green in a shard that has none of those in common, with zeros', async () => {
    const { conclusion, outputs, log } = await runIn(action, { inputs: { shard: partOf(false) } });
    expect([conclusion, outputs['failed'], log.includes(NONE)]).toEqual(['success', '[]', false]);
    expect(log).toContain('has 0 of 1 repositories.');
    expect(outputs).toMatchObject(action === 'doctor' ? { healthy: 'true' } : { verdict: 'reported' });
  });

  it('looks at the one in common', async () => {
    const { log, outputs } = await runIn(action, { inputs: { shard: partOf(true) } });
    expect(log).toContain('has 1 of 1 repositories.');
    expect([log.includes(NONE), outputs['reason'] === 'repository-not-found']).toEqual([false, false]);
  });
});
