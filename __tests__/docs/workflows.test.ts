// Every workflow of our own keeps rules about what it may do, whose code it runs, and what it trusts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { readActionFile } from '../../sandbox/runner/action-file.ts';
import { ACTIONS } from '../../scripts/actions.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import { type LanguageService, openLanguageService, OURS } from './language-service.ts';
import { listFiles, ROOT } from './pages.ts';

const stepShape = v.object({
  uses: v.optional(v.string(), ''),
  run: v.optional(v.string(), ''),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
});
const jobShape = v.object({
  permissions: v.optional(v.unknown()),
  'timeout-minutes': v.optional(v.unknown()),
  steps: v.array(stepShape),
});
const workflowShape = v.object({
  on: v.union([v.string(), v.record(v.string(), v.unknown())]),
  permissions: v.optional(v.unknown()),
  jobs: v.record(v.string(), jobShape),
});
type Workflow = v.InferOutput<typeof workflowShape>;
type Job = v.InferOutput<typeof jobShape>;

/** Events whose run has secrets while somebody else's code or text is at hand. */
const RISKY = ['pull_request_target', 'workflow_run', 'issue_comment'];

function findFaults(text: string): readonly string[] {
  const workflow = v.parse(workflowShape, parse(text));
  return [
    ...findTopFaults(workflow),
    ...Object.entries(workflow.jobs).flatMap(([name, job]) => findJobFaults(job).map((fault) => `${name}: ${fault}`)),
    ...findPinFaults(text),
  ];
}

function findTopFaults({ on, permissions }: Workflow): readonly string[] {
  const events = typeof on === 'string' ? [on] : Object.keys(on);
  return [
    ...events.filter((event) => RISKY.includes(event)).map((event) => `it starts on ${event}`),
    ...(JSON.stringify(permissions) === '{}' ? [] : ['its permissions are not {}']),
  ];
}

function findJobFaults({ permissions, steps, ...job }: Job): readonly string[] {
  const granted = v.safeParse(v.record(v.string(), v.picklist(['read', 'write'])), permissions);
  const writes = granted.success && Object.values(granted.output).includes('write');
  const scripts = steps.map(({ run }) => run);
  const checkouts = steps.filter(({ uses }) => uses.startsWith('actions/checkout@'));
  return [
    ...(granted.success ? [] : ['it does not name its permissions']),
    ...(typeof job['timeout-minutes'] === 'number' ? [] : ['it has no timeout']),
    ...(checkouts.every((step) => step.with['persist-credentials'] === false)
      ? []
      : ['the checkout leaves the token behind']),
    ...(scripts.some((script) => script.includes('${{')) ? ['a script holds an expression'] : []),
    // `npm pack` installs nothing.
    ...(writes && scripts.some((script) => /\b(npm(?! pack\b)|npx)\b|\.ci\/run/.test(script))
      ? ['it installs packages beside a permission to write']
      : []),
  ];
}

/** `uses:` with all that stands behind it in the line. */
function usesIn(text: string): readonly string[] {
  return [...text.matchAll(/^[ -]*uses: (.+)$/gm)].map(([, uses = '']) => uses);
}

function findPinFaults(text: string): readonly string[] {
  const others = usesIn(text).filter((uses) => !uses.startsWith('./'));
  return others.flatMap((uses) => [
    ...(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(uses) ? [] : [`not pinned: ${uses}`]),
    ...(/^(actions|github)\//.test(uses) ? [] : [`not GitHub's own: ${uses}`]),
  ]);
}

const files = listFiles('.github/workflows');
const texts = files.map((path) => readFileSync(join(ROOT, path), 'utf8'));
const workflows = files.map((path, at) => [path, texts[at] ?? ''] as const);

let service: LanguageService;
beforeAll(async () => {
  service = await openLanguageService();
}, 60_000);

describe('our own workflows', () => {
  it('are all there', () => {
    const names = ['check-dist', 'ci', 'codeql', 'e2e', 'release'];
    expect(files).toEqual(names.map((name) => `.github/workflows/${name}.yml`));
  });

  it.each(workflows)('%s: GitHub finds nothing wrong', async (_, text) => {
    // GitHub's language service looks into the actions of other repositories alone.
    const published = text.replaceAll(/uses: \.(?:\/(?=\s)|(?=\/))(\S*)/gu, `uses: ${OURS}$1@v1`);
    expect(await service.check(published)).toEqual([]);
  });

  it('expect only outputs that the action before has', () => {
    const text = readFileSync(join(ROOT, '.github', 'workflows', 'e2e.yml'), 'utf8');
    const expected = [...text.matchAll(/uses: \.\/(\S*)\n[^]*?expect-step\.ts \w+ (.*)/gu)];
    expect(new Set(expected.map(([, folder = '']) => folder || '.'))).toEqual(new Set(ACTIONS));
    for (const [, folder = '', words = ''] of expected) {
      const { outputs } = readActionFile(join(ROOT, folder, 'action.yml'));
      expect(outputs).toEqual(expect.arrayContaining(words.split(' ').map((word) => word.replace(/=.*/u, ''))));
    }
  });

  it.each(workflows)('%s keeps every rule', (_, text) => {
    expect(findFaults(text)).toEqual([]);
  });

  it('name one version of each action', () => {
    const pins = new Set(texts.flatMap(usesIn));
    const actions = [...pins].map((uses) => uses.split('@')[0]);
    expect(actions).toEqual([...new Set(actions)]);
  });

  it('write to the repository and sign in one job each', () => {
    const jobs = workflows.flatMap(([path, text]) =>
      Object.entries(v.parse(workflowShape, parse(text)).jobs).map(
        ([name, { permissions }]) => [`${path}: ${name}`, JSON.stringify(permissions)] as const,
      ),
    );
    const having = (what: string): readonly string[] =>
      jobs.filter(([, permissions]) => permissions.includes(what)).map(([name]) => name);
    expect(having('"contents":"write"')).toEqual(['.github/workflows/release.yml: publish']);
    expect(having('"id-token":"write"')).toEqual(['.github/workflows/release.yml: attest']);
    expect(having('"attestations":"write"')).toEqual(['.github/workflows/release.yml: attest']);
  });
});
