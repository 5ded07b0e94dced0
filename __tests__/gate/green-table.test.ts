// The table of what only a whole gate shows: what it asks both services, what their answers come to, and what it says of them.
// What the judge makes of a world is in judgement/judge.test.ts.
import type { FaultRule } from '../../sandbox/faults.ts';
import { createTestClock } from '../harness/clock.ts';
import { type EventName, events } from '../harness/events.ts';
import { replaced } from '../harness/replaced.ts';
import { readInputs, rowsOf } from '../harness/rows.ts';
import { type GateRun, runGateIn, warningsOf, withSandbox } from '../harness/sandbox.ts';
import { describe, expect, test } from '../jest.ts';
import { hourMs } from '../judgement/world.ts';
import { type HttpWords, pullNumber, toScenario } from './http-world.ts';

interface Row extends HttpWords {
  readonly event?: EventName;
  readonly pushedTo?: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly faults: readonly (string | FaultRule)[];
}

const numbered = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const short = (missing: string, afterLooks?: number): Pick<HttpWords, 'late'> => ({
  late: [{ scan: 'wr_full', missing: [missing], ...(afterLooks !== undefined && { afterLooks }) }],
});

/**
 * A world in the judge's words, a sign in front of each: `scan`, `bug` of a scan's list, `file`, `pull`, inputs with `with`,
 * faults; then the reason with the IDs of the bugs that count, and what else comes of it: bugs that are left out, a part of a
 * note or an explanation, what they do not say, outputs, the other pull requests that GitHub was asked about, and whether it was asked for all.
 */
