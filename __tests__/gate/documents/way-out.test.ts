// Whom a reader is sent to where nothing was judged: not to the service where this machine's own network fails, not to the button where GitHub would say the same.
import { ServiceError } from '../../../src/client/service-error.ts';
import { toHeadline } from '../../../src/gate/documents/headline.ts';
import { fillText } from '../../../src/gate/documents/phrases.ts';
import { toWayOut } from '../../../src/gate/documents/way-out.ts';
import { gitHubFault, RenamedError } from '../../../src/github/failure.ts';
import {
  ambiguousRepositoryFault,
  GITHUB_QUESTIONS,
  hiddenRepositoryFault,
  repositoryNotFoundFault,
  unknownRepositoryFault,
} from '../../../src/judgement/reasons.ts';
import type { Scan } from '../../../src/judgement/scan.ts';
import type { Unverified } from '../../../src/judgement/unverified.ts';
import { NetworkCause } from '../../../src/net/network-cause.ts';
import { unverifiedBy } from '../../../src/service/to-unverified.ts';
import { describe, expect, test } from '../../jest.ts';
import { aReport, aScan, scanHistory } from './fixtures.ts';

function todoOf(fault: ReturnType<typeof unverifiedBy>): string {
  const report = aReport({ selected: null, fault });
  return fillText(toWayOut(report)?.todo ?? 'nothing', report);
}

function serviceFails(name: string, code: string | undefined): string {
  const cause = new NetworkCause({ name, code, message: 'it failed' });
  const failure = { kind: 'network', endpoint: 'GET /public/v1/repos', host: 'x.test', tries: 4, cause } as const;
  return todoOf(unverifiedBy(new ServiceError(failure)));
}

describe('what to do where the service could not be asked', () => {
  test.each<[string, string, string | undefined, RegExp]>([
    ['the proxy', 'ProxyError', undefined, /to check the proxy of the machine that runs this job\./],
    ["undici's proxy", 'SocketError', 'UND_ERR_PRX_CONN', /to check the proxy of the machine/],
    [
      'a certificate',
      'Error',
      'SELF_SIGNED_CERT_IN_CHAIN',
      /to check which certificates the machine that runs this job trusts\./,
    ],
    ['a certificate of the proxy', 'ProxyError', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /to check which certificates/],
    ['a name', 'Error', 'ENOTFOUND', /to check the address of the service, and the name resolution of the machine/],
    ['the network', 'Error', 'ENETUNREACH', /to check the network of the machine that runs this job\./],
    ['its files', 'Error', 'EMFILE', /to check the network of the machine that runs this job\./],
  ])('is about this machine where that fails: %s', (_, name, code, says) => {
    const todo = serviceFails(name, code);
    expect(todo).toMatch(says);
    expect(todo).not.toMatch(/something is wrong with/);
  });

  test.each<[number, RegExp]>([
    [407, /to check the proxy of the machine that runs this job\./],
    [511, /to check the network of the machine that runs this job\./],
    // Controls: the service answers these itself.
    [402, /whether something is wrong with /],
    [502, /whether something is wrong with /],
  ])('is about this machine where its network answers: %i', (status, says) => {
    const failure = { kind: 'api', endpoint: 'GET /public/v1/repos', tries: 1, status } as const;
    expect(todoOf(unverifiedBy(new ServiceError(failure)))).toMatch(says);
    const error = Object.assign(new Error('x'), { status, request: { url: 'https://api.github.com/' } });
    const ofGitHub = gitHubFault(Object.assign(error, { response: { headers: {} } }), GITHUB_QUESTIONS.files);
    expect(todoOf(ofGitHub).includes('of the machine')).toBe(status === 407 || status === 511);
  });

  const notReached = (code: string, host: string): ReturnType<typeof gitHubFault> => {
    const error = new Error('x', { cause: new NetworkCause({ name: 'Error', code, message: 'it failed' }) });
    return gitHubFault(
      Object.assign(error, { status: 500, request: { url: `https://${host}/` } }),
      GITHUB_QUESTIONS.files,
    );
  };
  test.each<[string, host: string, todo: RegExp, advice: RegExp]>([
    ['CERT_NOT_YET_VALID', 'api.github.com', /to check the clock of the machine/, /Check the clock of this machine;/],
    ['CERT_NOT_YET_VALID', 'ghes.test', /to check the clock of the machine/, /Check the clock of this machine;/],
    ['CERT_HAS_EXPIRED', 'api.github.com', /to check the clock of the machine/, /Check the clock of this machine;/],
    ['CERT_SIGNATURE_FAILURE', 'ghes.test', /to check which certificates/, /NODE_EXTRA_CA_CERTS/],
    ...['CA_MD_TOO_WEAK', 'EE_KEY_TOO_SMALL', 'ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED'].map(
      (code): [string, string, RegExp, RegExp] => [
        code,
        'api.github.com',
        /to check the network of the machine/,
        /Check the network and the firewall of this machine\./,
      ],
    ),
    // Controls: a server of somebody's own may have such a certificate itself, and a connection may break off anywhere.
    ['CERT_HAS_EXPIRED', 'ghes.test', /^run the job again\./, /^(?!.*Check)/],
    ['EE_KEY_TOO_SMALL', 'ghes.test', /^run the job again\./, /^(?!.*Check)/],
    ['ECONNRESET', 'api.github.com', /^run the job again\./, /^(?!.*Check)/],
  ])('is about this machine where only that can be wrong: %s at %s', (code, host, todo, advice) => {
    const fault = notReached(code, host);
    expect([todoOf(fault), fault.what]).toEqual([expect.stringMatching(todo), expect.stringMatching(advice)]);
  });

  test('is about the clock where a certificate of the service is not valid yet', () => {
    expect(serviceFails('Error', 'CERT_NOT_YET_VALID')).toMatch(/to check the clock of the machine/);
  });

  test.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])(
    "speaks of no address of the service where it is GitHub's name that is not found: %s",
    (code) => {
      const fault = notReached(code, 'api.github.com');
      expect(todoOf(fault)).toMatch(/ to check the name resolution of the machine that runs this job\. Then /);
      expect(fault.what).toMatch(/ Check the name resolution \(DNS\) of this machine\./);
      // Control: the service's.
      expect(serviceFails('Error', code)).toMatch(/ to check the address of the service, and the name resolution of /);
    },
  );

  test.each(['ECONNREFUSED', 'ECONNRESET', 'CERT_HAS_EXPIRED', undefined])(
    'is about the service where that may fail: %s',
    (code) => {
      expect(serviceFails('Error', code)).toMatch(/^ask .* whether something is wrong with /);
    },
  );
});

