// The roll-out script does what docs/operations.md says, to a stub of GitHub's command line, and a request that fails stops it.
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
import { ROOT } from '../docs/pages.ts';
import { expectGolden } from '../documents/golden.ts';
import { describe, expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';

const SCRIPT = join(ROOT, 'examples', 'roll-out.sh');
const WORKFLOW = join(ROOT, 'examples', 'required-workflow.yml');

/** The machine's own jq takes milliseconds; the one in its place starts Node each time. */
const HAS_JQ = (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, 'jq')));

const foundSince = { day: '2026-12-01', red: 0 };
const repository = (fullName: string, more: object = {}): object => ({
  ...{ healthy: true, recommendation: 'nightly-scans', repository: { fullName, visibility: 'private' } },
  ...{ foundSince: null, ...more },
});
const ofVisibility = (visibility: string): object =>
  repository(`acme/${visibility}`, { repository: { fullName: `acme/${visibility}`, visibility } });
const reportOf = (...repositories: readonly object[]): object => ({ version: 1, repositories });
const usual = [
  repository('acme/storefront'),
  repository('acme/legacy', { recommendation: 'none' }),
  repository('acme/heads', { recommendation: 'pull-request-scans' }),
  repository('acme/locked', { healthy: false }),
  repository('acme/wiki', { foundSince }),
];
const scannedEvery = (hours: number | null, more: object = {}): object =>
  repository('acme/wiki', { medianIntervalSeconds: hours && hours * 3_600, ...more });

const toLine = (days: string): string => `found-since: \${{ fromJSON('${days}')[github.repository] }}`;
/** The line that the workflow has once the day of `acme/wiki` is in it. */
const DAYS = toLine('{"acme/wiki":"2026-12-01"}');

const named = (setUp: string, id: number): object => ({ name: `Scan Gate, ${setUp}`, id });
const workflowsRule = (parts: object = {}): object => {
  const ours = { repository_id: 'acme/workflows'.length, path: '.github/workflows/scan-gate.yml', sha: 'a', ...parts };
  return { type: 'workflows', parameters: { workflows: [{ repository_id: 7, path: 'lint.yml' }, ours] } };
};
/** Somebody has changed this ruleset by hand after the script made it. */
const ruleset = {
  ...{ name: 'Scan Gate, nightly-scans', target: 'branch', enforcement: 'active' },
  bypass_actors: [{ actor_id: 5, actor_type: 'Team', bypass_mode: 'pull_request' }],
  conditions: {
    ref_name: { include: ['~DEFAULT_BRANCH', 'refs/heads/release/*'], exclude: [] },
    repository_id: { repository_ids: ['acme/wiki'.length, 'acme/locked'.length] },
  },
  rules: [{ type: 'deletion' }, workflowsRule()],
};

type Environment = Readonly<Record<string, string>>;

/** An earlier run has left a ruleset, which differs in these parts. */
const again = (parts: object): Environment => ({
  ...{
    APPLY: 'yes',
    BRANCHES: 'trunk',
    RULESETS: JSON.stringify([named('pull-request-scans', 76), named('nightly-scans', 77)]),
  },
  RULESET: JSON.stringify({ ...ruleset, ...parts, id: 77, source: 'acme' }),
});
const branches = { include: ['~DEFAULT_BRANCH'], exclude: [] };
const three = reportOf(...['private', 'internal', 'public'].map(ofVisibility));

const REPORTS: Readonly<Record<string, object | string>> = {
  '': reportOf(...usual),
  'Acme/storefront': reportOf(repository('Acme/storefront')),
  'all that is left out': reportOf(...usual, repository('evil/wiki'), repository('acme/workflows')),
  'wiki alone': reportOf(repository('acme/wiki')),
  'storefront alone': reportOf(repository('acme/storefront')),
  words: 'the doctor',
  twice: JSON.stringify(reportOf()).repeat(2),
  'no name': reportOf({ repository: {} }),
  three,
  'unknown and wiki': reportOf(ofVisibility('unknown'), repository('acme/wiki')),
  'every week': reportOf(scannedEvery(168)),
  'one, every week': repository('acme/wiki', { scans: { medianIntervalSeconds: 604_800 } }),
  'every two days': reportOf(scannedEvery(48)),
  'every three days': reportOf(scannedEvery(72)),
  'nobody knows': reportOf(scannedEvery(null)),
  'every week, with a day': reportOf(scannedEvery(168, { foundSince }), repository('acme/storefront')),
  'of one': repository('acme/storefront', {
    foundSince: undefined,
    setUps: [
      { name: 'nightly-scans', foundSince },
      { name: 'release', foundSince: null },
    ],
  }),
  'of none': repository('acme/legacy', { recommendation: 'none' }),
};

