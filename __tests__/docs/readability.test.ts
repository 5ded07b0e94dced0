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

/** The most words of a page that people read to use the project; of any other the limit for all. */
const MOST_WORDS_OF: Readonly<Record<string, number>> = {
  'README.md': 1_500,
  'docs/agents.md': 400,
  'docs/operations.md': 1_700,
  'docs/performance.md': 500,
  'docs/recipes.md': 1_200,
  'docs/security.md': 1_500,
  'docs/what-is-this.md': 160,
  'doctor/README.md': 1_000,
  'recheck/README.md': 1_000,
};
const MOST_WORDS_FOR_USERS = 17_000;
const FOR_CONTRIBUTORS = /^(?:[A-Z]+\.md|docs\/(?:architecture|performance|releasing)\.md|src\/.*)$/;

/** What somebody reads who reads it all, tables too: blocks of code and tables that are made from other files are looked up. */
function countAll(path: string): number {
  const text = readFileSync(join(ROOT, path), 'utf8')
    .replace(/^ *```.*?^ *```$/gms, '')
    .replace(/<!-- (\w+)\S* -->.*?<!-- \/\1 -->/gs, '');
  return (text.match(/[\p{L}\p{N}][^\s|]*/gu) ?? []).length;
}

describe('the pages for users', () => {
  const forUsers = pages.map(({ path }) => path).filter((path) => path === 'README.md' || !FOR_CONTRIBUTORS.test(path));

  it.each(Object.entries(MOST_WORDS_OF))('%s has at most %i words', (path, most) => {
    expect(pages.map((page) => page.path)).toContain(path);
    expect(countAll(path)).toBeLessThanOrEqual(most);
  });

  it('are few', () => {
    const words = forUsers.reduce((sum, path) => sum + countAll(path), 0);
    expect(forUsers.length).toBeGreaterThan(15);
    expect(words).toBeLessThanOrEqual(MOST_WORDS_FOR_USERS);
  });

  /** One word for one thing, and none that nobody would say aloud. */
  const NOT_SAID =
    /\b(?:anew|wherein|strangers?|findings?|thresholds?|identifiers?|puts? down to|let off|as it did)\b/i;

  it.each(forUsers)('%s says it in plain words', (path) => {
    // Names are what they are: of inputs, of reasons, and of a kind of service.
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/`[^`]*`|bug-findings/g, '');
    const blocks = proseOf(text);
    expect(blocks.filter((text) => NOT_SAID.test(text))).toEqual([]);
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
