// Tests of what an error of the service means for the verdict, and which of the service's words it keeps to itself.
import { type Failure, ServiceError } from '../../src/client/index.ts';
import { toBrief, toWhat } from '../../src/documents/causes.ts';
import { hasQuotation, mayPass } from '../../src/judgement/cause.ts';
import { disclose } from '../../src/judgement/disclosure.ts';
import { DeadlineError } from '../../src/judgement/errors.ts';
import { HTML_PAGE } from '../../src/net/body.ts';
import { scanHistoryFault } from '../../src/service/scan-history.ts';
import { orUnverified, unverifiedBy } from '../../src/service/to-unverified.ts';
import { FAULTS } from '../documents/faults.ts';
import { expect, it } from '../jest.ts';
import { repoId } from './harness.ts';

const failure = (parts: Partial<Failure>): ServiceError =>
  new ServiceError({ kind: 'api', endpoint: 'GET /public/v1/bugs', tries: 1, ...parts });

it.each<[Partial<Failure>, string, string]>([
  [{ status: 401 }, 'unauthorized', 'unauthorized'],
  [{ status: 403 }, 'unauthorized', 'unauthorized'],
  [{ status: 404 }, 'service-error', 'repository-not-found'],
  [{ status: 503 }, 'service-error', 'service-error'],
  // Something on the way answered, which knows neither the key nor the repository.
  [{ status: 401, ownDetail: HTML_PAGE }, 'service-error', 'service-error'],
  [{ status: 403, ownDetail: HTML_PAGE }, 'service-error', 'service-error'],
  [{ status: 404, ownDetail: HTML_PAGE }, 'service-error', 'service-error'],
  [{ status: 403, detail: 'denied' }, 'unauthorized', 'unauthorized'],
  [{ status: 403, type: 'AUTHORIZATION_ERROR', ownDetail: HTML_PAGE }, 'unauthorized', 'unauthorized'],
  [{ kind: 'decode', status: 401 }, 'service-error', 'service-error'],
  [{ kind: 'decode', status: 404 }, 'service-error', 'service-error'],
])('an error of the service, %j, is %s, of the list of scans %s', (parts, reason, ofScans) => {
  expect(unverifiedBy(failure(parts))).toMatchObject({ reason });
  expect(scanHistoryFault(failure(parts), { repositoryId: repoId, isIdGiven: true })).toMatchObject({
    reason: ofScans,
  });
});

it.each<[Partial<Failure>, boolean]>([
  [{ status: 400, type: 'INVALID_QUERY_PARAMS' }, true],
  [{ status: 500, type: 'INTERNAL_ERROR' }, true],
  [{ status: 401, type: 'SERVICE_AUTHENTICATION_ERROR' }, true],
  [{ status: 403, requiredRole: 'a'.repeat(20) }, true],
  [{ status: 400, type: 'SQL_INJECTION_IN_LOGIN' }, false],
  [{ status: 400, type: 'NOT_FOUND_IN_LOGIN' }, false],
  [{ status: 400, type: 'b'.repeat(40) }, false],
  [{ status: 403, requiredRole: 'SQL_injection_in_login' }, false],
  [{ status: 403, requiredRole: 'a'.repeat(21) }, false],
  [{ status: 403, requiredRole: 'word' }, true],
  [{ status: 300, ownDetail: 'a redirect' }, true],
  [{ status: 399, ownDetail: 'a redirect' }, true],
  [{ kind: 'decode', ownDetail: 'no JSON' }, true],
  [{ kind: 'decode', ownDetail: 'bugs[3].title: expected (a or b), got null' }, true],
  [{ kind: 'decode', ownDetail: 'an empty body (no content type)' }, true],
  [{ kind: 'decode', ownDetail: 'an HTML page (text/html)' }, true],
  // Nothing is taken out of what is our own, whatever it looks like.
  [{ kind: 'timeout', ownDetail: 'a redirect to https://b.example' }, true],
  [{ kind: 'decode', ownDetail: 'bugs: expected (of-bug-1/x)' }, true],
  [{ kind: 'decode', detail: 'nobody says whose words these are' }, false],
  [{ status: 299, detail: 'of bug_1' }, false],
  [{ status: 400, detail: 'of bug_1' }, false],
  [{ status: undefined, detail: 'of bug_1' }, false],
  [{ status: 400, type: '1word' }, false],
  [{ status: 400, type: 'word1' }, false],
  [{ status: 400, type: 'b'.repeat(41) }, false],
  [{ status: 403, requiredRole: 'of bug_1' }, false],
])('the words of an error of the service are shown, or only quoted: %j, %j', (parts, isShown) => {
  const error = failure(parts);
  const word = String(parts.detail ?? parts.ownDetail ?? parts.requiredRole ?? parts.type);
  const { cause } = unverifiedBy(error);
  const [everybody, members] = (['counts', 'full'] as const).map((each) => toWhat({ cause: disclose(cause, each) }));
  expect([everybody?.includes(word), members?.includes(word)]).toEqual([
    isShown,
    // What to do is the same for everybody.
    isShown || parts.requiredRole === undefined,
  ]);
  if (parts.requiredRole === undefined) expect(hasQuotation(cause)).toBe(!isShown);
});

