// The replay beside the gate: both judge the same pull requests under the README's set-ups, and must say the same.
import * as v from 'valibot';
import { parse } from 'yaml';
import type { FaultRule } from '../../sandbox/faults.ts';
import type { FileData, PullData } from '../../sandbox/github/data.ts';
import { hourMs, minuteMs, timeText } from '../../sandbox/scenarios/identity.ts';
import { pullRequestPayload } from '../../sandbox/scenarios/pull-request-event.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan } from '../../sandbox/scenarios/storefront/service.ts';
import type { BugData, ScanData } from '../../sandbox/service/data.ts';
import { SET_UP_NAMES } from '../../src/doctor/set-ups.ts';
import { readSetUps } from '../docs/pages.ts';
import { createTestClock } from '../harness/clock.ts';
import { type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { aServiceBug } from '../harness/service-data.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';
import { beforeAll, describe, expect, it } from '../jest.ts';
import { examine, headsWorld, nowMs, type ShownVerdict } from './harness.ts';

const tester = 'src/server/webhooks/tester.ts';
const removed = (filename: string): FileData => ({ filename, status: 'removed', additions: 0, deletions: 9 });

/** What happened to a pull request and the scans of its head. */
interface Fate {
  readonly pull?: Partial<PullData>;
  /** Of its head, newest first; absent: as they were. */
  readonly scans?: readonly Partial<ScanData>[];
}

const failed: Partial<ScanData> = { workflowStatus: 'failed', completedAt: null };
const running: Partial<ScanData> = { workflowStatus: 'in_progress', completedAt: null };

/** By number: every way in which a scan, a file or another pull request can matter. */
const fates: Readonly<Record<number, Fate>> = {
  482: {},
  481: { scans: [failed] },
  // Long enough ago to be closed, not so long that the scan would be stuck.
  480: { scans: [running], pull: { closedAt: timeText(nowMs - 3 * hourMs) } },
  479: { scans: [{ scanType: 'recentChanges' }] },
  478: { scans: [], pull: { files: [removed(tester)] } },
  477: { scans: [failed, {}], pull: { files: [removed(tester)] } },
  476: { scans: [] },
  475: { scans: [{ commitSha: null }] },
  474: {},
  473: {},
};

/** Another open pull request with the head of 473, and files that have a security bug. */
function toTwin(pulls: readonly PullData[]): PullData[] {
  const original = pulls.find(({ number }) => number === 473);
  const other = pulls.find(({ number }) => number === 474);
  if (original === undefined || other === undefined) throw new Error('the world has both');
  return [{ ...original, number: 484, state: 'open', merged: false, files: other.files }];
}

/** Brought in by a pull request that is open, and by one that is merged; in no file of most. */
function makeBugs({ repoId, createdAt }: BugData): BugData[] {
  const make = (name: string, prNumber: number, filePath: string): BugData => {
    const introducedIn = { sha: 'f'.repeat(40), date: '2026-11-01', prNumber };
    return aServiceBug(name, { repoId, createdAt, filePath, isSecurityVulnerability: true, introducedIn });
  };
  return [make('open', 482, 'package.json'), make('merged', 470, 'src/x.ts')];
}

function makeWorld(): ScenarioWorld {
  const world = changeGitHub(headsWorld(), ({ pulls }) => ({
    pulls: [
      ...pulls.map((pull) => ({ ...pull, ...fates[pull.number]?.pull })),
      ...toTwin(pulls).map((pull) => ({ ...pull, createdAt: '2026-01-01T00:00:00Z' })),
    ],
  }));
  return changeService(world, ({ scans, bugs: [first, ...bugs], surfaced }) => {
    if (first === undefined) throw new Error('the world has bugs');
    const heads = new Map(world.github.pulls.map(({ head, number }) => [head.sha, number]));
    const ofHeads = scans.filter(({ commitSha: sha }) => heads.has(sha ?? ''));
    // The default branch was scanned every night, once more, and then no more, so that some scans are too old.
    const nights = scans.filter((scan) => !ofHeads.includes(scan));
    const ofBranch = nights.filter((_, index) => index < 14 || index === 17);
    // By another initiator, so that they do not say that the branch is scanned still.
    const ofOthers = ofHeads.map((scan) => ({ ...scan, initiator: 'scanNow' }));
    const kept = [...ofBranch, ...ofOthers.filter(({ commitSha: sha }) => !fates[heads.get(sha ?? '') ?? 0]?.scans)];
    const own = world.github.pulls.flatMap(({ head, number, closedAt }) =>
      (fates[number]?.scans ?? []).map((change, index) =>
        makeScan({
          workflowRequestId: `wr_${number}_${index}`,
          commitSha: head.sha,
          initiator: 'scanNow',
          createdAt: toClosed(number, closedAt) - (index + 1) * hourMs,
          completedAt: toClosed(number, closedAt) - (index + 1) * hourMs + minuteMs,
          ...change,
        }),
      ),
    );
    return { scans: [...kept, ...own], bugs: [first, ...bugs, ...makeBugs(first)], surfaced };
  });
}

function toClosed(number: number, closedAt = ''): number {
  return Date.parse(fates[number]?.pull?.closedAt ?? closedAt);
}

const workflowShape = v.object({
  jobs: v.object({ 'scan-gate': v.object({ steps: v.array(v.object({ with: v.record(v.string(), v.unknown()) })) }) }),
});

type Texts = Readonly<Record<string, string>>;

/** What the pages say behind `with:` for each set-up. */
function readInputs(): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    readSetUps().map((text, index): [string, Texts] => {
      const [step] = v.parse(workflowShape, parse(text)).jobs['scan-gate'].steps;
      const inputs = Object.entries(step?.with ?? {})
        .filter(([name]) => !name.startsWith('api-'))
        .map(([name, value]): [string, string] => [name, String(value)]);
      return [SET_UP_NAMES[index] ?? '', Object.fromEntries(inputs)];
    }),
  );
}

