// Faults as they come about: from what is thrown, and from worlds. No test makes one by its reason.
import { type Failure, ServiceError } from '../../src/client/index.ts';
import { GraphqlRefusal, RedirectError, RenamedError, RequestLimitError } from '../../src/github/failure.ts';
import { gitHubFault } from '../../src/github/fault.ts';
import type { CauseOf, ListOwner, Naming } from '../../src/judgement/cause.ts';
import { DeadlineError, ShareError } from '../../src/judgement/errors.ts';
import type { CommitSha, RepoId } from '../../src/judgement/identifiers.ts';
import type { JudgementInputs } from '../../src/judgement/question.ts';
import * as reasons from '../../src/judgement/reasons.ts';
import type { Scan, ScanHistory, UsableScan } from '../../src/judgement/scan.ts';
import { Unverified } from '../../src/judgement/unverified.ts';
import type { UnverifiedReason } from '../../src/judgement/verdict.ts';
import { HTML_PAGE } from '../../src/net/body.ts';
import { NetworkCause } from '../../src/net/network-cause.ts';
import { indexRepositories } from '../../src/service/find-repository.ts';
import { scanHistoryFault } from '../../src/service/scan-history.ts';
import { unverifiedBy } from '../../src/service/to-unverified.ts';
import { aScan, at } from '../judgement/fixtures.ts';
import { someInputs } from '../judgement/world.ts';

const hourMs = 3_600_000;
/** The judged commit of the reports in `gate/documents/fixtures.ts`. */
const sha = '4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f' as CommitSha;
const otherSha = 'c05d9e7713fa4b28890e6ac15f3d72b04e9118aa' as CommitSha;
const now = at(100 * hourMs);
const repositoryId = 'repo_1' as RepoId;
const ended = { sha, startedAt: at(0), endedAt: at(hourMs) };
const usable = (parts: Partial<Scan> = {}): UsableScan => ({ ...aScan({ ...ended, ...parts }), id: 'wr_1' });
const other = usable({ sha: otherSha });

function noScan(
  scans: readonly Scan[],
  inputs: Partial<JudgementInputs> = {},
  foreign: readonly string[] = [],
): Unverified {
  const history: ScanHistory = { repositoryId, scans, foreignRepositoryIds: foreign, isWhole: true };
  return reasons.noScanFault({ sha, inputs: { ...someInputs, ...inputs }, now }, history);
}

function running(waitTimeoutMs: number, waitedMs: number): Unverified {
  return new Unverified({ kind: 'scan-running', scan: usable(), sha, waitedMs, waitTimeoutMs });
}

function old(scan: UsableScan, newest: UsableScan): Unverified {
  const standsIn = scan.sha !== sha;
  return new Unverified({ kind: 'scanning-stopped', scan, standsIn, newest, maxScanAgeMs: 24 * hourMs, now });
}

export function ofService(parts: Partial<Failure>): Unverified {
  return unverifiedBy(new ServiceError({ kind: 'api', endpoint: 'GET /public/v1/repos', tries: 1, ...parts }));
}

const unknownId = { status: 404, type: 'NOT_FOUND' } as const;
const capped = { status: 400, type: 'INVALID_QUERY_PARAMS', serviceMessage: 'offset is over 10000' } as const;

function ofList(list: ListOwner, parts: Partial<Failure>): Unverified {
  const error = new ServiceError({ kind: 'api', endpoint: 'GET /public/v1/bugs', tries: 1, ...parts });
  return unverifiedBy(error, list);
}

function unreached(name: string, code: string | undefined, message = 'it failed'): NetworkCause {
  return new NetworkCause({ name, code, message, withoutNames: 'no connection' });
}

export function serviceUnreached(name: string, code?: string): Unverified {
  return ofService({ kind: 'network', host: 'x.test', tries: 4, cause: unreached(name, code), detail: 'it failed' });
}

interface Answer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly question?: reasons.GitHubQuestion;
}

export function ofGitHub(
  status: number,
  message: string,
  { headers = {}, path = '', question = reasons.GITHUB_QUESTIONS.files }: Answer = {},
): Unverified {
  const request = { url: `https://api.github.com/${path}` };
  return gitHubFault(Object.assign(new Error(message), { status, request, response: { headers } }), question);
}

