// How a run of many repositories speaks up: GitHub shows ten annotations of a level, so the rest is in the log, and counted.
import { expect, test } from '../jest.ts';
import { withOrganization } from './harness.ts';

const FAILED = 'GET /public/v1/bugs status=404';

test.each([
  ['watch', 'error', 14],
  ['doctor', 'error', 14],
  ['insights', 'error', 14],
  ['recheck', 'warning', 14],
  ['watch', 'error', 9],
  ['watch', 'error', 8],
] as const)('%s: each %s of %d repositories is told, and none is dropped', async (action, level, count) => {
  const members = Array.from({ length: count }, (_, index) => ({ name: `b${index}` }));
  await withOrganization(
    members,
    async ({ sandbox, clock }) => {
      const event = { name: 'schedule', payload: {} };
      const run = await sandbox.run({ action, event, clock, inputs: { repositories: 'all' } });
      const said = run.annotations.filter((each) => each.level === level).map(({ message }) => message);
      const rest = count > 8 ? [expect.stringMatching(`^The log has ${count - 8} more ${level}s?\\.$`)] : [];
      expect(said.slice(8).filter((message) => message.startsWith('The log has'))).toEqual(rest);
      expect(run.droppedAnnotations).toEqual([]);
      expect(members.filter(({ name }) => !run.log.includes(`acme/${name}`))).toEqual([]);
    },
    { faults: [FAILED] },
  );
});
