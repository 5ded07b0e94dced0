// A run whose inputs are wrong: what it says, and what becomes of the comment of an earlier run.
import { events } from '../harness/events.ts';
import { allOutputs } from '../harness/outputs.ts';
import { type RunChange, runGateIn, withSandbox } from '../harness/sandbox.ts';
import { cleanWorld, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

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

  it.each<[string, RunChange]>([
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
