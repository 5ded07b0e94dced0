// Owns `npm run bench`: each figure is a ratio measured in one run, so that another machine comes to the same.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureClient } from './bench/client-scale.ts';
import { measureStart } from './bench/cold-start.ts';
import { measureDepth } from './bench/depth.ts';
import { toMarkdown, toProfileTable, writeTable } from './bench/document.ts';
import { isKept, toTable, type Figure } from './bench/figure.ts';
import { measureScale } from './bench/gate-scale.ts';
import { measureProfiles } from './bench/profile.ts';

const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  start: measureStart,
  client: measureClient,
  depth: measureDepth,
  scale: measureScale,
};

const usage = `usage: npm run bench -- [--only PART]... [--json FILE] [--write]
       npm run bench -- --profile [--write]

  --only PART  ${Object.keys(parts).join(', ')}; all without it
  --json FILE  writes the figures there too
  --profile    where the time goes instead, by room and package
  --write      brings the table in docs/performance.md up to date; not with --only

Ends with exit status 1 when a target is missed. Build first: the bundles in dist/ are measured.
`;

const options = {
  only: { type: 'string', multiple: true, default: Object.keys(parts) },
  json: { type: 'string' },
  profile: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readFlags>;

let flags: Flags | undefined;
try {
  flags = readFlags();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 2;
}
if (flags?.help) console.log(usage);
else if (flags?.profile) await tellProfiles(flags);
else if (flags) await tellFigures(flags);

/** @throws for a flag or a part that is not known, and for flags that do not go together. */
function readFlags() {
  const { values } = parseArgs({ options });
  const unknown = values.only.filter((name) => !(name in parts));
  if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}`);
  // Without the flag it is the default itself.
  if (values.write && values.only !== options.only.default) {
    throw new Error('--write cannot go with --only: a part is not the whole table');
  }
  return values;
}

async function tellProfiles({ write }: Flags): Promise<void> {
  const table = toProfileTable(await measureProfiles());
  console.log(table);
  if (write) await writeTable('profile', table);
}

async function tellFigures({ only, json, write }: Flags): Promise<void> {
  const figures = await measure(only);
  console.log(toTable(figures));
  if (json !== undefined) {
    const kept = figures.map((figure) => ({ ...figure, isKept: isKept(figure) }));
    writeFileSync(json, `${JSON.stringify(kept, null, 2)}\n`);
  }
  if (write) await writeTable('figures', toMarkdown(figures));
  if (!figures.every(isKept)) process.exitCode = 1;
}

/** One part after the other: two at once would measure each other. */
async function measure(names: readonly string[]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) {
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...((await parts[name]?.()) ?? []));
  }
  return figures;
}
