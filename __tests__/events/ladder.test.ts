// The ladder of scans, through the bundle: which scan is used, what of it the outputs and the comment say, and
// that GitHub's silence is an error only where a rung needs it.
import { describe, expect, it, jest } from '@jest/globals';
import type { CommitData } from '../../sandbox/github/data.ts';
import {
  commitSha,
  dayMs,
  hourMs,
  identifier,
  minuteMs,
  timeText,
} from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan } from '../../sandbox/scenarios/storefront/service.ts';
import type { ScanData } from '../../sandbox/service/data.ts';
import { withSandbox, type Sandbox, type SandboxOptions } from '../harness/sandbox.ts';
import { changeGitHub, changeService, failingWorld } from '../harness/worlds.ts';

jest.setTimeout(60_000);

const { headSha, baseSha, scanId } = storefront;
/** Commits of the pull request, by how far the head is ahead of them. */
const [, checkoutSha, routesSha, tableSha] = [
  headSha,
  commitSha('checkout'),
  commitSha('routes'),
  commitSha('table'),
];
const strangerSha = commitSha('of another branch');

interface ScanWords extends Partial<ScanData> {
  readonly agoMs: number;
}

/** A complete scan that was begun so long ago and took five minutes. */
function scan(name: string, { agoMs, ...changes }: ScanWords): ScanData {
  const createdAt = Date.now() - agoMs;
  const workflowRequestId = identifier('wr_', name);
  return makeScan({
    workflowRequestId,
    createdAt,
    completedAt: createdAt + 5 * minuteMs,
    ...changes,
  });
}

/** The storefront with these scans and no others; each has surfaced all bugs. */
function withScans(scans: readonly ScanData[], world = failingWorld()): ScenarioWorld {
  return changeService(world, ({ bugs }) => ({
    scans: [...scans],
    runningScans: [],
    surfaced: Object.fromEntries(
      scans.map(({ workflowRequestId }) => [workflowRequestId ?? '', bugs.map(({ id }) => id)]),
    ),
  }));
}

