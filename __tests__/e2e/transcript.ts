// The transcript of a scenario: what its steps did, as text that a person can read and a test can compare.
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { Annotation } from '../../sandbox/runner/annotation.ts';
import { playRunner, type RunnerResult } from '../../sandbox/runner/runner.ts';
import { minuteMs } from '../../sandbox/scenarios/identity.ts';
import { type LocalServices, playSteps, type PlayStepsOptions, startServices } from '../../sandbox/scenarios/play.ts';
import type { Scenario, ScenarioWorld, Step } from '../../sandbox/scenarios/scenario.ts';
import { readActionFile } from '../gate/fixtures.ts';
import { createTestClock } from '../harness/clock.ts';
import { movedByWaits, preload } from '../harness/preload.ts';
import { runAction } from '../harness/run-action.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export const directory = join(import.meta.dirname, 'transcripts');

export function fileOf({ name }: Pick<Scenario, 'name'>): string {
  return `${name}.txt`;
}

/** The committed transcript; empty when there is none. */
export async function readTranscript(scenario: Pick<Scenario, 'name'>): Promise<string> {
  return await readFile(join(directory, fileOf(scenario)), 'utf8').catch(() => '');
}

/** The moment at which all transcripts begin. */
export const transcriptMs = Date.UTC(2026, 10, 20, 12);

/** Of these scenarios the steps of one action are told in full: the gate with and without a verdict, and each other action. */
export const toldInFull: Readonly<Record<string, string>> = {
  'threshold-exceeded': 'action.yml',
  'wrong-key': 'action.yml',
  review: 'review/action.yml',
  rules: 'rules/action.yml',
  watch: 'watch/action.yml',
  doctor: 'doctor/action.yml',
  recheck: 'recheck/action.yml',
  insights: 'insights/action.yml',
};

/** The last line of the runner's group with all inputs. */
const LAST_VARIABLE = { TRANSCRIPT: 'begins below' };

export interface Recording {
  /** What is committed: most steps in short. Ends with a line feed. */
  readonly transcript: string;
  /** All that its steps did. */
  readonly everything: string;
  /** All that its steps wrote to standard error, where its place among the lines of the log is left to chance. */
  readonly stderr: string;
  /** One sentence for each request that GitHub would have refused. */
  readonly violations: readonly string[];
}

/**
 * Plays all steps of a scenario in this process, as `src/` has them: no sentence needs a bundle before its test. The same
 * bytes on every machine. With `bundleRoot`, a folder with the actions' own folders and `dist/`, the first step that is
 * told in full is played by the bundle from there instead, in a process of its own.
 */
export async function recordScenario(scenario: Scenario, bundleRoot?: string): Promise<Recording> {
  const world = scenario.build(transcriptMs);
  const clock = { nowMs: transcriptMs };
  const services = await startServices({
    world,
    now: () => clock.nowMs,
    faults: {
      intercept: ({ path }) => {
        // A job that makes rules ends when time passes: it does for whoever asks, not for whoever is slow.
        if (path.startsWith('/public/v1/rules/requests/')) clock.nowMs += 1000;
        return Promise.resolve(false);
      },
    },
  });
  const actionInFull = toldInFull[scenario.name];
  const pathInFull = actionInFull === undefined ? null : join(ROOT, actionInFull);
  const heading = `${scenario.name}: ${scenario.description}\n`;
  const steps: RecordedStep[] = [];
  let runsInFull = 0;
  try {
    let before = takeSnapshot(services, {});
    const options: PlayStepsOptions = {
      env: () => LAST_VARIABLE,
      // At a moment of the test, so that no date, age or marker has to be normalised.
      run: (given) => {
        if (given.actionFile === pathInFull) runsInFull += 1;
        const isByBundle = given.actionFile === pathInFull && runsInFull === 1;
        if (bundleRoot === undefined || !isByBundle) {
          return runAction({
            ...given,
            clock: createTestClock(clock.nowMs, true),
            servers: [services.service, services.github],
          });
        }
        return playRunner({
          ...given,
          actionFile: join(bundleRoot, relative(ROOT, given.actionFile)),
          env: { ...preload(movedByWaits(clock.nowMs)), ...given.env },
        });
      },
    };
    for await (const { step, result } of playSteps(services, world, options)) {
      const after = takeSnapshot(services, result.workspaceFiles);
      steps.push({ step, result, before, after });
      before = after;
      // As in the demo: minutes pass between two runs.
      clock.nowMs += 7 * minuteMs;
    }
  } finally {
    await services.close();
  }
  if (pathInFull !== null && runsInFull === 0) throw new Error(`no step of ${scenario.name} is told in full`);
  const isInFull = ({ step }: RecordedStep): boolean => step.action === actionInFull;
  const told = steps.map((step) => (isInFull(step) ? renderStep(step) : renderInShort(step)));
  return {
    transcript: normalize([heading, ...told].join('\n'), services, world),
    everything: steps.map(renderStep).join('\n'),
    stderr: steps.map(({ result }) => result.stderr).join(''),
    violations: services.github.violations,
  };
}

