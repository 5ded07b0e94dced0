import { describe, expect, test } from '@jest/globals';
import { MAX_RETRY_AFTER_MS, parseRetryAfterMs, retryDelayMs } from '../../src/net/retry-timing.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

describe('Retry-After', () => {
  test.each<[string, string | null, number | undefined]>([
    ['seconds', '7', 7_000],
    ['zero seconds', '0', 0],
    ['white space around it', ' 7 ', 7_000],
    ['a date', 'Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['a date in the older form', 'Thursday, 01-Jan-26 00:00:10 GMT', 10_000],
    ['a date that has passed is no wait', 'Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['a long time stays what it is', '3600', 3_600_000],
    ['missing', null, undefined],
    ['empty', '', undefined],
    ['a fraction is none', '1.5', undefined],
    ['a negative number is none', '-5', undefined],
    ['words are none', 'soon', undefined],
    ['a bare year is none', '2030-01-01', undefined],
    ['a day that does not exist is none', 'Thu, 99 Jan 2026 00:00:10 GMT', undefined],
  ])('%s', (_, value, expected) => {
    expect(parseRetryAfterMs(value, nowMs)).toBe(expected);
  });
});

describe('the wait before the next try', () => {
  const ask = (more: Partial<Parameters<typeof retryDelayMs>[0]>): number | null =>
    retryDelayMs({ tries: 1, retryAfter: null, nowMs, random: () => 0.999_999, ...more });

  test('doubles with each try up to the longest wait', () => {
    const waits = [1, 2, 3, 4, 5, 6, 30].map((tries) => ask({ tries }));
    expect(waits).toEqual([499, 999, 1_999, 3_999, 7_999, 7_999, 7_999]);
  });
  test('is anything from zero up (full jitter)', () => {
    expect(ask({ tries: 4, random: () => 0 })).toBe(0);
    expect(ask({ tries: 4, random: () => 0.25 })).toBe(1_000);
  });
  test('is what Retry-After says, up to the cap', () => {
    expect(ask({ retryAfter: '2' })).toBe(2_000);
    expect(ask({ retryAfter: '60' })).toBe(MAX_RETRY_AFTER_MS);
  });
  test('is given up when Retry-After asks for more than the cap', () => {
    expect(ask({ retryAfter: '61' })).toBeNull();
    expect(ask({ retryAfter: '9'.repeat(400) })).toBeNull();
  });
  test('falls back to the backoff when Retry-After is malformed', () => {
    expect(ask({ retryAfter: 'soon', random: () => 0.5 })).toBe(250);
  });
});
