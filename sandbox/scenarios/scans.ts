// The scenarios about scans: one that runs, one that failed, and none at all.
import type { ScanData, ServiceData } from '../service/data.ts';
import { hourMs, identifier, minuteMs } from './identity.ts';
import type { Scenario, ScenarioWorld } from './scenario.ts';
import { storefrontGitHub } from './storefront/github.ts';
import { storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, storefrontService } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

function service(nowMs: number): ServiceData {
  return storefrontService(
    nowMs,
    allFindings.map((finding) => makeBug(finding, nowMs)),
  );
}

/** The storefront with other scans of the head. */
function withHeadScans(nowMs: number, scans: readonly ScanData[]): ServiceData {
  const data = service(nowMs);
  const others = data.scans.filter((scan) => scan.commitSha !== storefront.headSha);
  return { ...data, scans: [...others, ...scans] };
}

/** This service knows no bug that only a scan of the head could have found. */
function withoutHeadBugs(data: ServiceData): ServiceData {
  return { ...data, bugs: data.bugs.filter((bug) => bug.commitSha !== storefront.headSha) };
}

export const scanRunning: Scenario = {
  name: 'scan-running',
  description:
    'The scan of the head is in progress and completes at the third poll, then the same as threshold-exceeded. Polls every second.',
  build: (nowMs): ScenarioWorld => {
    const running = makeScan({
      createdAt: nowMs - 6 * minuteMs,
      workflowStatus: 'in_progress',
      completedAt: null,
      initiator: 'scanNow',
    });
    const data: ServiceData = {
      ...withHeadScans(nowMs, [running]),
      runningScans: [{ scan: storefront.scanId, afterLooks: 3, endsAs: 'complete' }],
    };
    return storefrontWorld(data, storefrontGitHub(nowMs), { 'poll-interval': '1s' });
  },
};

export const timeout: Scenario = {
  name: 'timeout',
  description:
    'The scan of the head is still in progress when the time is up. The gate is unverified. Waits three seconds.',
  build: (nowMs): ScenarioWorld => {
    const running = makeScan({ createdAt: nowMs - 6 * minuteMs, workflowStatus: 'in_progress', completedAt: null });
    const inputs = { 'wait-timeout': '3s', 'poll-interval': '1s' };
    const data = withoutHeadBugs(withHeadScans(nowMs, [running]));
    return storefrontWorld(data, storefrontGitHub(nowMs), inputs);
  },
};

export const noScan: Scenario = {
  name: 'no-scan',
  description: 'Only the base branch has been scanned, not the head. The gate is unverified.',
  build: (nowMs) => storefrontWorld(withoutHeadBugs(withHeadScans(nowMs, [])), storefrontGitHub(nowMs)),
};

export const scanFailed: Scenario = {
  name: 'scan-failed',
  description: 'The head has two scans: one failed, one was given up (`dlq`). The gate is unverified.',
  build: (nowMs) => {
    const failed = makeScan({
      workflowRequestId: identifier('wr_', 'head failed'),
      createdAt: nowMs - hourMs,
      workflowStatus: 'failed',
      completedAt: null,
    });
    const givenUp = makeScan({
      workflowRequestId: identifier('wr_', 'head given up'),
      createdAt: nowMs - 3 * hourMs,
      workflowStatus: 'dlq',
      completedAt: null,
    });
    const data = withoutHeadBugs(withHeadScans(nowMs, [failed, givenUp]));
    return storefrontWorld(data, storefrontGitHub(nowMs));
  },
};
