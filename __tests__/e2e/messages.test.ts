// Messages of the gate, provoked one by one: each says what failed, why, and what to do.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { events } from '../harness/events.ts';
import { type RunChange, runGateIn, type SandboxOptions, withSandbox } from '../harness/sandbox.ts';
import { cleanWorld, failingWorld, noScanWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

type Change = RunChange & SandboxOptions;

const inputs = (given: Readonly<Record<string, string>>): Change => ({ inputs: given });
const couldNotStart = 'Scan Gate could not start: ';
const missingPull =
  'There is no pull request 99999 in acme/storefront that this token can see: check the number, and that the job has the permission';

describe('a message', () => {
  it.each<[string, Change, readonly string[], (() => ScenarioWorld)?]>([
    [
      'an address that ends in the path of the API',
      inputs({ 'api-url': 'https://api.example.com/public/v1' }),
      [`${couldNotStart}api-url is "https://api.example.com" ending in /public/v1`],
    ],
    [
      'a refused connection',
      inputs({ 'api-url': 'http://127.0.0.1:2' }),
      ['GET /public/v1/repos at 127.0.0.1:2 could not be reached', 'ECONNREFUSED 127.0.0.1:2'],
    ],
    [
      'a page of HTML instead of an answer',
      { faults: ['GET /public/v1/repos html'] },
      ['sent an invalid response', 'Check that the base address belongs to the service'],
    ],
    [
      'a redirect',
      { faults: ['GET /public/v1/repos redirect=https://login.example.com/'] },
      ['a redirect to https://login.example.com', 'Redirects are not followed'],
    ],
    [
      'a repository that the key does not see',
      inputs({ repository: 'acme/unknown' }),
      [
        'The service knows no repository acme/unknown. This API key sees 3 repositories',
        'give that name with the input repository',
      ],
    ],
    [
      'an unknown identifier of a repository',
      inputs({ 'repository-id': 'repo_unknown' }),
      ['The service knows no repository `repo_unknown`', 'Check the input `repository-id`'],
    ],
    [
      'no scan of the head',
      {},
      [
        'No scan of commit `da8cba0` can be used. None of the 11 newest scans matches.',
        'Start a scan of this commit in the service',
        'wait-for-scan',
      ],
      noScanWorld,
    ],
    [
      'a misspelled type of scan',
      inputs({ 'scan-types': 'nightly' }),
      [
        'scan-types names "nightly", but none of the scans that were read has this type. The service documents default and recentChanges.',
      ],
    ],
    [
      'a pull request that does not exist',
      inputs({ 'pr-number': '99999' }),
      [`Could not read pull request 99999. ${missingPull} "pull-requests: read".`],
    ],
    [
      'a token that may not read, which any token of a fork may',
      { faults: ['GET /repos/acme/storefront/pulls/482/files status=403'] },
      [
        'Could not read the files of the pull request: GitHub answered 403',
        'The token needs the permission "pull-requests: read". So',
      ],
    ],
    [
      'a token that GitHub does not know',
      inputs({ 'github-token': 'ghs_nope' }),
      ['GitHub answered 401 (Bad credentials'],
    ],
    ['a file that is a folder', inputs({ 'report-file': '.' }), ['Could not write the file of the input report-file']],
  ])('about %s', async (_, change, told, build = failingWorld) => {
    const { log } = await runGateIn(build(), change);
    for (const words of told) expect(log).toContain(words);
  });
});

describe('a run whose inputs are wrong', () => {
  const wrong = { mode: 'strict' };
  const push = events.push(cleanWorld());

  it.each<[string, Change, (() => Change)?]>([
    ['on a pull request', {}],
    ['on a push to its branch', { event: push.event, github: push.github }],
    ['with the wrong address, too', { inputs: { 'api-url': 'api.example.com' } }],
  ])('updates the ✅ of an earlier run %s', (_, change) =>
    withSandbox(cleanWorld(), async (sandbox) => {
      await sandbox.run();
      const [green] = sandbox.ownComments();
      expect(green?.body).toContain('✅');
      const again = { ...change, inputs: { ...wrong, ...change.inputs }, github: { runAttempt: 2 } };
      const { exitCode, log } = await sandbox.run(again);
      const [comment, ...others] = sandbox.ownComments();
      expect([exitCode, comment?.id, others]).toEqual([1, green?.id, []]);
      expect(log).toContain('mode is "strict"');
      expect(comment?.body).toContain('### ⚠️ Scan Gate could not start: an input is wrong');
      expect(comment?.body).toContain('In the workflow, set mode to enforce or warn.');
      // What was given may come from a secret, which only the log hides.
      expect(comment?.body).not.toMatch(/✅|strict/u);
    }),
  );

  it.each<[string, Readonly<Record<string, string>>]>([
    ['comment: never', { comment: 'never' }],
    ['the comment of another key', { 'comment-key': 'other' }],
    ['a pull request without a token', { 'github-token': '' }],
  ])('leaves the comment alone with %s', (_, given) =>
    withSandbox(cleanWorld(), async (sandbox) => {
      await sandbox.run();
      const before = sandbox.ownComments();
      await sandbox.run({ inputs: { ...wrong, ...given } });
      expect(sandbox.ownComments()).toEqual(before);
      expect(before).toHaveLength(1);
    }),
  );

  it('says what is wrong with the input even when GitHub cannot be read', async () => {
    const { exitCode, log } = await runGateIn(cleanWorld(), {
      inputs: wrong,
      faults: ['GET /repos/acme/storefront/* status=500', 'POST /graphql status=500'],
    });
    expect([exitCode, log.includes('mode is "strict"')]).toEqual([1, true]);
  });
});
