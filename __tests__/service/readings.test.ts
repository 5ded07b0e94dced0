// What a failed request looks like, and the cause that this is: of the service, and of GitHub.
import {
  type CauseKind,
  isForbidden,
  isGivenUp,
  isOfThisGateAlone,
  lasts,
  mayPass,
} from '../../src/judgement/cause.ts';
import { FAULTS, gitHubUnreached, ofGitHub, ofService, serviceUnreached } from '../documents/faults.ts';
import { describe, expect, test } from '../jest.ts';

describe('a connection to the service that failed is about this machine where only that can be wrong', () => {
  test.each<[string, string | undefined, string | null]>([
    ['ProxyError', undefined, 'proxy'],
    ['SocketError', 'UND_ERR_PRX_CONN', 'proxy'],
    ['Error', 'SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['ProxyError', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['Error', 'CERT_NOT_YET_VALID', 'clock'],
    ['Error', 'ENOTFOUND', 'name'],
    ['Error', 'EAI_AGAIN', 'name'],
    ['Error', 'ENETUNREACH', 'network'],
    ['Error', 'EMFILE', 'network'],
    // Controls: whoever runs the service may be at fault.
    ['Error', 'ECONNREFUSED', null],
    ['Error', 'ECONNRESET', null],
    ['Error', 'CERT_HAS_EXPIRED', null],
    ['Error', undefined, null],
  ])('%s %s: %s', (name, code, part) => {
    const { cause } = serviceUnreached(name, code);
    expect(cause).toMatchObject(part === null ? { kind: 'outage', how: 'down' } : { kind: 'surroundings', part });
    expect(mayPass(cause)).toBe(true);
  });
});

describe('a connection to GitHub that failed is about this machine where only that can be wrong', () => {
  test.each<[string, host: string, string | null]>([
    ['CERT_NOT_YET_VALID', 'api.github.com', 'clock'],
    ['CERT_NOT_YET_VALID', 'ghes.test', 'clock'],
    ['CERT_HAS_EXPIRED', 'api.github.com', 'clock'],
    ['CERT_SIGNATURE_FAILURE', 'ghes.test', 'certificate'],
    ['CA_MD_TOO_WEAK', 'api.github.com', 'network'],
    ['EE_KEY_TOO_SMALL', 'api.github.com', 'network'],
    ['ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED', 'api.github.com', 'network'],
    ['EAI_FAIL', 'api.github.com', 'name'],
    // Controls: a server of somebody's own may have such a certificate itself, and a connection may break off anywhere.
    ['CERT_HAS_EXPIRED', 'ghes.test', null],
    ['EE_KEY_TOO_SMALL', 'ghes.test', null],
    ['ECONNRESET', 'api.github.com', null],
  ])('%s at %s: %s', (code, host, part) => {
    const { cause } = gitHubUnreached(code, host);
    expect(cause).toMatchObject(part === null ? { kind: 'outage' } : { kind: 'surroundings', part });
    expect([lasts(cause), mayPass(cause)]).toEqual([false, false]);
  });
});

test.each<[number, CauseKind, CauseKind]>([
  [400, 'refused', 'refused'],
  [401, 'refused-key', 'refused'],
  [402, 'refused', 'refused'],
  [403, 'lacks-role', 'refused'],
  [404, 'refused', 'lacks-permission'],
  [407, 'surroundings', 'surroundings'],
  [408, 'outage', 'outage'],
  [409, 'refused', 'outage'],
  [410, 'refused', 'refused'],
  [422, 'refused', 'refused'],
  [429, 'rate-limited', 'rate-limited'],
  [502, 'outage', 'outage'],
  [511, 'surroundings', 'surroundings'],
])('%i of the service is %s, of GitHub %s', (status, service, gitHub) => {
  expect([ofService({ status }).cause.kind, ofGitHub(status, 'm').cause.kind]).toEqual([service, gitHub]);
});

const FILES = 'repos/acme/app/pulls/17/files?page=1';
const end = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 8, 25, 14, 5) / 1_000) };
test.each<[number, string, object, string, object]>([
  [422, 'Validation Failed: too many files changed', {}, FILES, { kind: 'too-many-files' }],
  [422, 'Sorry, this diff is taking too long to generate.', {}, FILES, { kind: 'too-many-files' }],
  [500, 'Server Error: Sorry, this diff is taking too long to generate.', {}, FILES, { kind: 'too-many-files' }],
  [406, 'Sorry, the diff exceeded the maximum number of lines (20000)', {}, FILES, { kind: 'too-many-files' }],
  // Controls: it may pass, it is about something else, or another question.
  [422, 'Sorry, this diff is temporarily unavailable due to heavy server load.', {}, FILES, { kind: 'outage' }],
  [500, 'Server Error', {}, FILES, { kind: 'outage' }],
  [422, 'Validation Failed', {}, FILES, { kind: 'refused' }],
  [422, 'Sorry, this diff is taking too long to generate.', {}, 'repos/a/b/compare/a...b', { kind: 'refused' }],
  [403, 'You have exceeded a secondary rate limit.', {}, '', { kind: 'rate-limited', until: null }],
  [403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0' }, '', { kind: 'rate-limited', until: null }],
  [403, 'API rate limit exceeded', end, '', { kind: 'rate-limited', until: Date.UTC(2026, 8, 25, 14, 5) }],
  [404, 'Not Found', {}, 'repos/acme/app/pulls/17', { kind: 'unknown-pull-request' }],
])('%i of GitHub, "%s" %j at %s', (status, message, headers, path, expected) => {
  expect(ofGitHub(status, message, { headers: { ...headers }, path }).cause).toMatchObject(expected);
});

test('whoever acts on a fault asks what its kind means', () => {
  const selectBy = (is: (cause: ReturnType<(typeof FAULTS)[keyof typeof FAULTS]>['cause']) => boolean) => [
    ...new Set(
      Object.values(FAULTS).flatMap((make) => {
        const { cause } = make();
        return is(cause) ? [cause.kind] : [];
      }),
    ),
  ];
  expect(selectBy(mayPass).toSorted()).toEqual(['changing-list', 'outage', 'rate-limited', 'surroundings']);
  expect(selectBy(lasts).toSorted()).toEqual([
    ...['lacks-permission', 'refused', 'renamed', 'repository-twice', 'surroundings'],
    ...['too-many-files', 'unknown-pull-request', 'wrong-repository-id'],
  ]);
  expect(selectBy(isGivenUp).toSorted()).toEqual(['given-up', 'no-token']);
  expect(selectBy(isForbidden).toSorted()).toEqual(['lacks-permission', 'refused', 'unknown-pull-request']);
  expect(selectBy(isOfThisGateAlone)).toEqual(['too-many-files']);
});