export function gitHubUnreached(code: string, host = 'api.github.com'): Unverified {
  const error = new Error('x', { cause: unreached('Error', code, `${code} 10.0.0.7`) });
  return gitHubFault(
    Object.assign(error, { status: 500, request: { url: `https://${host}/` } }),
    reasons.GITHUB_QUESTIONS.files,
  );
}

function thrownAtGitHub(error: Error, question: reasons.GitHubQuestion = reasons.GITHUB_QUESTIONS.files): Unverified {
  return gitHubFault(error, question);
}

const FILES = 'repos/acme/app/pulls/17/files?page=1';
const ofScans = (isIdGiven: boolean): Unverified =>
  scanHistoryFault(new ServiceError({ kind: 'api', endpoint: 'GET /public/v1/scans', tries: 1, ...unknownId }), {
    repositoryId,
    isIdGiven,
  });

function lookUp(names: readonly string[], naming?: Naming, organizations: readonly string[] = []): Unverified {
  const visible = names.map((orgName, index) => ({
    id: `repo_${index + 1}` as RepoId,
    fullName: orgName === 'Other' ? 'acme/other' : 'acme/shop',
    ...{ orgName, isPublic: false },
  }));
  const found = indexRepositories(visible, organizations, naming)('acme/shop');
  if (typeof found === 'string') throw new Error('there is one');
  return found;
}

const { GITHUB_QUESTIONS: questions } = reasons;
const repository = { owner: 'acme', repo: 'scan-operations' };
const unknownReaders = (facts: Pick<CauseOf<'unknown-readers'>, 'isAgain' | 'hidden' | 'all'>): Unverified =>
  new Unverified({ kind: 'unknown-readers', repository, ...facts });

