// The truth of the samples: every block of YAML for users is a workflow that GitHub and our actions understand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raw } from 'jq-wasm';
import * as v from 'valibot';
import { parse } from 'yaml';
import { readActionFile } from '../../sandbox/runner/action-file.ts';
import { ACTIONS } from '../../scripts/actions.ts';
import { readFacts } from '../../scripts/release.ts';
import { toWorkflow } from '../../src/doctor/documents/workflow.ts';
import { SET_UP_NAMES, SET_UPS, type SetUpName } from '../../src/doctor/set-ups.ts';
import { replaced } from '../harness/replaced.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';
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
    // Named ones, and never all of them.
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
    const read = [...text.matchAll(/steps\.(gate|rules|watch)\.outputs\.([\w-]+)/g)];
    for (const [, step = '', name] of read) {
      const { outputs } = await readActionFile(join(ROOT, step.replace('gate', '.'), 'action.yml'));
      expect(outputs).toContain(name);
    }
  });

  it('and no checkout where a fork’s pull request meets a secret', () => {
    const risky = samples.filter(({ text }) => /pull_request_target|workflow_run/.test(text));
    expect(risky.length).toBeGreaterThan(0);
    expect(risky.filter(({ text }) => /checkout@|run:/.test(text))).toEqual([]);
  });
});

/** The lines of a set-up behind `with:`, the connection aside, as the doctor hands them out. */
function linesOf(name: SetUpName): string {
  const lines = toWorkflow(SET_UPS[name], '');
  return `${lines.slice(lines.findIndex((line) => line.includes('api-key:')) + 1).join('\n')}\n`;
}

const stepShape = v.object({
  uses: v.optional(v.string(), ''),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
});
const jobShape = v.object({ 'timeout-minutes': v.optional(v.number(), 0), steps: v.array(stepShape) });
const workflowShape = v.object({ on: v.unknown(), jobs: v.record(v.string(), jobShape) });

/** What a sample adds to its set-up, because it is about that; by its heading. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'Pull request': ['wait-timeout', 'bug-url'],
  'Monorepo with two gates': ['comment-key', 'paths', 'max-bugs', 'unclassified'],
  'Hand the fix to a coding agent': ['pr-number', 'comment', 'report-file'],
  'Without the policy': ['pr-number', 'annotations'],
};

/** Judges pull requests, by its event or by a number. */
function isPullRequestGate(on: unknown, inputs: Readonly<Record<string, unknown>>): boolean {
  return 'pr-number' in inputs || /pull_request|merge_group/.test(JSON.stringify(on));
}

/** What of a sample is other than in a set-up, a line each; empty when all is as there. */
function findSetUpFaults({ text, heading }: Pick<Sample, 'text' | 'heading'>): readonly string[] {
  const { on, jobs } = v.parse(workflowShape, parse(text));
  const [name] = SET_UP_NAMES.filter((each) => text.includes(linesOf(each)));
  return Object.entries(jobs).flatMap(([job, { steps, ...rest }]) => {
    const gates = steps.filter(({ uses }) => uses.startsWith(`${OURS}@`));
    const inputs = gates[0]?.with ?? {};
    const minutes = (input: string, ifNot: number): number =>
      input in inputs ? Number(String(inputs[input]).replace(/m$/, '')) : ifNot;
    const needed = gates.length === 0 ? 1 : minutes('wait-for-scan', 0) + minutes('wait-timeout', 10) + 4;
    const known = ['api-url', 'api-key', ...(name ? SET_UPS[name].inputs.map((input) => input.name) : [])];
    const added = Object.keys(inputs).filter((input) => !known.includes(input) && !ADDED[heading]?.includes(input));
    return [
      ...(rest['timeout-minutes'] >= needed ? [] : [`${job}: needs timeout-minutes of at least ${needed}`]),
      ...(gates.length < 2 ? [] : [`${job}: two gates in a job`]),
      ...(gates.length === 0 || !isPullRequestGate(on, inputs)
        ? inputs['mode'] === 'warn' && inputs['on-unverified'] !== 'fail'
          ? [`${job}: nobody would notice that scans are missing: say on-unverified: fail`]
          : []
        : name === undefined
          ? [`${job}: has the lines of no set-up`]
          : added.map((input) => `${job}: ${input} is not in the set-up ${name}`)),
    ];
  });
}

describe('one set-up in every sample', () => {
  it.each(named)('%s', (_, sample) => {
    expect(findSetUpFaults(sample)).toEqual([]);
    const { jobs } = v.parse(workflowShape, parse(sample.text));
    const gates = Object.values(jobs).filter(({ steps }) => steps.some(({ uses }) => uses.startsWith(`${OURS}@`)));
    // A sample of several gates has the lines as often.
    const most = Math.max(...SET_UP_NAMES.map((name) => sample.text.split(linesOf(name)).length - 1));
    expect([0, gates.length]).toContain(most);
  });

  const sampleOf = (from: string | RegExp, to: string): Pick<Sample, 'text' | 'heading'> => ({
    heading: '',
    text: replaced(toWorkflow(SET_UPS['nightly-scans'], '').join('\n').concat('\n'), from, to),
  });

  it.each([
    ['another value', '3d', '7d', ['scan-gate: has the lines of no set-up']],
    ['one more', /$/, '          max-bugs: 3\n', ['scan-gate: max-bugs is not in the set-up nightly-scans']],
    ['no time limit', /.*timeout.*\n/, '', ['scan-gate: needs timeout-minutes of at least 14']],
    [
      'another event',
      'on: pull_request',
      'on: push',
      ['scan-gate: nobody would notice that scans are missing: say on-unverified: fail'],
    ],
  ])('%s is seen', (_, from, to, faults) => {
    expect(findSetUpFaults(sampleOf(from, to))).toEqual(faults);
  });
});

