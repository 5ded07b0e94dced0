// The rules of imports in docs/architecture.md, for dependency-cruiser; a test in __tests__/project/ runs them.
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** The shared rooms, each with the rooms that it may import besides itself. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  judgement: [],
  net: ['judgement'],
  inputs: ['judgement', 'net'],
  documents: ['judgement'],
  client: ['judgement', 'net'],
  service: ['judgement', 'net', 'client'],
  github: ['judgement', 'net', 'documents'],
  runner: ['judgement', 'net', 'inputs', 'documents', 'client', 'service', 'github'],
  sweep: ['judgement', 'net', 'inputs', 'documents', 'client', 'service', 'github', 'runner'],
};
export const SHARED = Object.keys(ROOMS);
export const ACTIONS = ['gate', 'review', 'rules', 'watch', 'doctor', 'recheck', 'insights'];

/** The homes of what is not ours: no other room may import it. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  '@actions/core': ['runner'],
  '@actions/github': ['dependencies'],
  '@octokit/rest': ['github'],
  'd3-array': ['insights'],
  'd3-time': ['insights'],
  'p-limit': ['net'],
  undici: ['net'],
  // These rooms check answers, or our own markers.
  valibot: ['client', 'documents', 'github', 'sweep', ...ACTIONS],
};

const room = (names: readonly string[]): string[] => names.flatMap((name) => [`^src/${name}/`, `^src/${name}[.]ts$`]);
const ENTRY = ['^src/index[.]ts$', '^src/[a-z]+/index[.]ts$'];

export const IMPORT_RULES: readonly IRegularForbiddenRuleType[] = [
  ...Object.entries(ROOMS).map(([name, allowed]) => ({
    name: `${name}-imports-one-way`,
    severity: 'error' as const,
    from: { path: room([name]) },
    to: { path: '^src/', pathNot: room([name, ...allowed]) },
  })),
  ...ACTIONS.map((name) => ({
    name: `${name}-imports-no-other-action`,
    severity: 'error' as const,
    from: { path: room([name]), pathNot: ENTRY },
    to: { path: '^src/', pathNot: room([name, ...SHARED]) },
  })),
  {
    name: 'entry-points-only-start',
    severity: 'error' as const,
    from: { path: ENTRY, pathNot: '^src/client/' },
    to: { path: '^src/', pathNot: [...room(['dependencies', 'runner']), '/run[.]ts$'] },
  },
  ...Object.entries(HOMES).map(([name, homes]) => ({
    name: `home-of-${name}`,
    severity: 'error' as const,
    from: { path: '^src/', pathNot: room(homes) },
    to: { path: `^node_modules/${name}/` },
  })),
  {
    name: 'home-of-node',
    severity: 'error' as const,
    from: { path: '^src/', pathNot: room(['runner', 'net']) },
    to: { dependencyTypes: ['core'] },
  },
  { name: 'no-circles', severity: 'error' as const, from: { path: '^src/' }, to: { circular: true } },
  {
    name: 'sandbox-apart',
    severity: 'error' as const,
    from: { path: '^sandbox/' },
    to: { path: '^(?:src|scripts|__tests__)/' },
  },
  {
    name: 'src-apart',
    severity: 'error' as const,
    from: { path: '^src/' },
    to: { path: '^(?:sandbox|scripts|__tests__)/' },
  },
];
