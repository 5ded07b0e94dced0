// Every block of YAML for users is a workflow that GitHub and our actions understand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raw } from 'jq-wasm';
import * as v from 'valibot';
import { parse } from 'yaml';
import { readActionFile } from '../../sandbox/runner/action-file.ts';
import type { Member } from '../../sandbox/scenarios/organization.ts';
import { ACTIONS } from '../../scripts/actions.ts';
import { readFacts } from '../../scripts/release.ts';
import { toWorkflow } from '../../src/doctor/documents/workflow.ts';
import { SET_UP_NAMES, SET_UPS, type SetUpName } from '../../src/doctor/set-ups.ts';
import { replaced } from '../harness/replaced.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import { withOrganization } from '../sweep/harness.ts';
import { addedInputsOf, completeSample } from './additions.ts';
import { type LanguageService, openLanguageService, OURS } from './language-service.ts';
import { listFiles, readExamples, readPage, ROOT, type Sample } from './pages.ts';

const pages = [
  ...ACTIONS.map((action) => join(action, 'README.md')),
  ...listFiles('docs').filter((path) => path.endsWith('.md')),
];
const samples = [...pages.flatMap((path) => readPage(path).samples), ...readExamples()];
/** A sample that only shows what to add is put where it belongs. */
const named = samples.map((sample) => [toTitle(sample), { ...sample, text: completeSample(sample) }] as const);

const { version } = readFacts();
const BETTER = 'better: the full SHA of a release';
const majorTag = `v${version.replace(/\..*/, '')}`;

let service: LanguageService;
beforeAll(async () => {
  service = await openLanguageService();
}, 60_000);

function toTitle({ page, heading, number }: Sample): string {
  return `${page}, sample ${number}: ${heading}`;
}

/** GitHub's language service is older than this type of event. */
function withoutNews(text: string): string {
  return text.replace(', stacked]', ']');
}

function usesIn(text: string): readonly string[] {
  return [...text.matchAll(/uses: (.+)$/gm)].map(([, uses = '']) => uses);
}

/** A step uses a workflow of the reader's own organization, an action of ours, or somebody else's. */
const TOLD = [
  /^acme\/\S+@[0-9a-f]{40} # its own full SHA$/,
  new RegExp(`^${OURS}(?:/\\w+)?@${majorTag} # ${BETTER}$`),
  new RegExp(`^(?!acme/|${OURS})\\S+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+$`),
];

describe('the samples', () => {
  it('are found', () => {
    expect(samples.length).toBeGreaterThan(8);
  });

  it.each(named)('%s: GitHub finds nothing wrong', async (_, { text }) => {
    expect(await service.check(withoutNews(text))).toEqual([]);
    // Named ones, and never all of them.
    expect(parse(text)).toMatchObject({ permissions: expect.any(Object) as unknown });
  });

  it.each(samples.map((sample) => [toTitle(sample), sample] as const))(
    '%s: names each action by a version that is told',
    (_, sample) => {
      const isOurs = (uses: string): boolean => uses.startsWith(OURS);
      // A completed sample loses the comments behind the versions of what was added.
      const used = [
        ...usesIn(completeSample(sample)).filter(isOurs),
        ...usesIn(sample.text).filter((uses) => !isOurs(uses)),
      ];
      expect(used).not.toEqual([]);
      expect(used.filter((uses) => !TOLD.some((form) => form.test(uses)))).toEqual([]);
    },
  );

  it.each(named)('%s: reads only outputs that the action has', (_, { text }) => {
    const read = [...text.matchAll(/steps\.(gate|insights|rules|watch)\.outputs\.([\w-]+)/g)];
    for (const [, step = '', name] of read) {
      const { outputs } = readActionFile(join(ROOT, step.replace('gate', '.'), 'action.yml'));
      expect(outputs).toContain(name);
    }
  });

  it('and no checkout where a fork’s pull request meets a secret', () => {
    const risky = named.map(([, sample]) => sample).filter(({ text }) => /pull_request_target|workflow_run/.test(text));
    expect(risky.length).toBeGreaterThan(0);
    expect(risky.filter(({ text }) => /checkout@|run:/.test(text))).toEqual([]);
  });
});

/** The doctor hands out these lines of a set-up behind `with:`, after the connection. */
function linesOf(name: SetUpName): string {
  const lines = toWorkflow(SET_UPS[name], '');
  return `${lines.slice(lines.findIndex((line) => line.includes('api-key:')) + 1).join('\n')}\n`;
}

const stepShape = v.object({
  uses: v.optional(v.string(), ''),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
});
const jobShape = v.object({
  /** The jobs of a reusable workflow have their own time limits. */
  uses: v.optional(v.string()),
  'timeout-minutes': v.optional(v.number(), 0),
  environment: v.optional(v.string()),
  steps: v.optional(v.array(stepShape), []),
});
const workflowShape = v.object({ on: v.unknown(), jobs: v.record(v.string(), jobShape) });

