// The examples of `paths` in docs/inputs.md count, and are refused, as the page says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitList } from '../../src/inputs/readers.ts';
import { isPattern, toPathFilter } from '../../src/judgement/path-filter.ts';
import { describe, expect, it } from '../jest.ts';
import { ROOT } from './pages.ts';

const page = readFileSync(join(ROOT, 'docs', 'inputs.md'), 'utf8');

/** The rows of the table whose first heading is this, without the code marks of their cells. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const [, table = ''] = page.split(new RegExp(`^\\| ${heading} +\\|.*\\n\\| -.*\\n`, 'm'));
  const lines = table.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, cell = '']) => cell));
}

describe('paths, as its page says', () => {
  const examples = rowsOf('`paths`');
  const errors = rowsOf('input error');

  it('has three examples, and three errors', () => {
    expect([examples.length, errors.length]).toEqual([3, 3]);
  });

  it.each(examples)('%s counts %s, and not %s', (patterns = '', counted = '', other = '') => {
    const list = splitList(patterns);
    expect(list.every(isPattern)).toBe(true);
    const isInPaths = toPathFilter(list);
    expect([isInPaths(counted), isInPaths(other)]).toEqual([true, false]);
  });

  it.each(errors)('%s is an error, and %s is none', (wrong = '', right = '') => {
    expect(splitList(wrong).every(isPattern)).toBe(false);
    expect(splitList(right).every(isPattern)).toBe(true);
  });
});