/**
 * The first lines that differ, from shortly before the difference on, since a line may have thousands of characters, and
 * the command that helps; null when nothing differs.
 */
export function findDifference(actual: string, expected: string, command: string): object | null {
  if (actual === expected) return null;
  const [now, before] = [actual.split('\n'), expected.split('\n')];
  const at = now.findIndex((line, index) => line !== before[index]);
  const first = at === -1 ? now.length : at;
  const [line = '', other = ''] = [now[first], before[first]];
  let column = 0;
  while (column < line.length && line[column] === other[column]) column += 1;
  const start = Math.max(0, column - 80);
  const excerpt = (lines: readonly string[]): readonly string[] => [
    (lines[first] ?? '(the end)').slice(start, start + 200),
    ...lines.slice(first + 1, first + 5).map((next) => next.slice(0, 200)),
  ];
  return { line: first + 1, expected: excerpt(before), received: excerpt(now), toTakeItOver: command };
}

interface Snapshot {
  readonly service: Readonly<Record<'reviews' | 'rules' | 'requests for rules', readonly object[]>>;
  readonly github: Readonly<Record<'reactions' | 'check runs' | 'runs' | 'issues', readonly object[]>> & {
    readonly comments: readonly { readonly body: string }[];
  };
  readonly files: Readonly<Record<string, string>>;
  readonly serviceRequests: readonly RecordedRequest[];
  readonly githubRequests: readonly RecordedRequest[];
}

function takeSnapshot({ service, github }: LocalServices, files: Snapshot['files']): Snapshot {
  const { bugs, rules, requests } = service.state;
  const { comments, reactions, checkRuns, runs, issues } = github.state;
  return {
    service: structuredClone({
      reviews: bugs.map(({ id, review }) => ({ bug: id, review })),
      rules,
      'requests for rules': requests,
    }),
    github: structuredClone({ comments, reactions, 'check runs': checkRuns, runs, issues }),
    files,
    serviceRequests: [...service.requests],
    githubRequests: [...github.requests],
  };
}

