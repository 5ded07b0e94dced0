// The outcomes of commands: how they are counted and put out, also of a service that is given up in the middle.
import { createClient } from '../../src/client/index.ts';
import { DeadlineError } from '../../src/judgement/errors.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import type { Unverified } from '../../src/judgement/unverified.ts';
import { parseCommands } from '../../src/review/command.ts';
import { execute, reportUnexecuted } from '../../src/review/execute.ts';
import { type CommandOutcome, countRejected, isAllDone, readOutcome } from '../../src/review/outcome.ts';
import { toCommandsOutput } from '../../src/review/outputs.ts';
import { describe, expect, it } from '../jest.ts';
import { aBug, ended, failed, help, mayAll, recheck, rejected, reviewed, shown, unclear } from './words.ts';

const show = (fault: Unverified): Unverified => fault;

const NOW = Date.parse('2026-11-23T12:00:00Z') as EpochMs;

describe('what became of a command', () => {
  it.each<[outcome: string, command: CommandOutcome]>([
    ['reviewed', ended('dismiss', reviewed, reviewed)],
    ['rejected', ended('dismiss', reviewed, rejected)],
    ['failed', ended('dismiss', reviewed, rejected, failed)],
    ['shown', ended('show', shown())],
    ['rejected', unclear('frobnicate')],
    ['done', help],
    ['done', recheck],
  ])('%s', (outcome, command) => {
    expect(readOutcome(command)).toBe(outcome);
    expect(isAllDone([command])).toBe(['reviewed', 'shown', 'done'].includes(outcome));
  });

  it('is all done only when every command is', () => {
    expect(isAllDone([ended('dismiss', reviewed), help])).toBe(true);
    expect(isAllDone([ended('dismiss', reviewed), unclear('')])).toBe(false);
  });
});

it('a command that names no bug and is rejected counts as one', () => {
  expect(countRejected([unclear('x'), ended('dismiss', rejected, rejected, failed), help])).toBe(3);
});

describe('the output commands', () => {
  it('has verb, bugs and outcomes, and no word of the comment or the service', () => {
    const outcomes = [
      ended('dismiss', reviewed, { kind: 'failed', why: 'secret words' }),
      ended('show', shown({ title: 'secret words' })),
      unclear('secret words'),
    ];
    expect(JSON.parse(toCommandsOutput(outcomes))).toEqual([
      { verb: 'dismiss', bugs: ['bug_a', 'bug_b'], outcome: 'failed', outcomes: ['reviewed', 'failed'] },
      { verb: 'show', bugs: ['bug_a'], outcome: 'shown', outcomes: ['shown'] },
      { verb: 'unclear', bugs: [], outcome: 'rejected', outcomes: [] },
    ]);
    expect(toCommandsOutput(outcomes)).not.toContain('secret words');
  });

  it.each([
    ['dismiss bug_a because', 'dismiss'],
    ['dismiss wont_fix bug_a', 'dismiss'],
    ['Resolve', 'resolve'],
    ['reopen it', 'reopen'],
    ['show me', 'show'],
    ['frobnicate bug_a', 'unclear'],
    ['constructor', 'unclear'],
  ])('has the verb that was written: %s', (line, verb) => {
    const outcomes = reportUnexecuted(parseCommands(`/gate ${line}`, '/gate', NOW).commands, { why: '' });
    expect(JSON.parse(toCommandsOutput(outcomes))).toMatchObject([{ verb, outcome: 'rejected' }]);
  });
});

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

const { commands } = parseCommands('/gate resolve bug_a\n/gate resolve bug_b bug_c', '/gate', NOW);
const findIntroducers = (): Promise<never> => Promise.reject(new Error('nobody is asked'));
const sayUnsure = (): void => undefined;
const context = { rules: mayAll, findIntroducers, show, signature: 'By mara.', sayUnsure };

it('a deadline fails the bugs that are left, and keeps those that are done', async () => {
  const service = serviceThatStops(new DeadlineError('the run has taken 90 s, its deadline'));
  const outcomes = await execute(commands, { ...context, service });
  const late = 'Gave up on the service: the run has taken 90 s, its deadline.';
  expect(outcomes.flatMap(({ bugs }) => bugs.map(({ outcome }) => outcome))).toEqual([
    { kind: 'reviewed', state: 'resolved', doubts: [] },
    { kind: 'failed', why: late, told: late },
    { kind: 'failed', why: late, told: late },
  ]);
});

it('a cancelled job is no outcome', async () => {
  const service = serviceThatStops(new Error('cancelled'));
  const done: CommandOutcome[] = [];
  const carried = execute(commands, { ...context, service }, done);
  await expect(carried).rejects.toThrow('cancelled');
  // But what was carried out before is known.
  expect(done.flatMap(({ bugs }) => bugs.map(({ outcome }) => outcome))).toEqual([
    { kind: 'reviewed', state: 'resolved', doubts: [] },
  ]);
});
