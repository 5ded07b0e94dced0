// Owns `npm run bench`: each figure is a ratio measured in one run, so that another machine comes to the same.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureClient } from './bench/client-scale.ts';
import { measureStart } from './bench/cold-start.ts';
import { measureDepth } from './bench/depth.ts';
import { isKept, toTable, type Figure } from './bench/figure.ts';
import { measureScale } from './bench/gate-scale.ts';

const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  start: measureStart,
  client: measureClient,
  depth: measureDepth,
  scale: measureScale,
};

const usage = `usage: npm run bench -- [--only PART]... [--json FILE]

  --only PART  ${Object.keys(parts).join(', ')}; all without it
  --json FILE  writes the figures there too

Ends with exit status 1 when a target is missed. Build first: the bundles in dist/ are measured.
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(parts) },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** One part after the other: two at once would measure each other. */
async function measure(names: readonly string[]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) {
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...((await parts[name]?.()) ?? []));
  }
  return figures;
}

const unknown = values.only.filter((name) => !(name in parts));
if (values.help) console.log(usage);
else if (unknown.length > 0) {
  console.error(`no part is called ${unknown.join(', ')}\n\n${usage}`);
  process.exitCode = 2;
} else {
  const figures = await measure(values.only);
  console.log(toTable(figures));
  if (values.json !== undefined) {
    const kept = figures.map((figure) => ({ ...figure, isKept: isKept(figure) }));
    writeFileSync(values.json, `${JSON.stringify(kept, null, 2)}\n`);
  }
  if (!figures.every(isKept)) process.exitCode = 1;
}