it('each set-up in the README is a whole workflow of at most 15 lines', () => {
  for (const heading of ['Every night', 'Pull requests too', 'Before a release or deployment']) {
    const lines = samples
      .find((sample) => sample.heading === heading)
      ?.text.trim()
      .split('\n');
    expect(lines?.length).toBeLessThanOrEqual(15);
  }
});

it('GitHub’s language service sees an input that does not exist, one that is missing, and an action that is not there', async () => {
  const workflow = (uses: string, ...inputs: readonly string[]): string => {
    const job = ['jobs:', '  gate:', '    runs-on: ubuntu-latest', '    steps:', `      - uses: ${uses}@v1`];
    const lines = ['on: pull_request', ...job, '        with:', ...inputs.map((input) => `          ${input}`)];
    return lines.join('\n');
  };
  expect(await service.check(workflow(OURS, 'api-url: https://a.example', 'max-security-bug: 0'))).toEqual([
    "error, line 9: Invalid action input 'max-security-bug'",
    'error, line 7: Missing required input `api-key`',
  ]);
  expect(await service.check(workflow(`${OURS}/elsewhere`, 'api-key: b'))).toEqual([
    expect.stringContaining('Unable to resolve'),
  ]);
});

/** A program of jq in a page, with the flags that stand before it. */
interface JqProgram {
  readonly program: string;
  readonly flags: readonly string[];
}

/** `jq …` of a shell, and `--jq …` of GitHub's command line, which writes text without quotes. */
function readPrograms(page: string): readonly JqProgram[] {
  const found = readFileSync(join(ROOT, page), 'utf8').matchAll(
    /(--)?\bjq((?: --[\w-]+(?: \w+ "[^"]*")?)*) (?:'([^']+)'|(?<=--jq )(\w+))/g,
  );
  return [...found].map(([, ofGitHub, flags = '', program, word = '']) => ({
    program: program ?? word,
    flags: [
      ...(ofGitHub === undefined ? [] : ['--raw-output']),
      ...[...flags.matchAll(/"([^"]*)"|\S+/g)].map(([flag, quoted]) => quoted ?? flag),
    ],
  }));
}

describe('the program of jq', () => {
  const programs = pages.flatMap(readPrograms);
  let files: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    const inputs = { 'gate-on': 'touched', 'report-file': 'report.json', 'sarif-file': 'scan-gate.sarif' };
    files = (await runGateIn(failingWorld(), { inputs })).workspaceFiles;
    expect(files['scan-gate.sarif']).toContain('"suppressions"');
  });

  const names = Array.from({ length: 300 }, (_, index) => `acme/r${index}`);
  const text: unknown = expect.any(String);
  const result: unknown = expect.not.objectContaining({ suppressions: expect.anything() as unknown });
  const results = expect.objectContaining({ results: Array(24).fill(result) }) as unknown;

  /** The program, what it is given, a file or JSON, and what it says: lines or JSON. */
  const rows: readonly (readonly [start: string, input: unknown, output: unknown])[] = [
    [
      '[.repository.fullName, .verdict, ',
      'report.json',
      expect.stringMatching(/^"acme\/storefront","failed","threshold-exceeded","[-\dT:.]+Z",24,4,5$/),
    ],
    ['{text: $text}', null, { text: '$NEW new bugs, $SECURITY of them security bugs: $ISSUE' }],
    ['.[]', [7, 12], '7\n12'],
    ['.[].filename', [{ filename: 'a b.ts' }, { filename: 'c.ts' }], 'a b.ts\nc.ts'],
    ['[.findings[] | ', 'report.json', Array(9).fill({ id: text, title: text, path: text, summary: text })],
    ['.runs[].results |= ', 'scan-gate.sarif', expect.objectContaining({ runs: [results] })],
    ['.[:256]', names, names.slice(0, 256)],
    ['.[256:512]', names, names.slice(256)],
    ['length', [], '0'],
  ];

  it.each(rows)('%s', async (start, input, output) => {
    const [found, ...others] = programs.filter(
      ({ program }) => program === start || (start.endsWith(' ') && program.startsWith(start)),
    );
    expect(others).toEqual([]);
    const given = typeof input === 'string' ? files[input] : JSON.stringify(input);
    const said = await raw(given ?? '', found?.program ?? 'no program', [...(found?.flags ?? [])]);
    expect([said, /^[[{]/.test(said) && (JSON.parse(said) as unknown)]).toContainEqual(output);
  });

  it('has a row, each', () => {
    expect(programs).toHaveLength(rows.length);
  });
});
