// Owns the transcript of a run: everything that it did, as text that a person can read and a test can compare.
import type { RecordedRequest } from '../../sandbox/http.ts';
import type { Annotation } from '../../sandbox/runner/annotation.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import type { Scenario } from '../../sandbox/scenarios/scenario.ts';
import { preload } from './preload.ts';
import type { Scene } from './scene.ts';

/** The moment at which all transcripts are made. */
export const transcriptMs = Date.UTC(2026, 10, 20, 12);

/**
 * Stops the clock of the bundle's process, so that no date, age or marker has to be normalised. A workflow could
 * do the same, and the log says so.
 */
export const stoppedClock = preload(`Date.now=()=>${transcriptMs}`);

/** Writes down a run. Ends with a line feed. */
export function renderTranscript(scenario: Scenario, result: RunnerResult, scene: Scene): string {
  const { service, github } = scene;
  const comments = scene.ownComments().map(({ id, body }) => `comment ${id}\n${body}`);
  const outputs = Object.entries(result.outputs).map(([name, value]) => `${name}=${value}`);
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['log', [result.log.trimEnd()]],
    ['exit status', [String(result.exitCode)]],
    ['outputs', outputs],
    ['annotations', result.annotations.map(renderAnnotation)],
    ['requests to the service', sortParallel(service.requests, pathOf).map(renderRequest)],
    ['requests to GitHub', sortParallel(byStream(github.requests), writeOf).map(renderRequest)],
    ['comments of the gate', comments],
    // The toolkit ends it with the line end of the system.
    ['job summary', [`${Buffer.byteLength(result.summary.replace(/\r\n$/u, '\n'))} bytes`]],
  ];
  const text = sections.map(([title, lines]) => `── ${title}\n${lines.join('\n')}\n`).join('\n');
  return normalise(`${scenario.name}: ${scenario.description}\n\n${text}`, scene);
}

/** The only thing that differs from run to run: the ports. */
function normalise(text: string, { service, github }: Scene): string {
  return text
    .replaceAll(service.url, 'http://127.0.0.1:<service>')
    .replaceAll(github.url, 'http://127.0.0.1:<github>');
}

function renderAnnotation({ level, file, line, title, message }: Annotation): string {
  const place = file === undefined ? '(no file)' : `${file}:${line ?? ''}`;
  const [first = ''] = message.split('\n');
  return `${level}  ${place}  ${title ?? first}`;
}

function renderRequest({ method, url, status }: RecordedRequest): string {
  return `${status ?? 'cut'} ${method} ${url}`;
}

/** Neighbours of one group were under way at the same time and may arrive in any order: sorted. */
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

/** The service is asked for one list after the other, for the pages of a list at once. */
function pathOf({ url }: RecordedRequest): string {
  return url.replace(/\?.*$/u, '');
}

/** A check run is written while the comment is: told after it, in its own order. */
function byStream(requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  const isCheckRun = ({ url }: RecordedRequest): boolean => url.includes('/check-runs');
  return [...requests.filter((each) => !isCheckRun(each)), ...requests.filter(isCheckRun)];
}

/** GitHub is read in parallel; a write stands alone. */
function writeOf({ method, url }: RecordedRequest): string | null {
  return method === 'GET' || url.endsWith('/graphql') ? 'read' : null;
}
