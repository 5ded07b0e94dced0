// The measured tables in docs/maintainers/performance.md, which only `npm run bench -- --write` updates.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, platform } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type Cost, COST_DELAY_MS } from './cost.ts';
import { type Figure, isKept, round } from './figure.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Puts the figures into docs/maintainers/performance.md. */
export async function writeFigures(figures: readonly Figure[]): Promise<void> {
  const machine = `Measured on ${platform()} with ${availableParallelism()} cores and Node ${process.versions.node}.`;
  await fill({
    page: 'docs/maintainers/performance.md',
    region: 'figures',
    text: `${machine}\n\n${toMarkdown(figures)}`,
  });
}

/** Puts the costs there, too. */
export async function writeCosts(costs: readonly Cost[]): Promise<void> {
  const head = `| a run | requests to the service | requests to GitHub | time, at ${COST_DELAY_MS} ms for each answer |`;
  const rows = costs.map(
    ({ what, serviceRequests, githubRequests, tookMs }) =>
      `| ${what} | ${serviceRequests} | ${githubRequests} | ${(tookMs / 1000).toFixed(1)} s |`,
  );
  await fill({
    page: 'docs/maintainers/performance.md',
    region: 'costs',
    text: [head, '| --- | --: | --: | --: |', ...rows].join('\n'),
  });
}

interface Filling {
  /** Relative to the repository. */
  readonly page: string;
  /** The comments around the text: `<!-- region -->` and `<!-- /region -->`. */
  readonly region: string;
  readonly text: string;
}

/** Rejects when the page has no such region. */
async function fill({ page, region: name, text: content }: Filling): Promise<void> {
  const path = join(ROOT, page);
  const before = readFileSync(path, 'utf8');
  const region = new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`, 'u');
  if (!region.test(before)) throw new Error(`${page} has no place for ${name}`);
  const text = [`<!-- ${name} -->`, content, `<!-- /${name} -->`].join('\n\n');
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
