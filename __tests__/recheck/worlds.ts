// Worlds with many pull requests that a gate has judged: each with a head of its own, a scan, a run, and the gate's comment.
import type {
  CommentData,
  CommitData,
  GitHubData,
  NeighbourData,
  PullData,
  RunData,
} from '../../sandbox/github/data.ts';
import { commitSha, hourMs, identifier, minuteMs, timeText } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan, otherRepo, storefrontRepo, storefrontService } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { BugData, RepoData, ScanData } from '../../sandbox/service/data.ts';
import { type Marker, RULES, toMarkerLine } from '../../src/documents/marker.ts';
import { toDecidingInputs } from '../../src/inputs/gate.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { aServiceBug } from '../harness/service-data.ts';

export type Word = 'passed' | 'failed' | 'unverified';

/** A pull request, what its gate said, and how it would be judged now. */
export interface GateSpec {
  readonly number: number;
  readonly was: Word;
  /** By its pending security bug, or none; null: no scan of the head. Default: as it was. */
  readonly now?: Word;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly marker?: Partial<Marker>;
  /** The whole text of the comment, instead of one with the marker. */
  readonly body?: string;
  readonly author?: string;
  /** Remarks of people before the gate's comment. */
  readonly remarks?: number;
  readonly run?: Partial<RunData>;
  readonly pull?: Partial<PullData>;
  /** Days since its head was scanned. */
  readonly scannedHoursAgo?: number;
}

const REASONS = { passed: 'within-threshold', failed: 'threshold-exceeded', unverified: 'no-scan' } as const;

export function headOf(number: number, name: string = storefront.name): string {
  return commitSha(`head of ${name} ${number}`);
}

/** As the run's id in the world. */
export function runOf(number: number): number {
  return 10_000 + number;
}

export function markerOf({ number, was, inputs = {}, marker }: GateSpec, nowMs: number, name?: string): Marker {
  return {
    key: 'Scan Gate/gate',
    isDefaultKey: true,
    rules: RULES,
    runId: runOf(number),
    runAttempt: 1,
    sha: headOf(number, name) as CommitSha,
    readAt: (nowMs - 2 * hourMs) as EpochMs,
    verdict: { kind: was, reason: REASONS[was] },
    inputs: toDecidingInputs((input) => inputs[input] ?? ''),
    ...marker,
  };
}

/** The storefront with these pull requests alone, in this order of activity. */
export function gatesWorld(specs: readonly GateSpec[], nowMs: number): ScenarioWorld {
  const repository = storefrontRepo();
  const service = storefrontService(nowMs, []);
  const { scans, bugs, surfaced } = serviceOf(specs, repository, nowMs);
  const github = { ...storefrontGitHub(nowMs), ...githubOf(specs, { nowMs, name: storefront.name }) };
  return storefrontWorld({ ...service, repos: [repository], scans, bugs, surfaced }, github);
}

/** Several repositories, each with these pull requests; the first is the storefront. */
export function organizationWorld(
  names: readonly string[],
  { nowMs, specsOf }: { readonly nowMs: number; readonly specsOf: (name: string) => readonly GateSpec[] },
): ScenarioWorld {
  const world = gatesWorld(specsOf(storefront.name), nowMs);
  const others = names.map((name) => serviceOf(specsOf(name), otherRepo(name), nowMs));
  const neighbours = names.map((name): NeighbourData => {
    const own: NeighbourData = storefrontGitHub(nowMs);
    return { ...own, name, ...githubOf(specsOf(name), { nowMs, name }) };
  });
  const { scans, bugs, surfaced } = world.service;
  return {
    ...world,
    service: {
      ...world.service,
      repos: [storefrontRepo(), ...names.map((name) => otherRepo(name))],
      scans: [...scans, ...others.flatMap((each) => each.scans)],
      bugs: [...bugs, ...others.flatMap((each) => each.bugs)],
      surfaced: Object.assign({}, surfaced, ...others.map((each) => each.surfaced)) as Record<string, string[]>,
    },
    github: {
      ...world.github,
      neighbours,
      tokens: world.github.tokens.map((token) => ({ ...token, repositories: 'all' as const })),
    },
  };
}

