// The operations on commits: one, a list, a comparison, and the pull requests of one.
import type { SandboxResponse } from '../../http.ts';
import { type Call, type Handler, param, repositoryPage, repositoryUrl } from '../call.ts';
import type { CommitData } from '../data.ts';
import { commitsAhead, findCommit, isAssociatedWith, mergeBase, reachableFrom } from '../history.ts';
import { paginate } from '../paging.ts';
import { notFound, Refusal } from '../refusal.ts';
import { commitShape, wholeCommitShape } from '../shapes/commit.ts';
import { fileShape } from '../shapes/file.ts';
import { simplePullShape } from '../shapes/pull.ts';

const MAX_COMPARED_COMMITS = 250;
const MAX_COMPARED_FILES = 300;
const NOT_EMULATED = ['path', 'author', 'committer'];

/** Operations of this resource by GitHub's name. */
export const commitHandlers: Readonly<Record<string, Handler>> = {
  'repos/list-commits': listCommits,
  'repos/get-commit': getCommit,
  'repos/compare-commits-with-basehead': compare,
  'repos/list-pull-requests-associated-with-commit': listPulls,
};

function listCommits(call: Call): SandboxResponse {
  const { query } = call.request;
  const filter = NOT_EMULATED.find((name) => query.has(name));
  if (filter !== undefined) throw new Error(`The filter ${filter} of commits is not emulated.`);
  const start = findCommit(call.state, query.get('sha') ?? call.state.defaultBranch);
  if (start === undefined) throw notFound();
  const page = paginate(call, reachableFrom(call.state, start).filter(isBetween(query)));
  const body = page.items.map((commit) => commitShape(call, commit));
  return { status: 200, headers: page.headers, body };
}

function isBetween(query: URLSearchParams): (commit: CommitData) => boolean {
  const since = Date.parse(query.get('since') ?? '');
  const until = Date.parse(query.get('until') ?? '');
  // A limit that is not given is NaN, with which no comparison holds.
  return ({ date }) => !(Date.parse(date) < since) && !(Date.parse(date) > until);
}

function getCommit(call: Call): SandboxResponse {
  return { status: 200, body: wholeCommitShape(call, requireCommit(call, param(call, 'ref'))) };
}

/** The commit that a ref names; throws 422 as GitHub does. */
export function requireCommit(call: Call, ref: string): CommitData {
  const commit = findCommit(call.state, ref);
  if (commit === undefined) throw new Refusal(422, `No commit found for SHA: ${ref}`);
  return commit;
}

function compare(call: Call): SandboxResponse {
  const [baseRef = '', headRef = ''] = param(call, 'basehead').split('...');
  const base = findCommit(call.state, baseRef);
  const head = findCommit(call.state, headRef);
  if (base === undefined || head === undefined) throw notFound();
  const shared = mergeBase(call.state, base, head);
  if (shared === undefined) throw new Refusal(404, `No common ancestor between ${baseRef} and ${headRef}.`);
  const ahead = commitsAhead(call.state, base, head).reverse();
  const behind = commitsAhead(call.state, head, base).length;
  const page = paginate(call, ahead, MAX_COMPARED_COMMITS);
  const body = {
    ...comparisonUrls(call, base.sha, head.sha),
    base_commit: commitShape(call, base),
    merge_base_commit: commitShape(call, shared),
    status: comparisonStatus(ahead.length, behind),
    ahead_by: ahead.length,
    behind_by: behind,
    total_commits: ahead.length,
    commits: page.items.map((commit) => commitShape(call, commit)),
    files: comparedFiles(call, head.sha),
  };
  return { status: 200, headers: page.headers, body };
}

function comparisonStatus(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

// Nothing here computes a difference: the files are known where the head is that of a pull request. Only the first page has them.
function comparedFiles(call: Call, head: string): Record<string, unknown>[] {
  if ((call.request.query.get('page') ?? '1') !== '1') return [];
  const pull = call.state.pulls.find((candidate) => candidate.head.sha === head);
  const files = pull?.files.slice(0, MAX_COMPARED_FILES) ?? [];
  return files.map((file) => fileShape(call, file, head));
}

function comparisonUrls(call: Call, base: string, head: string): Record<string, unknown> {
  const page = `${repositoryPage(call)}/compare/${base}...${head}`;
  return {
    url: `${repositoryUrl(call)}/compare/${base}...${head}`,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
  };
}

function listPulls(call: Call): SandboxResponse {
  const { sha } = requireCommit(call, param(call, 'commit_sha'));
  const pulls = call.state.pulls.filter(isAssociatedWith(call.state, sha));
  const page = paginate(call, pulls);
  const body = page.items.map((pull) => simplePullShape(call, pull));
  return { status: 200, headers: page.headers, body };
}
