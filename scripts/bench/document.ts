// The measured table in docs/performance.md, which only `npm run bench -- --write` updates.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, platform } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type Figure, isKept, round } from './figure.ts';

const path = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');

/** Puts the figures between the comments `<!-- figures -->`. Rejects when they are not there. */
export async function writeFigures(figures: readonly Figure[]): Promise<void> {
  const before = readFileSync(path, 'utf8');
  const region = /<!-- figures -->[^]*<!-- \/figures -->/u;
  if (!region.test(before)) throw new Error(`${path} has no place for figures`);
  const machine = `Measured on ${platform()} with ${availableParallelism()} cores and Node ${process.versions.node}.`;
  const text = ['<!-- figures -->', machine, toMarkdown(figures), '<!-- /figures -->'].join('\n\n');
  const config = await resolveConfig(path);
  const after = await format(
    before.replace(region, () => text),
    { ...config, parser: 'markdown' },
  );
  writeFileSync(path, after);
}

function toMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, atMost, from } = figure;
    const sign = isKept(figure) ? '✓' : '✗';
    return `| ${what} | ${round(value)} ${unit} | ≤ ${atMost} ${sign} | ${from} |`;
  });
  return ['| figure | measured | limit | from |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
