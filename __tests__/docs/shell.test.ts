// The truth of the shell in the pages: every snippet parses, and the roll-out does what its text says, to a stub of GitHub's command line.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { parse } from 'yaml';
import { ACTIONS } from '../../scripts/actions.ts';
import { afterEach, beforeEach, describe, expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';
import { completeSample } from './additions.ts';
import { listFiles, readPage, type Sample } from './pages.ts';

const run = promisify(execFile);

const paths = [
  ...ACTIONS.map((action) => join(action, 'README.md')),
  // Commands with places for the reader's own values.
  ...listFiles('docs').filter((path) => path.endsWith('.md') && path !== 'docs/releasing.md'),
];
const pages = paths.map(readPage);

const workflowShape = v.object({
  jobs: v.record(
    v.string(),
    v.object({ steps: v.optional(v.array(v.object({ run: v.optional(v.string(), '') })), []) }),
  ),
});

/** What the steps of a workflow run. */
function scriptsOf(sample: Sample): readonly Sample[] {
  const { jobs } = v.parse(workflowShape, parse(completeSample(sample)));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  return steps.filter((step) => step.run !== '').map((step) => ({ ...sample, text: step.run }));
}

const scripts = pages.flatMap((page) => [...page.scripts, ...page.samples.flatMap(scriptsOf)]);

// They are for bash: on the Ubuntu runner that the workflows name, or in a terminal.
describeOnPosix('the shell of the pages', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shell-'));
    await mkdir(join(folder, 'bin'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function write(name: string, text: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, text);
    await chmod(file, 0o755);
    return file;
  }

  it.each(scripts.map((script, index) => [`${script.page}, ${script.heading}, ${index}`, script.text]))(
    'parses: %s',
    async (_, text) => {
      await expect(run('bash', ['-n', await write('script.sh', text)])).resolves.toMatchObject({ stderr: '' });
    },
  );

  it('that does not parse is seen', async () => {
    await expect(run('bash', ['-n', await write('script.sh', 'if true; then echo')])).rejects.toThrow('syntax error');
  });

  describe('that rolls the gate out', () => {
    const script = scripts.find(
      ({ heading, page }) => page.endsWith('operations.md') && heading.startsWith('Roll out'),
    );
    const repository = (fullName: string, recommendation: string, more: object = {}): object => ({
      ...{ healthy: true, recommendation, repository: { fullName }, foundSince: null },
      ...more,
    });
    const foundSince = { day: '2026-12-01', red: 0 };
    const report = {
      version: 1,
      repositories: [
        repository('acme/storefront', 'nightly-scans'),
        repository('acme/legacy', 'none'),
        repository('acme/heads', 'pull-request-scans'),
        repository('acme/locked', 'nightly-scans', { healthy: false }),
        repository('acme/wiki', 'nightly-scans', { foundSince }),
      ],
    };

    /** What GitHub's command line was asked, and with what on its standard input. */
    async function rollOut(
      given: object,
      env: Readonly<Record<string, string>>,
    ): Promise<{ asked: string; said: string }> {
      const asked = join(folder, 'asked');
      await writeFile(asked, '');
      await write('bin/gh', `#!/usr/bin/env bash\n${GH}`);
      const jq = pathToFileURL(await write('jq.mjs', JQ.replace('JQ_WASM', import.meta.resolve('jq-wasm'))));
      await write('bin/jq', `#!/usr/bin/env bash\nexec '${process.execPath}' '${jq.pathname}' "$@"\n`);
      const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
      const file = await write('roll-out.sh', script?.text ?? '');
      const { stdout } = await run('bash', [file, await write('report.json', JSON.stringify(given))], {
        env: { PATH: path, ASKED: asked, SCAN_API_KEY: 'svc_test_key', ...env },
      });
      return { asked: await readFile(asked, 'utf8'), said: stdout };
    }

    const writes = ({ asked }: { readonly asked: string }): readonly string[] =>
      asked.split('\n').filter((line) => /^(?:api --method|secret set|variable set)/.test(line));

    /** What was written to the ruleset. */
    function rulesetOf({ asked }: { readonly asked: string }): unknown {
      const [, body = ''] = /orgs\/acme\/rulesets\S* --input - --silent\n< (.*)/s.exec(asked) ?? [];
      return JSON.parse(body.replaceAll('\n< ', ''));
    }

    it('changes nothing unless told to, and says what it would do', async () => {
      const dry = await rollOut(report, {});
      expect(writes(dry)).toEqual([]);
      expect(dry.said.match(/^would run: gh (?:api --method )?\S+ \S+/gm)).toEqual(
        [
          ...['gh api --method PUT repos/acme/storefront/environments/scan-gate'],
          ...['gh api --method POST repos/acme/storefront/environments/scan-gate/deployment-branch-policies'],
          ...['gh secret set'],
          ...['gh api --method PUT repos/acme/wiki/environments/scan-gate'],
          ...['gh api --method POST repos/acme/wiki/environments/scan-gate/deployment-branch-policies'],
          ...['gh secret set', 'gh variable set'],
          ...['gh api --method POST orgs/acme/rulesets'],
        ].map((command) => `would run: ${command}`),
      );
      expect(dry.said).not.toContain('svc_test_key');
    });

    it('gives those that are ready an environment and its key, and requires the workflow in them', async () => {
      const done = await rollOut(report, { APPLY: 'yes' });
      expect(writes(done).map((line) => line.replace(' --input - --silent', ''))).toEqual([
        'api --method PUT repos/acme/storefront/environments/scan-gate',
        'api --method POST repos/acme/storefront/environments/scan-gate/deployment-branch-policies --raw-field name=trunk --silent',
        'secret set SCAN_API_KEY --env scan-gate --repo acme/storefront',
        'api --method PUT repos/acme/wiki/environments/scan-gate',
        'api --method POST repos/acme/wiki/environments/scan-gate/deployment-branch-policies --raw-field name=trunk --silent',
        'secret set SCAN_API_KEY --env scan-gate --repo acme/wiki',
        'variable set SCAN_GATE_FOUND_SINCE --repo acme/wiki',
        'api --method POST orgs/acme/rulesets',
      ]);
      expect(done.asked.match(/^< svc_test_key$/gm)).toHaveLength(2);
      expect(done.asked.match(/^< 2026-12-01$/gm)).toHaveLength(1);
      expect(rulesetOf(done)).toEqual({
        name: 'Scan Gate, nightly-scans',
        target: 'branch',
        bypass_actors: [],
        enforcement: 'evaluate',
        conditions: {
          ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] },
          repository_id: { repository_ids: ['acme/wiki'.length, 'acme/storefront'.length] },
        },
        rules: [
          {
            type: 'workflows',
            parameters: {
              workflows: [
                {
                  repository_id: 'acme/workflows'.length,
                  path: '.github/workflows/scan-gate.yml',
                  ref: 'refs/heads/main',
                },
              ],
            },
          },
        ],
      });
    });

    const named = (setUp: string, id: number): object => ({ name: `Scan Gate, ${setUp}`, id });
    /** As somebody has made it by hand after the script. */
    const ruleset = {
      ...{ name: 'Scan Gate, nightly-scans', target: 'branch', enforcement: 'active' },
      bypass_actors: [{ actor_id: 5, actor_type: 'Team', bypass_mode: 'pull_request' }],
      conditions: {
        ref_name: { include: ['~DEFAULT_BRANCH', 'refs/heads/release/*'], exclude: [] },
        repository_id: { repository_ids: ['acme/wiki'.length, 'acme/locked'.length] },
      },
      rules: [{ type: 'deletion' }, { type: 'workflows', parameters: { workflows: [{ sha: 'a' }] } }],
    };
    const before = {
      APPLY: 'yes',
      RULESETS: JSON.stringify([named('pull-request-scans', 76), named('nightly-scans', 77)]),
      RULESET: JSON.stringify({ ...ruleset, id: 77, source: 'acme' }),
    };

    it('a second time only adds repositories and what it is told: no branch twice, no later day, and nothing else to the ruleset', async () => {
      const again = await rollOut(report, { ...before, BRANCHES: 'trunk', VARIABLE: 'there', MERGE_QUEUE: 'yes' });
      const post = (name: string): string =>
        `api --method POST repos/${name}/environments/scan-gate/deployment-branch-policies --raw-field name=gh-readonly-queue/trunk/* --silent`;
      const added = writes(again).filter((line) => /POST|variable/.test(line));
      expect(added).toEqual(['acme/storefront', 'acme/wiki'].map(post));
      expect(again.asked).toContain('api --method PUT orgs/acme/rulesets/77');
      const ids = ['acme/storefront', 'acme/wiki', 'acme/locked'].map((name) => name.length).sort((a, b) => a - b);
      expect(rulesetOf(again)).toEqual({
        ...ruleset,
        conditions: { ...ruleset.conditions, repository_id: { repository_ids: ids } },
      });
    });

    it('where the ruleset names its repositories in another way, changes only whether it blocks, and only where it is told to', async () => {
      const conditions = { repository_name: { include: ['~ALL'], exclude: [] } };
      const RULESET = JSON.stringify({ ...ruleset, conditions });
      const told = await rollOut(report, { ...before, RULESET, ENFORCEMENT: 'evaluate' });
      expect(rulesetOf(told)).toEqual({ ...ruleset, conditions, enforcement: 'evaluate' });
    });

    it('leaves out repositories whose environment lets others in, and those of somebody else', async () => {
      const theirs = repository('evil/wiki', 'nightly-scans');
      const ours = repository('acme/wiki', 'nightly-scans');
      const done = await rollOut({ version: 1, repositories: [theirs, ours] }, { APPLY: 'yes', BRANCHES: 'trunk\n*' });
      expect(writes(done)).toEqual([]);
      expect(done.said).toBe(
        'left out: in acme/wiki, these would get at the key, too: *\nno repository is ready for nightly-scans\n',
      );
    });

    it('changes nothing without a key', async () => {
      await expect(rollOut(report, { APPLY: 'yes', SCAN_API_KEY: '' })).rejects.toThrow('SCAN_API_KEY');
      expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('');
    });

    it('takes the report of one repository, and stops where none is ready', async () => {
      const setUps = [
        { name: 'nightly-scans', foundSince },
        { name: 'release', foundSince: null },
      ];
      const ofOne = repository('acme/storefront', 'nightly-scans', { setUps, foundSince: undefined });
      const one = await rollOut(ofOne, {});
      expect(one.said).toContain('repos/acme/storefront/environments');
      expect(one.said).toContain('gh variable set SCAN_GATE_FOUND_SINCE --repo acme/storefront');
      const none = await rollOut(repository('acme/legacy', 'none'), { APPLY: 'yes' });
      expect([none.said, none.asked]).toEqual(['no repository is ready for nightly-scans\n', '']);
    });
  });
});

/** Notes what it is asked. A repository's id is the length of its name. */
const GH = `echo "$*" >>"$ASKED"
case "$*" in
  *default_branch) echo trunk ;;
  *'--jq .id') name="\${2#repos/}"; echo "\${#name}" ;;
  *deployment-branch-policies' --jq'*) printf '%s\\n' "\${BRANCHES:-}" ;;
  *rulesets) echo "\${RULESETS:-[]}" ;;
  'variable get'*) [ -n "\${VARIABLE:-}" ] ;;
  'api orgs/acme/rulesets/'*) echo "\$RULESET" ;;
  *) sed 's/^/< /' >>"$ASKED" ;;
esac
`;

/** As much of jq as the script uses, so that a machine without it can run the test. */
const JQ = `import { readFileSync } from 'node:fs';
import { raw } from 'JQ_WASM';
const words = process.argv.slice(2);
const file = words.at(-1).endsWith('.json') ? words.pop() : null;
const text = words.pop();
const said = await raw(words.includes('--null-input') ? 'null' : readFileSync(file ?? 0, 'utf8'), text, words);
if (said !== '') console.log(said.trimEnd());
`;
