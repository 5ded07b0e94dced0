// The nights of a watch: after each exactly the comments, the issue and the marker that belong there.
import { type FaultRule, parseFault } from '../../sandbox/faults.ts';
import type { CommitData, GitHubData, IssueData } from '../../sandbox/github/data.ts';
import type { FaultInjector } from '../../sandbox/http.ts';
import type { BugData, ScanData, ServiceData } from '../../sandbox/service/data.ts';
import { expectGolden } from '../documents/golden.ts';
import { readInputs, rowsOf } from '../harness/rows.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import {
  BOT,
  commentsOf,
  DAY,
  issuesOf,
  type Left,
  listed,
  type LocalServices,
  makeBug,
  makePull,
  makeScan,
  makeService,
  type Night,
  runBeside,
  type ServicesOptions,
  sha,
  T0,
  takeLeft,
  withServices,
} from './harness.ts';

/** What nights told people, by the name of the test; a golden file holds the words. */
const book: string[] = [];

function write(name: string, { result, writes }: Night, { github: { state } }: LocalServices): void {
  const said = result.annotations.map(({ level, message }) => `${level}: ${message}`);
  const isWritten = writes.some((request) => / \/issues(?:\/\d+)?$/.test(request));
  const body = isWritten ? state.issues.at(-1)?.body?.replace(/^.*\n/, '') : null;
  book.push(`# ${name}`, '', ...said, '', ...(body ? [body, ''] : []));
}

/** What GitHub says where a permission is missing. */
const NOT_ACCESSIBLE = { message: 'Resource not accessible by integration' };

const old = makeBug('old', 0, { pr: 11, isSecurityVulnerability: true });
const first = makeService([makeScan('1', 0)], [old], { 1: ['old'] });
const scans = [makeScan('1', 0), makeScan('2', 1)];
const a = makeBug('a', 1, { pr: 11 });
const b = makeBug('b', 1, { pr: 12, isSecurityVulnerability: true });
const reviewed = { state: 'dismissed', createdAt: T0 + 2 * DAY } as const;

/** What the first night leaves. */
let left: Left;
beforeAll(async () => {
  left = await withServices({}, async (services) => {
    const { outputs } = await services.night(first);
    expect(outputs).toMatchObject({ verdict: 'reported', reason: 'baseline', new: '0' });
    expect(commentsOf(services)).toEqual({});
    return takeLeft(services);
  });
});

/** Services as the first night left them. */
async function afterFirst(
  { github, ...options }: ServicesOptions,
  act: (services: LocalServices) => Promise<void>,
): Promise<void> {
  await withServices({ ...options, github: { ...github, ...left } }, act);
}

/** The service knows the scan and has its list no more. */
const purged = parseFault('GET /public/v1/bugs?*workflow_request_id=wr_2* status=404');
const counting = (total: number): Partial<ScanData> => ({
  bugCounts: { total, open: total, resolved: 0, dismissed: 0 },
});

/** Bugs by name; each is pending, and found by the second scan, unless it says something else. */
const BUGS: Readonly<Record<string, BugData>> = {
  ...{ old, a, b, aDone: { ...a, review: reviewed }, bDone: { ...b, review: reviewed } },
  ...{ c: makeBug('c', 2, { pr: 13 }), c12: makeBug('c', 1, { pr: 12 }) },
  cFixed: makeBug('c', 1, { pr: 12, review: { ...reviewed, state: 'resolved' } }),
  unclassified: makeBug('u', 1, { pr: 11, isSecurityVulnerability: null }),
  ofCommit: makeBug('a', 1, { commit: sha('f12') }),
  ofMain: makeBug('n', 1, { commit: sha(2) }),
  ofNowhere: makeBug('x', 1, { commit: 'e'.repeat(40) }),
  ofNobody: makeBug('z', 1, { introducedIn: null } as object),
  ...Object.fromEntries([10, 11, 12, 13, 99].map((pr) => [`n${pr}`, makeBug(`n${pr}`, 1, { pr })])),
};

/** A scan is `id:day`, and perhaps one of these behind a slash. */
const SCANS: Readonly<Record<string, Partial<ScanData>>> = {
  ...{ elsewhere: { commitSha: sha('b') }, unknown: { commitSha: 'f'.repeat(40) }, onMain: { commitSha: sha(5) } },
  ...{ partial: { scanType: 'recentChanges' }, ofOne: counting(1) },
  settled: { bugCounts: { total: 3, open: 1, resolved: 1, dismissed: 1 } },
};

const mergedAt = (ms: number): string => new Date(ms).toISOString();
/** What else differs on GitHub, or goes wrong. */
const CHANGES: Readonly<Record<string, { readonly github?: Partial<GitHubData>; readonly fault?: FaultRule }>> = {
  public: { github: { visibility: 'public' } },
  purged: { fault: purged },
  elsewhere: {
    fault: { path: '*/pulls/11', effect: { kind: 'set', field: 'base.repo.full_name', value: 'acme/other' } },
  },
  unmerged: {
    github: {
      pulls: [
        ...[makePull(10), makePull(11, { locked: true }), makePull(12, { merged: false })],
        makePull(13, { state: 'open', merged: false }),
      ],
    },
  },
  foundBefore: { github: { pulls: [makePull(11, { closedAt: mergedAt(a.createdAt + 60_000) }), makePull(12)] } },
  foundAfter: { github: { pulls: [makePull(11, { closedAt: mergedAt(a.createdAt - 60_000) })] } },
};

/**
 * The scans; what each lists, and which other bugs there are; inputs, or a change; the bugs of each comment; scan and count
 * of the open issue; outputs.
 */