test.each<[string, Unverified, todo: string, headline: string]>([
  [
    'several with the name',
    ambiguousRepositoryFault('acme/a', ['repo_1', 'repo_2']),
    'ask the maintainer of this workflow to give the right `repository-id`.',
    'the service knows several repositories with this name',
  ],
  [
    'none with the ID that was given',
    unknownRepositoryFault('repo_1'),
    'ask the maintainer of this workflow to give the right `repository-id`.',
    'the service does not know this repository',
  ],
  [
    'one that it lists and does not know',
    hiddenRepositoryFault('repo_1'),
    'ask the maintainer of this workflow to connect this repository to app.example.com. Then run the job again.',
    'the service does not know this repository',
  ],
  [
    'none with the name',
    repositoryNotFoundFault('acme/a', { repositories: 1, organizations: [] }),
    'ask the maintainer of this workflow to connect this repository to app.example.com. Then run the job again.',
    'the service does not know this repository',
  ],
])('what to do where the service knows %s', (_, fault, todo, headline) => {
  expect(todoOf(fault).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')).toBe(todo);
  expect(toHeadline(aReport({ selected: null, fault }))).toBe(`Scan Gate could not judge: ${headline}`);
});

describe('what to do where GitHub refused', () => {
  const refuse = (status: number, message: string, headers = {}, path = ''): string => {
    const url = `https://api.github.com/${path}`;
    const error = Object.assign(new Error(message), { status, request: { url } });
    return todoOf(gitHubFault(Object.assign(error, { response: { headers } }), GITHUB_QUESTIONS.files));
  };

  test.each<[number, string]>([
    [401, 'Bad credentials'],
    [403, 'Resource not accessible by integration'],
    [404, 'Not Found'],
    [422, 'too many files changed'],
  ])('is not to run the job again where that would end the same: %i', (status, message) => {
    expect(refuse(status, message)).toMatch(/^ask .*\. Once it is fixed, run the job again\.$/);
  });

  test('is to run the job again when the rate limit ends, where GitHub says when', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 8, 25, 14, 5) / 1_000) };
    const again = (given: Readonly<Record<string, string>>): string => refuse(403, 'API rate limit exceeded', given);
    expect(again(headers)).toMatch(/^after 2026-09-25 14:05 UTC, run the job again\. If that fails too, ask /);
    expect(again({})).toMatch(/^run the job again\. If that fails too, ask /);
  });

  // The name comes with the event: nobody can put another one anywhere.
  test.each<[string, Parameters<typeof aReport>[0], string]>([
    [
      'a pull request',
      {},
      'push, or close and reopen this pull request: the new run has the present name of the repository.',
    ],
    ['no pull request', { pullRequest: null }, 'start a new run. This one would keep the old name of the repository.'],
    ['a pull request that was closed', { parts: { ending: 'closed' } }, 'nothing, unless you open it again.'],
  ])('is a new run where the repository was renamed, of %s', (_, parts, todo) => {
    const error = Object.assign(new RenamedError(301), { status: 301, request: { url: 'https://api.github.com/' } });
    const fault = gitHubFault(error, GITHUB_QUESTIONS.files);
    const report = aReport({ selected: null, fault, ...parts });
    expect(fillText(toWayOut(report)?.todo ?? 'nothing', report)).toBe(todo);
  });

  const FILES = 'repos/acme/app/pulls/17/files?page=1';
  const SPLIT =
    /^split this pull request into smaller ones\. If that is not possible, ask .* to set `gate-on: introduced`/;
  test.each<[number, string, path: string, RegExp]>([
    [422, 'Validation Failed: too many files changed', FILES, SPLIT],
    [422, 'Sorry, this diff is taking too long to generate.', FILES, SPLIT],
    [500, 'Server Error: Sorry, this diff is taking too long to generate.', FILES, SPLIT],
    [406, 'Sorry, the diff exceeded the maximum number of lines (20000)', FILES, SPLIT],
    // Controls: it may pass, it is about something else, or another question.
    [422, 'Sorry, this diff is temporarily unavailable due to heavy server load.', FILES, /^run the job again\./],
    [500, 'Server Error', FILES, /^run the job again\./],
    [422, 'Validation Failed', FILES, /^ask .*\. Once it is fixed/],
    [422, 'Sorry, this diff is taking too long to generate.', 'repos/acme/app/compare/a...b', /^ask .*\. Once it is/],
  ])('is to split what is too large for GitHub: %i %s (%s)', (status, message, path, says) => {
    expect(refuse(status, message, {}, path)).toMatch(says);
  });

  // With `gate-on: introduced` a head without a full scan judges nothing.
  const other = scanHistory.slice(1);
  const ofHead = (parts: Parameters<typeof aScan>[0]): readonly Scan[] => [aScan(parts), ...other];
  test.each<[string, readonly Scan[], isAdvised: boolean]>([
    ['control: has a complete full scan', ofHead({}), true],
    ['control: has one of no type, which is full', ofHead({ type: null }), true],
    ['has no scan', other, false],
    ['has a partial one', ofHead({ type: 'recentChanges' }), false],
    ['has one that runs', ofHead({ state: 'running' }), false],
    ['has one that failed', ofHead({ state: 'failed' }), false],
    ['is of a repository without scans', [], false],
  ])('is to narrow the gate for what is too large only where the newest commit %s', (_, scans, isAdvised) => {
    const error = Object.assign(new Error('too many files changed'), {
      ...{ status: 422, response: { headers: {} } },
      request: { url: `https://api.github.com/${FILES}` },
    });
    const report = aReport({ selected: null, fault: gitHubFault(error, GITHUB_QUESTIONS.files), scans });
    const todo = fillText(toWayOut(report)?.todo ?? 'nothing', report);
    expect(todo).toMatch(/^split this pull request into smaller ones\. If that is not possible, ask /);
    expect(todo.includes('to set `gate-on: introduced`')).toBe(isAdvised);
    expect(todo.endsWith(' how to merge it.')).toBe(!isAdvised);
  });

  test.each<[number, string, object]>([
    [403, 'You have exceeded a secondary rate limit.', {}],
    [403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0' }],
    [429, 'm', {}],
    [408, 'm', {}],
    [502, 'm', {}],
  ])('is to run the job again where it may pass: %i %s', (status, message, headers) => {
    expect(refuse(status, message, headers)).toMatch(/^run the job again\./);
  });
});
