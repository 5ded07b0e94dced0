// `npm run bench`: speed and memory of the committed bundle against their limits.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Cost, measureCosts } from './bench/cost.ts';
import { measureDepth } from './bench/depth.ts';
import { writeCosts, writeFigures } from './bench/document.ts';
import { type Figure, isKept, toTable } from './bench/figure.ts';
import { measureFloods } from './bench/flood.ts';
import { measureInsights } from './bench/insights.ts';
import { measureScale } from './bench/scale.ts';
import { measureSweep } from './bench/sweep.ts';
import { measureWholeRun } from './bench/whole-run.ts';

const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  run: measureWholeRun,
  depth: measureDepth,
  scale: measureScale,
  insights: measureInsights,
  sweep: measureSweep,
  flood: measureFloods,
};
/** This part has no limits: it counts what a run costs. */
const COST = 'cost';

const usage = `usage: npm run bench -- [--only PART]... [--json FILE] [--write]

  --only PART  ${[...Object.keys(parts), COST].join(', ')}; all without it
  --json FILE  writes the figures there too
  --write      updates the tables in docs/maintainers/performance.md; of the parts only with cost

Ends with exit status 1 when a limit is exceeded. The committed bundles in dist/ are measured.
`;

const options = {
  only: { type: 'string', multiple: true },
  json: { type: 'string' },
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
else if (flags) await report(flags);

/** @throws for a flag or a part that is not known, and for flags that do not go together. */
function readFlags() {
  const { values } = parseArgs({ options });
  const unknown = values.only?.filter((name) => name !== COST && !Object.hasOwn(parts, name)) ?? [];
  if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}`);
  if (values.write && values.only?.some((name) => name !== COST)) {
    throw new Error(`--write goes with --only ${COST} alone: another part is not the whole table`);
  }
  return values;
}

async function report({ only, json, write }: Flags): Promise<void> {
  const names = only ?? [...Object.keys(parts), COST];
  const figures = await measure(names.filter((name) => name !== COST));
  if (figures.length > 0) console.log(toTable(figures));
  const costs = names.includes(COST) ? await measureCosts() : [];
  console.log(costs.map(toLine).join('\n'));
  if (json !== undefined) {
    const kept = figures.map((figure) => ({ ...figure, isKept: isKept(figure) }));
    writeFileSync(json, `${JSON.stringify(kept, null, 2)}\n`);
  }
  if (write && figures.length > 0) await writeFigures(figures);
  if (write && costs.length > 0) await writeCosts(costs);
  if (!figures.every(isKept)) process.exitCode = 1;
}

/** The parts run one after the other, because two at once would measure each other. */
async function measure(names: readonly string[]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) {
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...((await parts[name]?.()) ?? []));
  }
  return figures;
}

function toLine({ what, serviceRequests, githubRequests, tookMs }: Cost): string {
  return `   ${what}: ${serviceRequests} requests to the service, ${githubRequests} to GitHub, ${(tookMs / 1000).toFixed(1)} s`;
}
