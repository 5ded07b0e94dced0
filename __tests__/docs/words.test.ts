// The pages stay short, and say things as one would say them aloud.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ACTIONS } from '../../scripts/actions.ts';
import { describe, expect, it } from '../jest.ts';
import { listFiles, ROOT } from './pages.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const ofActions = ACTIONS.map((action) => posix.join(action, 'README.md'));
const ofDocs = listFiles('docs').filter((path) => /^docs\/(?!architecture)[^/]+\.md$/u.test(path));

it.each([
  ['the README', ['README.md'], 1_000],
  ['CONTRIBUTING', ['CONTRIBUTING.md'], 900],
  ['the map', ['docs/architecture.md'], 1_600],
  ['all that is for users', [...ofActions, ...ofDocs], 18_500],
])('%s has at most as many words as somebody reads', (_, paths, most) => {
  const count = paths.flatMap((path) => read(path).match(/\S+/gu) ?? []).length;
  expect(count).toBeLessThanOrEqual(most);
  expect(count).toBeGreaterThan(most / 2);
});

describe('the pages for users', () => {
  /** These words name something that has another word, or nobody would say them aloud. */
  const NOT_SAID =
    /\b(?:anew|wherein|strangers?|findings?|thresholds?|identifiers?|puts? down to|let off|as it did)\b/iu;

  it.each([...ofActions, ...ofDocs])('%s says it plainly', (path) => {
    // Code, a kind of service, and a part of a document have their own names.
    const text = read(path).replaceAll(
      /```[^]*?```|`[^`]*`|bug-findings|Can we trust the findings\?|\]\([^)]*\)/gu,
      '',
    );
    expect(text.split('\n').filter((line) => NOT_SAID.test(line))).toEqual([]);
  });
});