/**
 * A row has what is given, then the exit status, who has got a key, and what the ruleset then says of whom, by the
 * lengths of their names, which are the IDs here. `{…}` is how the ruleset of an earlier run differs; `pattern => words =>
 * body` a request that fails, as GitHub's command line shows it: words on one stream, the body on the other. What people
 * read is in `golden/roll-out.txt`.
 */
const ROWS = `
a trial                                 | 0: nobody
names in another case                   | 0: nobody                              |           | Acme/storefront
somebody else’s, and the workflow’s own | 0: nobody                              |           | all that is left out
told to                                 | 0: storefront wiki > evaluate 9 15     | APPLY=yes
again, with a merge queue               | 0: storefront wiki > active 9 11 15    | {} ; MERGE_QUEUE=yes ; QUEUES=acme/wiki
to be evaluated                         | 0: storefront wiki > evaluate 9 11 15  | {} ; ENFORCEMENT=evaluate
all repositories, by name               | 0: storefront wiki > active            | {"conditions":{"ref_name":DEFAULT,"repository_name":ALL}}
some, by name                           | 0: storefront wiki > active            | {"conditions":{"ref_name":DEFAULT,"repository_name":{"include":["b-*"]}}}
all but some                            | 0: storefront wiki > active            | {"conditions":{"ref_name":DEFAULT,"repository_name":{"include":["~ALL"],"exclude":["wiki"]}}}
a branch by name                        | 0: storefront wiki > active            | {"conditions":{"ref_name":{"include":["refs/heads/main"]},"repository_name":ALL}}
a ruleset without a rule                | 1: nobody                              | {"rules":[]}
a ruleset with other rules              | 1: nobody                              | {"rules":[{"type":"deletion"},{"type":"workflows","parameters":{"workflows":[]}}]}
a ruleset with another workflow         | 1: nobody                              | {"rules":[WORKFLOW{"path":".github/workflows/other.yml"}]}
the workflow of another repository      | 1: nobody                              | {"rules":[WORKFLOW{"repository_id":7}]}
disabled                                | 0: storefront wiki > disabled 9 11 15  | {"enforcement":"disabled"}
active, to be disabled                  | 0: nobody > disabled 9 11              | {} ; ENFORCEMENT=disabled
to be disabled, without a key           | 0: nobody > disabled 9 11              | {} ; ENFORCEMENT=disabled ; SCAN_API_KEY=
to be disabled, and there is none       | 0: nobody                              | APPLY=yes ; ENFORCEMENT=disabled
to be disabled, in a trial              | 0: nobody                              | {} ; ENFORCEMENT=disabled ; APPLY=
an environment that lets others in      | 0: nobody                              | APPLY=yes ; BRANCHES=trunk\\n* | wiki alone
one for a release branch and a tag      | 0: nobody                              | APPLY=yes ; BRANCHES=release\\ntag v1 | wiki alone
502 with a page                         | 1: wiki > evaluate 9                   | *storefront/*-policies* => gh: HTTP 502 => <html>
404 of a proxy                          | 1: wiki > evaluate 9                   | *storefront/*-policies* => gh: HTTP 404 => <html>
no repository                           | 1: wiki > evaluate 9                   | api repos/acme/storefront --jq* => gh: HTTP 502 => <html>
no secret                               | 1: storefront wiki > evaluate 9        | secret set *acme/storefront => gh: HTTP 502 => <html>
no list of rulesets                     | 1: nobody                              | {} ; api --paginate orgs/acme/rulesets => gh: HTTP 502 => []
no ruleset                              | 1: nobody                              | {} ; api orgs/acme/rulesets/77 => gh: HTTP 502 => []
no repository with the workflow         | 1: nobody                              | {} ; api repos/acme/workflows --jq* => gh: HTTP 502 => []
no workflow                             | 1: nobody                              | *contents* => gh: Not Found (HTTP 404) => {}
two rulesets of its name                | 1: nobody                              | {} ; RULESETS=[{"name":"Scan Gate, nightly-scans","id":76},{"name":"Scan Gate, nightly-scans","id":77}]
a ruleset that cannot be written        | 1: storefront wiki > evaluate          | *POST orgs/acme/rulesets* => gh: HTTP 422 => {}
no line with days                       | 1: nobody                              | APPLY=yes ; WORKFLOW_TEXT=mode: warn
the line of the sample                  | 1: nobody                              | APPLY=yes ; DAYS={}
days of others                          | 1: nobody                              | APPLY=yes ; DAYS={"acme/old": "2026-01-02"}
its day                                 | 0: storefront wiki > evaluate 9 15     | APPLY=yes ; DAYS={"acme/wiki": "2026-12-01"}
an earlier day                          | 0: storefront wiki > evaluate 9 15     | APPLY=yes ; DAYS={"acme/wiki": "2026-11-01"}
other spaces                            | 0: storefront wiki > evaluate 9 15     | APPLY=yes ; WORKFLOW_TEXT=found-since:  \${{fromJSON( '{"acme/wiki":"2026-12-01"}' )[ github.repository ] }} # days
one day for all                         | 1: nobody                              | APPLY=yes ; WORKFLOW_TEXT=found-since: 2026-12-01
one day for all, and none is proposed   | 0: storefront > evaluate 15            | APPLY=yes ; WORKFLOW_TEXT=found-since: 2026-12-01 | storefront alone
broken JSON for the days                | 1: nobody                              | APPLY=yes ; DAYS={"acme/wiki": 2026-12-01}
a trial, with the line in a comment     | 0: nobody                              | WORKFLOW_TEXT=# found-since: \${{ fromJSON('{}')[github.repository] }}
no key                                  | 1: nobody                              | APPLY=yes ; SCAN_API_KEY=
no JSON                                 | 1: nobody                              | APPLY=yes | words
two reports                             | 1: nobody                              | APPLY=yes | twice
something else in the list              | 1: nobody                              | APPLY=yes | no name
another word for yes                    | 1: nobody                              | APPLY=true
a word for no                           | 1: nobody                              | MERGE_QUEUE=no
yes in another case                     | 1: nobody                              | PUBLIC=Yes
an unknown enforcement                  | 1: nobody                              | ENFORCEMENT=on
a public source                         | 0: private internal > evaluate 12 13   | APPLY=yes ; SOURCE_VISIBILITY=public | three
a public source, and PUBLIC=yes         | 0: private internal public > evaluate 11 12 13 | APPLY=yes ; SOURCE_VISIBILITY=public ; PUBLIC=yes | three
an internal source, and PUBLIC=yes      | 0: private internal > evaluate 12 13   | APPLY=yes ; SOURCE_VISIBILITY=internal ; PUBLIC=yes | three
one that the doctor could not see       | 0: wiki > evaluate 9                   | APPLY=yes ; SOURCE_VISIBILITY=public ; PUBLIC=yes | unknown and wiki
scans a week apart                      | 0: nobody                              | APPLY=yes ; WORKFLOW_TEXT= max-scan-age: 3d | every week
a week apart, in the report of one      | 0: nobody                              | APPLY=yes ; WORKFLOW_TEXT= max-scan-age: 3d | one, every week
two days apart, and 36 hours allowed    | 0: nobody                              | APPLY=yes ; WORKFLOW_TEXT= max-scan-age: '36h' # nights | every two days
three days apart                        | 0: wiki > evaluate 9                   | APPLY=yes ; WORKFLOW_TEXT= max-scan-age: 3d | every three days
nobody knows how far apart              | 0: wiki > evaluate 9                   | APPLY=yes ; WORKFLOW_TEXT= max-scan-age: 3d | nobody knows
a week apart, and any age allowed       | 0: wiki > evaluate 9                   | APPLY=yes ; WORKFLOW_TEXT=# max-scan-age: 3d | every week
a day for one that is left out          | 0: storefront > evaluate 15            | APPLY=yes ; WORKFLOW_TEXT= max-scan-age: 3d | every week, with a day
a merge queue                           | 0: storefront > evaluate 15            | APPLY=yes ; QUEUES=acme/wiki
the report of one                       | 0: nobody                              |           | of one
the report of one that is not ready     | 0: nobody                              | APPLY=yes | of none
`;

