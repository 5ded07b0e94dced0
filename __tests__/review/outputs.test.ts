// Owns the rules of what is put out of the outcomes.
import { describe, expect, it } from '@jest/globals';
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

  it('is an empty list when there was no command', () => {
    expect(toCommandsOutput([])).toBe('[]');
  });
});