interface RecordedStep {
  readonly step: Step;
  readonly result: RunnerResult;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

type Section = readonly [title: string, lines: readonly string[]];

function renderStep({ step, result, before, after }: RecordedStep): string {
  const { toService, toGitHub } = requestsOf({ before, after });
  return renderSections(step, [
    ['log', [...renderInputs(step), ...readLog(result.log)]],
    ['exit status', [`${result.exitCode}, ${result.conclusion}`]],
    ['outputs', Object.entries(result.outputs).map(([name, value]) => `${name}=${value}`)],
    ['annotations', result.annotations.map(renderAnnotation)],
    ['annotations over the limit', result.droppedAnnotations.map(renderAnnotation)],
    // The toolkit ends it with the line end of the system.
    ['job summary', result.summary === '' ? [] : [result.summary.replace(/\r\n$/u, '\n')]],
    ['files written', renderFiles(before.files, after.files)],
    ['requests to the service', sortParallel(toService, listOf).flat().map(renderRequest)],
    ['requests to GitHub', sortParallel(byStream(toGitHub), readOf).flat().map(renderRequest)],
    ['changed in the service', renderChanges(before.service, after.service, toService)],
    ['changed on GitHub', renderChanges(before.github, after.github, toGitHub)],
  ]);
}

/** The log, what was asked, and the comments that a reader now sees; tests of their own hold what is in folds and lists. */
function renderInShort({ step, result, before, after }: RecordedStep): string {
  const { toService, toGitHub } = requestsOf({ before, after });
  const known = new Set(before.github.comments.map((comment) => JSON.stringify(comment)));
  const comments = after.github.comments.filter((comment) => !known.has(JSON.stringify(comment)));
  return renderSections(step, [
    ['log', [...renderInputs(step), ...shortenBugs(readLog(result.log))]],
    ['exit status', [`${result.exitCode}, ${result.conclusion}`]],
    [
      'requests',
      [...sortParallel(toService, listOf), ...sortParallel(byStream(toGitHub), readOf)].flatMap(renderTogether),
    ],
    ...comments.map(({ body }): Section => ['comment', shortenFolds(body.split('\n'))]),
  ]);
}

function requestsOf({ before, after }: Pick<RecordedStep, 'before' | 'after'>) {
  return {
    toService: after.serviceRequests.slice(before.serviceRequests.length),
    toGitHub: after.githubRequests.slice(before.githubRequests.length),
  };
}

function renderSections({ action, event, title }: Step, sections: readonly Section[]): string {
  const told = sections.filter(([, lines]) => lines.length > 0);
  const texts = told.map(([name, lines]) => `── ${name}\n${lines.join('\n')}\n`);
  return `════ ${action} on ${event.name}: ${title}\n\n${texts.join('\n')}`;
}

/** What the workflow says in `with:` that is not the default. */
function renderInputs({ action, inputs }: Step): readonly string[] {
  const declared = readActionFile(action).inputs;
  const given = Object.entries(inputs).filter(([name, value]) => value !== (declared[name]?.default ?? ''));
  return given.map(([name, value]) => `with ${name}: ${value.replaceAll('\n', String.raw`\n`)}`);
}

/** The lines after the runner's group with all inputs, and the warnings before it. */
function readLog(log: string): readonly string[] {
  const lines = log.trimEnd().split('\n');
  const [start, end] = [/^▸ Run /u, /^ {2}TRANSCRIPT: /u].map((line) => lines.findIndex((each) => line.test(each)));
  if (start === undefined || end === undefined || start < 0 || end < start) throw new Error('the log has no inputs');
  return [...lines.slice(0, start), ...lines.slice(end + 1)];
}

const BUGS_SHOWN = 3;

/** Of the group with the bugs the first lines, and how many follow. */
function shortenBugs(lines: readonly string[]): readonly string[] {
  const start = lines.indexOf('▸ Pending bugs') + 1;
  const length = lines.slice(start).findIndex((line) => line.startsWith('▸ '));
  if (start === 0 || length <= BUGS_SHOWN) return lines;
  const shown = lines.slice(0, start + BUGS_SHOWN);
  return [...shown, `(${length - BUGS_SHOWN} more lines)`, ...lines.slice(start + length)];
}

/** Of a fold its title, and how many lines it has. */
function shortenFolds(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let [depth, folded] = [0, 0];
  for (const line of lines) {
    const opens = line.trimStart().startsWith('<details>');
    if (opens && depth === 0) shown.push(line);
    if (opens) depth += 1;
    if (depth === 0) shown.push(line);
    else folded += 1;
    if (!line.trimEnd().endsWith('</details>')) continue;
    depth -= 1;
    if (depth !== 0) continue;
    shown.push(`(${folded} lines)`);
    folded = 0;
  }
  return shown;
}

/** Method and address of requests that were under way at the same time; the pages of a list are one line. */
function renderTogether(requests: readonly RecordedRequest[]): readonly string[] {
  const pages = new Map<string, number>();
  for (const { method, url, status } of requests) {
    const list = `${status ?? 'cut'} ${method} ${url.replace(/[&?](?:offset|page)=\d+/u, '')}`;
    pages.set(list, (pages.get(list) ?? 0) + 1);
  }
  return [...pages].map(([list, count]) => (count === 1 ? list : `${list} (${count} times)`));
}

function renderAnnotation({ level, ...fields }: Annotation): string {
  return level + renderValue(fields, nothing);
}

function renderFiles(before: Snapshot['files'], after: Snapshot['files']): readonly string[] {
  const written = Object.entries(after).filter(([path, text]) => before[path] !== text);
  const removed = Object.keys(before).filter((path) => after[path] === undefined);
  return [
    ...written.map(([path, text]) => `${path}\n${isShown(path) ? text : '(see __tests__/insights)'}`),
    ...removed.map((path) => `${path} is removed`),
  ];
}

/** A page, and what is behind it, have thousands of lines that tests of their own hold. */
function isShown(path: string): boolean {
  return !path.startsWith('scan-insights/');
}

/** What is new or other than before, each as it is now; what has been sent with a request is not told twice. */
function renderChanges(
  before: Readonly<Record<string, readonly object[]>>,
  after: Readonly<Record<string, readonly object[]>>,
  requests: readonly RecordedRequest[] = [],
): readonly string[] {
  const sent = new Set(requests.flatMap(({ body }) => longTextsIn(readBody(body))));
  return Object.entries(after).flatMap(([kind, items]) => {
    const known = new Set(before[kind]?.map((item) => JSON.stringify(item)));
    return items.filter((item) => !known.has(JSON.stringify(item))).map((item) => kind + renderValue(item, sent));
  });
}

function longTextsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 80 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(longTextsIn);
}

