// The rules of what is put out of the outcomes.
import { describe, expect, it } from '@jest/globals';
import { reportUnexecuted } from '../../src/review/execute.ts';
import { parseCommands } from '../../src/review/command.ts';
import { toCommandsOutput } from '../../src/review/outputs.ts';
import { ended, reviewed, shown, unclear } from './words.ts';

describe('the output commands', () => {
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

  it.each([
    ['dismiss bug_a because', 'dismiss'],
    ['dismiss wont_fix bug_a', 'dismiss'],
    ['Resolve', 'resolve'],
    ['reopen it', 'reopen'],
    ['show me', 'show'],
    ['frobnicate bug_a', 'unclear'],
    ['constructor', 'unclear'],
  ])('has the verb that was written: %s', (line, verb) => {
    const outcomes = reportUnexecuted(parseCommands(`/gate ${line}`, '/gate').commands, '');
    expect(JSON.parse(toCommandsOutput(outcomes))).toMatchObject([{ verb, outcome: 'rejected' }]);
  });

  it('is an empty list when there was no command', () => {
    expect(toCommandsOutput([])).toBe('[]');
  });
});
