// The rules of what is counted of the outcomes.
import { describe, expect, it } from '@jest/globals';
import {
  countOutcomes,
  countRefusals,
  isAllDone,
  readOutcome,
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

it('a command that names no bug and is rejected counts as one', () => {
  expect(countRefusals([unclear('x'), ended('dismiss', rejected, rejected, failed), help])).toBe(3);
});
