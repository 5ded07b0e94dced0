// The transcript of a scenario: all that its steps did, as text that a person can read and a test can compare.
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { Annotation } from '../../sandbox/runner/annotation.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { minuteMs } from '../../sandbox/scenarios/identity.ts';
import { type LocalServices, playSteps, startServices } from '../../sandbox/scenarios/play.ts';
import type { Scenario, ScenarioWorld, Step } from '../../sandbox/scenarios/scenario.ts';
import { preload, stopped } from '../harness/preload.ts';

/** The moment at which all transcripts begin. */
export const transcriptMs = Date.UTC(2026, 10, 20, 12);

/** A played scenario. */
export interface Recording {
  /** Ends with a line feed. */
  readonly transcript: string;
  /** All that its steps wrote to standard error, where its place among the lines of the log is left to chance. */
  readonly stderr: string;
  /** One sentence for each request that GitHub would have refused. */
  readonly violations: readonly string[];
}

/** Plays all steps of a scenario with the committed bundles. The same bytes on every machine. */
export async function recordScenario(scenario: Scenario): Promise<Recording> {
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
  const texts = [`${scenario.name}: ${scenario.description}\n`];
  const stderr: string[] = [];
  try {
    let before = takeSnapshot(services, {});
    // So that no date, age or marker has to be normalised. A workflow could do the same, and the log says so.
    for await (const { step, result } of playSteps(services, world, {
      env: () => preload(stopped(clock.nowMs)),
    })) {
      const after = takeSnapshot(services, result.workspaceFiles);
      texts.push(renderStep({ step, result, before, after }));
      stderr.push(result.stderr);
      before = after;
      // As in the demo: minutes pass between two runs.
      clock.nowMs += 7 * minuteMs;
    }
  } finally {
    await services.close();
  }
  return {
    transcript: normalize(texts.join('\n'), services, world),
    stderr: stderr.join(''),
    violations: services.github.violations,
  };
}

/** All that a step can change outside of its process, as it was at one moment. */
interface Snapshot {
  readonly service: Readonly<Record<'reviews' | 'rules' | 'requests for rules', readonly object[]>>;
  readonly github: Readonly<Record<'comments' | 'reactions' | 'check runs' | 'runs' | 'issues', readonly object[]>>;
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

function renderStep({ step, result, before, after }: RecordedStep): string {
  const serviceRequests = after.serviceRequests.slice(before.serviceRequests.length);
  const githubRequests = after.githubRequests.slice(before.githubRequests.length);
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['log', [result.log.trimEnd()]],
    ['exit status', [`${result.exitCode}, ${result.conclusion}`]],
    ['outputs', Object.entries(result.outputs).map(([name, value]) => `${name}=${value}`)],
    ['annotations', result.annotations.map(renderAnnotation)],
    ['annotations over the limit', result.droppedAnnotations.map(renderAnnotation)],
    // The toolkit ends it with the line end of the system.
    ['job summary', [result.summary.replace(/\r\n$/u, '\n')]],
    ['files written', renderFiles(before.files, after.files)],
    ['requests to the service', sortParallel(serviceRequests, listOf).map(renderRequest)],
    ['requests to GitHub', sortParallel(byStream(githubRequests), readOf).map(renderRequest)],
    ['changed in the service', renderChanges(before.service, after.service, serviceRequests)],
    ['changed on GitHub', renderChanges(before.github, after.github, githubRequests)],
  ];
  const heading = `════ ${step.action} on ${step.event.name}: ${step.title}\n\n`;
  return heading + sections.map(([title, lines]) => `── ${title}\n${lines.join('\n')}\n`).join('\n');
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
): readonly RecordedRequest[] {
  const runs: RecordedRequest[][] = [];
  let group: string | null = null;
  for (const request of requests) {
    const next = groupOf(request);
    if (next !== null && next === group) runs.at(-1)?.push(request);
    else runs.push([request]);
    group = next;
  }
  return runs.flatMap((run) => run.toSorted(byText));
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
      .replaceAll('\r', '␍')
  );
}
