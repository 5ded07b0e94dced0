// Tests of the events: event × fork or not × scan × token, and what the gate makes of each.
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { type EventName, events, queueSha } from '../harness/events.ts';
import { allOutputs } from '../harness/outputs.ts';
import { runGateIn, type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { changeGitHub, failingWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';
import { toCells } from './cell.ts';
import { buildWorld, faultsOf, type ScanState, type TokenKind } from './world.ts';

// Every event meets every token, and every token every state of the scan, which take turns. `bad` has four security bugs,
// `clean` none. A push to the default branch, a schedule and a dispatch judge `main`, all others the head of pull request 482. Check runs are asked for in each row.
// A fork makes the repository public, which anybody may read.
const table = `
event                fork  scan     token | verdict     reason              exit  comment  check run
pull_request         -     bad      write | failed      threshold-exceeded  1     created  failure on head
pull_request         -     clean    read  | passed      within-threshold    0     refused  refused
pull_request         -     running  wrong | unverified  scan-timeout        1     refused  refused
pull_request         -     failed   no    | unverified  scan-failed         1     -        -
pull_request         fork  bad      read  | failed      threshold-exceeded  1     refused  refused
pull_request         fork  clean    wrong | passed      within-threshold    0     refused  refused
pull_request         fork  running  no    | unverified  scan-timeout        1     -        -
pull_request         fork  failed   write | unverified  scan-failed         1     created  failure on head
pull_request_target  -     bad      wrong | failed      threshold-exceeded  1     refused  refused
pull_request_target  -     clean    no    | passed      within-threshold    0     -        -
pull_request_target  -     running  write | unverified  scan-timeout        1     created  failure on head
pull_request_target  -     failed   read  | unverified  scan-failed         1     refused  refused
pull_request_target  fork  bad      no    | failed      threshold-exceeded  1     -        -
pull_request_target  fork  clean    write | passed      within-threshold    0     created  success on head
pull_request_target  fork  running  read  | unverified  scan-timeout        1     refused  refused
pull_request_target  fork  failed   wrong | unverified  scan-failed         1     refused  refused
merge_group          -     running  wrong | unverified  github-error        1     -        refused
merge_group          -     failed   no    | unverified  github-error        1     -        -
merge_group          -     none     write | unverified  no-scan             1     -        failure on group
merge_group          -     down     read  | unverified  service-error       1     -        refused
push                 -     running  write | unverified  scan-timeout        1     created  failure on head
push                 -     failed   read  | unverified  scan-failed         1     refused  refused
push                 -     none     wrong | unverified  no-scan             1     -        refused
push                 -     down     no    | unverified  service-error       1     -        -
push to main         -     running  read  | unverified  scan-timeout        1     -        refused
push to main         -     failed   wrong | unverified  scan-failed         1     -        refused
push to main         -     none     no    | unverified  no-scan             1     -        -
push to main         -     down     write | unverified  service-error       1     -        failure on main
schedule             -     bad      write | failed      threshold-exceeded  1     -        failure on main
schedule             -     clean    read  | passed      within-threshold    0     -        refused
schedule             -     running  wrong | unverified  scan-timeout        1     -        refused
schedule             -     failed   no    | unverified  scan-failed         1     -        -
workflow_dispatch    -     bad      read  | failed      threshold-exceeded  1     -        refused
workflow_dispatch    -     clean    wrong | passed      within-threshold    0     -        refused
workflow_dispatch    -     running  no    | unverified  scan-timeout        1     -        -
workflow_dispatch    -     failed   write | unverified  scan-failed         1     -        failure on main
workflow_run         -     bad      wrong | failed      threshold-exceeded  1     -        refused
workflow_run         -     clean    no    | passed      within-threshold    0     -        -
workflow_run         -     running  write | unverified  scan-timeout        1     created  failure on head
workflow_run         -     failed   read  | unverified  scan-failed         1     refused  refused
workflow_run         fork  bad      no    | failed      threshold-exceeded  1     -        -
workflow_run         fork  clean    write | passed      within-threshold    0     created  success on head
workflow_run         fork  running  read  | unverified  scan-timeout        1     refused  refused
workflow_run         fork  failed   wrong | unverified  scan-failed         1     -        refused
issue_comment        -     running  wrong | unverified  github-error        1     -        -
issue_comment        -     failed   no    | unverified  github-error        1     -        -
issue_comment        -     none     write | unverified  no-scan             1     created  failure on head
issue_comment        -     down     read  | unverified  service-error       1     refused  refused
`;

// The same with inputs, and events that are unlike the others.
const exceptions = `
event                 fork  scan   token  inputs                         | verdict     reason              exit  comment  check run
pull_request          -     bad    write  sha=MAIN                       | failed      threshold-exceeded  1     created  failure on main
pull_request          fork  bad    read   api-key=                       | unverified  no-credentials      1     refused  refused
pull_request_target   fork  bad    read   annotations=workflow           | failed      threshold-exceeded  1     refused  -
pull_request          -     bad    write  annotations=off  comment=never | failed      threshold-exceeded  1     -        -
push, deletes         -     bad    write  comment=always                 | skipped     nothing-to-judge    0     -        -
push, tag             -     bad    write  comment=always                 | failed      threshold-exceeded  1     -        failure on main
push to main          -     bad    write  pr-number=482                  | failed      threshold-exceeded  1     created  failure on head
workflow_dispatch     -     bad    write  pr-number=482                  | failed      threshold-exceeded  1     created  failure on head
workflow_dispatch     -     bad    write  sha=MAIN  pr-number=482        | failed      threshold-exceeded  1     created  failure on main
workflow_dispatch     -     bad    write  sha=HEAD                       | failed      threshold-exceeded  1     -        failure on head
merge_group           -     bad    write  pr-number=482                  | failed      threshold-exceeded  1     created  failure on group
merge_group           -     bad    write  sha=HEAD                       | failed      threshold-exceeded  1     -        failure on group
merge_group           -     none   write  on-unverified=warn             | unverified  no-scan             0     -        neutral on group
issue_comment, issue  -     bad    write  comment=always                 | failed      threshold-exceeded  1     -        failure on main
`;

interface Row {
  readonly title: string;
  readonly event: EventName;
  readonly isFork: boolean;
  readonly scan: ScanState;
  readonly token: TokenKind;
  readonly inputs: Readonly<Record<string, string>>;
  readonly expected: readonly string[];
}

/** What the table calls the commits. */
const commits: Readonly<Record<string, string>> = { HEAD: storefront.headSha, MAIN: storefront.baseSha };

/** Two spaces or more part the cells. */
function readTable(text: string): readonly Row[] {
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const [left = '', right = ''] = line.split(' | ');
    const [event, fork, scan, token, ...inputs] = left.trim().split(/ {2,}/u);
    return {
      title: left.trim().replaceAll(/ +/gu, ' '),
      event: event as EventName,
      isFork: fork === 'fork',
      scan: scan as ScanState,
      token: token as TokenKind,
      inputs: readInputs(inputs),
      expected: right.trim().split(/ {2,}/u),
    };
  });
}