const NIGHTS = `
each scan lists everything again                        | 1:0 2:1           | 1=old 2=old,a,b    |                      | 11 a, 12 b | wr_2 3 | new=2 new-security=1 open=3 open-security=2 reason=new-scans scans=1 verdict=reported pull-requests=[11,12]
a scan of another branch does not count                 | 1:0 2:1/elsewhere | 2=a,b old          |                      | -          | wr_1 3 | scans=0 new=0 reason=up-to-date open=3
a scan of an unknown commit does not count              | 1:0 2:1/unknown   | 2=a old            |                      | -          | wr_1 2 | scans=0 scan-id=wr_1
a bug was reviewed before the watch looked              | 1:0 2:1           | 2=aDone,b old      |                      | 12 b       | wr_2 2 | new=1 open=2
pull requests that are locked, gone, open or unmerged   | 1:0 2:1           | 2=n10,n11,n12,n13,n99 |  unmerged         | 10 n10     | wr_2 5 | new=5 pull-requests=[10] verdict=reported
a commit names the pull request that merged it          | 1:0 2:1           | 2=ofCommit,ofMain,ofNowhere,ofNobody |    | 12 a       | wr_2 4 | new=4
a pull request was merged into another repository       | 1:0 2:1           | 2=a,b old          | elsewhere            | 12 b       | wr_2 3 | new=2
notify is the issue alone                               | 1:0 2:1           | 2=a,b old          | notify=issue         | -          | wr_2 3 | new=2 pull-requests=[]
a public repository is told no word of security bugs    | 1:0 2:1           | 2=a,b,unclassified old | public           | 11 a       | wr_2 4 | new=3 new-security=1 pull-requests=[11]
scan-types leaves out the partial scan                  | 1:0 2:1/partial   | 2=a old            | scan-types=default   | -          | wr_1 2 | scans=0
a scan is too old, and the issue is written             | 1:0 2:1           | 2=a old            | max-scan-age=36h     | 11 a       | wr_2 2 | verdict=unverified reason=stale-scan new=1
a scan that is dated in the future hides none before it | 1:0 2:1 3:3000/onMain | 2=a old        |                      | 11 a       | wr_2 2 | verdict=reported scans=1 new=1
a list is whole with the bugs that reviews settled      | 1:0 2:1/settled   | 2=a,bDone,cFixed old |                    | 11 a       | wr_2 2 | verdict=reported new=1 open=2
a list that the service has no longer is passed         | 1:0 2:1 3:2       | 2=a 3=c old        | purged               | 13 c       | wr_3 3 | verdict=reported scans=2 new=1
a list that the service has emptied is passed           | 1:0 2:1/ofOne 3:2 | 3=c old,a          |                      | 13 c       | wr_3 3 | verdict=reported scans=2 new=1
a merge commit: what was found before it is not told again | 1:0 2:1        | 2=a,c12 old        | foundBefore          | 12 c       | wr_2 3 | verdict=reported new=2 pull-requests=[12]
a squash or rebase merge: what main's scan finds is told   | 1:0 2:1        | 2=a old            | foundAfter           | 11 a       | wr_2 2 | verdict=reported new=1 pull-requests=[11]
`;

const bugOf = (name: string): BugData => {
  const bug = BUGS[name];
  if (bug === undefined) throw new Error(`no bug is called ${name}`);
  return bug;
};

/** Such as `1:0 2:1/partial` and `1=old 2=a,b c`. */
function readWorld(scansText: string, listsText: string): ServiceData {
  const listed = scansText.split(' ').map((word) => {
    const [, id = '', day, change = ''] = /^(\d+):([\d.]+)(?:\/(\w+))?$/.exec(word) ?? [];
    return makeScan(id, Number(day), SCANS[change]);
  });
  const lists = listsText.split(' ').map((word) => word.split('=').toReversed());
  const named = lists.flatMap(([names = '']) => names.split(',').map(bugOf));
  const surfaced = lists.flatMap(([names = '', scan]) => {
    return scan === undefined ? [] : [[scan, names.split(',').map((name) => bugOf(name).id.slice(4))] as const];
  });
  return makeService(listed, [...new Set(named)], Object.fromEntries(surfaced));
}

describe('the second night', () => {
  it.each(rowsOf(NIGHTS))('%s', async (_, scansText = '', listsText = '', more = '', told, issue, outputs = '') => {
    const { github = {}, fault } = CHANGES[more] ?? {};
    const inputs = readInputs(more);
    await afterFirst({ github }, async (services) => {
      if (fault !== undefined) services.faults.add(fault);
      const night = await services.night(readWorld(scansText, listsText), inputs);
      expect(night.outputs).toMatchObject(readInputs(outputs));
      // Nothing is created twice, nor faster than GitHub asks for: that would be refused and sent again.
      expect(night.writes).toEqual([...new Set(night.writes)]);
      expect(night.result.conclusion).toBe(night.outputs['verdict'] === 'reported' ? 'success' : 'failure');
      const comments = Object.entries(commentsOf(services)).map(([pull, ids]) => [pull, ...ids].join(' '));
      const left = issuesOf(services).map((line) => line.replace(/^open @|:| open$/g, ''));
      expect([comments.join(', ') || '-', left]).toEqual([told, [issue]]);
      // Nothing is left to be said: a third run writes nothing.
      const again = await services.night(null, inputs);
      expect(again.writes).toEqual([]);
      expect(again.outputs).toMatchObject({ scans: '0', new: '0' });
      // What a commit that GitHub does not have is answered with.
      const isForeseen = (text: string): boolean => text.includes('No commit found');
      expect(services.github.violations.filter((text) => !isForeseen(text))).toEqual([]);
    });
  });
});

