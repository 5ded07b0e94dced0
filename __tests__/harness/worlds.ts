// The worlds of the tests: scenarios at this moment, and changes to them.
import type { GitHubData, TokenData } from '../../sandbox/github/data.ts';
import { clean } from '../../sandbox/scenarios/clean.ts';
import { many } from '../../sandbox/scenarios/many.ts';
import { noScan, scanRunning } from '../../sandbox/scenarios/scans.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefrontService } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import type { ScanData, ServiceData } from '../../sandbox/service/data.ts';

/** Four pending security bugs. */
export function failingWorld(): ScenarioWorld {
  return thresholdExceeded.build(Date.now());
}

/** No pending security bug, twenty others. */
export function cleanWorld(): ScenarioWorld {
  return clean.build(Date.now());
}

/** No bug at all. */
export function spotlessWorld(): ScenarioWorld {
  const nowMs = Date.now();
  return storefrontWorld(storefrontService(nowMs, []), storefrontGitHub(nowMs));
}

export function manyWorld(): ScenarioWorld {
  return many.build(Date.now());
}

/** The scan of the head is in progress; looks without a pause that a test would notice. */
export function runningWorld(ends: Partial<ServiceData['runningScans'][number]>): ScenarioWorld {
  const world = scanRunning.build(Date.now());
  const changed = changeService(world, ({ runningScans }) => ({
    runningScans: runningScans.map(({ scan }) => ({ scan, endsAs: 'complete', ...ends })),
  }));
  return { ...changed, inputs: { 'poll-interval': '0' } };
}

export function noScanWorld(): ScenarioWorld {
  return noScan.build(Date.now());
}

export function changeService(
  world: ScenarioWorld,
  change: (data: ServiceData) => Partial<ServiceData>,
): ScenarioWorld {
  return { ...world, service: { ...world.service, ...change(world.service) } };
}

export function changeGitHub(world: ScenarioWorld, change: (data: GitHubData) => Partial<GitHubData>): ScenarioWorld {
  return { ...world, github: { ...world.github, ...change(world.github) } };
}

export function withPermissions(world: ScenarioWorld, permissions: Partial<TokenData['permissions']>): ScenarioWorld {
  return changeGitHub(world, ({ tokens }) => ({
    tokens: tokens.map((token) => ({ ...token, permissions: { ...token.permissions, ...permissions } })),
  }));
}

export function headScanOf(world: ScenarioWorld): ScanData {
  const scan = world.service.scans.find(({ commitSha }) => commitSha === world.sha);
  if (!scan) throw new Error('the world has no scan of the head');
  return scan;
}