function readInputs(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const [name = '', value = ''] = word.split('=');
      return [name, commits[value] ?? value];
    }),
  );
}

async function check(row: Row): Promise<void> {
  const { event, scan, token, isFork, inputs } = row;
  const plain = buildWorld({ scan, token, isFork, judged: '' });
  const named = inputs['pr-number'] === undefined ? events[event](plain).judged : commits['HEAD'];
  const judged = inputs['sha'] ?? named ?? '';
  const world = buildWorld({ scan, token, isFork, judged });
  const sent = events[event](world);
  const act = async (sandbox: Sandbox): Promise<void> => {
    const result = await sandbox.run({
      inputs: { annotations: 'check-run', ...inputs },
      event: sent.event,
      github: sent.github,
    });
    checkHonesty(result, sandbox);
    expect(toCells(result, sandbox)).toEqual(row.expected);
  };
  // Where GitHub refuses to say what is to be judged, nobody asks the service.
  await withSandbox(world, act, { faults: row.expected[1] === 'github-error' ? [] : faultsOf(scan) });
}

/** True of every cell: green is only what was counted, and a deletion. */
function checkHonesty({ exitCode, outputs, annotations }: RunnerResult, sandbox: Sandbox): void {
  const { verdict } = outputs;
  const counted = outputs['pending'] !== '';
  expect(verdict === 'passed' || verdict === 'failed').toBe(counted);
  const isGreen = verdict === 'passed' || verdict === 'skipped';
  // A policy of `warn` makes the job green on purpose; then a warning says so, and the check run is not green.
  if (exitCode === 0 && !isGreen) {
    expect(annotations.at(-1)).toMatchObject({ level: 'warning', message: expect.any(String) });
    expect(annotations.at(-1)?.message).toMatch(/^(?:⚠️ )?Scan Gate/u);
  }
  const conclusions = sandbox.github.state.checkRuns.map(({ conclusion }) => conclusion);
  expect(conclusions.includes('success')).toBe(verdict === 'passed' && conclusions.length > 0);
  expect(sandbox.github.state.checkRuns.map(({ headSha }) => headSha)).not.toContain(storefront.mergeSha);
}

