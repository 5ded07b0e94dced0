// The parts of a note: until when, what somebody wrote, and who says that it was them.
import { readNote } from '../../src/insights/note.ts';
import { expect, test } from '../jest.ts';
import { IN_PROPORTION_MS } from '../platform.ts';
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
  expect(read.until === 'unreadable' ? null : (read.until?.day ?? null)).toBe(until);
});

test('a date that cannot be read is told from none', () => {
  expect(readNote('until spring').until).toBe('unreadable');
  expect(readNote('until spring').text).toBe('until spring');
});

test('a megabyte takes no time', () => {
  const started = performance.now();
  for (const piece of [' · By a in a/a, pull request 1, at ', 'By a in ', '· By ', 'a/'])
    readNote(piece.repeat(1_000_000 / piece.length));
  expect(performance.now() - started).toBeLessThan(IN_PROPORTION_MS);
});
