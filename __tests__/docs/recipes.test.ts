// The truth of the samples: every block of YAML for users is a workflow that GitHub and our actions understand.
import { join } from 'node:path';
import { parse } from 'yaml';
import { readActionFile } from '../../sandbox/runner/action-file.ts';
import { ACTIONS } from '../../scripts/actions.ts';
import { readFacts } from '../../scripts/release.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import { type LanguageService, openLanguageService, OURS } from './language-service.ts';
import { listFiles, readPage, ROOT, type Sample } from './pages.ts';

const pages = [
  ...ACTIONS.map((action) => join(action, 'README.md')),
  ...listFiles('docs').filter((path) => path.endsWith('.md')),
];
const samples = pages.flatMap((path) => readPage(path).samples);
const named = samples.map((sample) => [toTitle(sample), sample] as const);

const majorTag = `v${readFacts().version.replace(/\..*/, '')}`;

let service: LanguageService;
beforeAll(async () => {
  service = await openLanguageService();
}, 60_000);

function toTitle({ page, heading, number }: Sample): string {
  return `${page}, sample ${number}: ${heading}`;
}

/** `uses:` of every step, with what stands behind it. */
function usesOf({ text }: Sample): readonly { action: string; ref: string; comment: string }[] {
  const found = text.matchAll(/uses: (?<action>[^@\s]+)@(?<ref>\S+)(?: # (?<comment>.*))?$/gm);
  return [...found].map(({ groups }) => ({
    action: groups?.['action'] ?? '',
    ref: groups?.['ref'] ?? '',
    comment: groups?.['comment'] ?? '',
  }));
}

describe('the samples', () => {
  it('are found', () => {
    expect(samples.length).toBeGreaterThan(8);
  });

  it.each(named)('%s: GitHub finds nothing wrong', async (_, { text }) => {
    expect(await service.check(text)).toEqual([]);
  });

  it.each(named)('%s: grants permissions, and never all of them', (_, { text }) => {
    expect(parse(text)).toMatchObject({ permissions: expect.any(Object) as unknown });
  });

  it.each(named)('%s: names each action by a version that is told', (_, sample) => {
    const used = usesOf(sample);
    expect(used.length).toBeGreaterThan(0);
    for (const { action, ref, comment } of used) {
      const ours = action === OURS || action.startsWith(`${OURS}/`);
      if (ours) expect(ref).toBe(majorTag);
      else expect(ref).toMatch(/^[0-9a-f]{40}$/);
      expect(comment).toMatch(ours ? /full SHA/ : /^v\d+\.\d+\.\d+$/);
    }
  });

  it.each(named)('%s: reads only outputs that the action has', async (_, { text }) => {
    const read = [...text.matchAll(/steps\.(gate|watch)\.outputs\.([\w-]+)/g)];
    for (const [, step, name] of read) {
      const folder = step === 'watch' ? 'watch' : '.';
      const { outputs } = await readActionFile(join(ROOT, folder, 'action.yml'));
      expect(outputs).toContain(name);
    }
  });

  it('and no checkout where a fork’s pull request meets a secret', () => {
    const risky = samples.filter(({ text }) => /pull_request_target|workflow_run/.test(text));
    expect(risky.length).toBeGreaterThan(0);
    expect(risky.filter(({ text }) => /checkout@|run:/.test(text))).toEqual([]);
  });
});

it('each set-up in the README is a whole workflow of at most 15 lines', () => {
  const headings = [
    'Every pull request is scanned',
    'Only the default branch is scanned, every night',
    'Before a release or deployment',
  ];
  const lines = headings.map(
    (heading) =>
      samples
        .find((sample) => sample.heading === heading)
        ?.text.trim()
        .split('\n').length,
  );
  expect(lines.every((count) => count !== undefined && count <= 15)).toBe(true);
});

describe('the check sees', () => {
  const workflow = (...inputs: readonly string[]): string =>
    [
      'on: pull_request',
      'jobs:',
      '  gate:',
      '    runs-on: ubuntu-latest',
      '    steps:',
      `      - uses: ${OURS}@v1`,
      '        with:',
      ...inputs.map((input) => `          ${input}`),
    ].join('\n');

  it('an input that does not exist', async () => {
    const text = workflow('api-url: https://a.example', 'api-key: b', 'max-security-bug: 0');
    expect(await service.check(text)).toEqual(["error, line 10: Invalid action input 'max-security-bug'"]);
  });

  it('a required input that is missing', async () => {
    expect(await service.check(workflow('api-url: https://a.example'))).toEqual([
      'error, line 7: Missing required input `api-key`',
    ]);
  });

  it('an action that is not there', async () => {
    const text = workflow('api-key: b').replace(OURS, `${OURS}/elsewhere`);
    expect(await service.check(text)).toEqual([expect.stringContaining('Unable to resolve')]);
  });

  it('a key of a workflow that does not exist', async () => {
    const text = `${workflow('api-url: https://a.example', 'api-key: b')}\npermisions: {}\n`;
    expect(await service.check(text)).toEqual([expect.stringContaining('permisions')]);
  });
});