interface Climb {
  readonly scans: readonly ScanData[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly world?: ScenarioWorld;
  readonly options?: SandboxOptions;
}

interface Climbed {
  readonly outputs: Readonly<Record<string, string>>;
  /** `scan-match`, the name of the scan, `commits-behind`; or the reason of no verdict. */
  readonly rung: string;
  readonly comment: string;
  readonly log: string;
}

async function climb({ scans, inputs, world, options }: Climb): Promise<Climbed> {
  let climbed: Climbed | undefined;
  const act = async (sandbox: Sandbox): Promise<void> => {
    const quick = { 'poll-interval': '0', annotations: 'off' };
    const { outputs, log } = await sandbox.run({ inputs: { ...quick, ...inputs } });
    climbed = { outputs, log, rung: toRung(outputs, scans), comment: commentOf(sandbox) };
  };
  await withSandbox(withScans(scans, world), act, options);
  if (!climbed) throw new Error('the sandbox was not played');
  return climbed;
}

function commentOf(sandbox: Sandbox): string {
  return sandbox.ownComments()[0]?.body ?? '';
}

function toRung(outputs: Readonly<Record<string, string>>, scans: readonly ScanData[]): string {
  if (outputs['verdict'] === 'unverified') return outputs['reason'] ?? '';
  const at = scans.findIndex(({ workflowRequestId }) => workflowRequestId === outputs['scan-id']);
  return [outputs['scan-match'], `#${at + 1}`, outputs['commits-behind'] ?? ''].join(' ').trim();
}

const h = hourMs;
const atHead = scan('head', { agoMs: h, commitSha: headSha });
const atCheckout = scan('checkout', { agoMs: 26 * h, commitSha: checkoutSha });
const atRoutes = scan('routes', { agoMs: 72 * h, commitSha: routesSha });
const lateAtBase = scan('base', { agoMs: 2 * h, commitSha: baseSha });
const againAtBase = scan('base again', { agoMs: 1 * h, commitSha: baseSha });
const atStranger = scan('stranger', { agoMs: h / 2, commitSha: strangerSha });
const nowhere = scan('nowhere', { agoMs: h / 4, commitSha: null });
const failed = (each: ScanData, workflowStatus = 'failed'): ScanData => ({
  ...each,
  workflowStatus,
  completedAt: null,
});

describe('which scan is used', () => {
  it.each<[string, string, readonly ScanData[], string]>([
    ['exact: of the commit itself', 'exact', [atStranger, atHead], 'exact #2 0'],
    [
      'exact: in any case of the SHA',
      'exact',
      [{ ...atHead, commitSha: headSha.toUpperCase() }],
      'exact #1 0',
    ],
    ['exact: none fits', 'exact', [atCheckout, lateAtBase], 'no-scan'],
    ['the first rung that matches wins', 'exact, ancestor', [atHead, atCheckout], 'exact #1 0'],
    [
      'ancestor: the nearest commit, not the newest scan',
      'exact, ancestor',
      [lateAtBase, atRoutes],
      'ancestor #2 2',
    ],
    [
      'ancestor: of one commit the newest scan',
      'ancestor',
      [againAtBase, lateAtBase],
      'ancestor #1 4',
    ],
    [
      'ancestor: the commit itself is none behind',
      'ancestor',
      [atCheckout, atHead],
      'ancestor #2 0',
    ],
    [
      'ancestor: complete scans alone',
      'ancestor',
      [{ ...atCheckout, workflowStatus: 'in_progress', completedAt: null }, atRoutes],
      'ancestor #2 2',
    ],
    ['ancestor: no stranger', 'exact, ancestor', [atStranger, nowhere], 'no-scan'],
    ['latest: any commit', 'exact, latest', [atStranger, lateAtBase], 'latest #1'],
    ['latest: complete scans alone', 'latest', [failed(atStranger), lateAtBase], 'latest #2'],
    ['latest: even of an unknown commit', 'latest', [nowhere, atHead], 'latest #1'],
    ['latest: behind by what is known', 'ancestor, latest', [lateAtBase], 'ancestor #1 4'],
    [
      'all three, in this order',
      'exact, ancestor, latest',
      [atStranger, lateAtBase],
      'ancestor #2 4',
    ],
    ['all three, in another order', 'latest, exact', [atStranger, atHead], 'latest #1'],
    [
      'a scan without an id cannot be used',
      'exact',
      [{ ...atHead, workflowRequestId: null }],
      'no-scan',
    ],
    [
      'a null status with an end is complete',
      'exact',
      [{ ...atHead, workflowStatus: null }],
      'exact #1 0',
    ],
  ])('%s', async (_, match, scans, rung) => {
    const climbed = await climb({ scans, inputs: { 'scan-match': match } });
    expect(climbed.rung).toBe(rung);
  });

  it.each(['in_progress', null])(
    'a scan of the commit with status %j and no end is waited for, though a later rung would match',
    async (workflowStatus) => {
      const scans = [{ ...atHead, workflowStatus, completedAt: null }, atCheckout];
      const inputs = { 'scan-match': 'exact, ancestor, latest', 'wait-timeout': '0' };
      expect((await climb({ scans, inputs })).rung).toBe('scan-timeout');
    },
  );

  it('a status that nobody knows is not complete, though the scan has ended', async () => {
    const options: SandboxOptions = {
      faults: ['GET /public/v1/scans set=/scans/0/workflowStatus value="paused"'],
    };
    const inputs = { 'scan-match': 'exact, latest', 'wait-timeout': '0' };
    expect((await climb({ scans: [atHead], inputs, options })).rung).toBe('scan-timeout');
  });
});

describe('a failed newest scan', () => {
  const older = scan('head before', { agoMs: 3 * h, commitSha: headSha });

  it.each(['failed', 'dlq'])(
    'that is %s stands back for an older complete one of the commit, and both documents say so',
    async (status) => {
      const { rung, comment, log } = await climb({
        scans: [failed(atHead, status), older],
        inputs: {},
      });
      expect(rung).toBe('exact #2 0');
      expect(comment).toMatch(new RegExp(`stands in for a newer scan .*, ${status}`, 'u'));
      expect(log).toMatch(new RegExp(`stands in for a newer scan: .*, ${status}`, 'u'));
    },
  );

  it('does not stand back for one of another commit, but the next rung may', async () => {
    const scans = [failed(atHead), atCheckout];
    expect((await climb({ scans, inputs: {} })).rung).toBe('scan-failed');
    const further = await climb({ scans, inputs: { 'scan-match': 'exact, ancestor' } });
    expect(further.rung).toBe('ancestor #2 1');
  });

  it('is scan-failed when no later rung has one either', async () => {
    const inputs = { 'scan-match': 'exact, ancestor, latest' };
    expect((await climb({ scans: [failed(atHead)], inputs })).rung).toBe('scan-failed');
  });

  it('is not waited for behind a running one', async () => {
    const running = { ...atHead, workflowStatus: 'in_progress', completedAt: null };
    const inputs = { 'wait-timeout': '0' };
    expect((await climb({ scans: [running, failed(older)], inputs })).rung).toBe('scan-timeout');
  });
});

describe('scan-types', () => {
  const recent = scan('recent', { agoMs: 3 * h, commitSha: headSha, scanType: 'recentChanges' });

  it('leaves out scans of other types, the newest of the commit too', async () => {
    const scans = [atHead, recent];
    const inputs = { 'scan-types': 'full, recentChanges' };
    expect((await climb({ scans, inputs })).rung).toBe('exact #2 0');
  });

  it('leaves out scans whose type is not known', async () => {
    const scans = [{ ...atHead, scanType: null }];
    const { rung, comment } = await climb({ scans, inputs: { 'scan-types': 'default' } });
    expect(rung).toBe('no-scan');
    expect(comment).toContain('Only scans of the types default count');
  });

  it('goes for every rung', async () => {
    const scans = [lateAtBase, { ...atRoutes, scanType: 'recentChanges' }];
    const inputs = { 'scan-match': 'ancestor', 'scan-types': 'recentChanges' };
    expect((await climb({ scans, inputs })).rung).toBe('ancestor #2 2');
  });
});

describe('max-scan-age', () => {
  it.each([
    ['61m', 'exact #1 0'],
    ['50m', 'stale-scan'],
    ['1d', 'exact #1 0'],
  ])('of %s and a scan that ended 55 minutes ago: %s', async (age, rung) => {
    expect((await climb({ scans: [atHead], inputs: { 'max-scan-age': age } })).rung).toBe(rung);
  });

  it('counts from the end, else from the beginning', async () => {
    const scans = [{ ...atHead, completedAt: null }];
    const { rung, outputs } = await climb({ scans, inputs: { 'max-scan-age': '59m' } });
    expect([rung, outputs['verdict']]).toEqual(['stale-scan', 'unverified']);
  });

  it('is told in hours, with one decimal', async () => {
    const { outputs } = await climb({ scans: [lateAtBase], inputs: { 'scan-match': 'latest' } });
    expect(outputs['scan-age-hours']).toBe('1.9');
  });
});

describe('wait-for-scan', () => {
  const inputs = { 'scan-match': 'exact, ancestor', 'wait-for-scan': '20s' };

  it('waits for the first rung though the second would match at once', async () => {
    let looks = 0;
    const watch: SandboxOptions['watch'] = ({ path }, { service }) => {
      if (path !== '/public/v1/scans') return;
      looks += 1;
      if (looks === 3) {
        service.state.change((data) => {
          data.scans.push(structuredClone(atHead));
        });
      }
    };
    const { outputs, log } = await climb({ scans: [atCheckout], inputs, options: { watch } });
    expect([outputs['scan-match'], outputs['scan-sha'], looks]).toEqual(['exact', headSha, 3]);
    expect(log.match(/Attempt \d+: no scan yet \(\d+ s so far, 20 s at most\)/gu)).toHaveLength(2);
  });

  it('tries the other rungs when it is over', async () => {
    const short = { ...inputs, 'wait-for-scan': '1s' };
    expect((await climb({ scans: [atCheckout], inputs: short })).rung).toBe('ancestor #1 1');
  });

  it('does not wait where the scan of the commit has failed', async () => {
    const scans = [failed(atHead), atCheckout];
    const long = { ...inputs, 'wait-for-scan': '40s' };
    expect((await climb({ scans, inputs: long })).rung).toBe('ancestor #2 1');
  });
});

describe('what is told of the scan', () => {
  it('of an ancestor: rung, commit, how far behind, when it ended', async () => {
    const { outputs, comment, log } = await climb({
      scans: [atRoutes],
      inputs: { 'scan-match': 'exact, ancestor' },
    });
    expect(outputs).toMatchObject({
      'scan-id': atRoutes.workflowRequestId,
      'scan-sha': routesSha,
      'scan-match': 'ancestor',
      'commits-behind': '2',
    });
    const ended = new Date(atRoutes.completedAt ?? 0).toISOString().slice(0, 16).replace('T', ' ');
    const words = [
      atRoutes.workflowRequestId,
      routesSha.slice(0, 7),
      'of an ancestor of this commit',
    ];
    for (const word of [...words, `finished ${ended} UTC`, '2 commits behind']) {
      expect(comment).toContain(word);
    }
    expect(log).toContain('Commits behind: 2');
  });

  it('of any commit: that it may be of another branch, and no number', async () => {
    const { outputs, comment } = await climb({
      scans: [atStranger],
      inputs: { 'scan-match': 'latest' },
    });
    expect(outputs).toMatchObject({ 'scan-match': 'latest', 'commits-behind': '' });
    expect(comment).toContain('maybe of another branch');
    expect(comment).not.toMatch(/commits? behind/u);
  });

  it('of none: the five newest with commit, age and status, and what to do', async () => {
    const scans = [atStranger, againAtBase, lateAtBase, failed(atCheckout), atRoutes].concat(
      scan('old', { agoMs: 200 * h, commitSha: commitSha('old') }),
    );
    const { comment, log, outputs } = await climb({ scans, inputs: {} });
    expect(outputs).toMatchObject({ reason: 'no-scan', 'scan-id': '', pending: '' });
    for (const text of [comment, log]) {
      for (const sha of [strangerSha, baseSha, checkoutSha, routesSha]) {
        expect(text).toContain(sha.slice(0, 7));
      }
      expect(text).toContain('failed');
      expect(text).not.toContain(commitSha('old').slice(0, 7));
      expect(text).toContain('wait-for-scan');
    }
    expect(log).toMatch(/2[5-9] min old, complete/u);
  });
});

describe('how far is looked', () => {
  /** A line of commits behind the base, so that the head has `count` ancestors. */
  function withHistory(world: ScenarioWorld, count: number): ScenarioWorld {
    return changeGitHub(world, ({ commits }) => {
      const oldest = commits.find(({ parents }) => parents.length === 0);
      if (!oldest) throw new Error('the world has no first commit');
      const known = 8;
      const line = Array.from({ length: count - known + 1 }, (_, at): CommitData => ({
        ...oldest,
        sha: commitSha(`line ${at + known}`),
        parents: [commitSha(`line ${at + known + 1}`)],
        date: timeText(Date.now() - 10 * dayMs - at * minuteMs),
      }));
      const joined = commits.map((each) =>
        each === oldest ? { ...each, parents: [commitSha(`line ${known}`)] } : each,
      );
      return { commits: [...joined, ...line] };
    });
  }

  it.each([
    [249, 'ancestor #1 249'],
    [250, 'no-scan'],
  ])('the scan of the commit %d behind: %s', async (behind, rung) => {
    const world = withHistory(failingWorld(), 300);
    const scans = [scan('far', { agoMs: 300 * h, commitSha: commitSha(`line ${behind}`) })];
    const climbed = await climb({ scans, world, inputs: { 'scan-match': 'ancestor' } });
    expect(climbed.rung).toBe(rung);
  });

  it.each([
    [1_999, 'exact #2000 0'],
    [2_000, 'no-scan'],
  ])('the scan behind %d others: %s', async (others, rung) => {
    const newer = Array.from({ length: others }, (_, at) =>
      scan(`other ${at}`, { agoMs: h + at * 1_000, commitSha: strangerSha }),
    );
    const scans = [...newer, scan('late', { agoMs: 900 * h, commitSha: headSha })];
    const urls: string[] = [];
    const watch: SandboxOptions['watch'] = ({ path }) => {
      if (path === '/public/v1/scans') urls.push(path);
    };
    const climbed = await climb({ scans, inputs: {}, options: { watch } });
    expect([climbed.rung, urls.length]).toEqual([rung, 20]);
  });

  it('no further than the answer: one page where the newest is the one', async () => {
    const older = Array.from({ length: 500 }, (_, at) =>
      scan(`other ${at}`, { agoMs: 2 * h + at * minuteMs, commitSha: strangerSha }),
    );
    let pages = 0;
    const watch: SandboxOptions['watch'] = ({ path }) => {
      if (path === '/public/v1/scans') pages += 1;
    };
    const climbed = await climb({ scans: [atHead, ...older], inputs: {}, options: { watch } });
    expect([climbed.rung, pages]).toEqual(['exact #1 0', 1]);
  });
});

describe('GitHub that does not tell the ancestors', () => {
  const options: SandboxOptions = { faults: ['GET /repos/*/commits status=403'] };

  it.each([
    ['is github-error where the rung needs them', 'exact, ancestor', [atCheckout], 'github-error'],
    ['is github-error before the rung after it', 'ancestor, latest', [atCheckout], 'github-error'],
    ['is no matter where an earlier rung matches', 'exact, ancestor', [atHead], 'exact #1 0'],
    ['is no matter where no rung needs them', 'exact, latest', [atCheckout], 'latest #1'],
  ] as const)('%s', async (_, match, scans, rung) => {
    const inputs = { 'scan-match': match };
    expect((await climb({ scans, inputs, options })).rung).toBe(rung);
  });

  it('names the permission and what to do, and leaves counts empty', async () => {
    const { outputs, comment } = await climb({
      scans: [atCheckout],
      inputs: { 'scan-match': 'ancestor' },
      options,
    });
    expect(outputs).toMatchObject({ verdict: 'unverified', pending: '', 'scan-id': '' });
    expect(comment).toContain('contents: read');
  });

  it('is github-error without a token', async () => {
    const inputs = { 'scan-match': 'ancestor', 'github-token': '' };
    expect((await climb({ scans: [atCheckout], inputs })).rung).toBe('github-error');
  });
});

it('has the storefront’s own scan of the head, by which the table is made', () => {
  expect(failingWorld().service.scans.some((each) => each.workflowRequestId === scanId)).toBe(true);
  expect(failingWorld().github.pulls[0]?.commits).toEqual([
    tableSha,
    routesSha,
    checkoutSha,
    headSha,
  ]);
});
