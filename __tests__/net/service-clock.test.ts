// The service's clock: how far this machine's is ahead of it, by the answers.
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { createServiceClock } from '../../src/net/service-clock.ts';
import { expect, test } from '../jest.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['ahead', 200, 'Sat, 21 Nov 2026 11:00:00 GMT', 3_600_000, 3_600_000],
  ['behind', 200, 'Sat, 21 Nov 2026 13:00:00 GMT', -3_600_000, 0],
  ['right', 200, 'Sat, 21 Nov 2026 12:00:00 GMT', 0, 0],
  ['not compared with what is no date', 200, 'yesterday', undefined, 0],
  ['not compared without a date', 200, null, undefined, 0],
  ['not compared with an error’s', 502, 'Sat, 21 Nov 2026 11:00:00 GMT', undefined, 0],
])('this machine’s clock is %s', async (_, status, date, aheadMs, earlierByMs) => {
  const { watch, aheadMs: ahead, earlierNow } = createServiceClock({ now: () => nowMs as EpochMs });
  expect(ahead()).toBeUndefined();
  await watch(() => Promise.resolve(new Response('', { status, headers: date === null ? {} : { date } })))('');
  expect(ahead()).toBe(aheadMs);
  expect(earlierNow()).toBe(nowMs - earlierByMs);
});
