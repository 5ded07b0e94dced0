// The truth of the roll-out script: it does what docs/operations.md says, to a stub of GitHub's command line, and a request that fails stops it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { buildSchema, parse as parseQuery, validate } from 'graphql';
import { raw } from 'jq-wasm';
import * as v from 'valibot';
import { parse } from 'yaml';
import { readFacts } from '../../scripts/release.ts';
import { SET_UPS } from '../../src/doctor/set-ups.ts';
import { openLanguageService } from '../docs/language-service.ts';
import { ROOT } from '../docs/pages.ts';
import { afterEach, beforeEach, describe, expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';

const SCRIPT = join(ROOT, 'examples', 'roll-out.sh');
const WORKFLOW = join(ROOT, 'examples', 'required-workflow.yml');

/** The machine's own takes milliseconds, the other one starts Node each time. */
const HAS_JQ = (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, 'jq')));

const repository = (fullName: string, recommendation: string, more: object = {}): object => ({
  ...{ healthy: true, recommendation, repository: { fullName, visibility: 'private' }, foundSince: null },
  ...more,
});
const ofVisibility = (fullName: string, visibility: string): object =>
  repository(fullName, 'nightly-scans', { repository: { fullName, visibility } });
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
/** The line that the workflow has once the day of `acme/wiki` is in it. */
const DAYS = `found-since: \${{ fromJSON('{"acme/wiki":"2026-12-01"}')[github.repository] }}`;

/** The lines about one repository, in order, where nothing is there yet. */
const made = (name: string): readonly string[] => [
  `api --method PUT repos/${name}/environments/scan-gate --input - --silent`,
  `api --method POST repos/${name}/environments/scan-gate/deployment-branch-policies --raw-field name=trunk --silent`,
  `secret set SCAN_API_KEY --env scan-gate --repo ${name}`,
];
const required = 'api --method POST orgs/acme/rulesets --input - --silent';

