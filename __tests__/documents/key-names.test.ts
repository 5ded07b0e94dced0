// The rule that nothing which everybody reads names the organizations of a key, whatever the input `disclosure` allows of bugs.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { nightlyWorld } from '../doctor/harness.ts';
import { type ActionName, type RunChange, type Sandbox, shownBy, withSandbox } from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { bugsOf, commentOn, reviewWorld } from '../review/harness.ts';

type Visibility = 'public' | 'private';

const NAME = 'Secret Labs';

/** In a run of an action whose repository the key does not see. */
interface Row {
  readonly action: ActionName;
  readonly world: () => ScenarioWorld;
  readonly change: (sandbox: Sandbox, event: RunChange['event'] & object) => Pick<RunChange, 'event' | 'inputs'>;
}

/** The service does not know the workflow's own repository. */
const unconnectedWorld = (): ScenarioWorld => changeService(failingWorld(), () => ({ repos: [] }));

const withInputs =
  (inputs: Readonly<Record<string, string>>): Row['change'] =>
  (_, event) => ({ event, inputs });
const unknown = { repository: 'acme/unknown', disclosure: 'full' };
const named = { repositories: 'acme/unknown, acme/storefront' };
const dismissed: Row['change'] = (sandbox) => ({
  event: commentOn(sandbox, `/scan-gate dismiss ${bugsOf(sandbox.world).security} wont_fix Never called.`),
  inputs: unknown,
});
const one = { 'pull-requests': '1' };

/** Of an unknown repository it is not known who reads it. */
const rows: readonly (readonly [what: string, action: ActionName, Row['world'], Row['change'], isSaid?: boolean])[] = [
  ['the gate', 'gate', failingWorld, (_, event) => ({ event: { ...event, name: 'schedule' }, inputs: unknown })],
  ['the watch of one repository', 'watch', failingWorld, withInputs(unknown)],
  ['the watch of named ones', 'watch', failingWorld, withInputs({ ...named, disclosure: 'full' }), false],
  ['the review', 'review', reviewWorld, dismissed],
  ['the rules', 'rules', failingWorld, withInputs({ operation: 'pull', repository: 'acme/unknown' })],
  ['the doctor, of an unknown repository', 'doctor', nightlyWorld, withInputs({ ...one, repository: 'acme/unknown' })],
  ['the doctor, of its own', 'doctor', nightlyWorld, withInputs(one)],
  ['the doctor of named ones', 'doctor', nightlyWorld, withInputs({ ...named, ...one }), false],
  ['insights', 'insights', unconnectedWorld, withInputs({ disclosure: 'full' })],
  ['the recheck', 'recheck', unconnectedWorld, withInputs({})],
];

async function isNamed({ action, world, change }: Row, visibility: Visibility): Promise<boolean> {
  const given = changeService(world(), ({ user }) => ({
    user: { ...user, orgs: [...user.orgs, { id: 'org_x', name: NAME }] },
  }));
  const event = {
    name: 'workflow_dispatch',
    payload: { repository: { visibility, private: visibility === 'private' } },
  };
  const act = async (sandbox: Sandbox): Promise<boolean> => {
    const run = await sandbox.run({ action, ...change(sandbox, event) });
    const written = [...sandbox.github.state.comments, ...sandbox.github.state.issues].map(({ body }) => body);
    return `${shownBy(run)}${written.join('\n')}`.includes(NAME);
  };
  return await withSandbox(
    changeGitHub(given, () => ({ visibility })),
    act,
  );
}

describe('the organizations of the key are named only where nobody else reads, by', () => {
  it.each(rows)('%s', async (_, action, world, change, isSaid = true) => {
    const row = { action, world, change };
    expect([await isNamed(row, 'public'), await isNamed(row, 'private')]).toEqual([false, isSaid]);
  });
});
