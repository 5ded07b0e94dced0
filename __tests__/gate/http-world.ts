// The literal world of the judge's rows, served over HTTP: the same words, as both services hold them.
import type { FileData, PullData } from '../../sandbox/github/data.ts';
import { commitSha } from '../../sandbox/scenarios/identity.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { storefrontRepo } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { BugData, LateList, RunningScan, ScanData } from '../../sandbox/service/data.ts';
import type { Finding } from '../../src/judgement/finding.ts';
import type { Scan, UsableScan } from '../../src/judgement/scan.ts';
import { isUnverified, type Unverified } from '../../src/judgement/unverified.ts';
import type { ChangedFile, OpenPull } from '../../src/judgement/world.ts';
import { aServiceBug, aServiceScan, aServiceWorld } from '../harness/service-data.ts';
import { aWorld, nowMs as worldNowMs, own as ownInWords, shaOf, type WorldWords } from '../judgement/world.ts';

const { repoId, name, owner, headSha } = storefront;

/** What pull request 7 of the words is called here. */
export const pullNumber = 482;

/** What a world is in words, apart from what GitHub refuses: that is a fault of the wire. */
export interface HttpWords extends Pick<WorldWords, 'scans' | 'bugs' | 'files' | 'pulls'> {
  readonly running?: readonly RunningScan[];
  readonly late?: readonly LateList[];
  /** Pull requests besides pull request 7 that are closed, by number. */
  readonly closed?: readonly number[];
  /** Files that pull request 7 removes, besides those that it changes. */
  readonly removes?: readonly string[];
  /** Where the branch of pull request 7 is. */
  readonly headRepository?: string;
}

/** The commits of the words that GitHub knows here: the parent is of the pull request, the base is four commits behind. */
const SHAS: ReadonlyMap<string, string> = new Map([
  [shaOf('head'), headSha],
  [shaOf('parent'), commitSha('checkout')],
  [shaOf('base'), commitSha('base')],
]);
const toSha = (sha: string): string => SHAS.get(sha) ?? sha;
const toNumber = (number: number): number => (number === ownInWords ? pullNumber : number);

function known<Answer>(answer: Answer | Unverified): Answer {
  if (isUnverified(answer)) throw answer;
  return answer;
}

function hasId(scan: Scan): scan is UsableScan {
  return scan.id !== null;
}

export async function toScenario({
  running = [],
  late = [],
  closed = [],
  ...words
}: HttpWords): Promise<ScenarioWorld> {
  const world = aWorld(words);
  const laterMs = Date.now() - worldNowMs;
  const { scans } = known(await world.scans());
  const surfaced = await Promise.all(
    scans.filter(hasId).map(async (scan) => {
      const { findings } = known(await world.bugs(scan));
      return [scan.id, findings.map(({ id }) => id)] as const;
    }),
  );
  const all = known(await world.bugs('repository'));
  const pulls = await Promise.all(
    known(await world.openPulls(null)).pulls.map(async (pull) =>
      toPull(pull, known((await world.changes(pull.number)).files), { ...words, closed }),
    ),
  );
  const service = aServiceWorld({
    ...{ keys: [storefront.apiKey], repos: [storefrontRepo()] },
    scans: scans.map((scan) => toScan(scan, laterMs)),
    ...{ runningScans: [...running], lateLists: [...late] },
    bugs: all.findings.map((finding) => toBug(finding, laterMs)),
    surfaced: Object.fromEntries(surfaced.map(([id, ids]) => [id, [...ids]])),
  });
  const usual = storefrontGitHub(Date.now());
  const heads = new Set(
    pulls.map(({ head }) => head.sha).filter((sha) => !usual.commits.some((each) => each.sha === sha)),
  );
  const [newest] = usual.commits;
  const commits = newest === undefined ? [] : [...heads].map((sha) => ({ ...newest, sha, parents: [] }));
  return storefrontWorld(service, { ...usual, pulls, commits: [...usual.commits, ...commits] });
}

function toScan({ id, status, type, initiator, sha, startedAt, endedAt }: Scan, laterMs: number): ScanData {
  return aServiceScan('', {
    ...{ repoId, repoName: name, ownerName: owner, initiator },
    ...{ workflowRequestId: id, workflowStatus: status, scanType: type },
    commitSha: sha === null ? null : toSha(sha),
    createdAt: startedAt + laterMs,
    completedAt: endedAt === null ? null : endedAt + laterMs,
  });
}

function toBug({ id, kind, foundAt, reopenedAt, details }: Finding, laterMs: number): BugData {
  const { title, summary, path, commitSha: foundIn, introducedBy } = details;
  return aServiceBug('', {
    ...{ id, title, summary, filePath: path, repoId, createdAt: foundAt + laterMs },
    commitSha: foundIn === null ? null : toSha(foundIn),
    isSecurityVulnerability: kind === 'unclassified' ? null : kind === 'security',
    ...(reopenedAt !== null && {
      review: { state: 'pending', createdAt: reopenedAt + laterMs, source: 'review' } as const,
    }),
    introducedIn: introducedBy && {
      ...{ sha: toSha(introducedBy.sha), date: introducedBy.date },
      ...(introducedBy.pullRequest !== null && { prNumber: toNumber(introducedBy.pullRequest) }),
    },
  });
}

interface PullContext extends Pick<HttpWords, 'headRepository' | 'removes'> {
  readonly closed: readonly number[];
}

function toPull(
  pull: OpenPull,
  files: readonly ChangedFile[],
  { closed, headRepository, removes = [] }: PullContext,
): PullData {
  const [first] = storefrontGitHub(Date.now()).pulls;
  if (first === undefined) throw new Error('the storefront has a pull request');
  const { number, author } = pull;
  const isOwn = number === ownInWords;
  const repository = isOwn ? (headRepository ?? first.head.repository) : 'visitor/storefront';
  return {
    ...first,
    number: toNumber(number),
    state: closed.includes(number) ? 'closed' : 'open',
    user: author?.login ?? '',
    head: { sha: toSha(pull.headSha), ref: isOwn ? first.head.ref : `branch-${number}`, repository },
    commits: isOwn ? first.commits : [toSha(pull.headSha)],
    files: [...files.map(toFile), ...(isOwn ? removes : []).map(toRemoved)],
  };
}

function toFile({ path, previousPath }: ChangedFile): FileData {
  const changed = { filename: path, additions: 1, deletions: 1 };
  return previousPath === null
    ? { ...changed, status: 'modified' }
    : { ...changed, status: 'renamed', previousFilename: previousPath };
}

function toRemoved(filename: string): FileData {
  return { filename, additions: 0, deletions: 1, status: 'removed' };
}