const rows = ROWS.trim()
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.trim()))
  .map(([title = '', ends = '', env = '', report = '']) => ({ title, ends, env: readEnvironment(env), report }));

function readEnvironment(cell: string): Environment {
  const given = cell.split(' ; ').map((word): Environment => {
    if (word.startsWith('{')) return again(readParts(word));
    if (word.includes(' =>')) return { APPLY: 'yes', FAULTS: word.replaceAll(/ => ?/gu, '\t') };
    const [name = '', value = ''] = word.split(/=(.*)/su);
    return name === 'DAYS' ? { WORKFLOW_TEXT: toLine(value) } : { [name]: value.replaceAll('\\n', '\n') };
  });
  return Object.assign({}, ...given) as Environment;
}

function readParts(text: string): object {
  const whole = text
    .replace(/WORKFLOW(\{[^}]*\})/u, (_, parts: string) => JSON.stringify(workflowsRule(JSON.parse(parts) as object)))
    .replaceAll('DEFAULT,', `${JSON.stringify(branches)},`)
    .replaceAll('DEFAULT}', `${JSON.stringify(branches)}}`)
    .replaceAll(/(?<!~)\bALL\b/gu, JSON.stringify({ include: ['~ALL'], exclude: [] }));
  return JSON.parse(whole) as object;
}

