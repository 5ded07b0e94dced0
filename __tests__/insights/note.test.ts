// The parts of a note: until when, what somebody wrote, and who says that it was them.
import { readNote } from '../../src/insights/note.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { expect, test } from '../jest.ts';
import { signature } from './worlds.ts';

test.each<[note: string, until: string | null, text: string | null, by: string | null]>([
  ['', null, null, null],
  ['  ', null, null, null],
  ['Known.', null, 'Known.', null],
  [`Known. · ${signature('mara')}`, null, 'Known.', 'mara'],
  [signature('renovate[bot]'), null, null, 'renovate[bot]'],
  [`until 2027-01-31. Known. · ${signature('mara-l')}`, '2027-01-31', 'Known.', 'mara-l'],
  [`until 2027-01-31. ${signature('mara')}`, '2027-01-31', null, 'mara'],
  ['until 2027-01-31', '2027-01-31', null, null],
  // Closing words are at the end, and as the review action writes them.
  [`${signature('mara')} And more.`, null, `${signature('mara')} And more.`, null],
  ['By mara in acme/shop, pull request 7, at main.', null, 'By mara in acme/shop, pull request 7, at main.', null],
  [`Standby ${signature('mara')}`, null, `Standby ${signature('mara')}`, null],
])('%j: until %p, %p, by %p', (note, until, text, by) => {
  const read = readNote(note);
  expect(read).toMatchObject({ text, by });
  expect(read.until?.day ?? null).toBe(until);
});

test('a long one is read in time linear in its length', () => {
  for (const piece of [' · By a in a/a, pull request 1, at ', 'By a in ', '· By ', 'a/']) {
    const read = (length: number): unknown => readNote(piece.repeat(length / piece.length));
    expect(growthOf(read, 50_000)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  }
});
