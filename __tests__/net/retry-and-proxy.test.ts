// The pure parts of the transport: which proxy an address takes, and how long to wait before the next try.
import { type ProxyEnvironment, selectProxy } from '../../src/net/connections.ts';
import { MAX_RETRY_AFTER_MS, parseRetryAfterMs, retryDelayMs } from '../../src/net/retry-timing.ts';
import { describe, expect, test } from '../jest.ts';

const PROXY = 'http://proxy.test:3128/';
const both = { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY };

describe('the proxy of an address', () => {
  test.each<[string, string, ProxyEnvironment, string | undefined]>([
    ['none set: direct', 'https://a.test/', {}, undefined],
    ['https by HTTPS_PROXY', 'https://a.test/', { HTTPS_PROXY: PROXY }, PROXY],
    ['https by https_proxy', 'https://a.test/', { https_proxy: PROXY }, PROXY],
    ['https not by HTTP_PROXY', 'https://a.test/', { HTTP_PROXY: PROXY }, undefined],
    ['http by HTTP_PROXY', 'http://a.test/', { HTTP_PROXY: PROXY }, PROXY],
    ['http by http_proxy', 'http://a.test/', { http_proxy: PROXY }, PROXY],
    ['lower case wins', 'https://a.test/', { HTTPS_PROXY: 'http://b', https_proxy: PROXY }, PROXY],
    ['an empty value is none', 'https://a.test/', { HTTPS_PROXY: ' ' }, undefined],
    ['an address without scheme is http', 'https://a.test/', { HTTPS_PROXY: 'p:3128' }, 'http://p:3128/'],
    ['user info is kept', 'https://a.test/', { HTTPS_PROXY: 'http://u:p@p:1' }, 'http://u:p@p:1/'],
    ['excepted by name', 'https://a.test/', { ...both, NO_PROXY: 'x, a.test' }, undefined],
    ['excepted in any case', 'https://a.test/', { ...both, no_proxy: 'A.TEST' }, undefined],
    ['excepted with all below', 'https://b.a.test/', { ...both, NO_PROXY: 'a.test' }, undefined],
    ['excepted by suffix', 'https://b.a.test/', { ...both, NO_PROXY: '.a.test' }, undefined],
    ['excepted by wildcard', 'https://b.a.test/', { ...both, NO_PROXY: '*.a.test' }, undefined],
    ['excepted by port', 'https://a.test/', { ...both, NO_PROXY: 'a.test:443' }, undefined],
    ['not by another port', 'https://a.test/', { ...both, NO_PROXY: 'a.test:80' }, PROXY],
    ['not by half a name', 'https://ba.test/', { ...both, NO_PROXY: 'a.test' }, PROXY],
    ['excepted by an IPv6 address', 'https://[fd00::1]/', { ...both, NO_PROXY: 'fd00::1' }, undefined],
    ['excepted by a star', 'https://a.test/', { ...both, NO_PROXY: '*' }, undefined],
    ['excepted by a star among others', 'https://a.test/', { ...both, NO_PROXY: 'b,*' }, undefined],
    ['loopback is direct: localhost', 'http://localhost:1/', both, undefined],
    ['loopback is direct: 127.0.0.0/8', 'http://127.9.8.7:1/', both, undefined],
    ['loopback is direct: [::1]', 'https://[::1]:1/', both, undefined],
  ])('%s', (_, address, env, expected) => {
    expect(selectProxy(env, new URL(address))).toBe(expected);
  });

  test.each(['http://[', 'socks5://p:1'])('a malformed value is named, not quoted: %s', (value) => {
    const choose = (): unknown => selectProxy({ HTTPS_PROXY: value }, new URL('https://a.test/'));
    expect(choose).toThrow(/^HTTPS_PROXY is not the http\(s\) address of a proxy$/);
  });
});

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