describe('scans of a whole night', () => {
  const third = makeScan('3', 2);
  const c = makeBug('c', 2, { pr: 11 });
  /** Of commits that GitHub does not know, as those of a branch that is deleted; all after the scan of main, newest first. */
  const ofOthers = (count: number): readonly ScanData[] =>
    Array.from({ length: count }, (_, index) =>
      makeScan(`o${index}`, 3 - index / 10_000, { commitSha: sha(`e${index}`) }),
    );
  const found = [old, a];
  const lists = { 1: ['old'], 2: ['a'] };
  /** Commits of main, numbered from 1 to 600. */
  const longHistory = Array.from({ length: 600 }, (_, index): CommitData => {
    const [own, parent] = [sha(1 + index), sha(index)];
    const date = new Date(T0 - (1_000 - index) * 60_000).toISOString();
    return { sha: own, parents: index === 0 ? [] : [parent], message: 'Change', authorName: 'Ada', date };
  });
  const askedOf = ({ requests }: Night, part: string): readonly string[] =>
    requests.flatMap(({ url }) => (url.includes(part) ? decodeURIComponent(url) : []));

  it('of other branches hide none of main', () =>
    afterFirst({}, async (services) => {
      const listed = [...ofOthers(250), ...scans.toReversed()];
      const night = await services.night(makeService(listed, found, lists));
      expect(night.outputs).toMatchObject({ verdict: 'reported', scans: '1', new: '1', 'scan-id': 'wr_2' });
      expect(commentsOf(services)).toEqual({ 11: ['a'] });
      // The branch was read to its first commit: there is nothing to compare.
      expect(askedOf(night, '/compare/')).toEqual([]);
      expect(askedOf(night, '/scans?')).toHaveLength(3);
    }));

  it('are read no further back than to that of the last run', () =>
    afterFirst({}, async (services) => {
      const before = ofOthers(250).map((scan) => ({ ...scan, createdAt: scan.createdAt - 5 * DAY }));
      const night = await services.night(makeService([...scans.toReversed(), ...before], found, lists));
      expect(night.outputs).toMatchObject({ scans: '1', new: '1' });
      expect([askedOf(night, '/scans?').length, askedOf(night, '/commits?').length]).toEqual([1, 1]);
    }));

  it('hide none of main on the first night', () =>
    withServices({}, async (services) => {
      const night = await services.night(makeService([...ofOthers(250), ...scans.toReversed()], found, lists));
      expect(night.outputs).toMatchObject({ reason: 'baseline', 'scan-id': 'wr_2', open: '2' });
    }));

  it('are compared with a long branch, a commit once, and so many that what is left out is a warning', () => {
    const github = { commits: longHistory, branches: { main: sha(600), other: sha('b') } };
    // One of main's first commits, and one of its newest.
    const early = makeScan('2', 1, { commitSha: sha(50) });
    const late = makeScan('3', 2, { commitSha: sha(599) });
    const base = makeScan('1', 0, { commitSha: sha(590) });
    const asked = [late, early, makeScan('4', 1, { commitSha: sha(50) }), base];
    return withServices({ github }, async (services) => {
      await services.night(makeService([base], [old], { 1: ['old'] }));
      const quiet = await services.night(makeService(asked, [old, a, c], { 2: ['a'], 3: ['c'] }));
      expect(quiet.outputs).toMatchObject({ scans: '3', new: '2' });
      expect(askedOf(quiet, '/compare/').map((url) => url.replace(/.*compare\/|\?.*/g, ''))).toEqual([
        `refs/heads/main...${sha(50)}`,
      ]);
      expect(askedOf(quiet, '/commits?')).toHaveLength(5);
      const tonight = makeScan('5', 2.5, { commitSha: sha(600) });
      const d = makeBug('d', 2.5, { pr: 12 });
      const loud = await services.night(
        makeService([...ofOthers(130), tonight, ...asked], [old, a, c, d], { 5: ['d'] }),
      );
      expect(loud.outputs).toMatchObject({ verdict: 'reported', scans: '1', new: '1' });
      expect(askedOf(loud, '/compare/')).toHaveLength(100);
      expect(loud.result.annotations.map(({ level }) => level)).toEqual(['warning']);
      write('commits are left out', loud, services);
    });
  });

  it('are named as left out where none of the branch is found', () => {
    const github = { commits: longHistory, branches: { main: sha(600), other: sha('b') } };
    return withServices({ github }, async (services) => {
      const night = await services.night(makeService(ofOthers(101), [old]));
      expect([night.outputs['reason'], night.writes]).toEqual(['no-scan', []]);
      write('commits are left out, and none of the branch is found', night, services);
    });
  });

  it('are of the branch, not of a tag of its name', () =>
    afterFirst({ github: { tags: { main: sha('b') } } }, async (services) => {
      const night = await services.night(makeService(scans, found, lists));
      expect(night.outputs).toMatchObject({ scans: '1', 'scan-id': 'wr_2', new: '1' });
    }));

  it('of a branch that does not exist are none', () =>
    afterFirst({}, async (services) => {
      const night = await services.night(makeService(scans, found, lists), { branch: 'mian' });
      expect([night.outputs['reason'], night.writes]).toEqual(['no-scan', []]);
      write('there is no such branch', night, services);
    }));

  it.each([
    [500, 'github-error'],
    [404, 'no-scan'],
    [409, 'no-scan'],
  ])('where GitHub lists no commits, but answers %d: nothing is said of the scans', (status, reason) =>
    afterFirst({}, async (services) => {
      services.faults.add(parseFault(`GET /repos/acme/shop/commits?* status=${status}`));
      const night = await services.night(makeService(scans, found, lists));
      expect([night.outputs['reason'], night.writes]).toEqual([reason, []]);
      write(`commits of the branch are answered with ${status}`, night, services);
    }),
  );

  it('of other branches alone are none of it, which is said of the scans', () =>
    afterFirst({}, async (services) => {
      const night = await services.night(makeService(ofOthers(2), [old]));
      expect([night.outputs['reason'], night.writes]).toEqual(['no-scan', []]);
      write('there are scans of other branches alone', night, services);
    }));

  it('are not read where GitHub refuses a later page of the commits: that branch is there', () => {
    const github = { commits: longHistory, branches: { main: sha(600), other: sha('b') } };
    return afterFirst({ github }, async (services) => {
      services.faults.add(parseFault('GET /repos/acme/shop/commits?*page=2* status=404'));
      const night = await services.night(makeService(ofOthers(3), [old]));
      expect([night.outputs['reason'], night.writes]).toEqual(['github-error', []]);
    });
  });

  it('of another repository among ours are left out', () =>
    afterFirst({}, async (services) => {
      services.faults.add(parseFault('GET /public/v1/scans set=scans.0.repoId value="repo_x"'));
      const night = await services.night(
        makeService([third, ...scans.toReversed()], [...found, c], { ...lists, 3: ['c'] }),
      );
      expect(night.outputs).toMatchObject({ verdict: 'reported', scans: '1', 'scan-id': 'wr_2' });
    }));

  const failed = Array.from({ length: 1_999 }, (_, index) =>
    makeScan(`f${index}`, 2 - (1 + index) / 10_000, { workflowStatus: 'failed', commitSha: sha(5) }),
  );

  it.each([
    ['are passed over where they are more than are read', [third, ...failed, ...scans.toReversed()], 1],
    ['are no loss where the last run saw them', [third, ...failed.slice(1), ...scans.slice(0, 1)], 0],
  ])('%s', async (name, listed, count) => {
    await afterFirst({}, async (services) => {
      const night = await services.night(makeService(listed, [old, a, c], { 2: ['a'], 3: ['c'] }));
      expect(night.outputs).toMatchObject({ verdict: 'reported', scans: '1', new: '1', open: '3' });
      expect(night.result.annotations.map(({ level }) => level)).toEqual(Array(count).fill('warning'));
      write(`scans ${name}`, night, services);
    });
  });

  it('are looked through for a complete one where that of the last run is of no use any more', () =>
    afterFirst({}, async (services) => {
      const partial = makeScan('2', 1, { scanType: 'recentChanges' });
      await services.night(makeService([...ofOthers(120), partial, ...first.scans], found, lists));
      const night = await services.night(null, { 'scan-types': 'default' });
      expect(night.outputs).toMatchObject({ reason: 'up-to-date', scans: '0', 'scan-id': 'wr_1' });
    }));
});