/** A whole workflow may add these inputs to its set-up, because it is about them. The keys are headings. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  'by-hand': ['bug-url', 'pr-number', 'annotations'],
  'coding-agent': ['bug-url', 'pr-number', 'comment', 'report-file'],
  'required-workflow': ['bug-url', 'contact'],
  'Set it up in five minutes': ['bug-url'],
};

/** Warns or blocks by a list of repositories, which is empty on the first day. */
const BLOCKING = 'required-workflow';
const OWN_LINES = / +# It blocks in[^]*$/;
const DAY_ONE = '          mode: warn # until the team trusts it\n';

/** Judges pull requests, by its event, by that of whoever calls it, or by a number. */
function isPullRequestGate(on: unknown, inputs: Readonly<Record<string, unknown>>): boolean {
  return 'pr-number' in inputs || /pull_request|merge_group|workflow_call/.test(JSON.stringify(on));
}

const TYPES = ['opened', 'synchronize', 'reopened', 'edited'];
const triggersShape = v.record(v.string(), v.nullish(v.object({ types: v.optional(v.array(v.string()), []) })));

/** Names the events at which a gate would miss a change of base, a line each. */
function findTypeFaults(on: unknown): readonly string[] {
  const triggers = v.safeParse(triggersShape, typeof on === 'string' ? { [on]: null } : on);
  return Object.entries(triggers.success ? triggers.output : {})
    .filter(([event]) => /^pull_request(_target)?$/.test(event))
    .filter(([, trigger]) => !TYPES.every((type) => trigger?.types.includes(type)))
    .map(([event]) => `${event} lacks one of the types ${TYPES.join(', ')}`);
}

/** Says how a workflow differs from its set-up, a line each. The inputs in `added` may differ. */
function findSetUpFaults(text: string, added: readonly string[]): readonly string[] {
  const { on, jobs } = v.parse(workflowShape, parse(text));
  const [name] = SET_UP_NAMES.filter((each) => text.includes(linesOf(each)));
  const known = [
    'api-url',
    'api-key',
    'mode',
    ...(name ? SET_UPS[name].inputs.map((input) => input.name) : []),
    ...added,
  ];
  return Object.entries(jobs).flatMap(([job, { uses, steps, ...rest }]) => {
    const gates = steps.filter((step) => step.uses.startsWith(`${OURS}@`));
    const inputs = gates[0]?.with ?? {};
    const minutes = (input: string, ifNot: number): number =>
      input in inputs ? Number(String(inputs[input]).replace(/m$/, '')) : ifNot;
    const needed = gates.length === 0 ? 1 : minutes('wait-for-scan', 0) + minutes('wait-timeout', 10) + 4;
    const isTimed = uses !== undefined || rest['timeout-minutes'] >= needed;
    const faults = gates.length === 0 ? [] : findGateFaults({ on, inputs, name, known });
    const mayBeGate = gates.length > 0 || uses !== undefined;
    return [
      ...(isTimed ? [] : [`needs timeout-minutes of at least ${needed}`]),
      ...(gates.length < 2 ? [] : ['two gates in a job']),
      ...(mayBeGate ? findTypeFaults(on) : []),
      ...faults,
    ].map((fault) => `${job}: ${fault}`);
  });
}

interface SampledGate {
  readonly on: unknown;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly name: SetUpName | undefined;
  /** Inputs of the set-up and of the sample's own. */
  readonly known: readonly string[];
}

function findGateFaults({ on, inputs, name, known }: SampledGate): readonly string[] {
  if (inputs['mode'] !== 'warn') return ['blocks on day one: say mode: warn'];
  if (isPullRequestGate(on, inputs)) {
    if (name === undefined) return ['has the lines of no set-up'];
    const others = Object.keys(inputs).filter((input) => !known.includes(input));
    return others.map((input) => `${input} is not in the set-up ${name}`);
  }
  // Somebody watches a release.
  if (name === 'release' || inputs['on-unverified'] === 'fail') return [];
  return ['nobody would notice that scans are missing: say on-unverified: fail'];
}

describe('one set-up in every sample', () => {
  it.each(samples.map((sample) => [toTitle(sample), sample] as const))('%s', (_, sample) => {
    const complete = completeSample(sample);
    const text = sample.heading === BLOCKING ? replaced(complete, OWN_LINES, DAY_ONE) : complete;
    expect(findSetUpFaults(text, [...(ADDED[sample.heading] ?? []), ...addedInputsOf(sample)])).toEqual([]);
  });
});

