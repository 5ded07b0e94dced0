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

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    profile: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const names = values.only ?? Object.keys(parts);
const fault = findFault();
if (values.help) console.log(usage);
else if (fault !== null) {
  console.error(`${fault}\n\n${usage}`);
  process.exitCode = 2;
} else if (values.profile) await tellProfiles();
else await tellFigures();

function findFault(): string | null {
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0) return `no part is called ${unknown.join(', ')}`;
  return values.write && values.only ? 'a part is not the whole table' : null;
}

async function tellProfiles(): Promise<void> {
  const table = toProfileTable(await measureProfiles());
  console.log(table);
  if (values.write) await writeTable('profile', table);
}

async function tellFigures(): Promise<void> {
  const figures = await measure();
  console.log(toTable(figures));
  if (values.json !== undefined) {
    const kept = figures.map((figure) => ({ ...figure, isKept: isKept(figure) }));
    writeFileSync(values.json, `${JSON.stringify(kept, null, 2)}\n`);
  }
  if (values.write) await writeTable('figures', toMarkdown(figures));
  if (!figures.every(isKept)) process.exitCode = 1;
}

/** One part after the other: two at once would measure each other. */
async function measure(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) {
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...((await parts[name]?.()) ?? []));
  }
  return figures;
}
