// Generates the lists of inputs and outputs of each action's page from action.yml, and the table of what a verdict means for the job from the code.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { isMap, isScalar, parseDocument } from 'yaml';
import { decideJobStatus, type Policy, UNVERIFIED_REASONS, type Verdict } from '../src/judgement/verdict.ts';
import { ACTIONS } from './actions.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Other actions share the inputs of these two: every action has the gate's, the actions for many repositories have recheck's. */
const DESCRIBED = [
  { action: join(ROOT, 'action.yml'), link: '[the gate](../docs/inputs.md#inputs)' },
  { action: join(ROOT, 'recheck', 'action.yml'), link: '[recheck](../recheck/README.md#inputs)' },
] as const;
const JOBS_REGION = /<!-- jobs -->[\s\S]*?<!-- \/jobs -->/;
const REGION = /<!-- (inputs|outputs):(\S+) -->[\s\S]*?<!-- \/\1 -->/g;

type Kind = 'inputs' | 'outputs';
interface Entry {
  readonly description?: string;
  readonly default?: unknown;
  readonly required?: boolean;
}

const POLICIES: readonly Policy[] = [
  { mode: 'enforce', onUnverified: 'fail' },
  { mode: 'enforce', onUnverified: 'warn' },
  { mode: 'warn', onUnverified: 'warn' },
  { mode: 'warn', onUnverified: 'fail' },
];

const COLOURS = { green: '🟢', warning: '🟡', red: '🔴' } as const;

const checkOnly = process.argv.includes('--check');
const faults = (await Promise.all(ACTIONS.map(fill))).flat();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

/** The lists of the gate have a page of their own; those of another action are in its README. */
function toPage(action: string): string {
  return action === '.' ? 'docs/inputs.md' : `${action}/README.md`;
}

/** Brings the lists of one page up to date, or with --check says what is wrong with them. */
async function fill(action: string): Promise<readonly string[]> {
  const name = toPage(action);
  const path = join(ROOT, name);
  if (!existsSync(path)) return [`${name} is missing`];
  const before = readFileSync(path, 'utf8');
  const missing = missingRegions(before, action).map((kind) => `${name} has no region for ${kind}`);
  if (missing.length > 0) return missing;
  const filled = before
    .replace(REGION, (_, kind: Kind, file: string) => renderRegion(dirname(path), kind, file))
    .replace(JOBS_REGION, renderJobs);
  const config = await resolveConfig(path);
  const after = await format(filled, { ...config, parser: 'markdown' });
  if (after === before) return [];
  if (checkOnly) return [`${name} does not say what action.yml says: run "npm run readme"`];
  writeFileSync(path, after);
  console.log(`${name} brought up to date`);
  return [];
}

/** The gate alone gives a verdict that makes a job red or green. */
function missingRegions(text: string, action: string): readonly string[] {
  const present = [...text.matchAll(REGION)].map(([, kind]) => kind);
  const missing = (['inputs', 'outputs'] as const).filter((kind) => !present.includes(kind));
  return action === '.' && !JOBS_REGION.test(text) ? [...missing, 'jobs'] : missing;
}

/** Reasons of one verdict that mean the same for the job share a row. */
function renderJobs(): string {
  const verdicts: readonly Pick<Verdict, 'kind' | 'reason'>[] = [
    { kind: 'passed', reason: 'within-threshold' },
    { kind: 'failed', reason: 'threshold-exceeded' },
    ...UNVERIFIED_REASONS.map((reason) => ({ kind: 'unverified', reason }) as const),
  ];
  const rows = Map.groupBy(verdicts, (verdict) => `${renderCode(verdict.kind)} | REASONS | ${renderColours(verdict)}`);
  return [
    '<!-- jobs -->',
    '',
    '| verdict | reason | `mode: enforce` | and `on-unverified: warn` | `mode: warn` | and `on-unverified: fail` |',
    '| --- | --- | --- | --- | --- | --- |',
    ...[...rows].map(([row, alike]) => {
      const reasons = alike.map(({ reason }) => renderCode(reason)).join(', ');
      return `| ${row.replace('REASONS', reasons)} |`;
    }),
    '| `skipped` | `nothing-to-judge` | 🟢 | 🟢 | 🟢 | 🟢 |',
    '',
    '<!-- /jobs -->',
  ].join('\n');
}

function renderColours(verdict: Pick<Verdict, 'kind' | 'reason'>): string {
  return POLICIES.map((policy) => COLOURS[decideJobStatus(verdict, policy)]).join(' | ');
}

/**
 * The region again, its lists made from `file`, which is relative to the page: one for each group. Inputs that another
 * page has, word for word, are only named.
 */
function renderRegion(directory: string, kind: Kind, file: string): string {
  const path = join(directory, file);
  let pairs = readPairs(readFileSync(path, 'utf8'), kind);
  const sentences: string[] = [];
  for (const { action, link } of kind === 'outputs' ? [] : DESCRIBED) {
    const others = action === path ? [] : readPairs(readFileSync(action, 'utf8'), kind);
    const same = pairs.filter((pair) => others.some((other) => isSame(pair, other)));
    if (same.length > 0)
      sentences.push(`As in ${link}: ${same.map(({ name, entry }) => renderName(name, entry)).join(', ')}.`);
    pairs = pairs.filter((pair) => !same.includes(pair));
    // The gate's page lists all of its inputs itself.
    if (action === path) break;
  }
  const items = pairs.flatMap(({ name, entry, group }, index) => [
    ...(group === null ? [] : ['', `**${group}**`]),
    ...(group === null && index > 0 ? [] : ['']),
    kind === 'inputs' ? renderInput(name, entry) : renderItem(renderCode(name), entry),
  ]);
  const before = sentences.length === 0 ? [] : ['', sentences.join(' ')];
  return [`<!-- ${kind}:${file} -->`, ...before, ...items, '', `<!-- /${kind} -->`].join('\n');
}

function isSame(one: NamedEntry, other: NamedEntry): boolean {
  return one.name === other.name && isDeepStrictEqual(one.entry, other.entry);
}

function renderName(name: string, entry: Entry): string {
  return entry.required === true ? `${renderCode(name)} (required)` : renderCode(name);
}

interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
  /** A comment above an input names the group that begins there; null if there is none. */
  readonly group: string | null;
}

function readPairs(text: string, kind: Kind): readonly NamedEntry[] {
  const map = parseDocument(text).get(kind);
  if (!isMap(map)) return [];
  // The parser keeps a comment above the first key with the map.
  const first = map.commentBefore ?? null;
  return map.items.map(({ key, value }, index) => {
    if (!isScalar(key)) throw new Error(`${kind}: a name is not a text`);
    const comment = key.commentBefore ?? (index === 0 ? first : null);
    const entry = isMap(value) ? (value.toJSON() as Entry) : {};
    return { name: String(key.value), entry, group: comment?.trim() ?? null };
  });
}

function renderInput(name: string, entry: Entry): string {
  const fallback = renderDefault(entry.default);
  return renderItem(`${renderName(name, entry)}${fallback === '' ? '' : `, default ${fallback}`}`, entry);
}

/** Descriptions are Markdown already. */
function renderItem(head: string, { description = '' }: Entry): string {
  return `- ${head}: ${description.trim().replace(/\s+/g, ' ')}`;
}

function renderDefault(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return renderCode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** In a table even code needs its bars escaped. */
function renderCode(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
