// Owns what the gate makes of answers of the service that are well-formed and still cannot be believed.
import { describe, expect, test } from '@jest/globals';
import { aScene, aWireScan, hourMs, nowMs, play } from './stage.ts';

describe('a scan that ended in the future', () => {
  const endsIn = (ms: number, maxScanAge: string) =>
    play(
      aScene({
        inputs: { 'max-scan-age': maxScanAge },
        service: { scans: [aWireScan({ completedAt: nowMs + ms })] },
      }),
    );

  test.each([
    ['is fresh as long as clocks may differ that much', hourMs, '1h', 'passed'],
    ['is not fresh when it is further away than that', hourMs + 1, '1h', 'unverified'],
    ['is not fresh however old a scan may be', 48 * hourMs, '3650d', 'unverified'],
    ['is judged where any age will do', 48 * hourMs, '', 'passed'],
  ])('%s', async (_, ms, maxScanAge, verdict) => {
    const { outputs } = await endsIn(ms, maxScanAge);
    expect(outputs['verdict']).toBe(verdict);
    expect(outputs['reason']).toBe(verdict === 'passed' ? 'within-threshold' : 'stale-scan');
  });

  test('is told as what it is', async () => {
    const { job, said } = await endsIn(3 * hourMs, '7d');
    expect(job).toBe('red');
    expect(said.at(-1)).toContain('Scan `wr_1` is dated 3 h in the future');
  });

  test('counts from its beginning while it has no end', async () => {
    const scans = [aWireScan({ createdAt: nowMs + 2 * hourMs, completedAt: null })];
    const { outputs } = await play(
      aScene({ inputs: { 'max-scan-age': '1d' }, service: { scans } }),
    );
    expect(outputs['reason']).toBe('stale-scan');
  });
});