function serviceOf(
  specs: readonly GateSpec[],
  { id: repoId, name }: RepoData,
  nowMs: number,
): { readonly scans: ScanData[]; readonly bugs: BugData[]; readonly surfaced: Record<string, string[]> } {
  const judged = specs.filter(({ was, now = was }) => now !== 'unverified');
  const red = judged.filter(({ was, now = was }) => now === 'failed');
  return {
    scans: judged.map(({ number, was, now = was, scannedHoursAgo = 1 }) =>
      makeScan({
        workflowRequestId: scanOf(name, number),
        commitSha: headOf(number, name),
        repoId,
        repoName: name,
        createdAt: nowMs - scannedHoursAgo * hourMs - 20 * minuteMs,
        completedAt: nowMs - scannedHoursAgo * hourMs,
        bugCounts: now === 'failed' ? { total: 1, open: 1, resolved: 0, dismissed: 0 } : NO_BUGS,
      }),
    ),
    bugs: red.map(({ number }) => makeBug(number, { repoId, name, nowMs })),
    surfaced: Object.fromEntries(red.map(({ number }) => [scanOf(name, number), [bugOf(name, number)]])),
  };
}

const NO_BUGS = { total: 0, open: 0, resolved: 0, dismissed: 0 };
const scanOf = (name: string, number: number): string => identifier('wr_', `${name} ${number}`);
const bugOf = (name: string, number: number): string => identifier('bug_', `${name} ${number}`);
/** Each changes a file of its own: a bug in a file that several change may count for each of them. */
const toFile = (number: number): string => `src/changed-${number}.ts`;

function makeBug(
  number: number,
  { repoId, name, nowMs }: { readonly repoId: string; readonly name: string; readonly nowMs: number },
): BugData {
  return aServiceBug(String(number), {
    ...{ id: bugOf(name, number), repoId, title: `Bug of ${number}`, filePath: toFile(number) },
    ...{ createdAt: nowMs - hourMs, isSecurityVulnerability: true },
    introducedIn: { sha: headOf(number, name), date: '2026-11-19', prNumber: number },
  });
}

type Parts = Pick<GitHubData, 'pulls' | 'commits' | 'comments' | 'runs'>;

function githubOf(
  specs: readonly GateSpec[],
  { nowMs, name }: { readonly nowMs: number; readonly name: string },
): Parts {
  const base = storefrontGitHub(nowMs);
  const fullName = `${storefront.owner}/${name}`;
  let id = 50_000;
  return {
    pulls: specs.map(({ number, pull }, index): PullData => {
      const at = timeText(nowMs - index * minuteMs);
      return {
        number,
        title: `Change ${number}`,
        state: 'open',
        draft: false,
        user: 'mara-lindqvist',
        head: { sha: headOf(number, name), ref: `branch-${number}`, repository: fullName },
        base: { sha: storefront.baseSha, ref: 'main' },
        commits: [headOf(number, name)],
        createdAt: at,
        updatedAt: at,
        files: [{ filename: toFile(number), status: 'modified', additions: 1, deletions: 1 }],
        ...pull,
      };
    }),
    commits: [
      ...base.commits,
      ...specs.map(({ number }): CommitData => ({
        sha: headOf(number, name),
        parents: [storefront.baseSha],
        message: `Change ${number}`,
        authorName: 'Mara Lindqvist',
        author: 'mara-lindqvist',
        date: timeText(nowMs - 3 * hourMs),
      })),
    ],
    comments: specs.flatMap((spec): CommentData[] => {
      const { number, remarks = 0, author = 'github-actions[bot]' } = spec;
      const at = timeText(nowMs - 2 * hourMs);
      const make = (user: string, body: string): CommentData => {
        id += 1;
        return { id, issue: number, user, body, createdAt: at, updatedAt: at };
      };
      const body = spec.body ?? `${toMarkerLine(markerOf(spec, nowMs, name))}\n### ❌ Scan Gate`;
      return [...Array.from({ length: remarks }, () => make('deniz-arslan', 'Nice.')), make(author, body)];
    }),
    runs: specs.map(({ number, was, run }): RunData => {
      return {
        id: runOf(number),
        name: 'Scan Gate',
        headSha: headOf(number, name),
        attempt: 1,
        createdAt: timeText(nowMs - 2 * hourMs),
        startedAt: timeText(nowMs - 2 * hourMs),
        status: 'completed',
        conclusion: was === 'passed' ? 'success' : 'failure',
        ...run,
      };
    }),
  };
}
