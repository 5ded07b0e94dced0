// The world of a table row: for a state of the scan, a kind of token and a place of the branch.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { TokenData } from '../../sandbox/github/data.ts';
import { clean } from '../../sandbox/scenarios/clean.ts';
import { identifier, minuteMs } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeScan } from '../../sandbox/scenarios/storefront/service.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import type { ScanData, ServiceData } from '../../sandbox/service/data.ts';
import { queueSha } from '../harness/events.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';

/** `down`: the service answers 503 to everything. */
export type ScanState = 'bad' | 'clean' | 'running' | 'failed' | 'none' | 'down';

/** `wrong`: GitHub answers 401; `no`: the input is empty. */
export type TokenKind = 'write' | 'read' | 'wrong' | 'no';

export interface RowWorld {
  readonly scan: ScanState;
  readonly token: TokenKind;
  readonly isFork: boolean;
  /** The commit that the scan is of. */
  readonly judged: string;
}

/** The storefront as a row of the table has it. A fork's repository is public. */
export function buildWorld({ scan, token, isFork, judged }: RowWorld): ScenarioWorld {
  const nowMs = Date.now();
  const world = scan === 'clean' ? clean.build(nowMs) : thresholdExceeded.build(nowMs);
  const scanned = changeService(world, (data) => toScans(data, scan, judged, nowMs));
  const visited = isFork ? toFork(scanned) : scanned;
  const permitted = changeGitHub(visited, ({ tokens, commits }) => ({
    tokens: tokens.map((each) => ({ ...each, ...toRights(each, token) })),
    commits: [...commits, ...commits.slice(-1).map((merge) => ({ ...merge, sha: queueSha }))],
  }));
  return { ...permitted, inputs: { 'poll-interval': '0', 'wait-timeout': '0', ...toTokenInput(token) } };
}

export function faultsOf(scan: ScanState): readonly FaultRule[] {
  if (scan !== 'down') return [];
  const effect = { kind: 'status', status: 503, retryAfterSeconds: 0 } as const;
  return [{ path: '/public/v1/*', effect }];
}

/** The scan of the head becomes one of the judged commit, in the state. */
function toScans(data: ServiceData, state: ScanState, judged: string, nowMs: number): Partial<ServiceData> {
  const others = data.scans.filter(({ commitSha }) => commitSha !== storefront.headSha && commitSha !== judged);
  const head = data.scans.find(({ commitSha }) => commitSha === storefront.headSha);
  if (!head) throw new Error('the storefront has no scan of the head');
  const unfinished = { commitSha: judged, createdAt: nowMs - 6 * minuteMs, completedAt: null };
  const scans: Readonly<Record<ScanState, readonly ScanData[]>> = {
    bad: [{ ...head, commitSha: judged }],
    clean: [{ ...head, commitSha: judged }],
    down: [{ ...head, commitSha: judged }],
    running: [makeScan({ ...unfinished, workflowStatus: 'in_progress' })],
    failed: [
      makeScan({ ...unfinished, workflowStatus: 'failed' }),
      makeScan({ ...unfinished, workflowStatus: 'dlq', workflowRequestId: identifier('wr_', 'given up') }),
    ],
    none: [],
  };
  return { scans: [...others, ...scans[state]] };
}

function toFork(world: ScenarioWorld): ScenarioWorld {
  return changeGitHub(world, ({ pulls }) => ({
    visibility: 'public',
    pulls: pulls.map((pull) => ({
      ...pull,
      user: 'sam-visitor',
      head: { ...pull.head, repository: 'sam-visitor/storefront' },
    })),
  }));
}

function toRights({ permissions }: TokenData, kind: TokenKind): Partial<TokenData> {
  switch (kind) {
    case 'write':
    case 'no':
      return {};
    case 'wrong':
      return { token: 'ghs_sandbox-another-token' };
    case 'read':
      return { permissions: { ...permissions, 'pull-requests': 'read', checks: 'read', actions: 'read' } };
  }
}

function toTokenInput(kind: TokenKind): Readonly<Record<string, string>> {
  return kind === 'no' ? { 'github-token': '' } : {};
}
