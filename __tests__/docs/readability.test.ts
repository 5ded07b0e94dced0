// How long the project's pages are and how easy to read; `npm run readability` prints the figures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPages } from '../../scripts/pages.ts';
import { measureProse, proseOf } from '../../scripts/prose.ts';
import { describe, expect, it } from '../jest.ts';
import { ROOT } from './pages.ts';

/** Of Flesch's scale: from 60 on it is plain English. */
const LEAST_READING_EASE = 60;
/** Tables and blocks of code aside. */
const MOST_WORDS = 1_300;

const pages = listPages().map((path) => ({ path, ...measureProse(readFileSync(join(ROOT, path), 'utf8')) }));

describe('each page', () => {
  it('is easy to read', () => {
    const hard = pages.filter(({ readingEase }) => (readingEase ?? 100) < LEAST_READING_EASE);
    expect(hard).toEqual([]);
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'docs/set-ups.md']));
  });

  it('is short', () => {
    expect(pages.filter(({ words }) => words > MOST_WORDS)).toEqual([]);
  });
});

describe('the prose of a page', () => {
  it('is its paragraphs and list items, with names but without other code', () => {
    const markdown = [
      '# No heading',
      'Set `max-bugs` to `0.5 of x`, as [the guide](docs/some-address.md)',
      'says. It is **quick**.',
      '',
      '> [!NOTE]',
      '> It stays.',
      '',
      '- One',
      '',
      '  with more.',
      '- Two',
      '  - below',
      '',
      '| no | table |',
      '| -- | ----- |',
      '| a  | b     |',
      '',
      '```yaml',
      'no: code',
      '```',
      '',
      '![no picture](picture.png) <!-- no comment -->',
    ].join('\n');
    expect(proseOf(markdown)).toEqual([
      'Set max-bugs to , as the guide says. It is quick.',
      'It stays.',
      'One',
      'with more.',
      'Two',
      'below',
    ]);
    expect(measureProse(markdown)).toMatchObject({ sentences: 7, words: 17 });
  });

  it.each([
    ['The cat sat on the mat.', 116.1],
    ['The Australian platypus is seemingly a hybrid of mammal and reptilian creature.', 18.4],
  ])('%s: %d', (text, ease) => {
    expect(measureProse(text).readingEase).toBeCloseTo(ease, 1);
  });
});
