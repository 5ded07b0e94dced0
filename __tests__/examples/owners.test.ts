// examples/owners.mjs names the owners of what a sweep of watch and of insights really writes.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { bundledNode } from '../../sandbox/runner/process.ts';
import type { Member } from '../../sandbox/scenarios/organization.ts';
import { afterAll, beforeAll, expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';
import { withOrganization } from '../sweep/harness.ts';

const script = join(import.meta.dirname, '..', '..', 'examples', 'owners.mjs');

/** GitHub's command line: a file named by the address, else what GitHub says of an address that it does not know. */
const GH = `#!/usr/bin/env bash
for word in "$@"; do case "$word" in repos/*) file="$ANSWERS/\${word//\\//_}" ;; esac; done
if [ -f "$file" ]; then cat "$file"; else echo "gh: \${FAULT:-Not Found (HTTP 404)}" >&2; exit 1; fi
`;

const members: readonly Member[] = [
  { name: 'checkout', red: 1, isNewTonight: true },
  { name: 'web', isNewTonight: true },
  { name: 'quiet' },
];

describeOnPosix('the owners', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'owners-'));
    await mkdir(join(folder, 'bin'));
    await mkdir(join(folder, 'answers'));
    await writeFile(join(folder, 'bin', 'gh'), GH);
    await chmod(join(folder, 'bin', 'gh'), 0o755);
    await withOrganization(members, async (organization) => {
      await organization.run('watch');
      organization.night();
      const { outputs } = await organization.run('watch');
      const inputs = { repositories: 'all', days: '30' };
      const { workspaceFiles } = await organization.sandbox.run({
        action: 'insights',
        inputs,
        clock: organization.clock,
      });
      await writeFile(join(folder, 'report.json'), outputs['report'] ?? '');
      await writeFile(join(folder, 'bugs.csv'), workspaceFiles['scan-insights/bugs.csv'] ?? '');
    });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const answer = (address: string, text: string): Promise<void> =>
    writeFile(join(folder, 'answers', address.replaceAll('/', '_')), text);

  async function ownersOf(file: string, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
    const given = { PATH: path, ANSWERS: join(folder, 'answers'), ...env };
    const { stdout } = await promisify(execFile)(bundledNode(), [script, join(folder, file)], { env: given });
    return stdout.trimEnd().split('\n');
  }

  it('of pending bugs are those of insights’ CSV, teams among them, and nobody where no line matches', async () => {
    await answer('repos/acme/checkout/contents/.github/CODEOWNERS', '* @ada\n/src/payments/ @acme/payments @bo\n');
    const lines = await ownersOf('bugs.csv');
    expect(lines.map((line) => line.replaceAll(/bug_\w+/g, 'bug'))).toEqual([
      '@acme/payments, acme/checkout: bug (security)',
      '@ada, acme/checkout: bug, bug',
      '@bo, acme/checkout: bug (security)',
      'nobody, acme/quiet: bug',
      'nobody, acme/web: bug, bug',
    ]);
  });

  it('of pull requests that were told are those of the report, by the files that GitHub lists', async () => {
    await answer('repos/acme/checkout/contents/.github/CODEOWNERS', '*.ts @acme/code\n');
    await answer('repos/acme/checkout/pulls/5/files', 'src/tonight.ts\ndocs/a.md\n');
    await answer('repos/acme/web/contents/CODEOWNERS', 'docs/ @acme/writers\n');
    await answer('repos/acme/web/pulls/5/files', 'docs/deep/a.md\n');
    expect(await ownersOf('report.json')).toEqual([
      '@acme/code, acme/checkout: pull request 5',
      '@acme/writers, acme/web: pull request 5',
      'nobody, acme/checkout: pull request 5',
    ]);
  });

  it('are never guessed where GitHub fails', async () => {
    await expect(ownersOf('bugs.csv', { FAULT: 'Bad gateway (HTTP 502)', ANSWERS: folder })).rejects.toThrow(
      'HTTP 502',
    );
  });

  it('of a file are those of the last line that matches', async () => {
    const rows: readonly (readonly [codeowners: string, path: string, ...owners: readonly string[]])[] = [
      ['* @a\n*.js @b', 'x/y.js', '@b'],
      ['* @a\n*.js @b', 'x/y.ts', '@a'],
      ['*.js @b\n* @a', 'x/y.js', '@a'],
      ['/docs/ @d', 'docs/a/b.md', '@d'],
      ['/docs/ @d', 'x/docs/b.md', 'nobody'],
      ['docs/ @d', 'x/docs/b.md', '@d'],
      ['docs/* @d', 'docs/b.md', '@d'],
      ['docs/* @d', 'docs/a/b.md', 'nobody'],
      ['/src/**/api @d', 'src/a/b/api/c.ts', '@d'],
      ['**/logs @d', 'deep/logs/a.txt', '@d'],
      ['apps @d # whole folder', 'apps/a.ts', '@d'],
      ['* @a\n/apps/free', 'apps/free/a.ts', 'nobody'],
      ['# * @a\n\n/a.ts ada@example.com @acme/team', 'a.ts', '@acme/team', 'ada@example.com'],
      ['/a+b(1).ts @d', 'a+b(1).ts', '@d'],
      ['/a.ts @d', "'-a.ts", 'nobody'],
      ['/-a.ts @d', "'-a.ts", '@d'],
      ['/a.ts @d', '', 'nobody'],
      ['/x y.ts @d', '"a, ""b"".ts"', 'nobody'],
      ['/a, @d', '"a,"', '@d'],
    ];
    const lines = rows.map(([, path], at) => `acme/r${at},bug_1,other,pending,${path}`);
    await Promise.all(rows.map(([text], at) => answer(`repos/acme/r${at}/contents/.github/CODEOWNERS`, text)));
    await writeFile(join(folder, 'one.csv'), ['repository,id,kind,state,path', ...lines, ''].join('\r\n'));
    const said = await ownersOf('one.csv');
    expect(
      rows.map(([codeowners, path], at) => {
        const own = said.filter((line) => line.endsWith(`, acme/r${at}: bug_1`));
        return [codeowners, path, ...own.map((line) => line.replace(/, .*/, ''))];
      }),
    ).toEqual(rows);
  });
});
