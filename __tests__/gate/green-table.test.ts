// The table of what only a whole gate shows: what it asks both services, what their answers come to, and what it says of them.
// What the judge makes of a world is in judgement/judge.test.ts.
import type { FaultRule } from '../../sandbox/faults.ts';
import { withoutMarker } from '../../src/documents/marker.ts';
import { createTestClock } from '../harness/clock.ts';
import { type EventName, events } from '../harness/events.ts';
import { replaced } from '../harness/replaced.ts';
import { type GateRun, runGateIn, warningsOf, withSandbox } from '../harness/sandbox.ts';
import { describe, expect, test } from '../jest.ts';
import { hourMs } from '../judgement/world.ts';
import { type HttpWords, pullNumber, toScenario } from './http-world.ts';

interface Row extends HttpWords {
  readonly event?: EventName;
  readonly pushedTo?: string;
  /** `gate-on=touched; wait-timeout=0` */
  readonly inputs?: string;
  readonly faults?: readonly (string | FaultRule)[];
  /** The reason, ` | ` and the ids of the bugs that count, sorted, as in the judge's rows. */
  readonly says: string;
  /** Why bugs do not count: `a gate-on, b paths`. */
  readonly leavesOut?: string;
  /** A part of a note or of the explanation. */
  readonly explains?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  /** The other pull requests that GitHub was asked about, by number. */
  readonly asksFor?: readonly number[];
  /** Whether GitHub was asked for all open pull requests; default: where it was asked about one of them. */
  readonly listsPulls?: true;
}

const numbered = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const refuse = (path: string): FaultRule => ({ path: { regex: path }, effect: { kind: 'status', status: 403 } });

const passed = 'within-threshold |';
const failed = 'threshold-exceeded |';
const touched = 'gate-on=touched';
const standIn = 'scan-match=exact,ancestor';
const everywhere = 'count-from=repository';
const countsOneFile = 'GET /repos/*/pulls/482 set=changed_files value=1';
const refusesScan = 'GET /public/v1/bugs?*workflow_request_id=wr_full* status=404';
const short = (missing: string, afterLooks?: number): Pick<Row, 'late'> => ({
  late: [{ scan: 'wr_full', missing: [missing], ...(afterLooks !== undefined && { afterLooks }) }],
});
/** A bug of pull request 470 in a file that nobody else touches. */
const ofAnother = { bugs: { repo: ['a at b.ts of 470'] }, pulls: ['470'], inputs: everywhere } as const;
/** A service that lists bugs again lists it in every full scan. */
const again = 'old harmless found 9d';

