// The beginning of a note that says when a dismissal ends.
import { readAcceptance, toAcceptedNote } from '../../src/judgement/acceptance.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { fc } from '../harness/random.ts';
import { expect, test } from '../jest.ts';

const at = (time: string): EpochMs => Date.parse(time) as EpochMs;

test.each<[note: string, day: string, text: string]>([
  ['until 2027-01-31', '2027-01-31', ''],
  ['until 2027-01-31. ', '2027-01-31', ''],
  ['until 2027-01-31. The page goes. · By mara in acme/one', '2027-01-31', 'The page goes. · By mara in acme/one'],
  ['  Until\n2027-01-31,\twhy', '2027-01-31', 'why'],
  ['until 2028-02-29 (SEC-1)', '2028-02-29', '(SEC-1)'],
  [toAcceptedNote('2027-01-31', 'until 2030-01-01'), '2027-01-31', 'until 2030-01-01'],
])('%j is good until %s', (note, day, text) => {
  expect(readAcceptance(note)).toEqual({ kind: 'until', day, endsAt: at(`${day}T00:00:00Z`) + 86_400_000, text });
});

test.each([
  ...['until', 'until ', 'until tomorrow', 'until 2027-02-30', 'until 2027-13-01'],
  ...['until 31.1.2027', 'until 2027-1-31', 'until: 2027-01-31', 'until 2027-01-31T00:00Z', 'until 2027-01-31-1'],
])('%j cannot be read', (note) => {
  expect(readAcceptance(note)).toEqual({ kind: 'unreadable' });
});

test.each([
  '',
  'good until 2027-01-31',
  'reopened 2027-02-01, was wont_fix: until 2027-01-31.',
  'untilled',
  '2027-01-31',
])('%j says nothing of an end', (note) => {
  expect(readAcceptance(note)).toBeNull();
});

test('never throws, and a day that is read is a day', () => {
  const pieces = fc.constantFrom('until', ' ', '2027', '-', '01', '31', '02-30', '.', 'x', '\n', '0', '\ud800');
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => `until ${parts.join('')}`),
      (note) => {
        const read = readAcceptance(note);
        const ended = read?.kind === 'until' ? read.endsAt : at('2027-01-31T00:00:00Z');
        expect(Number.isSafeInteger(ended)).toBe(true);
      },
    ),
  );
});

test('a long one costs no more than its length', () => {
  for (const piece of [' ', '.', 'until ', '2', '\n']) {
    const read = (length: number): unknown => readAcceptance(`until${piece.repeat(length)}`);
    expect(growthOf(read, 50_000)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  }
});
