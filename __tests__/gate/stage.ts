// The stage of the gate's tests: an ordinary world of service and GitHub, a part of which a test makes its own.
import type { RepoData, ScanData } from '../../sandbox/service/data.ts';
import type { ActionEvent } from '../../src/github/event.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import {
  serveGitHub,
  serveService,
  type GitHubSide,
  type ListedBug,
  type ServiceSide,
  type WireBug,
} from './far-end.ts';
import { eventOf, headSha, requiredInputs } from './fixtures.ts';
import { playGate, type Ending } from './play.ts';

export const nowMs = Date.parse('2026-11-21T12:00:00Z');
export const hourMs = 3_600_000;
export const ours = 'repo_ours';
export const theirs = 'repo_theirs';

export function aRepo(parts: Partial<RepoData> = {}): RepoData {
  return {
    id: ours,
    name: 'storefront',
    ownerName: 'acme',
    fullName: 'acme/storefront',
    visibility: 'private',
    primaryBranch: 'main',
    orgId: 'org_acme',
    orgName: 'Acme',
    ...parts,
  };
}

/** A complete scan of the head that ended an hour ago. */
export function aWireScan(parts: Partial<ScanData> = {}): ScanData {
  return {
    workflowRequestId: 'wr_1',
    repoId: ours,
    repoName: 'storefront',
    ownerName: 'acme',
    workflowStatus: 'complete',
    scanType: 'default',
    initiator: 'scheduler',
    commitSha: headSha,
    createdAt: nowMs - 2 * hourMs,
    completedAt: nowMs - hourMs,
    bugCounts: null,
    ...parts,
  };
}

/** A bug that nobody has reviewed, of a kind that is not security. */
export function aWireBug(id: string, parts: Partial<WireBug> = {}): WireBug {
  return {
    id,
    title: `Title of ${id}`,
    summary: `Summary of ${id}`,
    filePath: 'src/a.ts',
    createdAt: nowMs - 5 * hourMs,
    review: null,
    repoId: ours,
    isSecurityVulnerability: false,
    linkedIssues: [],
    introducedIn: null,
    ...parts,
  };
}

/** A bug in a list of the scan `wr_1`. */
export function listed(bug: WireBug, parts: Partial<ListedBug> = {}): ListedBug {
  return { bug, list: 'pending', scans: ['wr_1'], ...parts };
}

export interface Scene {
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: ActionEvent;
  readonly service: ServiceSide;
  readonly github: GitHubSide;
}

/** A pull request whose head has a complete scan without bugs: green. */
export function aScene(parts: {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: ActionEvent;
  readonly service?: Partial<ServiceSide>;
  readonly github?: Partial<GitHubSide>;
}): Scene {
  const payload = { pull_request: { number: 7, head: { sha: headSha } } };
  return {
    inputs: { ...requiredInputs, ...parts.inputs },
    event: parts.event ?? eventOf('pull_request', payload),
    service: { repos: [aRepo()], scans: [aWireScan()], bugs: [], fault: null, ...parts.service },
    github: {
      headSha,
      files: [{ filename: 'src/a.ts' }],
      commits: [headSha],
      ancestors: [],
      pullRequest: 7,
      ...parts.github,
    },
  };
}

/** Plays the gate in a scene. Another far end may stand in for its service. */
export async function play(
  scene: Scene,
  service: FetchLike = serveService(scene.service),
): Promise<Ending> {
  const { inputs, event } = scene;
  return await playGate({ inputs, event, service, github: serveGitHub(scene.github), nowMs });
}