const table: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'a scan': {
    'that runs and then finds a bug is waited for, whatever scan-match lists': {
      scans: ['new running', 'old base'],
      running: [{ scan: 'wr_new', afterLooks: 2, endsAs: 'complete' }],
      bugs: { new: ['a'] },
      inputs: 'scan-match=ancestor',
      says: `${failed} a`,
    },
    'that runs without an id is waited for until the time is up': {
      scans: ['none noid running', 'old base'],
      inputs: `${standIn}; wait-timeout=1m`,
      says: 'scan-timeout',
    },
    'that is complete without an id is passed over and named': {
      scans: ['none noid', 'full'],
      says: passed,
      explains: 'the service gave no ID',
      outputs: { 'scan-id': 'wr_full' },
    },
    'of a failed commit needs none either': {
      scans: ['new failed', 'old base'],
      inputs: standIn,
      faults: [refuse('/storefront/commits\\?')],
      says: 'scan-failed',
    },
  },
  'a scan that stands in': {
    'is as far behind as GitHub lists commits': {
      scans: ['old base'],
      bugs: { repo: ['a'] },
      inputs: standIn,
      says: `${failed} a`,
      outputs: { 'commits-behind': '4', 'scan-match': 'ancestor' },
    },
  },
  'a pending bug': {
    'that was found before the day of found-since counts once somebody opened it again': {
      bugs: { repo: ['old found 9d', 'again found 9d reopened 1h'] },
      inputs: `${everywhere}; found-since=${new Date(Date.now() - 24 * hourMs).toISOString().slice(0, 10)}`,
      says: `${failed} again`,
      leavesOut: 'old found-since',
    },
    'in a file that the pull request removes counts until the next scan': {
      scans: ['old base'],
      files: [],
      removes: ['src/a.ts'],
      bugs: { repo: ['a', 'b at b.ts'] },
      inputs: `${standIn}; ${touched}`,
      says: `${failed} a`,
      leavesOut: 'b gate-on',
    },
  },
  'a list': {
    'that is short once is read again': {
      bugs: { full: ['a'] },
      ...short('bug_a', 1),
      says: `${failed} a`,
    },
    'that falls short of a count that the service then takes back is a pass': {
      scans: ['new partial', 'full'],
      bugs: { new: ['a harmless'], full: [again] },
      faults: ['GET /public/v1/scans first=1 set=scans.*.bugCounts.total value=9'],
      says: `${passed} a old`,
    },
    'that stays short is no pass, and the way out is named': {
      bugs: { full: ['a harmless'] },
      ...short('bug_a'),
      says: 'service-error | a',
      explains: 'counts 1 more bug',
    },
    'that is short of the other counts where there is no total is no pass': {
      bugs: { full: ['a harmless'] },
      ...short('bug_a'),
      faults: ['GET /public/v1/scans omit=scans.*.bugCounts.total'],
      says: 'service-error | a',
    },
    'nor where half of those are missing': {
      bugs: { full: ['a harmless'] },
      ...short('bug_a'),
      faults: ['GET /public/v1/scans set=scans.*.bugCounts value={"open":1}'],
      says: 'service-error | a',
    },
    'that nothing counts is whole': {
      bugs: { full: ['a harmless'] },
      ...short('bug_a'),
      faults: ['GET /public/v1/scans set=scans.*.bugCounts value=null'],
      inputs: 'count-from=scan',
      says: passed,
    },
    'that cannot be read is no pass, though the repository’s counts': {
      bugs: { full: ['a harmless'] },
      inputs: everywhere,
      faults: [refusesScan],
      says: 'service-error',
    },
  },
  'a bug of another pull request': {
    'does not count while that one is open': {
      ...ofAnother,
      listsPulls: true,
      says: passed,
      leavesOut: 'a other-pull-request',
    },
    'does where the other is a bot': {
      ...ofAnother,
      bugs: { repo: ['a of 470'] },
      pulls: ['470 by renovate[bot]'],
      listsPulls: true,
      says: `${failed} a`,
    },
    'does where GitHub does not list the open ones, and a warning says so': {
      ...ofAnother,
      faults: [refuse('/pulls\\?')],
      listsPulls: true,
      says: `${failed} a`,
      explains: 'So bugs from other pull requests count.',
    },
    'does not on a push to a branch of its own': {
      ...ofAnother,
      event: 'push',
      pushedTo: 'release',
      // It has the pushed commit as its head.
      asksFor: [pullNumber],
      says: passed,
      leavesOut: 'a other-pull-request',
    },
    'does on a push to a branch that has the commit which introduced it': {
      ...ofAnother,
      bugs: { repo: ['a at b.ts of 470 by base', 'b at b.ts of 470'] },
      event: 'push',
      pushedTo: 'release',
      listsPulls: true,
      says: `${failed} a`,
      leavesOut: 'b other-pull-request',
    },
  },
  'a twin': {
    'counts what it touches, and is named': {
      bugs: { repo: ['a at b.ts'] },
      pulls: ['490 twin touches b.ts'],
      inputs: touched,
      asksFor: [490],
      says: `${failed} a`,
      explains: 'Pull request 490',
    },
  },
  'a pull request': {
    'touches a file by the name that it had before': {
      files: ['src/new.ts from src/b.ts'],
      bugs: { repo: ['a at src/b.ts'] },
      inputs: touched,
      says: `${failed} a`,
    },
    'renames a file of which GitHub does not say what it was called before': {
      files: ['src/new.ts from src/b.ts'],
      bugs: { repo: ['a at src/b.ts'] },
      inputs: touched,
      faults: ['GET /repos/*/pulls/482/files?* omit=0.previous_filename'],
      says: 'github-error | a',
      explains: 'previous_filename: missing in a renamed file',
    },
    'with none of the files that GitHub counts may touch everything': {
      files: [],
      bugs: { repo: ['a at b.ts'] },
      inputs: touched,
      faults: [countsOneFile],
      says: `${failed} a`,
      explains: 'lists 0 files',
    },
    'of a fork is found by workflow_run': {
      headRepository: 'visitor/storefront',
      event: 'workflow_run',
      inputs: touched,
      bugs: { repo: ['a at b.ts'] },
      listsPulls: true,
      says: passed,
      leavesOut: 'a gate-on',
    },
  },
};

