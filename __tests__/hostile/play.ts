// The run of an action against hostile answers, and what is wrong with a run whatever was answered.
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import type { FaultInjector, RecordedRequest } from '../../sandbox/http.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { toFormText } from '../../src/net/redact.ts';
import { renderDuplicate } from '../../src/watch/documents/issue.ts';
import { leaksOf } from '../harness/leaks.ts';
import { openSandbox, type RunChange, type Sandbox } from '../harness/sandbox.ts';
import { parseCsv } from '../insights/csv-grammar.ts';
import { pageFaults } from '../insights/page-faults.ts';
import { documentFaults } from './document.ts';

export type Play = Pick<RunChange, 'action' | 'inputs' | 'clock' | 'event' | 'github'>;

/** A text that people read as GitHub renders it. */
export interface Document {
  readonly name: string;
  readonly markdown: string;
  readonly marked: boolean;
}

export interface Played {
  readonly result: RunnerResult;
  readonly documents: readonly Document[];
  readonly requests: readonly RecordedRequest[];
  readonly serverUrl: string;
  /** What is wrong with the run, a line each. */
  readonly faults: readonly string[];
}

/** Starts both services for a world, with answers by `injector`, acts, and stops them. Expects nothing: the browser's test plays outside of jest. */
export async function withServices<Value>(
  world: ScenarioWorld,
  injector: FaultInjector,
  act: (play: (what: Play) => Promise<Played>, sandbox: Sandbox) => Promise<Value>,
): Promise<Value> {
  const sandbox = await openSandbox(world, { injector });
  try {
    return await act((what) => playOn(sandbox, what), sandbox);
  } finally {
    await sandbox.close();
  }
}

async function playOn({ world, github, play }: Sandbox, what: Play): Promise<Played> {
  // The runner would hide secrets in it.
  let summaryAsWritten = '';
  const onSummary = (markdown: string): void => {
    summaryAsWritten = markdown;
  };
  const result = await play({ ...what, onSummary });
  const written = result.requests.github;
  const documents = readDocuments(result, written, what.action !== 'review');
  const hosts = [`${github.url}/`, 'https://app.example.com/'];
  const faults = [
    ...runFaults(result, [world.apiKey, world.githubToken]),
    ...leaksOf([world.apiKey, world.githubToken], result, [summaryAsWritten, written.map(({ body }) => body)]),
    ...documents.flatMap(({ name, markdown, marked }) =>
      documentFaults(markdown, { hosts, marked }).map((fault) => `${name}: ${fault}`),
    ),
    ...fileFaults(result, hosts),
    ...violations(github),
  ];
  const requests = [...written, ...result.requests.service];
  return { result, documents, requests, serverUrl: github.url, faults: [...new Set(faults)] };
}

function violations(github: GitHubHandle): readonly string[] {
  return github.violations.map((violation) => `GitHub refuses: ${JSON.stringify(violation)}`);
}

/** An issue that no run is to find again has no marker. */
const CLOSED = renderDuplicate(null);

/** What was sent to GitHub to be shown as Markdown, and the job summary. A reply of the review has no marker. */
function readDocuments(
  { summary }: RunnerResult,
  requests: readonly RecordedRequest[],
  marked: boolean,
): readonly Document[] {
  const sent = requests.flatMap(({ method, url, body }): Document[] => {
    if (method === 'GET' || url.endsWith('/graphql')) return [];
    const json: unknown = body === '' ? null : JSON.parse(body);
    const comment = textAt(json, 'body');
    const check = textAt(json, 'output', 'summary');
    return [
      ...(comment === null ? [] : [{ name: 'comment', markdown: comment, marked: marked && comment !== CLOSED }]),
      ...(check === null ? [] : [{ name: 'check run', markdown: check, marked: false }]),
    ];
  });
  return summary === '' ? sent : [...sent, { name: 'summary', markdown: summary, marked: false }];
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? Object.entries(node).find(([name]) => name === key)?.[1] : undefined,
    value,
  );
  return typeof found === 'string' ? found : null;
}

function runFaults(result: RunnerResult, secrets: readonly string[]): readonly string[] {
  const { commands, masks, stdout, stderr } = result;
  const known = new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret), toFormText(secret)]));
  const groups = commands.filter(({ name }) => name.endsWith('group')).map(({ name }) => name);
  // A file's name has to be what it is; in a property nothing ends it.
  const shown = stdout.replace(/^(::(?:error|warning|notice) title=[^:]*?,file=)[^,:]*/gmu, '$1');
  const hidden = shown.match(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu) ?? [];
  return [
    ...(result.timedOut || result.signal !== null ? ['it did not end by itself'] : []),
    ...(result.exitCode === 0 || result.exitCode === 1 ? [] : [`exit status ${result.exitCode}`]),
    ...(stdout.includes('Scan Gate crashed') ? [`a defect: ${stdout.slice(-600)}`] : []),
    ...result.unexpected.map((what) => what.slice(0, 200)),
    ...masks.filter((mask) => !known.has(mask)).map((mask) => `foreign mask: ${mask}`),
    ...(/^(?:group,endgroup(?:,|$))*$/u.test(groups.join(',')) ? [] : [`groups: ${groups.join(',')}`]),
    ...[...new Set(hidden)].map((character) => `log: hidden character ${escape(character)}`),
    ...(stderr === '' ? [] : [`stderr: ${stderr.slice(0, 200)}`]),
  ];
}

function escape(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16)}`;
}

/** SARIF and reports are JSON; what code scanning would make links of is escaped; a page is our frame, a CSV has no formula. */
function fileFaults({ workspaceFiles }: RunnerResult, hosts: readonly string[]): readonly string[] {
  return Object.entries(workspaceFiles).flatMap(([file, text]) => {
    if (file.endsWith('.html')) return pageFaults(text, hosts).map((fault) => `${file}: ${fault}`);
    if (file.endsWith('.csv')) return csvFaults(text).map((fault) => `${file}: ${fault}`);
    if (!file.endsWith('.sarif')) return file.endsWith('.json') ? parseFaults(file, text) : [];
    const messages = [...text.matchAll(/"message":\{"text":("(?:[^"\\]|\\.)*")\}/gu)];
    const links = [...text.matchAll(/"(?:hostedViewerUri|repositoryUri)":"([^"]*)"/gu)];
    return [
      ...parseFaults(file, text),
      ...messages
        .map(([, json = '""']) => String(JSON.parse(json)))
        .filter((message) => /(?<!\\)(?:\\\\)*[[\]]/u.test(message))
        .map((message) => `${file}: a link in ${message.slice(0, 80)}`),
      ...links
        .filter(([, link = '']) => !hosts.some((host) => link.startsWith(host)))
        .map(([, link]) => `${file}: link to ${link}`),
    ];
  });
}

function csvFaults(text: string): readonly string[] {
  const formulas = parseCsv(text)
    .flat()
    .filter((cell) => /^[=+\-@\t\r]/u.test(cell));
  return formulas.map((cell) => `a formula: ${cell.slice(0, 40)}`);
}

function parseFaults(file: string, text: string): readonly string[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    return [`${file}: is no JSON`];
  }
}
