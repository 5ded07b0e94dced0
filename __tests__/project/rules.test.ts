// The rules of imports in docs/architecture.md: which room may import which, one home for each package, shared rooms that are shared.
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ACTIONS, IMPORT_RULES, SHARED } from '../../scripts/import-rules.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Reads the imports of a folder, of types as well, and holds the rules against them. */
async function cruiseIn(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(['src', 'sandbox'], {
    baseDir,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: [...IMPORT_RULES] },
  });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

function violationsOf({ summary }: ICruiseResult): readonly string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

describe('imports', () => {
  let found: ICruiseResult;
  beforeAll(async () => {
    found = await cruiseIn(ROOT);
  });

  it('go one way, reach each package from its home alone, and make no circle', () => {
    expect(found.modules.length).toBeGreaterThan(200);
    expect(violationsOf(found)).toEqual([]);
  });

  it('stay in a shared room only where two actions, or the start of all of them, use it', () => {
    const dependents = new Map(found.modules.map(({ source, dependents: users }) => [source, users]));
    const actionsOf = (source: string, seen = new Set<string>()): ReadonlySet<string> => {
      if (!seen.has(source)) {
        seen.add(source);
        for (const user of dependents.get(source) ?? []) actionsOf(user, seen);
      }
      return seen;
    };
    const isAlone = (source: string): boolean => {
      const users = [...actionsOf(source)];
      const rooms = ACTIONS.filter((action) => users.some((user) => user.startsWith(`src/${action}/`)));
      return rooms.length < 2 && !users.includes('src/dependencies.ts');
    };
    const shared = [...dependents.keys()].filter((source) =>
      SHARED.some((room) => room !== 'client' && source.startsWith(`src/${room}/`)),
    );
    expect(shared.length).toBeGreaterThan(50);
    expect(shared.filter(isAlone).toSorted()).toEqual([]);
  });
});
