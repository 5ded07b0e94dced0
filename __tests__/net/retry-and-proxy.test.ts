// The pure parts of the transport: which proxy an address takes, and how long to wait before the next try.
import { type ProxyEnvironment, selectRoute } from '../../src/net/proxy.ts';
import { MAX_RETRY_AFTER_MS, parseRetryAfterMs, retryDelayMs } from '../../src/net/retry-timing.ts';
import { expectGolden } from '../documents/golden.ts';
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
    ['excepted by it in another form', 'https://[fd00::1]/', { ...both, NO_PROXY: 'FD00:0:0::0:1' }, undefined],
    ['excepted by it and its port', 'https://[fd00::1]:8443/', { ...both, NO_PROXY: '[fd00::1]:8443' }, undefined],
    ['not by it and another port', 'https://[fd00::1]/', { ...both, NO_PROXY: '[fd00::1]:8443' }, PROXY],
    ['excepted by an IPv4 address', 'https://10.1.2.3/', { ...both, NO_PROXY: '10.1.2.3' }, undefined],
    ['not by the end of an address', 'https://10.1.2.3/', { ...both, NO_PROXY: '2.3,.2.3,*.2.3' }, PROXY],
    ['excepted by a network', 'https://10.1.2.3/', { ...both, NO_PROXY: 'x,10.0.0.0/8' }, undefined],
    ['excepted by a network that begins inside', 'https://10.1.2.3/', { ...both, NO_PROXY: '10.1.2.9/24' }, undefined],
    ['excepted by every network', 'https://10.1.2.3/', { ...both, NO_PROXY: '0.0.0.0/0' }, undefined],
    ['excepted by a network and its port', 'https://10.1.2.3/', { ...both, NO_PROXY: '10.0.0.0/8:443' }, undefined],
    ['excepted by a network of IPv6', 'https://[fd00::1]/', { ...both, NO_PROXY: 'fd00::/8' }, undefined],
    ['not by another network', 'https://10.1.2.3/', { ...both, NO_PROXY: '10.2.0.0/16,fd00::/8' }, PROXY],
    ['not by a network that cannot be', 'https://10.1.2.3/', { ...both, NO_PROXY: '10.0.0.0/33,10.0.0.0/,/8' }, PROXY],
    ['a network is no name', 'https://a.test/', { ...both, NO_PROXY: '0.0.0.0/0,::/0' }, PROXY],
    ['excepted by a name with the dot at its end', 'https://a.test/', { ...both, NO_PROXY: 'a.test.' }, undefined],
    ['excepted though a dot ends it', 'https://b.a.test./', { ...both, NO_PROXY: '.a.test' }, undefined],
    ['not by a dot alone', 'https://a.test./', { ...both, NO_PROXY: '.,*.' }, PROXY],
    ['excepted with all below and a port', 'https://b.a.test:8443/', { ...both, NO_PROXY: '.a.test:8443' }, undefined],
    ['excepted by the usual port of http', 'http://a.test/', { ...both, NO_PROXY: 'A.Test:80' }, undefined],
    ['excepted among spaces and line breaks', 'https://a.test/', { ...both, NO_PROXY: ' b\n a.test\t' }, undefined],
    ['not by a star in the middle', 'https://b.a.test/', { ...both, NO_PROXY: 'b.*.test,b*,*test' }, PROXY],
    ['not by an address with a scheme', 'https://a.test/', { ...both, NO_PROXY: 'https://a.test,//a.test' }, PROXY],
    ['not by names between semicolons', 'https://a.test/', { ...both, NO_PROXY: 'a.test;b.test' }, PROXY],
    ['not by a port alone', 'https://a.test/', { ...both, NO_PROXY: ':443' }, PROXY],
    ['excepted by a star and its port', 'https://a.test/', { ...both, NO_PROXY: '*:443' }, undefined],
    ['excepted by a star', 'https://a.test/', { ...both, NO_PROXY: '*' }, undefined],
    ['excepted by a star among others', 'https://a.test/', { ...both, NO_PROXY: 'b,*' }, undefined],
    ['loopback is direct: localhost', 'http://localhost:1/', both, undefined],
    ['loopback is direct: 127.0.0.0/8', 'http://127.9.8.7:1/', both, undefined],
    ['loopback is direct: [::1]', 'https://[::1]:1/', both, undefined],
  ])('%s', (_, address, env, expected) => {
    const route = selectRoute(env, new URL(address));
    expect(route.kind === 'proxy' ? route.url.href : route).toEqual(expected ?? { kind: 'direct' });
  });

  const faulty = String.raw`
socks5://127.0.0.1:1080
SOCKS5h://u:secret@p:1
file:///etc/proxy
%
http://
http://:3128
http://[
http:///etc/proxy
/etc/proxy
//p:3128
p:port
http://p:99999
http:p:3128
http://a:1,http://b:2
$HTTP_PROXY
"p:3128"
p:0
http://p:3128/#
p:3128#comment
http://p:3128?x
http://p:3128/proxy.pac
http:/p:3128
http://u%:secret@p:1
http://u:secret%zz@p:1
http://u:sec#ret@p:3128
http://u:sec/ret@p:3128
http://u:sec?ret@p
u:sec#ret@p:3128
http://us/er:secret@p:3128
http://CORP\user:secret@p:3128
CORP\user:secret@p
http://user:sec\ret@p:3128
HTTPS://u:1#secret@p:3128
http://p:3128/@x
http://u:secret@p:3128/x@y
http://p:3128\x
`;

  test('is a fault that says what the value is, in the words of the golden file, and never quotes it', () => {
    const values = faulty.split('\n').filter((value) => value !== '');
    const lines = values.map((value) => {
      const routes = [
        ...['https_proxy', 'HTTPS_PROXY'].map((name) => selectRoute({ [name]: value }, new URL('https://a.test/'))),
        ...['http_proxy', 'HTTP_PROXY'].map((name) => selectRoute({ [name]: value }, new URL('http://a.test/'))),
      ];
      const given = routes.map((route) => (route.kind === 'fault' ? route.given : route.kind));
      expect([value, new Set(given).size]).toEqual([value, 1]);
      // Nobody needs it.
      for (const env of [{ HTTP_PROXY: value }, { HTTPS_PROXY: value, NO_PROXY: 'a.test' }]) {
        expect(selectRoute(env, new URL('https://a.test/'))).toEqual({ kind: 'direct' });
      }
      return `${value}\n  is ${given[0] ?? ''}`;
    });
    expectGolden('proxy-faults.txt', `${lines.join('\n')}\n`);
    expect(lines.map((line) => line.split('\n')[1]).join()).not.toContain('secret');
  });

  test.each(['http://p', 'https://p:8443/', 'P.test:3128', 'http://[fd00::1]:3128', 'http://u:s%25@p:1'])(
    'is used as it is where it is an address: %s',
    (value) => {
      expect(selectRoute({ HTTPS_PROXY: value }, new URL('https://a.test/')).kind).toBe('proxy');
    },
  );
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
  test.each([
    ['is malformed', 'soon'],
    ['is over by our clock', 'Wed, 31 Dec 2025 23:59:00 GMT'],
    ['is over just now', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['is no time', '0'],
  ])('falls back to the backoff when Retry-After %s', (_, retryAfter) => {
    expect(ask({ retryAfter, random: () => 0.5 })).toBe(250);
    expect(ask({ retryAfter, tries: 4, random: () => 0.5 })).toBe(2_000);
  });
});
