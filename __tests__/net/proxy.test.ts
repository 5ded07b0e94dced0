import { describe, expect, test } from '@jest/globals';
import { isLoopback } from '../../src/net/address.ts';
import { selectProxy, type ProxyEnvironment } from '../../src/net/proxy.ts';

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
    [
      'an address without scheme is http',
      'https://a.test/',
      { HTTPS_PROXY: 'p:3128' },
      'http://p:3128/',
    ],
    ['user info is kept', 'https://a.test/', { HTTPS_PROXY: 'http://u:p@p:1' }, 'http://u:p@p:1/'],
    ['excepted by name', 'https://a.test/', { ...both, NO_PROXY: 'x, a.test' }, undefined],
    ['excepted in any case', 'https://a.test/', { ...both, no_proxy: 'A.TEST' }, undefined],
    ['excepted with all below', 'https://b.a.test/', { ...both, NO_PROXY: 'a.test' }, undefined],
    ['excepted by suffix', 'https://b.a.test/', { ...both, NO_PROXY: '.a.test' }, undefined],
    ['excepted by wildcard', 'https://b.a.test/', { ...both, NO_PROXY: '*.a.test' }, undefined],
    ['excepted by port', 'https://a.test/', { ...both, NO_PROXY: 'a.test:443' }, undefined],
    ['not by another port', 'https://a.test/', { ...both, NO_PROXY: 'a.test:80' }, PROXY],
    ['not by half a name', 'https://ba.test/', { ...both, NO_PROXY: 'a.test' }, PROXY],
    [
      'excepted by an IPv6 address',
      'https://[fd00::1]/',
      { ...both, NO_PROXY: 'fd00::1' },
      undefined,
    ],
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
    expect(choose).toThrow(new TypeError('HTTPS_PROXY is not the http(s) address of a proxy'));
  });
});

test.each([
  ['localhost', true],
  // Not every resolver keeps such names on this machine.
  ['a.localhost', false],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['127.0.0.1.evil.test', false],
  ['localhost.evil.test', false],
  ['128.0.0.1', false],
])('%s is loopback: %s', (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});