describe('scans that are passed over', () => {
  const c = makeBug('c', 2, { pr: 11 });
  const third = makeScan('3', 2);
  const stuck = { workflowStatus: 'in_progress', completedAt: null };

  it.each([
    ['complete without an ID', { workflowRequestId: null }],
    ['in progress for more than 24 hours', stuck],
  ])('are named in the issue and a warning: %s', async (name, change) => {
    await afterFirst({}, async (services) => {
      const listed = [makeScan('1', 0), makeScan('2', 1, change), third];
      const night = await services.night(makeService(listed, [old, c], { 3: ['c'] }));
      expect(night.outputs).toMatchObject({ verdict: 'reported', scans: '1', new: '1' });
      expect(night.result.annotations.map(({ level }) => level)).toEqual(['warning']);
      write(`a scan is ${name}`, night, services);
      const again = await services.night(null);
      expect([again.writes, again.result.annotations]).toEqual([[], []]);
    });
  });

  it('are named where there is no other', () =>
    withServices({}, async (services) => {
      const listed = [makeScan('1', 0, { workflowRequestId: null })];
      const night = await services.night(makeService(listed, [old]));
      expect([night.outputs['reason'], night.writes]).toEqual(['no-scan', []]);
      write('the only scan has no ID', night, services);
    }));
});

const issueBody = (services: LocalServices): string => services.github.state.issues[0]?.body ?? '';

describe('the first night', () => {
  it('writes the issue, and announces nothing', () =>
    withServices({ inputs: { 'issue-labels': 'bugs, scan', 'issue-title': 'Our bugs' } }, async (services) => {
      const night = await services.night(makeService(scans, [old, a, b], { 2: ['a', 'b'] }));
      const { outputs, writes } = night;
      expect(writes).toEqual(['POST /issues']);
      expect(services.github.state.issues).toMatchObject([
        { title: 'Our bugs', labels: ['bugs', 'scan'], state: 'open' },
      ]);
      write('the first night', night, services);
      expect(outputs).toMatchObject({ 'issue-number': '14', scans: '0', open: '3' });
      expect(outputs['issue-url']).toMatch(/\/issues\/14$/);
    }));

  it.each<[string, readonly string[], readonly string[]]>([
    ['none', [], ['bugs', 'l'.repeat(50), 'scan']],
    ['one', ['POST /repos/*/issues nth=1 status=422', 'PATCH /repos/*/issues/14 nth=2 status=422'], ['bugs', 'scan']],
    ['all', ['POST /repos/*/issues nth=1 status=422', 'PATCH /repos/*/issues/14 status=422'], []],
  ])('cuts a title that is too long, and has the labels that GitHub takes where it refuses %s', (_, rules, labels) => {
    const inputs = { 'issue-labels': `bugs, ${'l'.repeat(50)}, scan`, 'issue-title': 't'.repeat(300) };
    return withServices({ inputs }, async (services) => {
      for (const rule of rules) services.faults.add(parseFault(rule));
      const { result, outputs } = await services.night(first);
      expect([outputs['verdict'], result.annotations.length]).toEqual(['reported', 3 - labels.length]);
      expect(services.github.state.issues).toMatchObject([{ title: 't'.repeat(256), labels }]);
    });
  });

  it('opens one issue where the answer to its creation is lost', () =>
    withServices({}, async (services) => {
      services.faults.add(parseFault('POST /repos/*/issues nth=1 reset=middle'));
      const { outputs, writes } = await services.night(first);
      expect(outputs).toMatchObject({ verdict: 'reported', 'issue-number': '14' });
      expect([writes, issuesOf(services)]).toEqual([['POST /issues'], ['open @wr_1: 1 open']]);
    }));

  it('with no bug opens the issue, which is its memory, and closes it', () =>
    withServices({}, async (services) => {
      await services.night(makeService(scans, []));
      expect(issuesOf(services)).toEqual(['closed @wr_2: 0 open']);
      expect((await services.night(null)).writes).toEqual([]);
    }));

  it('behind a scan in progress remembers that nothing was processed', () =>
    withServices({}, async (services) => {
      const running = { workflowStatus: 'in_progress', completedAt: null };
      const late = makeBug('late', 3.6, { pr: 11 });
      const [one, two] = [makeScan('1', 3.5, { commitSha: sha(4) }), makeScan('2', 3.6, { commitSha: sha(5) })];
      await services.night(makeService([{ ...one, ...running }, two], [late], { 2: ['late'] }));
      expect(issuesOf(services)).toEqual(['open @none: 1 open']);
      await services.night(makeService([one, two], [late], { 2: ['late'] }));
      expect([commentsOf(services), issuesOf(services)]).toEqual([{ 11: ['late'] }, ['open @wr_2: 1 open']]);
    }));

  it.each([
    ['another branch', { branch: 'other' }, (body: string) => body],
    ['another repository', {}, (body: string) => body.replace('repo_shop', 'repo_other')],
    ['a marker that cannot be read', {}, (body: string) => body.replace(' at=', ' when=')],
  ])('is also one with %s', async (_, inputs, change) => {
    await afterFirst({}, async (services) => {
      for (const issue of services.github.state.issues) issue.body = change(issue.body ?? '');
      const onOther = makeScan('9', 1, { commitSha: sha('b') });
      const night = await services.night(makeService([...scans, onOther], [old, a], { 2: ['a'] }), inputs);
      expect(night.outputs).toMatchObject({ reason: 'baseline', new: '0' });
      expect([commentsOf(services), services.github.state.issues.length]).toEqual([{}, 1]);
    });
  });
});