/** Says what somebody would miss who saves a whole workflow unchanged, a line each. */
function findGaps(text: string): readonly string[] {
  const { on, jobs } = v.parse(workflowShape, parse(text));
  const events = typeof on === 'string' ? [on] : Object.keys(v.parse(v.record(v.string(), v.unknown()), on));
  const all = Object.values(jobs);
  const steps = all.flatMap((job) => job.steps);
  const shows = (uses: string): boolean =>
    [OURS, `${OURS}/watch`, `${OURS}/insights`].includes(uses.replace(/@.*/, ''));
  return [
    ...(events.includes('schedule') && !events.includes('workflow_dispatch') ? ['cannot be started by hand'] : []),
    ...steps.filter(({ uses, with: inputs }) => shows(uses) && !('bug-url' in inputs)).map(() => 'bugs have no link'),
    ...all
      .filter((job) => job.environment === undefined && job.steps.some(({ with: inputs }) => 'private-key' in inputs))
      .map(() => 'everybody who can push can read the key of an app'),
  ];
}

describe('a workflow to copy', () => {
  it.each(readExamples().map((sample) => [sample.page, sample] as const))('%s lacks nothing', (_, { text }) => {
    expect(findGaps(text)).toEqual([]);
  });
});

it('the workflow of the README has at most 16 lines', () => {
  const [first] = samples.filter(({ page }) => page === 'README.md');
  expect(first?.text.trim().split('\n').length).toBeLessThanOrEqual(16);
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

function findProgram(start: string): string {
  const texts = [...pages, ...readExamples().map(({ page }) => page)].map((page) =>
    readFileSync(join(ROOT, page), 'utf8'),
  );
  const programs = texts.flatMap((text) =>
    [...text.matchAll(/\bjq [^'\n]*'([^']+)'/g)].map(([, program = '']) => program),
  );
  return programs.find((program) => program.startsWith(start)) ?? 'no program';
}

describe('the program of jq', () => {
  let files: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    const inputs = { 'gate-on': 'touched', 'report-file': 'report.json', 'sarif-file': 'scan-gate.sarif' };
    files = (await runGateIn(failingWorld(), { inputs })).workspaceFiles;
    expect(files['scan-gate.sarif']).toContain('"suppressions"');
    const members: readonly Member[] = [
      { name: 'checkout', isNewTonight: true },
      { name: 'quiet' },
      { name: 'web', isNewTonight: true },
    ];
    await withOrganization(members, async (organization) => {
      await organization.run('watch');
      organization.night();
      const { outputs } = await organization.run('watch');
      files = { ...files, 'watch.json': outputs['report'] ?? '' };
    });
  });

  const text: unknown = expect.any(String);
  const result: unknown = expect.not.objectContaining({ suppressions: expect.anything() as unknown });
  const results = expect.objectContaining({ results: Array(24).fill(result) }) as unknown;
  const newsOf = (name: string): string =>
    `acme/${name}: 1 new bug, 0 of them security. https://github.com/acme/${name}/issues/6`;
  const card: unknown = expect.objectContaining({ body: [{ type: 'TextBlock', wrap: true, text: 'One.\n\nTwo.' }] });
  const news = { repository: 'acme/web', verdict: 'reported', reason: 'new-scans', new: 2, 'new-security': 1 };
  const unverified = { ...news, verdict: 'unverified' };
  const ofWatch = (...lines: readonly string[]): object => ({ text: ['Scan Gate watch: RUN', ...lines].join('\n') });

  /** A row says how the program begins, which file or value it gets, and what it makes of that. */
  it.each<[start: string, input: unknown, output: unknown]>([
    ['{text: (["Scan Gate watch: ', 'watch.json', ofWatch(newsOf('checkout'), newsOf('web'))],
    [
      '{text: (["Scan Gate watch: ',
      [news, { ...unverified, reason: 'stale-scan' }, { ...unverified, reason: 'no-scan', new: null }],
      ofWatch(
        'acme/web: 2 new bugs, 1 of them security. ',
        'acme/web: 2 new bugs, 1 of them security. ',
        'acme/web is not up to date: stale-scan',
        'acme/web is not up to date: no-scan',
      ),
    ],
    [
      '{type: "message", ',
      { text: 'One.\nTwo.' },
      expect.objectContaining({ attachments: [expect.objectContaining({ content: card }) as unknown] }),
    ],
    ['.[] | select(.name == "index.html") | .sha', [{ name: 'b' }, { name: 'index.html', sha: 'a1' }], 'a1'],
    ['[.findings[] | ', 'report.json', Array(9).fill({ id: text, title: text, path: text, summary: text })],
    ['.runs[].results |= ', 'scan-gate.sarif', expect.objectContaining({ runs: [results] })],
  ])('%s', async (start, input, output) => {
    const given = typeof input === 'string' ? files[input] : JSON.stringify(input);
    const said = await raw(given ?? '', findProgram(start), ['--arg', 'run', 'RUN']);
    expect(JSON.parse(said)).toEqual(output);
  });
});