const faults: readonly FaultRule[] = [{ path: { regex: '/474/files' }, effect: { kind: 'status', status: 403 } }];

/** Does something as if the pull request were still open. */
async function whileOpen<Result>(
  { github }: Sandbox,
  { number }: PullData,
  act: () => Promise<Result>,
): Promise<Result> {
  const pull = github.state.pulls.find((each) => each.number === number);
  if (pull === undefined) throw new Error('the world has it');
  const { state } = pull;
  pull.state = 'open';
  try {
    return await act();
  } finally {
    pull.state = state;
  }
}

/** Runs the gate on a pull request as it would have run when that was closed, or now. */
async function judge(
  sandbox: Sandbox,
  pull: PullData,
  inputs: Readonly<Record<string, string>>,
): Promise<ShownVerdict> {
  const closedMs = Date.parse(pull.closedAt ?? '');
  const payload = pullRequestPayload({
    github: sandbox.world.github,
    pull,
    mergeSha: storefront.mergeSha,
    action: 'synchronize',
  });
  const outputs = await whileOpen(sandbox, pull, async () => {
    const run = await sandbox.run({
      inputs: { ...inputs, comment: 'never', annotations: 'off' },
      event: { name: 'pull_request', payload },
      clock: createTestClock(Number.isNaN(closedMs) ? nowMs : closedMs),
    });
    return run.outputs;
  });
  const count = (name: string): number | null => (outputs[name] === '' ? null : Number(outputs[name]));
  return {
    verdict: outputs['verdict'] ?? '',
    reason: outputs['reason'] ?? '',
    bugs: count('gated'),
    securityBugs: count('gated-security'),
  };
}

describe('the replay says what the gate says', () => {
  const world = makeWorld();
  const setUps = readInputs();
  type Verdicts = Record<number, Readonly<Record<string, ShownVerdict>>>;
  let replayed: Verdicts = {};
  const judged: Verdicts = {};

  beforeAll(async () => {
    const { report } = await examine(world, { faults, inputs: { 'pull-requests': '10' } });
    replayed = Object.fromEntries(report.pullRequests.map(({ number, verdicts }) => [number, verdicts]));
    await withSandbox(
      world,
      async (sandbox) => {
        for (const pull of world.github.pulls.filter(({ number }) => number in fates)) {
          const verdicts: Record<string, ShownVerdict> = {};
          for (const name of SET_UP_NAMES) {
            verdicts[name] = await judge(sandbox, pull, setUps[name] ?? {});
          }
          judged[pull.number] = verdicts;
        }
      },
      { faults },
    );
  });

  it.each(
    Object.keys(fates)
      .map(Number)
      .filter((number) => number !== 474),
  )('pull request %i', (number) => {
    expect(judged[number]).toBeDefined();
    expect(replayed[number]).toEqual(judged[number]);
  });

  it('but of one that could not be read, which says nothing of what the gate said then', () => {
    expect(judged[474]?.['nightly-scans']?.reason).toBe('github-error');
    expect(Object.keys(replayed)).not.toContain('474');
  });

  it('and it says many different things', () => {
    const reasons = Object.values(replayed).flatMap((verdicts) => Object.values(verdicts).map(({ reason }) => reason));
    expect([...new Set(reasons)].sort()).toEqual([
      ...['no-scan', 'scan-failed', 'scan-timeout', 'stale-scan'],
      ...['threshold-exceeded', 'within-threshold'],
    ]);
  });
});