describe('the comment', () => {
  it('is updated in place, and keeps what is still open', () =>
    afterFirst({}, async (services) => {
      const c = makeBug('c', 1, { pr: 11 });
      await services.night(makeService(scans, [old, a, c], { 2: ['a', 'c'] }));
      const d = makeBug('d', 2, { pr: 11 });
      const third = makeService([...scans, makeScan('3', 2)], [old, a, { ...c, review: reviewed }, d], { 3: ['d'] });
      const { writes } = await services.night(third);
      expect(commentsOf(services)).toEqual({ 11: ['d', 'a'] });
      expect(writes.map((write) => write.replace(/\d+$/, 'N'))).toEqual([
        'PATCH /issues/comments/N',
        'PATCH /issues/N',
      ]);
    }));

  it.each<[string, Readonly<Record<string, unknown>>, boolean, string, readonly string[]]>([
    ['security', { isSecurityVulnerability: true }, false, 'public', ['c']],
    ['security, known by its commit', { isSecurityVulnerability: true }, true, 'public', ['c']],
    ['security, in a private repository', { isSecurityVulnerability: true }, false, 'private', ['c', 'a']],
  ])('lists no bug that is withheld by now: %s', async (_, change, byCommit, visibility, expected) => {
    const options = { github: { visibility: visibility as 'public' } };
    await afterFirst(options, async (services) => {
      const c = makeBug('c', 1, { pr: 11, createdAt: a.createdAt + 1 });
      const given = byCommit ? makeBug('a', 1, { commit: sha('f11') }) : a;
      const second = makeService(scans, [old, given, c], { 2: ['a', 'c'] });
      await services.night(second);
      expect(commentsOf(services)).toEqual({ 11: ['c', 'a'] });
      const { writes, outputs, result } = await services.night({ ...second, bugs: [old, { ...given, ...change }, c] });
      expect(outputs).toMatchObject({ verdict: 'reported', new: '0', 'pull-requests': '[]' });
      expect(result.annotations).toEqual([]);
      expect(commentsOf(services)).toEqual({ 11: expected });
      const [comment] = services.github.state.comments;
      expect(/bug_a|src\/a/.test(comment?.body ?? '')).toBe(expected.includes('a'));
      expect(writes.some((write) => write.includes('comments'))).toBe(!expected.includes('a'));
      expect((await services.night(null)).writes).toEqual([]);
    });
  });

  it('stays, and says so, where all that it listed is withheld by now', () =>
    afterFirst({ github: { visibility: 'public' } }, async (services) => {
      const second = makeService(scans, [old, a], { 2: ['a'] });
      await services.night(second);
      const bugs = [old, { ...a, isSecurityVulnerability: true }];
      await services.night({ ...second, bugs });
      const [comment, ...others] = services.github.state.comments;
      expect(others).toEqual([]);
      expect(comment?.body).toMatch(/^<!-- scan-gate-watch:.*\n<!-- bugs -->\n/);
      expect(comment?.body).not.toMatch(/bug_a|Title/);
      expect((await services.night(null)).writes).toEqual([]);
      // It is used again.
      const c = makeBug('c', 2, { pr: 11 });
      const third = makeService([...scans, makeScan('3', 2)], [...bugs, c], { 3: ['c'] });
      await services.night(third);
      expect(commentsOf(services)).toEqual({ 11: ['c'] });
    }));

  it.each([
    ['read', 'GET'],
    ['written', 'PATCH'],
  ])('that lists a withheld bug, and cannot be %s, is a warning', (verb, method) =>
    afterFirst({ github: { visibility: 'public' } }, async (services) => {
      const second = makeService(scans, [old, a], { 2: ['a'] });
      await services.night(second);
      const withheld = { ...second, bugs: [old, { ...a, isSecurityVulnerability: true }] };
      const path = `/repos/acme/shop/issues/${method === 'GET' ? '11/comments' : 'comments/*'}`;
      services.faults.add({ method, path, effect: { kind: 'status', status: 403, body: NOT_ACCESSIBLE } });
      const night = await services.night(withheld);
      expect(night.outputs).toMatchObject({ verdict: 'reported', reason: 'up-to-date' });
      expect(night.result.annotations.map(({ level }) => level)).toEqual(['warning']);
      write(`a comment with a withheld bug cannot be ${verb}`, night, services);
      services.faults.clear();
      await services.night(null);
      expect(commentsOf(services)).toEqual({ 11: [] });
    }),
  );

  it('that lists two withheld bugs is written once, and pull requests that are gone are passed over', () =>
    afterFirst({ github: { visibility: 'public' } }, async (services) => {
      const named = makeBug('c', 1, { commit: sha('f11') });
      const gone = [makeBug('g', 1, { pr: 12 }), makeBug('h', 1, { pr: 99 }), makeBug('n', 1, { commit: sha(2) })];
      const second = makeService(scans, [old, a, named], { 2: ['a', 'c'] });
      await services.night(second);
      services.faults.add(parseFault('GET /repos/acme/shop/issues/12/comments status=410'));
      const bugs = [a, named, ...gone].map((bug) => ({ ...bug, isSecurityVulnerability: true }));
      const { result, writes } = await services.night({ ...second, bugs: [old, ...bugs] });
      expect([result.annotations, commentsOf(services)]).toEqual([[], { 11: [] }]);
      expect(writes.filter((write) => write.includes('comments'))).toHaveLength(1);
    }));

  it('is written before all of the others are read, so that few are in memory', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => 100 + index);
    return afterFirst(
      { github: { visibility: 'public', pulls: numbers.map((number) => makePull(number)) } },
      async (services) => {
        const bugs = numbers.map((pr) => makeBug(`n${pr}`, 1, { pr }));
        const second = makeService(scans, bugs, { 2: bugs.map(({ id }) => id.replace('bug_', '')) });
        await services.night(second);
        const withheld = bugs.map((bug) => ({ ...bug, isSecurityVulnerability: true }));
        const { requests } = await services.night({ ...second, bugs: withheld });
        const ofComments = requests.flatMap(({ method, url }) => (url.includes('/comments') ? method : []));
        expect(ofComments.filter((method) => method === 'PATCH')).toHaveLength(12);
        expect(ofComments.indexOf('PATCH')).toBeLessThan(8);
      },
    );
  });

  it('is looked for on fifty pull requests a run, on others the next day', () => {
    const numbers = Array.from({ length: 60 }, (_, index) => 100 + index);
    const pulls = numbers.map((number) => makePull(number));
    return afterFirst({ github: { visibility: 'public', pulls } }, async (services) => {
      const bugs = numbers.map((pr) => makeBug(`n${pr}`, 0, { pr, isSecurityVulnerability: true }));
      const looksOf = async (): Promise<readonly string[]> => {
        const { requests } = await services.night(makeService([makeScan('1', 0)], [...bugs], {}));
        return requests.flatMap(({ url }) => /issues\/(\d+)\/comments/.exec(url)?.[1] ?? []);
      };
      const before = await looksOf();
      expect(new Set(before).size).toBe(50);
      services.clock.pass(DAY);
      const after = await looksOf();
      expect(after).toHaveLength(50);
      expect(new Set([...before, ...after]).size).toBe(60);
    });
  });
});