// It is for bash, in a terminal.
describeOnPosix('the script that rolls the gate out', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roll-out-'));
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

  async function writeJq(): Promise<void> {
    const jq = pathToFileURL(await write('jq.mjs', JQ.replace('JQ_WASM', import.meta.resolve('jq-wasm'))));
    await write('bin/jq', `#!/usr/bin/env bash\nexec '${process.execPath}' '${jq.pathname}' "$@"\n`);
  }

  interface Ended {
    readonly status: number;
    /** Without what is left out of every report here. */
    readonly said: string;
    /** What it says of the others, a line each. */
    readonly leftOut: readonly string[];
    readonly problems: string;
    /** What GitHub's command line was asked, and with what on its standard input. */
    readonly asked: string;
  }

  async function rollOut(given: object | string, env: Readonly<Record<string, string>>): Promise<Ended> {
    const asked = join(folder, 'asked');
    await writeFile(asked, '');
    await write('bin/gh', `#!/usr/bin/env bash\n${GH}`);
    if (!HAS_JQ) await writeJq();
    const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
    const words = [SCRIPT, await write('report.json', typeof given === 'string' ? given : JSON.stringify(given))];
    const WORKFLOW_TEXT = `          ${DAYS}\n`;
    const all = {
      PATH: path,
      ASKED: asked,
      TMPDIR: folder,
      SCAN_API_KEY: 'svc_test_key',
      WORKFLOW_TEXT,
      QUEUES: '',
      ...env,
    };
    const ended = await new Promise<Omit<Ended, 'asked' | 'leftOut'>>((resolve) => {
      execFile('bash', words, { env: all }, (error, said, problems) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, said, problems });
      });
    });
    const lines = ended.said.split('\n');
    const isUsual = (line: string): boolean => /^left out: acme\/(?:legacy|heads|locked): /.test(line);
    return {
      ...ended,
      said: lines.filter((line) => !isUsual(line)).join('\n'),
      leftOut: lines.filter((line) => line.startsWith('left out: ')),
      asked: await readFile(asked, 'utf8'),
    };
  }

  const writes = ({ asked }: Ended): readonly string[] =>
    asked.split('\n').filter((line) => /^(?:api --method|secret set|variable set)/.test(line));

  /** What was written to the ruleset. */
  function rulesetOf({ asked }: Ended): unknown {
    const [, body = ''] = /orgs\/acme\/rulesets\S* --input - --silent\n< (.*)/s.exec(asked) ?? [];
    return JSON.parse(body.replaceAll('\n< ', ''));
  }

  it('changes nothing unless told to, and says what it would do', async () => {
    const dry = await rollOut(report, {});
    expect([dry.status, dry.problems]).toEqual([0, '']);
    expect(writes(dry)).toEqual([]);
    expect(dry.said.trimEnd().split('\n')).toEqual(
      [...made('acme/storefront'), ...made('acme/wiki'), required].map((command) => `would run: gh ${command}`),
    );
    expect(dry.said).not.toContain('svc_test_key');
  });

  it('names each that it leaves out, with the reason', async () => {
    const others = [repository('evil/wiki', 'nightly-scans'), repository('acme/workflows', 'nightly-scans')];
    const dry = await rollOut({ version: 1, repositories: [...report.repositories, ...others] }, {});
    expect(dry.leftOut).toEqual([
      'left out: acme/legacy: no set-up fits it',
      'left out: acme/heads: the doctor recommends the set-up pull-request-scans',
      'left out: acme/locked: the doctor found something wrong there',
      'left out: evil/wiki: it is not of acme',
      'left out: acme/workflows: it has the workflow itself',
    ]);
    expect([dry.status, dry.problems, writes(dry)]).toEqual([0, '', []]);
  });

  it('gives those that are ready an environment and its key, and requires the workflow in them', async () => {
    const done = await rollOut(report, { APPLY: 'yes' });
    expect([done.status, done.problems]).toEqual([0, '']);
    expect(writes(done)).toEqual([...made('acme/storefront'), ...made('acme/wiki'), required]);
    expect(done.asked.match(/^< svc_test_key$/gm)).toHaveLength(2);
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
                ref: 'refs/heads/next',
              },
            ],
          },
        },
      ],
    });
  });

  const named = (setUp: string, id: number): object => ({ name: `Scan Gate, ${setUp}`, id });
  const workflowsRule = (parts: object = {}): object => {
    const mine = {
      repository_id: 'acme/workflows'.length,
      path: '.github/workflows/scan-gate.yml',
      sha: 'a',
      ...parts,
    };
    return { type: 'workflows', parameters: { workflows: [{ repository_id: 7, path: 'lint.yml' }, mine] } };
  };
  /** As somebody has made it by hand after the script. */
  const ruleset = {
    ...{ name: 'Scan Gate, nightly-scans', target: 'branch', enforcement: 'active' },
    bypass_actors: [{ actor_id: 5, actor_type: 'Team', bypass_mode: 'pull_request' }],
    conditions: {
      ref_name: { include: ['~DEFAULT_BRANCH', 'refs/heads/release/*'], exclude: [] },
      repository_id: { repository_ids: ['acme/wiki'.length, 'acme/locked'.length] },
    },
    rules: [{ type: 'deletion' }, workflowsRule()],
  };
  const before = {
    APPLY: 'yes',
    RULESETS: JSON.stringify([named('pull-request-scans', 76), named('nightly-scans', 77)]),
    RULESET: JSON.stringify({ ...ruleset, id: 77, source: 'acme' }),
  };

  it('a second time only adds repositories and what it is told: no branch twice, and nothing else to the ruleset', async () => {
    const again = await rollOut(report, { ...before, BRANCHES: 'trunk', MERGE_QUEUE: 'yes', QUEUES: 'acme/wiki' });
    const post = (name: string): string =>
      `api --method POST repos/${name}/environments/scan-gate/deployment-branch-policies --raw-field name=gh-readonly-queue/trunk/* --silent`;
    // Only where there is a queue: whoever can push to its branches can read the key.
    expect(writes(again).filter((line) => line.includes('POST'))).toEqual([post('acme/wiki')]);
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

  const branches = { include: ['~DEFAULT_BRANCH'], exclude: [] };
  const ofAll = { include: ['~ALL'], exclude: [] };
  const NO_REPOSITORY = 'it: it selects repositories by name or property';
  const NO_BRANCH = 'its default branch: it selects branches by name';
  it.each<[string, object, doubt: string | null]>([
    ['all repositories, by name', { ref_name: branches, repository_name: ofAll }, null],
    ['these, and all branches', { ref_name: ofAll, repository_id: { repository_ids: [7] } }, null],
    ['some, by name', { ref_name: branches, repository_name: { include: ['billing-*'], exclude: [] } }, NO_REPOSITORY],
    ['all but some', { ref_name: branches, repository_name: { ...ofAll, exclude: ['wiki'] } }, NO_REPOSITORY],
    ['some, by property', { ref_name: branches, repository_property: { include: [], exclude: [] } }, NO_REPOSITORY],
    ['none that it says', { ref_name: branches }, NO_REPOSITORY],
    ['a branch by name', { ref_name: { include: ['refs/heads/main'] }, repository_name: ofAll }, NO_BRANCH],
    [
      'all branches but some',
      { ref_name: { ...ofAll, exclude: ['refs/heads/t*'] }, repository_name: ofAll },
      NO_BRANCH,
    ],
  ])('says of each repository whether the ruleset may not cover it: %s', async (_, conditions, doubt) => {
    const RULESET = JSON.stringify({ ...ruleset, conditions });
    const two = await rollOut(report, { ...before, RULESET, BRANCHES: 'trunk' });
    const say = (name: string): string =>
      `look yourself: ${name}: the ruleset 'Scan Gate, nightly-scans' of acme may not cover ${doubt}\n`;
    expect(two.said).toBe(doubt === null ? '' : say('acme/storefront') + say('acme/wiki'));
    expect([two.status, writes(two).length]).toEqual([0, 5]);
  });

  it.each<[string, object]>([
    ['no rule', { rules: [] }],
    ['no rules at all', { rules: undefined }],
    ['others', { rules: [{ type: 'deletion' }, { type: 'workflows', parameters: { workflows: [] } }] }],
    ['another workflow', { rules: [workflowsRule({ path: '.github/workflows/other.yml' })] }],
    ['that of another repository', { rules: [workflowsRule({ repository_id: 7 })] }],
  ])('stores no key where the ruleset does not require the workflow: it has %s', async (_, parts) => {
    const done = await rollOut(report, {
      ...before,
      BRANCHES: 'trunk',
      RULESET: JSON.stringify({ ...ruleset, ...parts }),
    });
    expect([done.status, writes(done), done.said]).toEqual([1, [], '']);
    expect(done.problems).toBe(
      "stopped: the ruleset 'Scan Gate, nightly-scans' of acme does not require .github/workflows/scan-gate.yml of acme/workflows: add that to its rules, or delete the ruleset, and run this again\n",
    );
  });

  const DISABLED =
    "the ruleset 'Scan Gate, nightly-scans' of acme is disabled, so nothing requires the workflow until you say ENFORCEMENT=evaluate or ENFORCEMENT=active\n";
  it.each([
    ['disabled', '', DISABLED],
    ['disabled', 'active', ''],
    ['active', 'disabled', DISABLED],
    ['evaluate', '', ''],
  ])(
    'says that nothing requires the workflow where the ruleset is %s and is to be %j',
    async (enforcement, ENFORCEMENT, said) => {
      const RULESET = JSON.stringify({ ...ruleset, enforcement });
      const done = await rollOut(report, { ...before, RULESET, ENFORCEMENT, BRANCHES: 'trunk' });
      expect([done.status, done.said, rulesetOf(done)]).toMatchObject([
        0,
        said,
        { enforcement: ENFORCEMENT || enforcement },
      ]);
    },
  );

  it('leaves out repositories whose environment lets others in, and those of somebody else', async () => {
    const theirs = repository('evil/wiki', 'nightly-scans');
    const ours = repository('acme/wiki', 'nightly-scans');
    const done = await rollOut({ version: 1, repositories: [theirs, ours] }, { APPLY: 'yes', BRANCHES: 'trunk\n*' });
    expect(writes(done)).toEqual([]);
    expect(done.said.trimEnd().split('\n')).toEqual([
      'left out: evil/wiki: it is not of acme',
      'left out: in acme/wiki, these would get at the key, too: *',
      'no repository is ready for nightly-scans',
    ]);
  });

  // Each as GitHub's command line shows it: words on one stream, the body on the other, where an answer would be.
  const failures = [
    ['502 with a page', 'gh: HTTP 502', '<html>'],
    ['403', 'gh: Resource not accessible by personal access token (HTTP 403)', '{"message":"Resource not accessible"}'],
    ['403 for a rate limit', 'gh: You have exceeded a secondary rate limit (HTTP 403)', '{"message":"You have"}'],
    ['404 of a proxy, with a page', 'gh: HTTP 404', '<html>'],
    ['no connection', 'error connecting to api.github.com', ''],
    ['half an answer', 'unexpected EOF', 'trunk'],
  ] as const;
  it.each(failures)('does not store the key where it cannot tell who would get it: %s', async (_, words, body) => {
    const FAULTS = `*acme/storefront/environments/scan-gate/deployment-branch-policies*\t${words}\t${body}`;
    const done = await rollOut(report, { APPLY: 'yes', FAULTS });
    expect(writes(done)).toEqual([...made('acme/wiki'), required]);
    expect(rulesetOf(done)).toMatchObject({ conditions: { repository_id: { repository_ids: ['acme/wiki'.length] } } });
    expect([done.status, done.problems]).toEqual([
      1,
      `${words}\nstopped: acme/storefront, see above\nnot done: acme/storefront\n`,
    ]);
  });

  const steps = [
    ['the repository', 'api repos/acme/storefront --jq*', []],
    ['the environment', 'api --method PUT repos/acme/storefront/*', made('acme/storefront').slice(0, 1)],
    ['its branch', 'api --method POST repos/acme/storefront/*', made('acme/storefront').slice(0, 2)],
    ['the secret', 'secret set *acme/storefront', made('acme/storefront')],
  ] as const;
  it.each(steps)('goes no further in a repository where a request fails: %s', async (_, pattern, tried) => {
    const done = await rollOut(report, { APPLY: 'yes', FAULTS: `${pattern}\tgh: HTTP 502\t<html>` });
    expect(writes(done)).toEqual([...tried, ...made('acme/wiki'), required]);
    expect(rulesetOf(done)).toMatchObject({ conditions: { repository_id: { repository_ids: ['acme/wiki'.length] } } });
    expect([done.status, done.problems]).toEqual([
      1,
      'gh: HTTP 502\nstopped: acme/storefront, see above\nnot done: acme/storefront\n',
    ]);
  });

  it('requires nothing where no repository could be prepared', async () => {
    const done = await rollOut(report, { APPLY: 'yes', FAULTS: 'api repos/acme/[sw][ti]*\tgh: HTTP 502\t' });
    expect([done.status, writes(done)]).toEqual([1, []]);
    expect(done.problems).toContain('not done: acme/storefront acme/wiki\n');
    expect(done.said).toBe('');
  });

  it.each([
    ['the list of rulesets', 'api --paginate orgs/acme/rulesets', 'the rulesets of acme could not be read'],
    ['the ruleset', 'api orgs/acme/rulesets/77', "the ruleset 'Scan Gate, nightly-scans' of acme could not be read"],
    ['the repository with the workflow', 'api repos/acme/workflows --jq*', 'acme/workflows could not be read'],
  ])('stores no key where it cannot read %s', async (_, pattern, words) => {
    const done = await rollOut(report, { ...before, BRANCHES: 'trunk', FAULTS: `${pattern}\tgh: HTTP 502\t[]` });
    expect([done.status, writes(done), done.problems]).toEqual([1, [], `gh: HTTP 502\nstopped: ${words}\n`]);
  });

  it('stores no key where two rulesets have its name', async () => {
    const RULESETS = JSON.stringify([named('nightly-scans', 76), named('nightly-scans', 77)]);
    const done = await rollOut(report, { ...before, RULESETS });
    expect([done.status, writes(done)]).toEqual([1, []]);
    expect(done.problems).toContain("stopped: acme has more than one ruleset named 'Scan Gate, nightly-scans'");
  });

  it('says what is done and what is not where the ruleset cannot be written', async () => {
    const done = await rollOut(report, { APPLY: 'yes', FAULTS: '*POST orgs/acme/rulesets*\tgh: HTTP 422\t{}' });
    expect(writes(done)).toEqual([...made('acme/storefront'), ...made('acme/wiki'), required]);
    expect([done.status, done.problems]).toEqual([
      1,
      expect.stringMatching(/^gh: HTTP 422\nstopped: the keys are stored, but the ruleset .* could not be written/),
    ]);
  });

  it('takes names as GitHub does, whatever their case', async () => {
    const dry = await rollOut({ version: 1, repositories: [repository('Acme/storefront', 'nightly-scans')] }, {});
    expect([dry.leftOut, dry.problems]).toEqual([[], '']);
    expect(dry.said).toContain('--repo Acme/storefront');
  });

  describe('keeps the day of each repository in the workflow', () => {
    const line = (days: string): string => `found-since: \${{ fromJSON('${days}')[github.repository] }}`;
    it.each([
      ['the line is not there', 'mode: warn', '{"acme/wiki":"2026-12-01"}'],
      ['the line is as in the sample', line('{}'), '{"acme/wiki":"2026-12-01"}'],
      ['others are in it', line('{"acme/old": "2026-01-02"}'), '{"acme/wiki":"2026-12-01","acme/old":"2026-01-02"}'],
    ])('and changes nothing before it is in it: %s', async (_, WORKFLOW_TEXT, days) => {
      const done = await rollOut(report, { APPLY: 'yes', WORKFLOW_TEXT });
      expect([done.status, writes(done)]).toEqual([1, []]);
      expect(done.said).toBe(
        `first put this line into .github/workflows/scan-gate.yml of acme/workflows:\n          ${line(days)}\nnothing has been changed\n`,
      );
    });

    it.each([
      ['it is in it', line('{"acme/wiki": "2026-12-01"}')],
      ['an earlier day is in it, and stays', line('{"acme/wiki": "2026-11-01"}')],
      [
        'it has other spaces',
        'found-since:  ${{fromJSON( \'{"acme/wiki":"2026-12-01"}\' )[ github.repository ] }} # days',
      ],
    ])('and goes on where %s', async (_, WORKFLOW_TEXT) => {
      const done = await rollOut(report, { APPLY: 'yes', WORKFLOW_TEXT });
      expect([done.status, done.said]).toEqual([0, '']);
      expect(writes(done)).toContain(required);
    });

    it.each([
      ['one day for all', 'found-since: 2026-12-01', 'is not of this form'],
      ['a variable', 'found-since: ${{ vars.SINCE }}', 'is not of this form'],
      ['broken JSON', line('{"acme/wiki": 2026-12-01}'), 'has no JSON between its quotes'],
    ])('and stops where it cannot read what is there: %s', async (_, WORKFLOW_TEXT, words) => {
      const done = await rollOut(report, { APPLY: 'yes', WORKFLOW_TEXT });
      expect([done.status, writes(done)]).toEqual([1, []]);
      expect(done.problems).toContain(
        `stopped: found-since in .github/workflows/scan-gate.yml of acme/workflows ${words}`,
      );
    });

    it('and leaves the line alone where no day is proposed, and one in a comment is none', async () => {
      const calm = { version: 1, repositories: [repository('acme/storefront', 'nightly-scans')] };
      const done = await rollOut(calm, { APPLY: 'yes', WORKFLOW_TEXT: 'found-since: 2026-12-01' });
      expect([done.status, done.said]).toEqual([0, '']);
      const dry = await rollOut(report, { WORKFLOW_TEXT: `# ${line('{}')}` });
      expect([dry.status, dry.problems]).toEqual([0, '']);
    });

    it('and a trial says both what to do first and what it would do then', async () => {
      const dry = await rollOut(report, { WORKFLOW_TEXT: '' });
      expect([dry.status, dry.said.match(/^(?:first put|would run)/gm)?.length]).toEqual([0, 8]);
    });

    it('and stops where the workflow cannot be read', async () => {
      const done = await rollOut(report, { APPLY: 'yes', FAULTS: '*contents*\tgh: Not Found (HTTP 404)\t{}' });
      expect([done.status, writes(done)]).toEqual([1, []]);
      expect(done.problems).toContain('stopped: .github/workflows/scan-gate.yml of acme/workflows could not be read\n');
    });
  });

  it('asks GitHub nothing without a key', async () => {
    const done = await rollOut(report, { APPLY: 'yes', SCAN_API_KEY: '' });
    expect(done.status).not.toBe(0);
    expect([done.asked, done.problems]).toEqual(['', expect.stringContaining('SCAN_API_KEY: is empty')]);
  });

  it.each([
    ['empty', ''],
    ['no JSON', 'the doctor'],
    ['two reports', `${JSON.stringify(report)}${JSON.stringify(report)}`],
    ['what GitHub answers', { message: 'Not Found' }],
    ['without a list', { version: 1, repositories: 'none' }],
    ['with something else in the list', { version: 1, repositories: [{ repository: {} }] }],
    ['a list', [report]],
  ])('asks GitHub nothing where the report is %s', async (_, given) => {
    const done = await rollOut(given, { APPLY: 'yes' });
    expect([done.status, done.asked, done.problems]).toEqual([
      1,
      '',
      expect.stringMatching(/^stopped: \S+report\.json is no report of the doctor: /),
    ]);
  });

  it.each([
    ['APPLY', 'true', 'say yes, or leave it out'],
    ['MERGE_QUEUE', 'no', 'say yes, or leave it out'],
    ['PUBLIC', 'Yes', 'say yes, or leave it out'],
    ['ENFORCEMENT', 'on', 'say evaluate, active or disabled, or leave it out'],
  ])('asks GitHub nothing where %s is %s', async (name, value, advice) => {
    const done = await rollOut(report, { [name]: value });
    expect([done.status, done.asked, done.problems]).toEqual([1, '', `stopped: ${name} is '${value}': ${advice}\n`]);
  });

  describe('leaves out, and says why', () => {
    const taken = (done: Ended): readonly string[] =>
      writes(done).flatMap((line) => /^secret set .* (\S+)$/.exec(line)?.[1] ?? []);
    const three = {
      version: 1,
      repositories: ['private', 'internal', 'public'].map((each) => ofVisibility(`acme/${each}`, each)),
    };
    const isPublic = (name: string): string =>
      `left out: ${name}: it is public: with PUBLIC=yes, anybody who opens a pull request there learns from green or red which files have pending bugs. If you want that, allow pull_request_target there first; see https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md#allow-pull_request_target`;
    const wider = (name: string, own: string, source: string, ones: string): string =>
      `left out: ${name}: it is ${own}, and GitHub runs a workflow of a repository that is ${source} only in ${ones} ones`;

    it.each([
      ['public', '', ['acme/private', 'acme/internal'], [isPublic('acme/public')]],
      ['public', 'yes', ['acme/private', 'acme/internal', 'acme/public'], []],
      [
        'internal',
        'yes',
        ['acme/private', 'acme/internal'],
        [wider('acme/public', 'public', 'internal', 'private and internal')],
      ],
      [
        'private',
        'yes',
        ['acme/private'],
        [
          wider('acme/internal', 'internal', 'private', 'private'),
          wider('acme/public', 'public', 'private', 'private'),
        ],
      ],
    ])(
      'where the workflow would not run, as the one of a %s repository, with PUBLIC=%s',
      async (source, PUBLIC, names, said) => {
        const done = await rollOut(three, { APPLY: 'yes', SOURCE_VISIBILITY: source, PUBLIC });
        expect([done.status, taken(done)]).toEqual([0, names]);
        expect(done.said.split('\n').filter(Boolean)).toEqual(said);
      },
    );

    it('what the doctor could not see', async () => {
      const given = {
        version: 1,
        repositories: [ofVisibility('acme/dim', 'unknown'), ofVisibility('acme/wiki', 'private')],
      };
      const done = await rollOut(given, { APPLY: 'yes', SOURCE_VISIBILITY: 'public', PUBLIC: 'yes' });
      expect(taken(done)).toEqual(['acme/wiki']);
      expect(done.said).toBe('left out: acme/dim: the doctor could not see whether it is public\n');
    });

    const every = (hours: number | null, more: object = {}): object =>
      repository('acme/wiki', 'nightly-scans', {
        medianIntervalSeconds: hours === null ? null : hours * 3_600,
        ...more,
      });
    const AGE = '          max-scan-age: 3d\n';
    it.each([
      ['a week', every(168), AGE, 168],
      ['a week, in the report of one repository', { scans: { medianIntervalSeconds: 168 * 3_600 } }, AGE, 168],
      ['two days, where 36 hours are allowed', every(48), "          max-scan-age: '36h' # nights\n", 48],
      ['three days', every(72), AGE, null],
      ['nobody knows how long', every(null), AGE, null],
      ['a week, where any age is allowed', every(168), '          # max-scan-age: 3d\n', null],
    ])('scans that are further apart than they may be old: %s', async (_, given, WORKFLOW_TEXT, hours) => {
      const one =
        'scans' in given ? repository('acme/wiki', 'nightly-scans', given) : { version: 1, repositories: [given] };
      const done = await rollOut(one, { APPLY: 'yes', WORKFLOW_TEXT });
      expect([done.status, taken(done)]).toEqual([0, hours === null ? ['acme/wiki'] : []]);
      const [age = ''] = /\d+[dh]/.exec(WORKFLOW_TEXT) ?? [];
      expect(done.said).toBe(
        hours === null
          ? ''
          : `left out: acme/wiki: it is scanned every ${hours} hours, and max-scan-age is ${age}\nno repository is ready for nightly-scans\n`,
      );
    });

    it('a day for found-since, with its repository', async () => {
      const given = {
        version: 1,
        repositories: [every(168, { foundSince }), repository('acme/storefront', 'nightly-scans')],
      };
      const done = await rollOut(given, { APPLY: 'yes', WORKFLOW_TEXT: AGE });
      expect([done.status, taken(done)]).toEqual([0, ['acme/storefront']]);
      expect(done.said).not.toContain('found-since');
    });

    it('a merge queue, whose runs would get no key', async () => {
      const done = await rollOut(report, { APPLY: 'yes', QUEUES: 'acme/wiki' });
      expect(taken(done)).toEqual(['acme/storefront']);
      expect(done.said).toBe(
        'left out: acme/wiki has a merge queue: say MERGE_QUEUE=yes, and everybody who can push to it can read the key\n',
      );
    });
  });

  it('takes the report of one repository, and stops where none is ready', async () => {
    const setUps = [
      { name: 'nightly-scans', foundSince },
      { name: 'release', foundSince: null },
    ];
    const ofOne = repository('acme/storefront', 'nightly-scans', { setUps, foundSince: undefined });
    const one = await rollOut(ofOne, {});
    expect(one.said).toContain('repos/acme/storefront/environments');
    expect(one.said).toContain('{"acme/storefront":"2026-12-01","acme/wiki":"2026-12-01"}');
    const none = await rollOut(repository('acme/legacy', 'none'), { APPLY: 'yes' });
    expect([none.said, writes(none)]).toEqual(['no repository is ready for nightly-scans\n', []]);
    expect(none.leftOut).toEqual(['left out: acme/legacy: no set-up fits it']);
  });

  it.each([
    [{ id: 7, default_branch: 'main' }, '7 main'],
    [
      { branch_policies: [{ name: 'main' }, { name: 'main', type: 'tag' }, { name: 'next', type: 'branch' }] },
      'main\ntag main\nnext',
    ],
    [{ branch_policies: [] }, ''],
    [{ id: 7, default_branch: 'next', visibility: 'internal' }, '7 internal next'],
    [{ data: { repository: { mergeQueue: { id: 'MQ_1' } } } }, 'MQ_1'],
    [{ data: { repository: { mergeQueue: null } } }, ''],
  ])('of %j has GitHub’s command line print %j', async (answer, printed) => {
    const [property = ''] = Object.keys(answer).slice(-1);
    const text = await readFile(SCRIPT, 'utf8');
    const programs = [...text.matchAll(/--jq (?:'([^']+)'|(\S+))/g)].map(([, quoted, word = '']) => quoted ?? word);
    const program = programs.find((each) => each.includes(property)) ?? 'no program';
    expect(await raw(JSON.stringify(answer), program, ['--raw-output'])).toBe(printed);
  });

  it('asks for a merge queue as GitHub’s schema has it', async () => {
    const text = await readFile(SCRIPT, 'utf8');
    const [, query = ''] = /--raw-field query='([^']+)'/.exec(text) ?? [];
    const schema = await readFile(new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema')), 'utf8');
    expect(validate(buildSchema(schema, { assumeValidSDL: true }), parseQuery(query))).toEqual([]);
  });

  it('says of which version it is, and ignores no failure', async () => {
    const { stdout } = await promisify(execFile)('bash', [SCRIPT, '--version']);
    expect(stdout).toBe(`${readFacts().version}\n`);
    const text = await readFile(SCRIPT, 'utf8');
    expect(text).not.toMatch(/\|\| true|2> ?\/dev\/null|&> ?\/dev\/null|< <\(/);
    // Bash takes no notice of the status of a command in the words of another one, or in a declaration.
    expect(text).not.toMatch(/(?:local|export|readonly) \w+=.*\$\(|^ *(?!\w+=)[^'#]*"\$\(/m);
  });
});

describe('the workflow that it requires', () => {
  const stepShape = v.object({ uses: v.string(), with: v.record(v.string(), v.string()) });
  const shape = v.object({
    on: v.record(v.string(), v.null()),
    jobs: v.object({ 'scan-gate': v.object({ environment: v.string(), steps: v.tuple([stepShape]) }) }),
  });

  it('is one that GitHub understands, for runs that get the key of the environment', async () => {
    const text = await readFile(WORKFLOW, 'utf8');
    const service = await openLanguageService();
    expect(await service.check(text)).toEqual([]);
    const { on, jobs } = v.parse(shape, parse(text));
    expect([Object.keys(on), jobs['scan-gate'].environment]).toEqual([
      ['pull_request_target', 'merge_group'],
      'scan-gate',
    ]);
    expect(text).toContain('uses: scan-gate/scan-gate@v1 # better: the full SHA of a release\n');
  }, 60_000);

  it('has every value that decides in itself: those of its set-up, and a day for each repository', async () => {
    const text = await readFile(WORKFLOW, 'utf8');
    const [step] = v.parse(shape, parse(text)).jobs['scan-gate'].steps;
    const setUp = SET_UPS['nightly-scans'].inputs.filter(({ name }) => name !== 'mode');
    const days = "${{ fromJSON('{}')[github.repository] }}";
    const mode = "${{ contains(fromJSON('[]'), github.repository_id) && 'enforce' || 'warn' }}";
    expect(step.with).toEqual({
      ...{ 'api-url': 'https://api.example.com', 'api-key': '${{ secrets.SCAN_API_KEY }}' },
      ...{ 'bug-url': 'https://app.example.com/bugs/{id}', contact: '#security-help' },
      ...{ mode, 'found-since': days },
      ...Object.fromEntries(setUp.map(({ name, value }) => [name, value])),
    });
    expect(text.match(/\$\{\{.*?\}\}/g)).toEqual(['${{ secrets.SCAN_API_KEY }}', mode, days]);
  });

  /** What an expression of the workflow comes to. */
  function evaluate(expression: string, github: object): string {
    const parsed = new Parser(new Lexer(expression).lex().tokens, ['github'], []).parse();
    const context = JSON.parse(JSON.stringify({ github }), data.reviver) as data.Dictionary;
    return new Evaluator(parsed, context).evaluate().coerceString();
  }

  it.each([
    ['no repository', '[]', '101', 'warn'],
    ['this one', '["101","102"]', '102', 'enforce'],
    ['others', '["101","102"]', '10', 'warn'],
    ['this one, as a number', '[101]', '101', 'enforce'],
  ])('blocks only where its list says so: %s', async (_, ids, id, mode) => {
    const text = await readFile(WORKFLOW, 'utf8');
    const [, before = '', after = ''] = /mode: \$\{\{ (.*')\[\]('.*) \}\}/.exec(text) ?? [];
    expect(evaluate(`${before}${ids}${after}`, { repository_id: id })).toBe(mode);
  });

  it.each([
    ['acme/wiki', '2026-12-01'],
    ['Acme/Wiki', '2026-12-01'],
    ['acme/storefront', ''],
  ])('gives %s the day %j', (name, day) => {
    const [, expression = ''] = /\$\{\{ (.*) \}\}/.exec(DAYS) ?? [];
    expect(evaluate(expression, { repository: name })).toBe(day);
  });
});

/** Notes what it is asked. A repository's id is the length of its name. A fault is a pattern, then both streams. */
const GH = `echo "$*" >>"$ASKED"
while IFS=$'\\t' read -r pattern words body; do
  if [[ -n "$pattern" && "$*" == $pattern ]]; then echo "$body"; echo "$words" >&2; exit 1; fi
done <<<"\${FAULTS:-}"
case "$*" in
  *visibility*) name="\${2#repos/}"; echo "\${#name} \${SOURCE_VISIBILITY:-private} next" ;;
  *default_branch*) name="\${2#repos/}"; echo "\${#name} trunk" ;;
  *graphql*) if [[ "$*" == *"name=\${QUEUES#*/} "* && -n "$QUEUES" ]]; then echo MQ_1; fi ;;
  *contents*) printf '%s\\n' "$WORKFLOW_TEXT" ;;
  *deployment-branch-policies' --jq'*)
    if [ -n "\${BRANCHES:-}" ]; then printf '%s\\n' "$BRANCHES"; exit; fi
    echo '{"message":"Not Found","status":"404"}'; echo 'gh: Not Found (HTTP 404)' >&2; exit 1 ;;
  *rulesets) if [[ "$*" == *--paginate* ]]; then echo "\${RULESETS:-[]}"; fi ;;
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