const TABLE = String.raw`
a scan
that runs and then finds a bug is waited for, whatever scan-match lists | scan new running, old base; runs wr_new; bug new: a; with scan-match=ancestor | threshold-exceeded: a
that runs without an ID is waited for until the time is up              | scan none noid running, old base; with scan-match=exact,ancestor wait-timeout=1m | scan-timeout
that is complete without an ID is passed over and named                 | scan none noid, full                                        | within-threshold: | explains gave no ID; output scan-id=wr_full
of a failed commit needs none either                                    | scan new failed, old base; with scan-match=exact,ancestor; refuse /storefront/commits\? | scan-failed
that stands in is as far behind as GitHub lists commits                 | scan old base; bug repo: a; with scan-match=exact,ancestor  | threshold-exceeded: a | output commits-behind=4 scan-match=ancestor
a pending bug
that is older than found-since counts once somebody opened it again     | bug repo: old found 9d, again found 9d reopened 1h; with count-from=repository found-since=YESTERDAY | threshold-exceeded: again | leaves old found-since
in a file that the pull request removes counts until the next scan      | scan old base; file none; removes src/a.ts; bug repo: a, b at b.ts; with scan-match=exact,ancestor gate-on=touched | threshold-exceeded: a | leaves b gate-on
a list
that is short once is read again                                        | bug full: a; short 1                                        | threshold-exceeded: a
that falls short of a count which the service takes back is a pass      | scan new partial, full; bug new: a harmless; bug full: old harmless found 9d; fault GET /public/v1/scans first=1 set=scans.*.bugCounts.total value=9 | within-threshold: a old
that stays short is no pass, and the way out is named                   | bug full: a harmless; short                                 | service-error: a | explains 1 more bug
that is short of the other counts where there is no total is no pass    | bug full: a harmless; short; fault GET /public/v1/scans omit=scans.*.bugCounts.total | service-error: a
nor where half of those are missing                                     | bug full: a harmless; short; fault GET /public/v1/scans set=scans.*.bugCounts value={"open":1} | service-error: a
that nothing counts is whole                                            | bug full: a harmless; short; fault GET /public/v1/scans set=scans.*.bugCounts value=null; with count-from=scan | within-threshold:
that cannot be read is no pass, though the repository’s counts          | bug full: a harmless; with count-from=repository; fault GET /public/v1/bugs?*workflow_request_id=wr_full* status=404 | service-error
of a scan that the service no longer has asks for a new scan            | bug full: a harmless; with count-from=scan; fault GET /public/v1/bugs?*workflow_request_id=wr_full* status=404 | service-error | explains for a new scan
of a scan that the service refuses cannot be done without              | bug full: a harmless; fault GET /public/v1/bugs?*workflow_request_id=wr_full* status=400 | service-error | hides count-from: scan
of the repository that the service refuses can be done without          | scan old base; bug repo: a; with scan-match=exact,ancestor; fault GET /public/v1/bugs?* status=400 | service-error | explains count-from: scan
of the repository that the service does not have is no scan’s           | scan old base; bug repo: a; with scan-match=exact,ancestor; fault GET /public/v1/bugs?* status=404 | service-error | explains count-from: scan
a bug of another pull request
does not count while that one is open                                   | bug repo: a at b.ts of 470; pull 470; with count-from=repository | within-threshold: | leaves a other-pull-request; asks 470
does where the other is a bot                                           | bug repo: a of 470; pull 470 by renovate[bot]; with count-from=repository | threshold-exceeded: a | lists
does where GitHub does not list the open ones, and a warning says so    | bug repo: a at b.ts of 470; pull 470; with count-from=repository; refuse /pulls\? | threshold-exceeded: a | explains other pull requests count; lists
does not on a push to a branch of its own                               | bug repo: a at b.ts of 470; pull 470; with count-from=repository; event push release | within-threshold: | leaves a other-pull-request; asks 470; asks 482
does on a push to a branch that has the commit which introduced it      | bug repo: a at b.ts of 470 by base, b at b.ts of 470; pull 470; with count-from=repository; event push release | threshold-exceeded: a | leaves b other-pull-request; asks 470
a pull request
counts what its twin touches, and names it                              | bug repo: a at b.ts; pull 490 twin touches b.ts; with gate-on=touched | threshold-exceeded: a | explains Pull request 490; asks 490
touches a file by the name that it had before                           | file src/new.ts from src/b.ts; bug repo: a at src/b.ts; with gate-on=touched | threshold-exceeded: a
renames a file of which GitHub does not say what it was called before   | file src/new.ts from src/b.ts; bug repo: a at src/b.ts; with gate-on=touched; fault GET /repos/*/pulls/482/files?* omit=0.previous_filename | github-error: a | explains previous_filename: missing
with none of the files that GitHub counts may touch everything          | file none; bug repo: a at b.ts; with gate-on=touched; fault GET /repos/*/pulls/482 set=changed_files value=1 | threshold-exceeded: a | explains lists 0 files
of a fork is found by workflow_run                                      | head visitor/storefront; event workflow_run; with gate-on=touched; bug repo: a at b.ts | within-threshold: | leaves a gate-on; lists
`;

const YESTERDAY = new Date(Date.now() - 24 * hourMs).toISOString().slice(0, 10);

/** `scan new running; with gate-on=touched`, from a word to its texts. */
function readWords(cell: string): ReadonlyMap<string, readonly string[]> {
  const parts = cell.split('; ').map((part) => [/^\S*/u.exec(part)?.[0] ?? '', part.replace(/^\S+ ?/u, '')] as const);
  const unknown = parts.filter(([word]) => word !== '' && !KNOWN.split(' ').includes(word));
  if (unknown.length > 0) throw new Error(`nothing reads ${unknown.join()}`);
  const byWord = Map.groupBy(parts, ([word]) => word);
  return new Map([...byWord].map(([word, found]) => [word, found.map(([, text]) => text)]));
}

const KNOWN =
  'scan bug file removes pull head event runs short with fault refuse leaves explains hides output asks lists';