// The script is for bash, in a terminal.
describeOnPosix('the script that rolls the gate out', () => {
  interface Ended {
    readonly status: number;
    readonly said: string;
    readonly problems: string;
    /** Every call of GitHub's command line, each with its standard input. */
    readonly asked: string;
  }

  async function rollOut(env: Environment, given: object | string): Promise<Ended> {
    const folder = await mkdtemp(join(tmpdir(), 'roll-out-'));
    const write = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      await chmod(join(folder, name), 0o755);
      return join(folder, name);
    };
    try {
      await mkdir(join(folder, 'bin'));
      const ASKED = await write('asked', '');
      await write('bin/gh', `#!/usr/bin/env bash\n${GH}`);
      if (!HAS_JQ) {
        const jq = pathToFileURL(await write('jq.mjs', JQ.replace('JQ_WASM', import.meta.resolve('jq-wasm'))));
        await write('bin/jq', `#!/usr/bin/env bash\nexec '${process.execPath}' '${jq.pathname}' "$@"\n`);
      }
      const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
      const report = await write('report.json', typeof given === 'string' ? given : JSON.stringify(given));
      const fixed = { PATH, ASKED, TMPDIR: folder, SCAN_API_KEY: 'svc_test_key', QUEUES: '' };
      const all = { ...fixed, WORKFLOW_TEXT: `          ${DAYS}\n`, ...env };
      const ended = await new Promise<Omit<Ended, 'asked'>>((resolve) => {
        execFile('bash', [SCRIPT, report], { env: all }, (error, said, problems) => {
          resolve({ status: typeof error?.code === 'number' ? error.code : 0, said, problems });
        });
      });
      const problems = ended.problems.replaceAll(folder, '').replaceAll(SCRIPT, 'roll-out.sh');
      return { ...ended, problems, asked: await readFile(ASKED, 'utf8') };
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Every row of the usual report says these lines, and the golden file has them once. */
  const isUsual = (line: string): boolean => /^left out: acme\/(?:legacy|heads|locked): /u.test(line);

  /** A trial prints the whole commands. */
  const shorten = (line: string): string =>
    line
      .replace(/^api --method POST repos\/(\S+)\/environments\/.* name=(\S+) --silent$/u, 'branch $2 of $1')
      .replace(/^api --method PUT repos\/(\S+)\/environments\/.*/u, 'environment of $1')
      .replace(/^secret set SCAN_API_KEY .* (\S+)$/u, 'key of $1');

  const writes = ({ asked }: Ended): readonly string[] =>
    asked.split('\n').filter((line) => /^(?:api --method|secret set)/u.test(line));

  interface Ruleset {
    readonly enforcement: string;
    readonly conditions: { readonly repository_id?: { readonly repository_ids: readonly number[] } };
  }
  function rulesetOf({ asked }: Ended): Ruleset | null {
    const [, body] = /orgs\/acme\/rulesets\S* --input - --silent\n< (.*)/su.exec(asked) ?? [];
    return body === undefined ? null : (JSON.parse(body.replaceAll('\n< ', '')) as Ruleset);
  }

  function summarize(ended: Ended): string {
    const keys = writes(ended).flatMap((line) => /^secret set .* acme\/(\S+)$/u.exec(line)?.[1] ?? []);
    const written = writes(ended).some((line) => line.includes('orgs/acme/rulesets'));
    const { enforcement = 'evaluate', conditions } = rulesetOf(ended) ?? {};
    const ids = conditions?.repository_id?.repository_ids ?? [];
    const rules = written ? ` > ${[enforcement, ...ids].join(' ')}` : '';
    return `${ended.status}: ${keys.join(' ') || 'nobody'}${rules}`;
  }

  const played: [title: string, ended: Ended][] = [];
  it.each(rows)('$title: $ends', async ({ title, ends, env, report }) => {
    const given = REPORTS[report];
    if (given === undefined) throw new Error(`no report is named ${report}`);
    const ended = await rollOut(env, given);
    played.push([title, ended]);
    expect(summarize(ended)).toBe(ends);
    expect(ended.said + ended.problems).not.toContain('svc_test_key');
    if (!env['APPLY']) expect(writes(ended)).toEqual([]);
    if (env['APPLY'] !== 'yes' && ended.status !== 0) expect(ended.asked).toBe('');
  });

  it('says and does what is written down', () => {
    const rulesets = new Set<string>();
    const told = played.map(([title, ended]) => {
      const ruleset = JSON.stringify(rulesetOf(ended));
      const isNew = ruleset !== 'null' && !rulesets.has(ruleset);
      rulesets.add(ruleset);
      const lines = [
        ...ended.said.split('\n'),
        ...ended.problems.split('\n').map((line) => line && `! ${line}`),
        ...writes(ended).map((line) => `> ${shorten(line)}`),
        ...(isNew ? [`< ${ruleset}`] : []),
      ];
      return `── ${title}\n${lines.filter((line) => line !== '' && (title === 'a trial' || !isUsual(line))).join('\n')}\n`;
    });
    expectGolden('roll-out.txt', told.join('\n'));
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
  const shape = v.object({
    on: v.record(v.string(), v.unknown()),
    jobs: v.object({ 'scan-gate': v.object({ environment: v.string() }) }),
  });

  it('has runs that get the key of the environment', async () => {
    const { on, jobs } = v.parse(shape, parse(await readFile(WORKFLOW, 'utf8')));
    const events = ['pull_request_target', 'merge_group'];
    expect([Object.keys(on), jobs['scan-gate'].environment]).toEqual([events, 'scan-gate']);
  });

  it('has every value that decides in itself', async () => {
    const expressions = (await readFile(WORKFLOW, 'utf8')).match(/\$\{\{.*?\}\}/g);
    const mode = "${{ contains(fromJSON('[]'), github.repository_id) && 'enforce' || 'warn' }}";
    const days = "${{ fromJSON('{}')[github.repository] }}";
    expect(expressions).toEqual(['${{ secrets.SCAN_API_KEY }}', mode, days]);
  });

  it.each([
    ['no repository', '[]', '101', 'warn'],
    ['this one', '["101","102"]', '102', 'enforce'],
    ['others', '["101","102"]', '10', 'warn'],
    ['this one, as a number', '[101]', '101', 'enforce'],
  ])('blocks only where its list says so: %s', async (_, ids, id, mode) => {
    const text = await readFile(WORKFLOW, 'utf8');
    const [, before = '', after = ''] = /mode: \$\{\{ (.*')\[\]('.*) \}\}/.exec(text) ?? [];
    const parsed = new Parser(new Lexer(`${before}${ids}${after}`).lex().tokens, ['github'], []).parse();
    const context = JSON.parse(JSON.stringify({ github: { repository_id: id } }), data.reviver) as data.Dictionary;
    expect(new Evaluator(parsed, context).evaluate().coerceString()).toBe(mode);
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

/** This does as much of jq as the script uses, so that a machine without jq can run the test. */
const JQ = `import { readFileSync } from 'node:fs';
import { raw } from 'JQ_WASM';
const words = process.argv.slice(2);
const file = words.at(-1).endsWith('.json') ? words.pop() : null;
const text = words.pop();
const said = await raw(words.includes('--null-input') ? 'null' : readFileSync(file ?? 0, 'utf8'), text, words);
if (said !== '') console.log(said.trimEnd());
`;