/** Each is made inside the test, where mutation testing sees which code it runs. */
export const FAULTS = {
  // Scans
  'no scan at all': () => noScan([]),
  'no scan of the commit': () => noScan([other]),
  'no scan of a commit that can be told': () => noScan([usable({ sha: null })]),
  'no scan of the commit or one before': () => noScan([other], { scanMatch: ['exact', 'ancestor'] }),
  'none that can be used anywhere': () => noScan([other], { scanMatch: ['exact', 'latest'] }),
  'a scan of the commit that cannot be used': () => noScan([{ ...aScan(ended), id: null }]),
  'one of a type that does not count': () => noScan([other], { scanTypes: ['default'] }),
  'one of types that do not count': () => noScan([other], { scanTypes: ['default', 'deep'] }),
  'none after waiting': () => noScan([other], { waitForScanMs: 300_000 }),
  'scans of another repository alone': () => noScan([], {}, ['repo_2']),
  'scans of others too': () =>
    noScan([other], {}, ['repo_2', 'repo_2', ...'34567'.split('').map((id) => `repo_${id}`)]),
  'a scan of none of its commits': () => new Unverified({ kind: 'unscanned', scan: other, sha }),
  'a scan of no commit that can be told': () => new Unverified({ kind: 'unscanned', scan: usable({ sha: null }), sha }),
  'a failed scan': () => new Unverified({ kind: 'scan-failed', scan: usable(), sha }),
  'a failed scan without an ID': () => new Unverified({ kind: 'scan-failed', scan: { ...usable(), id: null }, sha }),
  'a scan that runs, and nobody waits': () => running(0, 0),
  'a scan that ran too long': () => running(600_000, 600_000),
  'an old scan that stands in': () => old(other, other),
  'an old scan of the commit': () => old(usable(), usable()),
  'an old partial scan': () => old(usable({ type: 'deep' }), usable({ type: 'deep' })),
  'a scan that ends after now': () => old(other, usable({ endedAt: at(101 * hourMs) })),
  'a clock that is ahead': () => new Unverified({ kind: 'clock', aheadMs: 3 * hourMs }),
  'a clock that is behind': () => new Unverified({ kind: 'clock', aheadMs: -3 * 24 * hourMs }),
  'a scan dated ahead': () => new Unverified({ kind: 'scan-ahead', scan: usable(), aheadMs: 3 * hourMs }),
  // Lists
  'short lists': () => new Unverified({ kind: 'short-lists', missing: 1, of: 'judged' }),
  'shorter lists': () => new Unverified({ kind: 'short-lists', missing: 2, of: 'judged' }),
  'a list that keeps changing': () =>
    new Unverified({ kind: 'changing-list', endpoint: 'GET /public/v1/bugs', readings: 4 }),
  'an answer about another repository': () =>
    new Unverified({ kind: 'other-repository', said: 'Asked for one, the service sent another.' }),
  'the list of a scan, which the service no longer has': () => ofList('scan', unknownId),
  'the list of the repository, which the service does not have': () => ofList('repository', unknownId),
  'the list of a scan, which the service caps': () => ofList('scan', capped),
  'the list of the repository, which the service caps': () => ofList('repository', capped),
  // The service
  'a revoked key': () => ofService({ status: 401, type: 'SERVICE_AUTHENTICATION_ERROR' }),
  'a revoked key, and the service says more': () => ofService({ status: 401, serviceMessage: 'acme has no plan' }),
  'a key without the role': () => ofService({ status: 403, type: 'AUTHORIZATION_ERROR', requiredRole: 'member' }),
  'a key without a right': () => ofService({ status: 403 }),
  'a page of something on the way': () => ofService({ status: 403, ownDetail: HTML_PAGE }),
  'a service that is down': () => ofService({ status: 503, tries: 4 }),
  'a service that is slow': () => ofService({ kind: 'timeout', tries: 4 }),
  'a broken answer': () => ofService({ kind: 'decode', status: 200, ownDetail: 'no JSON' }),
  'a limit of the service': () => ofService({ status: 429, retryAfterMs: 600_000 }),
  'a refusal for good': () => ofService({ status: 422 }),
  'a redirect': () => ofService({ status: 302, ownDetail: 'a redirect', redirectOrigin: 'https://b.example' }),
  'the proxy, on the way to the service': () => serviceUnreached('ProxyError'),
  'a proxy that wants a password': () => ofService({ status: 407 }),
  'a network that wants a sign-in': () => ofService({ status: 511 }),
  'a certificate, on the way to the service': () => serviceUnreached('Error', 'SELF_SIGNED_CERT_IN_CHAIN'),
  'a certificate that is not valid yet': () => serviceUnreached('Error', 'CERT_NOT_YET_VALID'),
  'the name of the service': () => serviceUnreached('Error', 'ENOTFOUND'),
  'the network, on the way to the service': () => serviceUnreached('Error', 'ENETUNREACH'),
  'a connection that the service closes': () => serviceUnreached('Error', 'ECONNRESET'),
  'no time left': () => unverifiedBy(new DeadlineError('after 10 min')),
  'no time left for one of many': () => unverifiedBy(new ShareError()),
  // Key and repository
  'no key': () => reasons.noCredentialsFault('secret'),
  'no key, by Dependabot': () => reasons.noCredentialsFault('dependabot'),
  'no key, from a fork': () => reasons.noCredentialsFault('fork'),
  "no key in somebody's own fork": () => reasons.noCredentialsFault('own-fork'),
  'several repositories of one name': () => lookUp(['Acme', 'Beta']),
  'several repositories of one name, among several to look at': () => lookUp(['Acme', 'Beta'], 'none'),
  'an unknown name': () => lookUp(['Other']),
  'an unknown name, where no name can be given': () => lookUp(['Other'], 'id'),
  'an unknown name, among several to look at': () => lookUp(['Other'], 'none'),
  'an unknown name among many': () =>
    lookUp(
      ['Other'],
      undefined,
      Array.from({ length: 21 }, (_, index) => `Org${index}`),
    ),
  'a key that sees nothing': () => lookUp([]),
  'a name that GitHub does not know': () => new Unverified({ kind: 'unknown-name', fullName: 'acme/old' }),
  'no repository to look at': () => new Unverified({ kind: 'nothing-to-look-at', isPublic: false }),
  'no public repository to look at': () => new Unverified({ kind: 'nothing-to-look-at', isPublic: true }),
  'nobody says who can read the log': () => unknownReaders({ isAgain: false, hidden: 1, all: 1 }),
  'nobody says who can read the log of a job that is run again': () =>
    unknownReaders({ isAgain: true, hidden: 2, all: 3 }),
  'an ID that the service lists and does not know': () => ofScans(false),
  'an unknown ID': () => ofScans(true),
  // GitHub
  'no token, for ancestors': () => reasons.noTokenFault(questions.ancestors),
  'no token, for the repository': () => reasons.noTokenFault(questions.repository),
  'no token, for a head': () => reasons.noTokenFault(reasons.toHeadQuestion(7)),
  'lists of an earlier head': () => new Unverified({ kind: 'not-yet-shown', isShown: true }),
  'no such pull request yet': () => new Unverified({ kind: 'not-yet-shown', isShown: false }),
  'a newer head': () => new Unverified({ kind: 'superseded', sha, meanwhile: '' }),
  'a newer head meanwhile': () => new Unverified({ kind: 'superseded', sha, meanwhile: ' while its scan was awaited' }),
  'an event without a commit': () => new Unverified({ kind: 'no-commit', why: 'The event says nothing.' }),
  'an author who is another': () =>
    new Unverified({ kind: 'other-author', what: 'the issue', author: 'a[bot]', taken: 'b[bot]' }),
  'a permission that the workflow lacks': () => ofGitHub(403, 'Resource not accessible by integration'),
  "a permission that a person's token lacks": () => ofGitHub(403, 'Resource not accessible by personal access token'),
  'what the token does not see': () => ofGitHub(404, 'Not Found'),
  'a pull request that the token does not see': () =>
    ofGitHub(404, 'Not Found', { path: 'repos/acme/app/pulls/17', question: reasons.toHeadQuestion(17) }),
  'a token that is not valid': () => ofGitHub(401, 'Bad credentials'),
  'a refusal of its own': () => ofGitHub(403, 'Resource protected by organization SAML enforcement.'),
  'a conversation that is locked': () => ofGitHub(403, 'Unable to create comment because issue is locked.'),
  'the limit of an hour': () =>
    ofGitHub(403, 'API rate limit exceeded', {
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 8, 25, 14, 5) / 1_000) },
    }),
  'a limit without an end': () => ofGitHub(429, 'Slow down'),
  'a limit that asks to wait': () => ofGitHub(429, 'Slow down', { headers: { 'retry-after': '3600' } }),
  'too many files': () => ofGitHub(422, 'Validation Failed: too many files changed', { path: FILES }),
  'a repository that was renamed': () =>
    thrownAtGitHub(
      Object.assign(new RenamedError(301), { status: 301, request: { url: 'https://api.github.com/repos/acme/app' } }),
    ),
  'GitHub that is down': () => ofGitHub(502, 'Server Error'),
  'a conflict at GitHub': () => ofGitHub(409, 'Conflict'),
  'a redirect to another host': () => thrownAtGitHub(new RedirectError(302, 'https://b.example')),
  'a refusal of GraphQL': () => thrownAtGitHub(new GraphqlRefusal({ type: 'FORBIDDEN', message: 'No.', path: [] })),
  'no requests left': () => thrownAtGitHub(new RequestLimitError(30)),
  'no time left for GitHub': () => thrownAtGitHub(new DeadlineError('after 10 min')),
  'a name of GitHub': () => gitHubUnreached('ENOTFOUND'),
  'a connection that GitHub closes': () => gitHubUnreached('ECONNRESET'),
  'a certificate that has expired': () => gitHubUnreached('CERT_HAS_EXPIRED'),
  "a certificate of somebody's own that has expired": () => gitHubUnreached('CERT_HAS_EXPIRED', 'ghes.test'),
  'a wrong input': () =>
    new Unverified({ kind: 'wrong-inputs', inputs: [{ input: 'mode', allowed: 'enforce or warn' }] }),
} as const satisfies Readonly<Record<string, () => Unverified>>;

const USUAL: Readonly<Record<UnverifiedReason, () => Unverified>> = {
  'no-scan': FAULTS['no scan of the commit'],
  'scan-failed': FAULTS['a failed scan'],
  'scan-timeout': FAULTS['a scan that ran too long'],
  'stale-scan': FAULTS['an old scan that stands in'],
  superseded: FAULTS['a newer head'],
  'service-error': FAULTS['a service that is down'],
  'github-error': FAULTS['GitHub that is down'],
  'no-credentials': FAULTS['no key'],
  'invalid-input': FAULTS['a wrong input'],
  unauthorized: FAULTS['a revoked key'],
  'repository-not-found': FAULTS['an unknown name'],
};

/** The usual one of a reason. */
export function aFaultOf(reason: UnverifiedReason): Unverified {
  return USUAL[reason]();
}
