// What the comment remembers of the bugs that block: over the pushes of a pull request, as the gate itself writes it.
import { createHash } from 'node:crypto';
import { parseMarker } from '../../src/documents/marker.ts';
import { replaced } from '../harness/replaced.ts';
import { rowsOf } from '../harness/rows.ts';
import { type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';
import { describe, expect, test } from '../jest.ts';

const markOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 6);

/** As if all that was written so far were of an earlier head. */
function push(sandbox: Sandbox): void {
  for (const comment of sandbox.ownComments()) {
    comment.body = replaced(comment.body, /"sha":"[0-9a-f]{40}"/, `"sha":"${'9'.repeat(40)}"`);
  }
}

function dismissOne(sandbox: Sandbox): void {
  sandbox.service.state.change(({ bugs, scans }) => {
    const blocking = bugs.find(({ isSecurityVulnerability: is, review }) => is === true && !review);
    if (blocking === undefined) throw new Error('none of the bugs blocks');
    blocking.review = { id: 'bfrv_1', state: 'dismissed', createdAt: 1, dismissalReason: 'other', source: 'review' };
    for (const scan of scans) scan.bugCounts = null;
  });
}

/** The pending bugs of the storefront, security bugs alone or all. */
const marksIn = ({ world }: Sandbox, isWanted: (bug: { isSecurityVulnerability?: boolean | null }) => boolean) =>
  world.service.bugs
    .filter((bug) => (bug.review?.state ?? 'pending') === 'pending' && isWanted(bug))
    .map(({ id }) => markOf(id));

test.each<[inputs: Readonly<Record<string, string>>, held: 'security' | 'all' | 'none']>([
  [{}, 'security'],
  [{ 'max-bugs': '5' }, 'all'],
  [{ 'max-security-bugs': 'off', 'max-bugs': '500' }, 'all'],
  [{ 'max-security-bugs': '100' }, 'security'],
  [{ 'max-security-bugs': 'off' }, 'none'],
])('by the inputs %j those are held against a limit: %s', async (inputs, held) => {
  await withSandbox(failingWorld(), async (sandbox) => {
    await sandbox.run({ inputs: { 'count-from': 'repository', ...inputs } });
    const { counted } = parseMarker(sandbox.ownComments()[0]?.body ?? '') ?? {};
    const wanted = marksIn(sandbox, (bug) => held === 'all' || bug.isSecurityVulnerability === true);
    expect(counted).toBe(held === 'none' ? '' : wanted.toSorted().join(''));
  });
});

describe('the comment says what changed since the last push', () => {
  /** The numbers in that line: how many block no longer, and how many are left. */
  const changesIn = (sandbox: Sandbox): string => {
    const lines = (sandbox.ownComments()[0]?.body ?? '').split('\n');
    const line = lines.find((each) => each.startsWith('Since the last push')) ?? '';
    return (line.match(/\d+/gu) ?? []).join(' ');
  };

  const pushFix = (sandbox: Sandbox): void => {
    push(sandbox);
    dismissOne(sandbox);
  };
  /** As if the version before had written the comment: its marker knows nothing of bugs. */
  const forget = (sandbox: Sandbox): void => {
    push(sandbox);
    for (const comment of sandbox.ownComments()) comment.body = replaced(comment.body, /,"counted":"[0-9a-f]*"/, '');
  };
  const before: Readonly<Record<string, (sandbox: Sandbox) => void>> = {
    ...{ run: () => undefined, push, fix: pushFix, dismiss: dismissOne, forget },
  };
  const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...{ usual: {}, warn: { mode: 'warn' }, unjudged: { 'scan-types': 'recentChanges' } },
  };

  /** What happens before each run, with which inputs, and the numbers that its comment then says. */
  const LOOKS = `
where both heads were judged                          | run usual - ; fix usual 1 3
nothing where nothing changed                         | run usual - ; push usual -
in warn mode too                                      | run usual - ; fix warn 1 3
nothing after a head that could not be judged         | run usual - ; fix unjudged - ; push usual -
where such a head can be judged later                 | run usual - ; fix unjudged - ; run usual 1 3
again after the one that came behind such a head      | run usual - ; push unjudged - ; push usual - ; fix usual 1 3
the same in a run of the same head                    | run usual - ; fix usual 1 3 ; run usual 1 3
all where a bug is dismissed between runs of one head | run usual - ; fix usual 1 3 ; dismiss usual 2 2
nothing after a comment of the version before         | run usual - ; forget usual - ; fix usual 1 3
`;

  test.each(rowsOf(LOOKS))('%s: %s', async (_, cell = '') => {
    const looks = cell.split(' ; ').map((look) => look.split(' '));
    await withSandbox(failingWorld(), async (sandbox) => {
      const said: string[] = [];
      for (const [what = '', how = ''] of looks) {
        const [prepare, given] = [before[what], inputs[how]];
        if (prepare === undefined || given === undefined) throw new Error(`there is no ${what} ${how}`);
        prepare(sandbox);
        await sandbox.run({ inputs: given });
        said.push(changesIn(sandbox));
      }
      expect(said).toEqual(looks.map(([, , ...numbers]) => numbers.join(' ').replace('-', '')));
      expect(sandbox.ownComments()).toHaveLength(1);
    });
  });
});