/** As JSON, but for objects, whose keys are sorted, lists and texts of several lines, which are indented. */
function renderValue(value: unknown, sent: ReadonlySet<string>, indent = '  '): string {
  if (typeof value === 'string') {
    if (sent.has(value)) return ' (as sent)';
    if (value.includes('\n')) return [' |', ...value.split('\n')].join(`\n${indent}`);
  }
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return ` ${JSON.stringify(value)}`;
  const isList = Array.isArray(value);
  if (!isList) fields.sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = fields.map(([name, field]) => (isList ? '-' : `${name}:`) + renderValue(field, sent, `${indent}  `));
  return ['', ...lines].join(`\n${indent}`);
}

const nothing: ReadonlySet<string> = new Set();

function renderRequest({ method, url, body, status }: RecordedRequest): string {
  const line = `${status ?? 'cut'} ${method} ${url}`;
  return body === '' ? line : line + renderValue(readBody(body), nothing);
}

/** A body that is not JSON is a text. */
function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Neighbors of one group were under way at the same time and may arrive in any order: sorted. */
function sortParallel(
  requests: readonly RecordedRequest[],
  groupOf: (request: RecordedRequest) => string | null,
): readonly (readonly RecordedRequest[])[] {
  const runs: RecordedRequest[][] = [];
  let group: string | null = null;
  for (const request of requests) {
    const next = groupOf(request);
    if (next !== null && next === group) runs.at(-1)?.push(request);
    else runs.push([request]);
    group = next;
  }
  return runs.map((run) => run.toSorted(byText));
}

function byText(a: RecordedRequest, b: RecordedRequest): number {
  const [left, right] = [renderRequest(a), renderRequest(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The service is asked for one list after the other, for the pages of a list, or all of some rules, at once. */
function listOf({ method, url }: RecordedRequest): string | null {
  if (method !== 'GET') return null;
  return url.replace(/\?.*$/u, '').replace(/\b(?:bug|rule)_\w+$/u, '{id}');
}

/** A check run is written while the comment is: told after it, in its own order. */
function byStream(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  const isCheckRun = ({ url }: RecordedRequest): boolean => url.includes('/check-runs');
  return [...requests.filter((each) => !isCheckRun(each)), ...requests.filter(isCheckRun)];
}

/** GitHub is read in parallel; a write stands alone. */
function readOf({ method, url }: RecordedRequest): string | null {
  return method === 'GET' || url.endsWith('/graphql') ? 'read' : null;
}

/**
 * Takes out what differs from run to run: the ports, and ids, since a comment and a check run are made at the same
 * time. Git would change a carriage return.
 */
function normalize(text: string, { service, github }: LocalServices, world: ScenarioWorld): string {
  const given = new Set(world.github.comments.map(({ id }) => id));
  const ids: readonly (readonly [id: number, name: string])[] = [
    ...github.state.comments
      .filter(({ id }) => !given.has(id))
      .map(({ id }, index) => [id, `<comment ${index + 1}>`] as const),
    ...github.state.checkRuns.map(({ id }, index) => [id, `<check run ${index + 1}>`] as const),
  ];
  return (
    ids
      .reduce((named, [id, name]) => named.replaceAll(String(id), name), text)
      .replaceAll(`:${new URL(service.url).port}`, ':<service>')
      .replaceAll(`:${new URL(github.url).port}`, ':<github>')
      // Of a text with the ports in it.
      .replaceAll(/digest=[0-9a-f]{16}/gu, 'digest=<digest>')
      // The marker names every input that decides; a test of its own holds it.
      .replaceAll(/(<!-- scan-gate[^\n]*"inputs":)\{[^\n]*?\}/gu, '$1{…}')
      .replaceAll('\r', '␍')
  );
}
