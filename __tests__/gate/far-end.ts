// The far end of the gate's wire, in memory: the service and GitHub as data, answered without a socket.
import type { RepoData, ScanData } from '../../sandbox/service/data.ts';
import type { FetchLike, FetchResponse } from '../../src/net/fetch.ts';

/** A bug as the service may send it: also with words that no document names. */
export interface WireBug {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly filePath: string | null;
  readonly createdAt: number;
  readonly review: { readonly state: string; readonly createdAt: number } | null;
  readonly repoId: string;
  readonly isSecurityVulnerability: boolean | null;
  readonly linkedIssues: readonly never[];
  readonly introducedIn: {
    readonly sha: string;
    readonly date: string;
    readonly author?: string;
    readonly prNumber?: number;
  } | null;
}

export type ListName = 'pending' | 'resolved' | 'dismissed';

/** A bug and where the service lists it, whatever its review says. */
export interface ListedBug {
  readonly bug: WireBug;
  readonly list: ListName;
  /** Ids of the scans that surfaced it. */
  readonly scans: readonly string[];
}

/** An answer that is an error, for a list of the service from an offset on. */
export interface ServiceFault {
  readonly list: 'repos' | 'scans' | 'bugs' | 'user';
  readonly fromOffset: number;
  readonly status: number;
  /** Only where the request asks for bugs in this state. */
  readonly of?: ListName;
}

export interface ServiceSide {
  readonly repos: readonly RepoData[];
  /** In any order; served newest first, as the service does. */
  readonly scans: readonly ScanData[];
  readonly bugs: readonly ListedBug[];
  readonly fault: ServiceFault | null;
}

export interface GitHubSide {
  /** Head of the pull request; null: GitHub does not know it. */
  readonly headSha: string | null;
  /** Null: GitHub does not say. */
  readonly files:
    readonly { readonly filename: string; readonly previous_filename?: string }[] | null;
  /** Null: GitHub does not say. */
  readonly commits: readonly string[] | null;
  /** The judged commit's ancestors without itself, nearest first; null: GitHub does not say. */
  readonly ancestors: readonly string[] | null;
  /** The open pull request that a commit is the head of; null: there is none; undefined: GitHub does not say. */
  readonly pullRequest: number | null | undefined;
}

/** Serves the four lists that a gate reads, page by page. `asked` is told of each request. */
export function serveService(side: ServiceSide, asked: (url: URL) => void = ignore): FetchLike {
  const newestFirst = [...side.scans].sort((a, b) => b.createdAt - a.createdAt);
  return (address) => {
    const url = new URL(address);
    asked(url);
    const name = url.pathname.split('/').at(-1);
    const { fault } = side;
    if (fault !== null && isHit(fault, url)) {
      return answer(fault.status, { type: 'SANDBOX', message: 'no', statusCode: fault.status });
    }
    switch (name) {
      case 'repos':
        return answer(200, toPage('repos', side.repos, url));
      case 'scans':
        return answer(200, toPage('scans', newestFirst, url));
      case 'bugs':
        return answer(200, toPage('bugs', selectBugs(side, url), url));
      default:
        return answer(200, { email: 'ada@example.com', orgs: [] });
    }
  };
}

function isHit({ list, fromOffset, of }: ServiceFault, url: URL): boolean {
  const isList = list === url.pathname.split('/').at(-1);
  const isState = of === undefined || of === url.searchParams.get('status');
  return isList && isState && offsetOf(url) >= fromOffset;
}

function selectBugs({ bugs }: ServiceSide, { searchParams }: URL): readonly WireBug[] {
  const scan = searchParams.get('workflow_request_id');
  return bugs
    .filter(({ list }) => list === searchParams.get('status'))
    .filter(({ scans }) => scan === null || scans.includes(scan))
    .map(({ bug }) => bug);
}

function toPage(name: string, items: readonly unknown[], url: URL): object {
  const limit = Number(url.searchParams.get('limit') ?? '50');
  const offset = offsetOf(url);
  return { [name]: items.slice(offset, offset + limit), total: items.length };
}

function offsetOf({ searchParams }: URL): number {
  return Number(searchParams.get('offset') ?? '0');
}

/** Serves what a verdict needs of GitHub; everything else is not found, which only the documents feel. */
export function serveGitHub(side: GitHubSide): FetchLike {
  return (address) => {
    const { pathname, searchParams } = new URL(address);
    const isFirstPage = (searchParams.get('page') ?? '1') === '1';
    const list = (items: readonly unknown[] | null): Promise<FetchResponse> =>
      items === null ? notFound() : answer(200, isFirstPage ? items : []);
    if (pathname.endsWith('/files')) return list(side.files);
    if (/\/pulls\/\d+\/commits$/.test(pathname)) return list(toCommits(side.commits));
    if (/\/pulls\/(\d+)$/.test(pathname)) return side.headSha === null ? notFound() : toPull(side);
    if (/\/commits\/\w+\/pulls$/.test(pathname)) return list(toPullsOf(side, pathname));
    if (pathname.endsWith('/commits')) {
      const judged = searchParams.get('sha') ?? '';
      return list(side.ancestors === null ? null : toCommits([judged, ...side.ancestors]));
    }
    return notFound();
  };
}

function toCommits(commits: readonly string[] | null): readonly { readonly sha: string }[] | null {
  return commits?.map((sha) => ({ sha })) ?? null;
}

function toPull({ headSha }: GitHubSide): Promise<FetchResponse> {
  return answer(200, { number: 7, head: { sha: headSha } });
}

function toPullsOf({ pullRequest }: GitHubSide, pathname: string): readonly object[] | null {
  const sha = pathname.split('/').at(-2);
  if (pullRequest === undefined) return null;
  return pullRequest === null ? [] : [{ number: pullRequest, state: 'open', head: { sha } }];
}

function notFound(): Promise<FetchResponse> {
  return answer(404, { message: 'Not Found' });
}

function answer(status: number, body: object): Promise<FetchResponse> {
  const headers = new Headers({ 'content-type': 'application/json' });
  return Promise.resolve({ status, headers, body: new Blob([JSON.stringify(body)]).stream() });
}

function ignore(): void {
  // Nobody wants to know.
}
