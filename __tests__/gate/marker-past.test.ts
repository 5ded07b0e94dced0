// What the comment remembers of the bugs that block: over the pushes of a pull request, as the gate itself writes it.
import { createHash } from 'node:crypto';
import { decideSincePush, type Marker, parseMarker } from '../../src/documents/marker.ts';
import { replaced } from '../harness/replaced.ts';
import { type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';
import { expect, test } from '../jest.ts';

const markOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 6);

function readOwn(sandbox: Sandbox): Marker {
  const marker = parseMarker(sandbox.ownComments()[0]?.body ?? '');
  if (marker === null) throw new Error('the gate wrote no comment');
  return marker;
}

/** Runs the gate once, and reads what it left. */
async function runOnce(sandbox: Sandbox, inputs: Readonly<Record<string, string>> = {}): Promise<Marker> {
  await sandbox.run({ inputs });
  return readOwn(sandbox);
}

/** As if all that was written so far were of an earlier head. */
function push(sandbox: Sandbox): void {
  for (const comment of sandbox.ownComments()) {
    comment.body = replaced(comment.body, /"sha":"[0-9a-f]{40}"/, `"sha":"${'9'.repeat(40)}"`);
  }
}

/** The pending bugs of the storefront, security bugs alone or all. */
const marksIn = ({ world }: Sandbox, isWanted: (bug: { isSecurityVulnerability?: boolean | null }) => boolean) =>
  world.service.bugs
    .filter((bug) => (bug.review?.state ?? 'pending') === 'pending' && isWanted(bug))
    .map(({ id }) => markOf(id));

test('a bug that is dismissed after a push no longer blocks, and the others are left', async () => {
  await withSandbox(failingWorld(), async (sandbox) => {
    const first = await runOnce(sandbox);
    expect([first.counted?.length, first.before]).toEqual([4 * 6, undefined]);
    expect(decideSincePush(first)).toBeNull();
    push(sandbox);
    sandbox.service.state.change(({ bugs, scans }) => {
      const [blocking] = bugs.filter(({ id }) => first.counted?.includes(markOf(id)));
      if (blocking === undefined) throw new Error('none of the bugs blocks');
      blocking.review = { id: 'bfrv_1', state: 'dismissed', createdAt: 1, dismissalReason: 'other', source: 'review' };
      for (const scan of scans) scan.bugCounts = null;
    });
    const second = await runOnce(sandbox);
    expect([second.before, decideSincePush(second)]).toEqual([first.counted, { gone: 1, added: 0, left: 3 }]);
    // The same head once more: compared with the same.
    const third = await runOnce(sandbox);
    expect([third.before, third.counted]).toEqual([second.before, second.counted]);
  });
});

test.each<[inputs: Readonly<Record<string, string>>, held: 'security' | 'all' | 'none']>([
  [{}, 'security'],
  [{ 'max-bugs': '5' }, 'all'],
  [{ 'max-security-bugs': 'off', 'max-bugs': '500' }, 'all'],
  [{ 'max-security-bugs': '100' }, 'security'],
  [{ 'max-security-bugs': 'off' }, 'none'],
])('by the inputs %j those are held against a limit: %s', async (inputs, held) => {
  await withSandbox(failingWorld(), async (sandbox) => {
    const { counted } = await runOnce(sandbox, { 'count-from': 'repository', ...inputs });
    const wanted = marksIn(sandbox, (bug) => held === 'all' || bug.isSecurityVulnerability === true);
    expect(counted).toBe(held === 'none' ? '' : wanted.toSorted().join(''));
  });
});

test('a run that cannot judge counts nothing', async () => {
  await withSandbox(failingWorld(), async (sandbox) => {
    const { verdict, counted } = await runOnce(sandbox, { 'scan-types': 'recentChanges', 'wait-for-scan': '0' });
    expect([verdict?.kind, counted]).toEqual(['unverified', undefined]);
  });
});
