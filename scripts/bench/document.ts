// Owns the measured tables of docs/performance.md: they are written by a measurement and by nothing else.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, platform } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { isKept, round, type Figure } from './figure.ts';
import { toBusyMs, type Profile } from './profile.ts';

const path = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');

/** Puts a table between the comments `<!-- name -->` and `<!-- /name -->`. Throws when they are not there. */
export async function writeTable(name: 'figures' | 'profile', table: string): Promise<void> {
  const before = readFileSync(path, 'utf8');
  const region = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`);
  if (!region.test(before)) throw new Error(`${path} has no region for ${name}`);
  const machine = `Measured on ${platform()} with ${availableParallelism()} cores and Node ${process.versions.node}.`;
  const text = [`<!-- ${name} -->`, machine, table, `<!-- /${name} -->`].join('\n\n');
  const config = await resolveConfig(path);
  const after = await format(
    before.replace(region, () => text),
    { ...config, parser: 'markdown' },
  );
  writeFileSync(path, after);
}

/** A row for each figure. */
export function toMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, atMost, from } = figure;
    const sign = isKept(figure) ? '✓' : '✗';
    const target = atMost === undefined ? '' : `≤ ${atMost} ${sign}`;
    return `| ${what} | ${round(value)} ${unit} | ${target} | ${from} |`;
  });
  return ['| figure | measured | target | from |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Smaller shares are added up. */
const LEAST_SHARE = 0.02;

/** A row for each room or package that has a share worth telling in one of the runs, the largest first. */
export function toProfileTable(profiles: readonly Profile[]): string {
  const places = [...new Set(profiles.flatMap(({ shares }) => [...shares.keys()]))];
  const rows = places
    .map((place) => ({ place, parts: profiles.map(({ shares }) => toPart(shares, [place])) }))
    .sort((a, b) => toSum(b.parts) - toSum(a.parts));
  const told = rows.filter(({ parts }) => parts.some((part) => part >= LEAST_SHARE));
  const rest = rows.filter((row) => !told.includes(row)).map(({ place }) => place);
  const restParts = profiles.map(({ shares }) => toPart(shares, rest));
  const lines = [...told, { place: `${rest.length} others`, parts: restParts }].map(
    ({ place, parts }) => `| ${place} | ${parts.map(formatPart).join(' | ')} |`,
  );
  const totals = profiles.map(({ shares }) => `${round(Math.round(toBusyMs(shares)))} ms`);
  return [
    `| share of the busy time | ${profiles.map(({ what }) => what).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(profiles.length)}`,
    ...lines,
    `| busy in all | ${totals.join(' | ')} |`,
  ].join('\n');
}

function toPart(shares: Profile['shares'], places: readonly string[]): number {
  return toSum(places.map((place) => shares.get(place) ?? 0)) / toBusyMs(shares);
}

function toSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function formatPart(part: number): string {
  return `${Math.round(part * 100)} %`;
}