function toRow(cell: string): Row {
  const words = readWords(cell);
  const list = (word: string): readonly string[] | undefined =>
    words.get(word)?.flatMap((text) => (text === 'none' ? [] : text.split(', ')));
  const bugs = words.get('bug')?.map((text) => text.split(': ')) ?? [];
  const [event, pushedTo] = words.get('event')?.[0]?.split(' ') ?? [];
  const looks = words.get('short')?.[0];
  const refused = (words.get('refuse') ?? []).map((regex): FaultRule => {
    return { path: { regex }, effect: { kind: 'status', status: 403 } };
  });
  const rest: Readonly<Record<string, unknown>> = {
    ...{ scans: list('scan'), files: list('file'), removes: list('removes'), pulls: list('pull') },
    ...{ headRepository: words.get('head')?.[0], event, pushedTo },
    running: words.get('runs')?.map((scan) => ({ scan, afterLooks: 2, endsAs: 'complete' })),
    bugs: Object.fromEntries(bugs.map(([from = '', texts = '']) => [from, texts.split(', ')])),
    ...(looks !== undefined && short('bug_a', looks === '' ? undefined : Number(looks))),
  };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    inputs: readInputs(words.get('with')?.[0]?.replace('YESTERDAY', YESTERDAY)),
    faults: [...(words.get('fault') ?? []), ...refused],
  };
}

async function play(row: Row): Promise<GateRun> {
  const world = await toScenario(row);
  const { event, github } = row.event === undefined ? { event: undefined } : events[row.event](world);
  const payload = row.pushedTo === undefined ? {} : { ref: `refs/heads/${row.pushedTo}` };
  return await runGateIn(world, {
    inputs: { 'poll-interval': '1s', 'report-file': 'report.json', ...row.inputs },
    ...(event && { event: { ...event, payload: { ...(event.payload as object), ...payload } } }),
    ...(github && { github }),
    faults: row.faults,
  });
}

interface JsonReport {
  readonly reason: string;
  readonly counts: object | null;
  readonly explanation: object | null;
  readonly notes: readonly string[];
  readonly findings: readonly { readonly id: string; readonly gated: boolean; readonly leftOut: string | null }[];
}

/** What the report says, in the words of a row, and everything that it explains. */
function readReport({ workspaceFiles }: GateRun) {
  const report = JSON.parse(workspaceFiles['report.json'] ?? '') as JsonReport;
  const named = report.findings.map(({ id, ...rest }) => ({ ...rest, name: id.slice('bug_'.length) }));
  const ids = named.filter(({ gated }) => gated).map(({ name }) => name);
  const out = named.flatMap(({ name, leftOut }) => (leftOut === null ? [] : [`${name} ${leftOut}`]));
  return {
    says: report.counts === null ? report.reason : `${report.reason}: ${ids.toSorted().join(' ')}`.trimEnd(),
    leaves: out.toSorted().join(', '),
    explains: JSON.stringify([report.notes, report.explanation]),
  };
}

/** The pull requests that were asked about, each once, besides `own`. */
function askedPulls({ sandbox }: GateRun, own: number | null): readonly number[] {
  const asked = sandbox.github.requests
    .map(({ url }) => Number(/\/pulls\/(\d+)(?:$|\/)/u.exec(url)?.[1]))
    .filter((number) => number > 0);
  const others = [...new Set(asked)].filter((number) => number !== own);
  return others.toSorted((a, b) => a - b);
}

function headlineOf(comment: string): string {
  return /^### (.*)$/mu.exec(comment)?.[1] ?? '';
}

/** A line without cells is what the rows below it are about. */
let about = '';
const rows = rowsOf(TABLE).flatMap(([title = '', ...cells]) => {
  if (cells.length === 0) about = title;
  return cells.length === 0 ? [] : [[`${about} ${title}`, ...cells] as const];
});