it.each<[Partial<Failure>, string, string]>([
  [{ status: 300, ownDetail: 'a redirect', redirectOrigin: 'https://b.example' }, 'a redirect.', 'b.example'],
  [{ status: undefined, ownDetail: 'a redirect', redirectOrigin: 'https://a' }, 'a redirect.', 'https://a'],
  [{ status: 403, serviceMessage: 'acme has no plan (1/2)' }, 'answered 403.', 'acme has no plan'],
  [{ status: 403, serviceMessage: 'acme', type: 'AUTHORIZATION_ERROR' }, 'AUTHORIZATION_ERROR).', 'acme'],
])('of our own words about an answer, %j, only those of the other end are kept back: %s', (parts, kept, hidden) => {
  const error = failure(parts);
  const { cause } = unverifiedBy(error);
  const what = toWhat({ cause });
  expect([what.includes(kept), what.includes(hidden)]).toEqual([true, false]);
  expect(toWhat({ cause: disclose(cause, 'full') })).toContain(hidden);
});

it.each<[Partial<Failure>, boolean, string]>([
  [{ status: 500 }, true, 'answered 500'],
  [{ status: 499 }, false, 'answered 499'],
  [{ status: 408 }, true, 'answered 408'],
  [{ status: 429 }, true, 'answered 429'],
  [{ status: 404 }, false, 'answered 404'],
  [{ kind: 'network', status: undefined }, true, 'did not answer'],
  [{ kind: 'decode', status: 500 }, false, 'answered 500'],
])('an error of the service, %j, may pass: %p', (parts, isTransient, brief) => {
  const { cause } = unverifiedBy(failure(parts));
  expect(mayPass(cause)).toBe(isTransient);
  if (isTransient) expect(toBrief(cause)).toBe(`the service ${brief}`);
});

it.each<[Partial<Failure>, string]>([
  [{ status: 403, ownDetail: HTML_PAGE }, 'no proxy or firewall on the way answers for it.'],
  [{ status: 403 }, 'Use an API key with more rights.'],
])('what to do about %j ends with: %s', (parts, advice) => {
  expect(toWhat(unverifiedBy(failure(parts))).endsWith(advice)).toBe(true);
});

it('any other error says itself what it is, or is thrown on', async () => {
  const known = FAULTS['no scan at all']();
  const defect = new TypeError('a defect of Scan Gate');
  expect(unverifiedBy(new DeadlineError('after 1 h'))).toMatchObject({
    cause: { kind: 'no-time' },
  });
  expect(await orUnverified(Promise.reject(known))).toBe(known);
  expect(await orUnverified(Promise.resolve(7))).toBe(7);
  await expect(orUnverified(Promise.reject(defect))).rejects.toBe(defect);
});
