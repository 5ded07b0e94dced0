// Owns the rules of what is counted and put out of the outcomes.
import { describe, expect, it } from '@jest/globals';
import {
  countOutcomes,
  isAllDone,
  readOutcome,
  toCommandsOutput,
  type CommandOutcome,
} from '../../src/review/outcome.ts';
import { ended, failed, help, recheck, rejected, reviewed, shown, unclear } from './words.ts';

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

it('bugs are counted over all commands', () => {
  const outcomes = [ended('dismiss', reviewed, failed), ended('dismiss', reviewed, rejected), help];
  expect(countOutcomes(outcomes, 'reviewed')).toBe(2);
  expect(countOutcomes(outcomes, 'rejected', 'failed')).toBe(2);
});

describe('the output', () => {
  it('has verb, bugs and outcomes, and no word of the comment or the service', () => {
    const outcomes = [
      ended('dismiss', reviewed, { kind: 'failed', why: 'secret words' }),
      ended('show', shown({ title: 'secret words' })),
      unclear('secret words'),
    ];
    expect(JSON.parse(toCommandsOutput(outcomes))).toEqual([
      {
        verb: 'dismiss',
        bugs: ['bug_a', 'bug_b'],
        outcome: 'failed',
        outcomes: ['reviewed', 'failed'],
      },
      { verb: 'show', bugs: ['bug_a'], outcome: 'shown', outcomes: ['shown'] },
      { verb: 'unclear', bugs: [], outcome: 'rejected', outcomes: [] },
    ]);
    expect(toCommandsOutput(outcomes)).not.toContain('secret words');
  });

  it('is an empty list when there was no command', () => {
    expect(toCommandsOutput([])).toBe('[]');
  });
});
