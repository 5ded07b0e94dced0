// The rules of a service that is given up in the middle: what was done before is still told.
import { expect, it } from '@jest/globals';
import { createClient } from '../../src/client/index.ts';
import { execute } from '../../src/review/execute.ts';
import { parseCommands } from '../../src/review/command.ts';
import { DeadlineError } from '../../src/domain/expected-error.ts';
import { aBug, repoId } from './words.ts';

/** A service on which the second bug never answers: asking for it ends the run for `reason`. */
function serviceThatStops(reason: Error): ReturnType<typeof createClient> {
  const controller = new AbortController();
  return createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'svc_test_x',
    signal: controller.signal,
    fetch: (url, init = {}) => {
      if (url.endsWith('bug_b')) controller.abort(reason);
      init.signal?.throwIfAborted();
      const body = init.method === 'POST' ? { state: 'resolved', createdAt: 1 } : aBug();
      return Promise.resolve(Response.json(body));
    },
  });
}

const { commands } = parseCommands('/gate resolve bug_a\n/gate resolve bug_b bug_c', '/gate');
const rules = {
  repositoryId: repoId('ours'),
  fourEyes: 'off',
  permission: 'write',
  isPullAuthor: false,
  account: { id: null, login: 'mara' },
  noreplyHosts: [],
} as const;
const findIntroducers = () => Promise.resolve({ accounts: [], unknown: [] });
const signature = 'By mara.';

it('a deadline fails the bugs that are left, and keeps those that are done', async () => {
  const service = serviceThatStops(new DeadlineError('the run has taken 90 s, its deadline'));
  const outcomes = await execute(commands, { service, rules, findIntroducers, signature });
  expect(outcomes.flatMap(({ bugs }) => bugs.map(({ outcome }) => outcome))).toEqual([
    { kind: 'reviewed', state: 'resolved' },
    { kind: 'failed', why: 'The service was given up: the run has taken 90 s, its deadline.' },
    { kind: 'failed', why: 'The service was given up: the run has taken 90 s, its deadline.' },
  ]);
});

it('a cancelled job is no outcome', async () => {
  const service = serviceThatStops(new Error('cancelled'));
  const carried = execute(commands, { service, rules, findIntroducers, signature });
  await expect(carried).rejects.toThrow('cancelled');
});