const rows = readTable(table);

describe('event × fork × scan × token', () => {
  it.each(rows.map((row) => [row.title, row] as const))('%s', (_, row) => check(row));
});

describe('the exceptions', () => {
  it.each(readTable(exceptions).map((row) => [row.title, row] as const))('%s', (_, row) => check(row));
});

function requestsOf({ service, github }: Sandbox): string {
  return [...service.requests, ...github.requests]
    .map(({ method, url, body }) => `${method} ${url} ${body}`)
    .join('\n');
}

describe('the judged commit', () => {
  it('is never the merge commit, though the event names no head', async () => {
    const event = { name: 'pull_request', payload: { pull_request: { number: 482 } } };
    const { exitCode, outputs, sandbox } = await runGateIn(failingWorld(), { event });
    expect([exitCode, outputs['reason']]).toEqual([1, 'github-error']);
    expect(requestsOf(sandbox)).not.toContain(storefront.mergeSha);
    expect(sandbox.service.requests).toEqual([]);
  });

  it('is the head in a merge queue, which is not asked about the commit of the group', async () => {
    const { event, github } = events.merge_group(failingWorld());
    const { outputs, sandbox } = await runGateIn(failingWorld(), { event, github });
    expect(outputs).toMatchObject({ 'scan-sha': storefront.headSha, 'comment-url': '' });
    expect(requestsOf(sandbox)).not.toContain(queueSha);
  });

  it('is none where a push deletes a branch: a notice, all outputs, and no request', async () => {
    const { event, github } = events['push, deletes'](failingWorld());
    const result = await runGateIn(failingWorld(), { event, github });
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toEqual(allOutputs({ verdict: 'skipped', reason: 'nothing-to-judge' }));
    expect(result.annotations.map(({ level }) => level)).toEqual(['notice']);
    expect(requestsOf(result.sandbox)).toBe('');
  });
});

describe('a merge group that cannot be judged', () => {
  const names = 'refs/heads/gh-readonly-queue/main/pr-482-';
  const soft = { 'on-unverified': 'warn' };
  it.each([
    ['whose pull request cannot be read', names, {}, 1, 'github-error', 'failure'],
    ['whose pull request cannot be read, with warn', names, soft, 0, 'github-error', 'neutral'],
    ['that names no pull request', 'refs/heads/main', {}, 1, 'github-error', 'failure'],
    ['without a key', names, { ...soft, 'api-key': '' }, 1, 'no-credentials', 'failure'],
  ])(
    '%s gets its check run and its report: it would wait for ever',
    async (_, ref, inputs, exitCode, reason, conclusion) => {
      const world = buildWorld({ scan: 'bad', token: 'write', isFork: false, judged: '' });
      const { event, github } = events.merge_group(world);
      const head_ref = ref === names ? `${names}${storefront.baseSha}` : ref;
      const result = await runGateIn(world, {
        event: { ...event, payload: { merge_group: { head_sha: queueSha, head_ref } } },
        github,
        inputs: { annotations: 'check-run', 'report-file': 'report.json', ...inputs },
        faults: ref === names ? ['GET /repos/acme/storefront/pulls/482 status=404'] : [],
      });
      expect([result.exitCode, result.outputs['reason']]).toEqual([exitCode, reason]);
      const [run, ...others] = result.sandbox.github.state.checkRuns;
      expect([run?.conclusion, run?.headSha, others]).toEqual([conclusion, queueSha, []]);
      expect(result.outputs['check-run-url']).toContain(String(run?.id));
      const report = JSON.parse(result.workspaceFiles['report.json'] ?? '') as unknown;
      expect(report).toMatchObject({ reason });
      expect(result.outputs['report-file']).toBe('report.json');
      expect([result.sandbox.service.requests, result.comment]).toEqual([[], '']);
    },
  );
});

it('a closed pull request with the pushed head is not reported on', async () => {
  const world = changeGitHub(failingWorld(), ({ pulls }) => ({
    pulls: pulls.map((pull) => ({ ...pull, state: 'closed' as const })),
  }));
  const { event, github } = events.push(world);
  const { outputs, comment } = await runGateIn(world, { event, github });
  expect([outputs['verdict'], outputs['comment-url'], comment]).toEqual(['failed', '', '']);
});