test.each(rows)('%s', async (_, cell = '', says = '', more = '') => {
  const row = toRow(cell);
  const expected = readWords(more);
  const run = await play(row);
  const { explains, ...said } = readReport(run);
  expect(said).toEqual({ says, leaves: expected.get('leaves')?.join() ?? '' });
  const outputs = readInputs(expected.get('output')?.[0]);
  expect(run.outputs).toMatchObject({ reason: says.split(':')[0], ...outputs });
  expect(explains).toContain(expected.get('explains')?.[0] ?? '');
  for (const hidden of expected.get('hides') ?? []) expect(explains).not.toContain(hidden);
  const urls = run.sandbox.github.requests.map(({ url }) => url);
  const asksFor = expected.get('asks')?.map(Number) ?? [];
  expect({
    asksFor: askedPulls(run, row.pushedTo === undefined ? pullNumber : null),
    listsPulls: urls.some((url) => url.includes('/pulls?') && !url.includes('head=')),
    // Empty for forks, and so no list to decide anything by.
    pullsOfCommits: urls.filter((url) => /\/commits\/\w+\/pulls/u.test(url)),
  }).toEqual({ asksFor, listsPulls: expected.has('lists') || asksFor.length > 0, pullsOfCommits: [] });
});

describe('a run', () => {
  test('without GITHUB_SHA says what it lacks', async () => {
    const world = await toScenario({});
    const { event, github } = events.schedule(world);
    const run = await runGateIn(world, { event, github: { ...github, sha: '' } });
    expect([run.outputs['reason'], run.exitCode]).toEqual(['github-error', 1]);
    expect(run.stdout).toContain('GITHUB_SHA is not set');
    expect(run.log).not.toMatch(/\n\s+at /u);
  });

  test('reports for two minutes from its verdict, however long it was allowed to wait', async () => {
    const clock = createTestClock();
    const verdicts: number[] = [];
    const run = await runGateIn(await toScenario({ bugs: { full: numbered(600, (index) => `n${index}`) } }), {
      inputs: { 'wait-timeout': '10m', comment: 'never', annotations: 'check-run', 'max-annotations': '1000' },
      clock,
      watch: ({ path, method }) => {
        if (!path.includes('/check-runs')) return;
        if (method === 'POST') verdicts.push(clock.now());
        clock.pass(29_000);
      },
    });
    const tookMs = clock.now() - (verdicts[0] ?? Number.NEGATIVE_INFINITY);
    expect(tookMs).toBeGreaterThanOrEqual(120_000);
    expect(tookMs).toBeLessThan(160_000);
    expect([run.outputs['reason'], run.exitCode]).toEqual(['threshold-exceeded', 1]);
    expect(warningsOf(run).join()).toContain('deadline');
  });

  test('finds a twin on the second page when a pull request on the first is closed meanwhile', async () => {
    const pulls = [...numbered(100, (index) => `${500 + index}`), '490 twin touches b.ts'];
    const run = await runGateIn(await toScenario({ pulls, bugs: { repo: ['a at b.ts'] } }), {
      inputs: { 'gate-on': 'touched' },
      watch: ({ path, query }, { github }) => {
        if (!path.endsWith('/pulls') || query.get('page') !== '2') return;
        for (const pull of github.state.pulls) if (pull.number === 599) pull.state = 'closed';
      },
    });
    expect(run.outputs).toMatchObject({ reason: 'threshold-exceeded', 'gated-security': '1' });
  });

  test('is not frozen out by a comment that claims to be of tomorrow', async () => {
    const { service: bad } = await toScenario({ bugs: { full: ['a'] } });
    await withSandbox(await toScenario({}), async (sandbox) => {
      await sandbox.run();
      const [before = ''] = sandbox.ownComments().map(({ body }) => headlineOf(body));
      for (const comment of sandbox.ownComments()) {
        comment.body = replaced(comment.body, /"readAt":\d+/u, `"readAt":${Date.now() + 24 * hourMs}`);
      }
      sandbox.service.state.change((data) => {
        data.bugs.push(...bad.bugs);
        Object.assign(data.surfaced, bad.surfaced);
        for (const scan of data.scans) scan.bugCounts = null;
      });
      await sandbox.run();
      const headlines = sandbox.ownComments().map(({ body }) => headlineOf(body));
      expect(headlines).toEqual([expect.stringMatching(/^❌/u)]);
      expect(headlines).not.toContain(before);
    });
  });
});
