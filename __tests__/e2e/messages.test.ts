// Messages of the gate, provoked one by one: each says what failed, why, and what to do.
import { events } from '../harness/events.ts';
import { allOutputs } from '../harness/outputs.ts';
import { type RunChange, runGateIn, type SandboxOptions, withSandbox } from '../harness/sandbox.ts';
import { cleanWorld, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

type Change = RunChange & SandboxOptions;

const inputs = (given: Readonly<Record<string, string>>): Change => ({ inputs: given });
const missingPull =
  'There is no pull request 99999 in acme/storefront that this token can see: check the number, and that the job has the permission';

describe('a message', () => {
  it.each<[string, Change, readonly string[]]>([
    [
      'a refused connection',
      inputs({ 'api-url': 'http://127.0.0.1:2' }),
      ['GET /public/v1/repos at 127.0.0.1:2 could not be reached', 'ECONNREFUSED 127.0.0.1:2'],
    ],
    [
      'an unknown identifier of a repository',
      inputs({ 'repository-id': 'repo_unknown' }),
      ['The service knows no repository `repo_unknown`', 'Check the input `repository-id`'],
    ],
    [
      'a repository that the service lists and does not know',
      { faults: ['GET /public/v1/scans status=404'] },
      [
        'The service lists the repository as `repo_tpd2DqJnVxwP`, but says',
        'whether the repository is still connected',
      ],
    ],
    [
      'a pull request that does not exist',
      inputs({ 'pr-number': '99999' }),
      [`Could not read pull request 99999. ${missingPull} "pull-requests: read".`],
    ],
    [
      'a token that GitHub does not know',
      inputs({ 'github-token': 'ghs_nope' }),
      ['GitHub answered 401 (Bad credentials'],
    ],
    [
      'a repository that was renamed',
      {
        ...inputs({ 'pr-number': '482' }),
        faults: ['GET /repos/* status=301 header=location:/repositories/1/x'],
      },
      [
        'GitHub says that acme/storefront was renamed or moved (301). This run keeps the old name, even if it is run again.',
        'What to do: push, or close and reopen this pull request',
      ],
    ],
    ['a file that is a folder', inputs({ 'report-file': '.' }), ['Could not write the file of the input report-file']],
  ])('about %s', async (_, change, told) => {
    const { log } = await runGateIn(failingWorld(), change);
    for (const words of told) expect(log).toContain(words);
  });
});

describe('a run whose inputs are wrong', () => {
  it('quotes commands in them, and gives none', async () => {
    const mode = 'x\n::set-output name=a::b\n##[add-mask]c\r::stop-commands::d';
    const { exitCode, outputs, annotations, sandbox } = await runGateIn(failingWorld(), { inputs: { mode } });
    expect(exitCode).toBe(1);
    expect(outputs).toEqual(allOutputs({ verdict: 'unverified', reason: 'invalid-input' }));
    // GitHub is asked for the comment of an earlier run, and gets none where there is none.
    expect([sandbox.service.requests, sandbox.ownComments()]).toEqual([[], []]);
    const [error, ...others] = annotations;
    expect([error?.level, others]).toEqual(['error', []]);
    expect(error?.message).toMatch(/^(?!::|[^]*(?:[\r\u2028]|\n::|##\[))[^]*mode/u);
  });

  const wrong = { mode: 'strict' };
  const push = events.push(cleanWorld());

  it.each<[string, Change]>([
    ['on a pull request', {}],
    ['on a push to its branch', { event: push.event, github: push.github }],
  ])('updates the ✅ of an earlier run %s', (_, change) =>
    withSandbox(cleanWorld(), async (sandbox) => {
      await sandbox.run();
      const [green] = sandbox.ownComments();
      expect(green?.body).toContain('✅');
      const { exitCode, log } = await sandbox.run({ ...change, inputs: wrong, github: { runAttempt: 2 } });
      const [comment, ...others] = sandbox.ownComments();
      expect([exitCode, comment?.id, others]).toEqual([1, green?.id, []]);
      expect(log).toContain('mode is "strict"');
      expect(comment?.body).toMatch(/^### ⚠️ /mu);
      expect(comment?.body).toContain('Set `mode` to ');
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