describe('the issue', () => {
  it('that a person closed stays closed until something is new', () =>
    afterFirst({}, async (services) => {
      const [issue] = services.github.state.issues;
      Object.assign(issue ?? {}, { state: 'closed' });
      const extra = makeBug('extra', 0);
      await services.night(makeService([makeScan('1', 0)], [old, extra], {}));
      expect(issuesOf(services)).toEqual(['closed @wr_1: 2 open']);
      await services.night(makeService(scans, [old, extra, a], { 2: ['a'] }));
      expect(issuesOf(services)).toEqual(['open @wr_2: 3 open']);
    }));

  it('keeps the title and the labels that a person gave it', () =>
    afterFirst({}, async (services) => {
      const given = { title: 'Renamed', labels: ['ours'] };
      for (const issue of services.github.state.issues) Object.assign(issue, given);
      await services.night(makeService(scans, [old, a], { 2: ['a'] }), { 'issue-labels': 'scan' });
      expect(services.github.state.issues).toMatchObject([given]);
      expect(issuesOf(services)).toEqual(['open @wr_2: 2 open']);
    }));

  it('has no chart and no memory of days, and asks for no number of them', () =>
    withServices({}, async (services) => {
      const bugs = [old, ...['p', 'q', 'r'].map((id) => makeBug(id, 0))];
      const counts = [4, 3].map((open) => ({ bugCounts: { total: 4, open, resolved: 4 - open, dismissed: 0 } }));
      const listed = [makeScan('0', -1, counts[0]), makeScan('1', 0, counts[1])];
      const data = makeService(listed, bugs, { 0: ['old', 'p', 'q', 'r'], 1: ['old', 'p', 'q'] });
      await services.night(data);
      services.clock.pass(DAY);
      const night = await services.night({ ...data, bugs: bugs.map((bug) => ({ ...bug, review: reviewed })) });
      write('all bugs are settled', night, services);
      expect(issueBody(services)).not.toMatch(/```|█|days=|resolved=/);
      expect(night.requests.filter(({ url }) => /[?&]limit=1(?:&|$)/.test(url))).toEqual([]);
    }));

  it.each<[string, Partial<IssueData>, readonly string[]]>([
    ['is taken over', {}, ['open @wr_1: 1 open']],
    // Controls.
    ['and title is another', { title: 'Notes' }, ['open @?: ? open', 'open @wr_1: 1 open']],
    ['is left, where it is closed', { state: 'closed' }, ['closed @?: ? open', 'open @wr_1: 1 open']],
    ['is left, where somebody else opened it', { user: 'ada' }, ['open @wr_1: 1 open']],
  ])('whose hidden line somebody has edited away %s', (_, change, expected) =>
    afterFirst({}, async (services) => {
      Object.assign(services.github.state.issues[0] ?? {}, { body: 'Notes', ...change });
      const { outputs } = await services.night(first);
      expect([outputs['reason'], issuesOf(services)]).toEqual(['baseline', expected]);
      expect((await services.night(null)).writes).toEqual([]);
    }),
  );

  it('is found on any page', () =>
    afterFirst({}, async (services) => {
      const { issues } = services.github.state;
      const others = Array.from({ length: 120 }, (_, index) => ({
        number: 100 + index,
        title: 'Other',
        body: 'Other',
        labels: [],
        user: BOT,
        state: 'open' as const,
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
      }));
      issues.unshift(...others);
      const { outputs } = await services.night(first);
      expect(outputs).toMatchObject({ reason: 'up-to-date', 'issue-number': '14' });
    }));

  it('that we closed is opened again by any pending bug', () =>
    withServices({}, async (services) => {
      await services.night(makeService([makeScan('1', 0)], []));
      await services.night(first);
      expect(issuesOf(services)).toEqual(['open @wr_1: 1 open']);
    }));

  it('of several is the oldest, with the newest marker; the others are closed with a link', () =>
    afterFirst({}, async (services) => {
      const [issue] = services.github.state.issues;
      if (issue === undefined) throw new Error('there is no issue');
      await services.night(makeService(scans, [old, a], { 2: ['a'] }));
      // The older of the two is the one that lags behind.
      const copy = { ...structuredClone(issue), number: 30 };
      services.github.state.issues.push(copy);
      issue.body = (issue.body ?? '').replace('scan=wr_2', 'scan=wr_1').replace(/at=\d+/, `at=${T0}`);
      const night = await services.night(null);
      expect(night.outputs).toMatchObject({ scans: '0', 'issue-number': '14' });
      expect(issuesOf(services)).toEqual(['open @wr_2: 2 open', 'closed @?: ? open']);
      expect(services.github.state.issues[1]?.body).toContain('/issues/14)');
      expect((await services.night(null)).writes).toEqual([]);
    }));

  // Whoever may edit the issue can change its first line.
  const nowMs = T0 + 4 * DAY + 61_000;
  it.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
    ['the time of now', `scan=wr_1 at=${nowMs}`, { reason: 'new-scans', new: '1' }, ['a']],
    ['another scan and the time of now', `scan=wr_9 at=${nowMs}`, { reason: 'baseline' }, []],
    ['no scan and the time of now', `scan=none at=${nowMs}`, { reason: 'baseline' }, []],
    ['the newest scan', `scan=wr_2 at=${T0 + DAY}`, { reason: 'up-to-date', new: '0' }, []],
    ['a scan that is deleted', `scan=wr_0 at=${T0}`, { reason: 'new-scans', new: '1' }, ['a']],
    ['a distant time', `scan=wr_9 at=${Date.UTC(2999, 0)}`, { reason: 'baseline' }, []],
    ['a distant time of reading', `read=${Date.UTC(2999, 0)}`, { reason: 'new-scans', new: '1' }, ['a']],
  ])('whose first line somebody has given %s', async (name, position, outputs, told) => {
    await afterFirst({}, async (services) => {
      for (const issue of services.github.state.issues) {
        const body = (issue.body ?? '').replace(position.startsWith('read') ? /read=\d+/ : /scan=\S+ at=\d+/, position);
        expect(body).not.toBe(issue.body);
        issue.body = body;
      }
      const night = await services.night(makeService(scans, [old, a], { 2: ['a'] }));
      expect(night.outputs).toMatchObject({ verdict: 'reported', ...outputs });
      expect(commentsOf(services)).toEqual(told.length === 0 ? {} : { 11: told });
      write(`the first line of the issue has ${name}`, night, services);
      // What was given is gone with the next news.
      const third = makeService([...scans, makeScan('3', 2)], [old, a, makeBug('c', 2, { pr: 13 })], { 3: ['c'] });
      expect((await services.night(third)).outputs).toMatchObject({ reason: 'new-scans', new: '1' });
      expect(commentsOf(services)).toMatchObject({ 13: ['c'] });
    });
  });

  it('of anybody else, or of another kind, is not ours', () =>
    afterFirst({}, async (services) => {
      const [issue] = services.github.state.issues;
      if (issue === undefined) throw new Error('there is no issue');
      Object.assign(issue, { user: 'ada' });
      await services.night(first);
      expect(services.github.state.issues.map(({ user }) => user)).toEqual(['ada', 'github-actions[bot]']);
    }));

  it('says what changed, who brought it in, and what was not announced', () =>
    withServices(
      { github: { pulls: [makePull(11, { locked: true }), makePull(12), makePull(13)] } },
      async (services) => {
        await services.night(first);
        const n = makeBug('n', 1, { introducedIn: null } as object);
        const c = makeBug('c', 1, { pr: 13 });
        const data = makeService(scans, [old, a, b, c, n], { 2: ['a', 'b', 'c', 'n'] });
        const night = await services.night(data, { 'max-notified': '2' });
        write('comments are refused or left out', night, services);
        const body = issueBody(services);
        expect(listed(body)).toHaveLength(5);
        // The service's text, and no account of GitHub.
        expect(body).not.toContain('bob');
      },
    ));

  it('of a public repository has ids and links of security bugs, and nothing else of them', () =>
    afterFirst({ github: { visibility: 'public' } }, async (services) => {
      await services.night(makeService(scans, [old, a, b], { 2: ['a', 'b'] }), {
        'bug-url': 'https://app.example.com/{id}',
      });
      const body = issueBody(services);
      expect(listed(body)).toEqual(['a']);
      expect(body).toContain('[`bug_b`](https://app.example.com/bug_b)\n');
      expect(body).not.toMatch(/b\.ts|pull request 12/);
    }));
});

it.each([[{ 'service-name': 'Acme *Scan*' }], [{ 'bug-url': 'https://app.example.com/{id}' }], [{}]])(
  'the service has a name in all that is written: %j',
  (inputs) =>
    afterFirst({ github: { visibility: 'public' }, inputs }, async (services) => {
      const withheld = makeBug('u', 1, { pr: 11, isSecurityVulnerability: true });
      const data = makeService(scans, [old, a, withheld], { 2: ['a', 'u'] });
      const name = `the service is named by ${JSON.stringify(inputs)}`;
      write(name, await services.night(data), services);
      book.push(services.github.state.comments[0]?.body.replace(/^.*\n/, '') ?? '');
      await services.night({ ...data, bugs: [old, withheld, { ...a, isSecurityVulnerability: true }] });
      book.push(services.github.state.comments[0]?.body.replace(/^.*\n/, '') ?? '', '');
      write(`${name}, and its scan is old`, await services.night(null, { 'max-scan-age': '1h' }), services);
      write(`${name}, and there is no scan`, await services.night({ ...data, scans: [] }), services);
    }),
);

describe('where there is nothing to remember with', () => {
  it.each([
    ['has_issues is false', { hasIssues: false }, {}, []],
    ['GitHub answers 410', {}, {}, [parseFault('GET /repos/*/issues status=410')]],
    ['notify: none', {}, { notify: 'none' }, []],
  ])('%s: the job summary alone', async (_, github, inputs, rules) => {
    await withServices({ github }, async (services) => {
      for (const rule of rules) services.faults.add(rule);
      for (let run = 0; run < 2; run += 1) {
        const night = await services.night(makeService(scans, [old, a], { 2: ['a'] }), inputs);
        expect(night.writes).toEqual([]);
        expect(night.outputs).toMatchObject({ verdict: 'reported', reason: 'baseline', open: '2', 'issue-number': '' });
        expect(night.result.summary).toContain('2 pending bugs');
      }
    });
  });
});

describe('what ends red, with nothing written', () => {
  it.each<[string, ServiceData, Readonly<Record<string, string>>, string]>([
    [
      'no scan of the branch is complete',
      makeService([makeScan('1', 0, { commitSha: sha('b') })], [old]),
      {},
      'no-scan',
    ],
    ['no key', first, { 'api-key': '' }, 'no-credentials'],
    ['a repository-id that is not known', first, { 'repository-id': 'repo_x' }, 'repository-not-found'],
    ['no repository', first, { repository: 'acme/other' }, 'repository-not-found'],
    ['pull-request without issue', first, { notify: 'pull-request' }, 'invalid-input'],
    ['a label of 51 characters', first, { 'issue-labels': `ok, ${'l'.repeat(51)}` }, 'invalid-input'],
    [
      'a list that falls short',
      makeService(
        [makeScan('1', 0), makeScan('2', 1, { bugCounts: { total: 3, open: 3, resolved: 0, dismissed: 0 } })],
        [old, a],
        { 2: ['a'] },
      ),
      {},
      'service-error',
    ],
  ])('%s', async (_, data, inputs, reason) => {
    await afterFirst({}, async (services) => {
      const night = await services.night(data, inputs);
      expect(night.outputs).toMatchObject({ verdict: 'unverified', reason, 'pull-requests': '[]' });
      expect([night.result.conclusion, night.writes]).toEqual(['failure', []]);
      expect(night.result.annotations.map(({ level }) => level)).toEqual(['error']);
    });
  });

  it.each([
    ['that the service does not have', ['a'], [purged]],
    ['that is empty', [], []],
  ])('a list %s, of a scan that ended less than a day ago', async (_, listedBugs, rules) => {
    await afterFirst({}, async (services) => {
      for (const rule of rules) services.faults.add(rule);
      const young = makeScan('2', 3.5, { commitSha: sha(5), ...counting(1) });
      const night = await services.night(makeService([makeScan('1', 0), young], [old, a], { 2: listedBugs }));
      expect([night.outputs['reason'], night.writes]).toEqual(['service-error', []]);
    });
  });

  it('a pull request of which GitHub does not say whether it is merged', () =>
    afterFirst({}, async (services) => {
      const effect = { kind: 'status', status: 200, body: { head: { sha: sha('b') }, base: {} } } as const;
      services.faults.add({ path: '*/pulls/11', effect });
      const night = await services.night(makeService(scans, [old, a], { 2: ['a'] }));
      expect([night.outputs['reason'], night.writes]).toEqual(['github-error', []]);
      write('GitHub does not say whether a pull request is merged', night, services);
    }));

  it.each([
    ['public', '/public/v1/repos', false],
    ['public', '/public/v1/bugs', false],
    ['private', '/public/v1/bugs', true],
  ] as const)(
    'an error of the service, in a %s repository, of %s, with its own words: %s',
    async (visibility, path, told) => {
      await afterFirst({ github: { visibility } }, async (services) => {
        const body = { message: 'Words on src/a.ts', type: 'INTERNAL_ERROR', statusCode: 500 };
        services.faults.add({ path, effect: { kind: 'status', status: 500, body } });
        const { result, outputs } = await services.night(first);
        expect(outputs).toMatchObject({ verdict: 'unverified', reason: 'service-error' });
        for (const text of [result.log, result.summary]) {
          expect(text.includes('Words on src/')).toBe(told);
          expect(text).toContain(`GET ${path} answered 500`);
        }
      });
    },
  );

  it('a token that may not read pull requests: named', () =>
    afterFirst({}, async (services) => {
      const [token] = services.github.state.tokens;
      Object.assign(token?.permissions ?? {}, { 'pull-requests': 'none' });
      const night = await services.night(makeService(scans, [old, a], { 2: ['a'] }));
      expect([night.outputs['reason'], night.writes]).toEqual(['github-error', []]);
      write('the token may not read pull requests', night, services);
    }));
});

describe('a defect of our own is no failure of GitHub', () => {
  const defect = (): never => {
    throw new TypeError('a defect');
  };

  it('where a comment is written', () =>
    afterFirst({}, async (services) => {
      services.service.state.replaceData(makeService(scans, [old, a], { 2: ['a'] }));
      await expect(runBeside(services, 101, { scrub: defect })).rejects.toThrow(TypeError);
      expect([commentsOf(services), issuesOf(services)]).toEqual([{}, ['open @wr_1: 1 open']]);
    }));

  it('where the issue is written', () =>
    afterFirst({}, async (services) => {
      services.service.state.replaceData(first);
      const [issue] = services.github.state.issues;
      if (issue !== undefined) services.github.state.issues.push({ ...issue, number: 30 });
      services.faults.add(parseFault('PATCH /repos/*/issues/30 status=422'));
      await expect(runBeside(services, 101, { warning: defect })).rejects.toThrow(TypeError);
    }));
});

describe('what the service says of a night', () => {
  const twoCounted = { bugCounts: { total: 2, open: 2, resolved: 0, dismissed: 0 } };
  const counted = [makeScan('1', 0), makeScan('2', 1, twoCounted)];

  it.each<[string, ServiceData, readonly string[]]>([
    ['scans of another repository', first, ['GET /public/v1/scans set=scans.*.repoId value="repo_x"']],
    [
      'a bug of another repository',
      makeService(scans, [old, a], { 2: ['a'] }),
      ['GET /public/v1/bugs?*workflow_request_id=wr_2* set=bugs.0.repoId value="repo_x"'],
    ],
    ['a bug that no list shows', makeService(counted, [old, a], { 2: ['a'] }), []],
  ])('is not believed: %s', async (name, data, rules) => {
    await afterFirst({}, async (services) => {
      for (const rule of rules) services.faults.add(parseFault(rule));
      const night = await services.night(data);
      expect([night.outputs['reason'], night.writes]).toEqual(['service-error', []]);
      write(`the service sends ${name}`, night, services);
    });
  });

  const early = makeBug('s', 1, { pr: 12, isSecurityVulnerability: null });
  const whole = [old, a, { ...early, isSecurityVulnerability: true }];
  it('is read again where a list falls short, and may then be more of a bug', async () => {
    let reads = 0;
    const onSecondRead: { act: () => void } = { act: () => undefined };
    const faults: FaultInjector = {
      intercept: ({ path }) => {
        // The first round takes four: the repository's pending bugs, and the three lists of the scan.
        if (path === '/public/v1/bugs' && ++reads === 5) onSecondRead.act();
        return Promise.resolve(false);
      },
    };
    await afterFirst({ faults }, async (services) => {
      onSecondRead.act = () => {
        services.service.state.replaceData(makeService(counted, whole, { 2: ['a', 's'] }));
      };
      const data = makeService(counted, [old, early], { 2: ['s'] });
      const night = await services.night(data, { announce: 'security' });
      expect([commentsOf(services), night.outputs['reason']]).toEqual([{ 12: ['s'] }, 'new-scans']);
    });
  });

  it('is as old as its first question', async () => {
    let clock: LocalServices['clock'] | undefined;
    const faults: FaultInjector = {
      intercept: ({ path }) => {
        if (path === '/public/v1/scans') clock?.pass(10_000);
        return Promise.resolve(false);
      },
    };
    await afterFirst({ faults }, async (services) => {
      ({ clock } = services);
      // A night begins a second after the one before.
      const beginMs = clock.now() + 1_000;
      await services.night(makeService(scans, [old, a], { 2: ['a'] }));
      const readMs = Number(/ read=(\d+) /.exec(issueBody(services))?.[1]);
      expect(readMs).toBeGreaterThanOrEqual(beginMs);
      expect(readMs).toBeLessThan(beginMs + 10_000);
    });
  });
});

describe('what GitHub refuses', () => {
  it('a comment for good: why is said in the issue and a warning, and the rest goes on', () =>
    afterFirst({}, async (services) => {
      const bugs = [11, 12, 13].map((pr) => makeBug(`n${pr}`, 1, { pr }));
      const ids = ['n11', 'n12', 'n13'];
      const rules = ['11/comments status=404', '12/comments status=410', '13/comments status=422'];
      for (const rule of rules) services.faults.add(parseFault(`POST /repos/*/issues/${rule}`));
      const night = await services.night(makeService(scans, [old, ...bugs], { 2: ids }));
      expect(night.outputs).toMatchObject({ verdict: 'reported', 'pull-requests': '[]', new: '3' });
      expect(issuesOf(services)).toEqual(['open @wr_2: 4 open']);
      write('comments are refused for good', night, services);
      expect(night.result.annotations.map(({ level }) => level)).toEqual(ids.map(() => 'warning'));
    }));

  it('comments that are too long to be read: why is said in the issue, and the rest goes on', () =>
    afterFirst({}, async (services) => {
      services.faults.add(parseFault(`GET /repos/*/issues/11/comments* oversize=${2 ** 25 + 1}`));
      const bugs = [11, 12].map((pr) => makeBug(`n${pr}`, 1, { pr }));
      const night = await services.night(makeService(scans, [old, ...bugs], { 2: ['n11', 'n12'] }));
      expect(night.outputs).toMatchObject({ verdict: 'reported', 'pull-requests': '[12]', new: '2' });
      expect(issuesOf(services)).toEqual(['open @wr_2: 3 open']);
      write('comments are too long to be read', night, services);
    }));

  it('a token that may not comment on pull requests: told which permission it needs', () =>
    afterFirst({}, async (services) => {
      const [token] = services.github.state.tokens;
      Object.assign(token?.permissions ?? {}, { issues: 'write', 'pull-requests': 'read' });
      const night = await services.night(makeService(scans, [old, a], { 2: ['a'] }));
      expect(commentsOf(services)).toEqual({});
      expect(night.outputs).toMatchObject({ verdict: 'reported', 'pull-requests': '[]' });
      write('the token may not comment', night, services);
    }));

  it('a token that may not write issues: named, and the rest goes on', () =>
    afterFirst({}, async (services) => {
      const [token] = services.github.state.tokens;
      Object.assign(token?.permissions ?? {}, { issues: 'read', 'pull-requests': 'write' });
      const night = await services.night(makeService(scans, [old, a], { 2: ['a'] }));
      expect(commentsOf(services)).toEqual({ 11: ['a'] });
      expect(night.outputs).toMatchObject({ reason: 'github-error', new: '1', 'issue-number': '14' });
      write('the token may not write issues', night, services);
    }));
});

it('what people are told is what the golden file says', () => {
  expectGolden('watch.md', `${book.join('\n')}\n`);
});