/** `gate-on=touched; wait-timeout=0` */
function toInputs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('; ').map((pair) => pair.split('=', 2));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

async function play(row: Row): Promise<GateRun> {
  const world = await toScenario(row);
  const { event, github } = row.event === undefined ? { event: undefined } : events[row.event](world);
  const payload = row.pushedTo === undefined ? {} : { ref: `refs/heads/${row.pushedTo}` };
  return await runGateIn(world, {
    inputs: { 'poll-interval': '1s', 'report-file': 'report.json', ...toInputs(row.inputs ?? 'mode=enforce') },
    ...(event && { event: { ...event, payload: { ...(event.payload as object), ...payload } } }),
    ...(github && { github }),
    ...(row.faults && { faults: row.faults }),
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
function readReport({ workspaceFiles }: GateRun): Pick<Row, 'says' | 'leavesOut' | 'explains'> {
  const report = JSON.parse(workspaceFiles['report.json'] ?? '') as JsonReport;
  const named = report.findings.map(({ id, ...rest }) => ({ ...rest, name: id.slice('bug_'.length) }));
  const ids = named.filter(({ gated }) => gated).map(({ name }) => name);
  const out = named.flatMap(({ name, leftOut }) => (leftOut === null ? [] : [`${name} ${leftOut}`]));
  return {
    says: report.counts === null ? report.reason : `${report.reason} | ${ids.toSorted().join(' ')}`.trimEnd(),
    leavesOut: out.toSorted().join(', '),
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

/** The first line of the comment that is no marker. */
function headlineOf(comment: string): string {
  return /^### (.*)$/mu.exec(comment)?.[1] ?? '';
}

describe.each(Object.entries(table))('%s', (_, rows) => {
  test.each(Object.entries(rows))('%s', async (__, row) => {
    const run = await play(row);
    const { explains = '', ...said } = readReport(run);
    expect(said).toEqual({ says: row.says, leavesOut: row.leavesOut ?? '' });
    expect(run.outputs).toMatchObject({ reason: row.says.split(' |')[0], ...row.outputs });
    expect(explains).toContain(row.explains ?? '');
    const urls = run.sandbox.github.requests.map(({ url }) => url);
    expect({
      asksFor: askedPulls(run, row.pushedTo === undefined ? pullNumber : null),
      listsPulls: urls.some((url) => url.includes('/pulls?') && !url.includes('head=')),
      // Empty for forks, and so no list to decide anything by.
      pullsOfCommits: urls.filter((url) => /\/commits\/\w+\/pulls/u.test(url)),
    }).toEqual({
      asksFor: row.asksFor ?? [],
      listsPulls: row.listsPulls ?? (row.asksFor ?? []).length > 0,
      pullsOfCommits: [],
    });
  });
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

  test.each<[string, HttpWords, Record<string, string>, inPublic: string, inPrivate: string]>([
    [
      'a head that is not scanned',
      { scans: ['old base'], bugs: { repo: ['a', 'b at b.ts'] } },
      { 'gate-on': 'introduced', 'scan-match': 'exact, ancestor' },
      'leave out those from forks and use the action watch',
      'use gate-on: touched',
    ],
    [
      'lists that stay short',
      { bugs: { full: ['a harmless'] }, ...short('bug_a') },
      {},
      'With count-from: repository and found-since',
      'gate-on: introduced, touched or found-since',
    ],
  ])(
    'advises gate-on: touched only where members alone open pull requests: %s',
    async (_, words, inputs, inPublic, inPrivate) => {
      const world = await toScenario(words);
      for (const visibility of ['public', 'private'] as const) {
        const ofVisibility = { ...world, github: { ...world.github, visibility } };
        await withSandbox(ofVisibility, async (sandbox) => {
          const { log, summary } = await sandbox.run({ ...events.pull_request(ofVisibility), inputs });
          const [comment = ''] = sandbox.ownComments().map(({ body }) => withoutMarker(body));
          for (const text of [log, summary, comment].map((each) => each.replaceAll(/[`*]/gu, ''))) {
            const isPublic = visibility === 'public';
            expect(text).toContain(isPublic ? inPublic : inPrivate);
            expect(text.includes('touched')).toBe(!isPublic);
          }
        });
      }
    },
  );

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
