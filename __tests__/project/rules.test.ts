// The rules of imports in docs/architecture.md: which room may import which, one home for each package, shared rooms that are shared.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

  it('that break a rule are found', async () => {
    const broken: readonly (readonly [path: string, text: string, rule: string])[] = [
      ['src/judgement/a.ts', "import '../gate/b.ts';", 'judgement-imports-one-way'],
      ['src/gate/a.ts', "export * from '../review/b.ts';", 'gate-imports-no-other-action'],
      ['src/client/a.ts', "import type { B } from '../documents/b.ts';", 'client-imports-one-way'],
      ['src/runner/a.ts', "export const b = () => import('../gate/b.ts');", 'runner-imports-one-way'],
      ['src/watch/index.ts', "import './b.ts';", 'entry-points-only-start'],
      ['src/gate/c.ts', "import 'node:fs';", 'home-of-node'],
      ['src/net/c.ts', "import '../../sandbox/b.ts';", 'src-apart'],
      ['sandbox/c.ts', "import '../scripts/b.ts';", 'sandbox-apart'],
      ['src/net/a.ts', "import './b.ts';", 'no-circles'],
    ];
    const folder = mkdtempSync(join(tmpdir(), 'scan-gate-imports-'));
    try {
      const targets = ['src/gate', 'src/review', 'src/documents', 'src/watch', 'sandbox', 'scripts'].map(
        (room) => `${room}/b.ts`,
      );
      const files = targets.map((path) => [path, 'export interface B { readonly b: 1 }'] as const);
      const circle = ['src/net/b.ts', "import './a.ts';"] as const;
      for (const [name, text] of [circle, ...files, ...broken]) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const violations = violationsOf(await cruiseIn(folder)).join('\n');
      for (const [path, , rule] of broken) expect(violations).toContain(`${rule}: ${path}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
