// The rules of imports in docs/architecture.md: which room may import which, one home for each package, shared rooms that are shared.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ACTIONS, IMPORT_RULES, SHARED } from '../../scripts/import-rules.ts';
import { describe, expect, it } from '../jest.ts';

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
  it('go one way, reach each package from its home alone, and make no circle', async () => {
    const found = await cruiseIn(ROOT);
    expect(found.modules.length).toBeGreaterThan(200);
    expect(violationsOf(found)).toEqual([]);
  });

  it('stay in a shared room only where two actions, or the start of all of them, use it', async () => {
    const { modules } = await cruiseIn(ROOT);
    const dependents = new Map(modules.map(({ source, dependents: users }) => [source, users]));
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
    expect(shared.filter(isAlone)).toEqual([]);
  });

  it.each([
    ['judgement/a.ts', "import '../gate/b.ts';", 'judgement-imports-one-way'],
    ['gate/a.ts', "export * from '../review/b.ts';", 'gate-imports-no-other-action'],
    ['client/a.ts', "import type { B } from '../documents/b.ts';", 'client-imports-one-way'],
    ['runner/a.ts', "export const b = () => import('../gate/b.ts');", 'runner-imports-one-way'],
    ['watch/index.ts', "import './b.ts';", 'entry-points-only-start'],
    ['gate/a.ts', "import 'node:fs';", 'home-of-node'],
    ['net/a.ts', "import '../../sandbox/b.ts';", 'src-apart'],
    ['net/a.ts', "import './b.ts';", 'no-circles'],
  ])('of src/%s: %s is found', async (path, text, rule) => {
    const folder = mkdtempSync(join(tmpdir(), 'scan-gate-imports-'));
    try {
      const write = (name: string, content: string): void => {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      };
      for (const room of ['gate', 'review', 'documents', 'watch']) {
        write(`src/${room}/b.ts`, 'export interface B { readonly b: 1 }');
      }
      write('src/net/b.ts', "import './a.ts';");
      write('sandbox/b.ts', 'export const b = 1;');
      write(`src/${path}`, text);
      expect(violationsOf(await cruiseIn(folder)).join('\n')).toContain(`${rule}: src/${path}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
