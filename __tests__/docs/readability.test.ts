// How long the project's pages are and how easy to read; `npm run readability` prints the figures.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ACTIONS } from '../../scripts/actions.ts';
import { listPages } from '../../scripts/pages.ts';
import { measureProse, proseOf } from '../../scripts/prose.ts';
import { describe, expect, it } from '../jest.ts';
import { ROOT } from './pages.ts';

/** Of Flesch's scale: from 60 on it is plain English. */
const LEAST_READING_EASE = 60;
/** Tables and blocks of code aside. */
const MOST_WORDS = 1_300;

/** Without what is made from other files and looked up. */
const GENERATED = /<!-- (\w+)\S* -->.*?<!-- \/\1 -->/gs;

const pages = listPages().map((path) => ({ path, ...measureProse(readText(path).replaceAll(GENERATED, '')) }));

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

/** As `wc -w` counts: tables, code and links too. */
function countWords(paths: readonly string[]): number {
  return paths.flatMap((path) => readText(path).match(/\S+/g) ?? []).length;
}

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

describe('all words of', () => {
  const ofActions = ACTIONS.map((action) => posix.join(action, 'README.md'));
  const ofDocs = pages.map(({ path }) => path).filter((path) => path.startsWith('docs/'));

  it.each([
    ['the README', ['README.md'], 1_000],
    ['CONTRIBUTING', ['CONTRIBUTING.md'], 900],
    ['the README, the pages in docs/ and those of the actions', [...ofActions, ...ofDocs], 20_000],
  ])('%s are at most as many as somebody reads', (_, paths, most) => {
    expect(countWords(paths)).toBeLessThanOrEqual(most);
  });

  it('every page are counted', () => {
    expect([ofActions.length, ofDocs.length > 12]).toEqual([7, true]);
    expect(countWords(['docs/what-is-this.md'])).toBeGreaterThan(100);
  });
});

const FOR_CONTRIBUTORS = /^(?:[A-Z]+\.md|docs\/architecture\.md|src\/.*)$/;

describe('the pages for users', () => {
  const forUsers = pages.map(({ path }) => path).filter((path) => path === 'README.md' || !FOR_CONTRIBUTORS.test(path));

  /** One word for one thing, and none that nobody would say aloud. */
  const NOT_SAID =
    /\b(?:anew|wherein|strangers?|findings?|thresholds?|identifiers?|puts? down to|let off|as it did)\b/i;

  it.each(forUsers)('%s says it in plain words', (path) => {
    // Names are what they are: of inputs, of reasons, of a kind of service, and of a part of a document.
    const text = readText(path).replaceAll(/`[^`]*`|bug-findings|Can we trust the findings\?/g, '');
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
