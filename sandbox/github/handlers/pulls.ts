// The operations on pull requests, with GitHub's caps on files and commits.
import type { SandboxResponse } from '../../http.ts';
import { type Call, type Handler, param } from '../call.ts';
import type { PullData } from '../data.ts';
import { shownPulls } from '../lag.ts';
import { isListed, sortListed } from '../listing.ts';
import { paginate } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { commitShape } from '../shapes/commit.ts';
import { fileShape } from '../shapes/file.ts';
import { dates, pullShape, simplePullShape } from '../shapes/pull.ts';

const MAX_FILES = 3000;
const MAX_COMMITS = 250;

/** Operations of this resource by GitHub's name. */
export const pullHandlers: Readonly<Record<string, Handler>> = {
  'pulls/get': (call) => ({ status: 200, body: pullShape(call, findPull(call)) }),
  'pulls/list': listPulls,
  'pulls/list-files': listFiles,
  'pulls/list-commits': listCommits,
};

function findPull(call: Call): PullData {
  const number = Number(param(call, 'pull_number'));
  const pull = shownPulls(call).find((candidate) => candidate.number === number);
  if (pull === undefined) throw notFound();
  return pull;
}

// Newest first where nothing else is asked.
function listPulls(call: Call): SandboxResponse {
  const { query } = call.request;
  const [head, base] = [query.get('head'), query.get('base')];
  const pulls = shownPulls(call).filter(
    (pull) =>
      isListed(query, pull.state) && (head === null || isFrom(head, pull)) && (base === null || pull.base.ref === base),
  );
  const descending = (query.get('sort') ?? 'created') === 'created';
  const page = paginate(call, sortListed(query, pulls, { timesOf: dates, descending }));
  const body = page.items.map((pull) => simplePullShape(call, pull));
  return { status: 200, headers: page.headers, body };
}

// `owner:branch`. GitHub takes no notice of a head without an owner.
function isFrom(wanted: string, { head }: PullData): boolean {
  const [, owner, ref] = /^([^:]*):(.*)$/s.exec(wanted) ?? [];
  if (owner === undefined) return true;
  const headOwner = head.repository?.split('/')[0];
  return headOwner?.toLowerCase() === owner.toLowerCase() && head.ref === ref;
}

function listFiles(call: Call): SandboxResponse {
  const pull = findPull(call);
  const page = paginate(call, pull.files.slice(0, MAX_FILES));
  const body = page.items.map((file) =>
    fileShape(call, file, file.status === 'removed' ? pull.base.sha : pull.head.sha),
  );
  return { status: 200, headers: page.headers, body };
}

function listCommits(call: Call): SandboxResponse {
  const pull = findPull(call);
  const own = new Set(pull.commits);
  const commits = call.state.commits.filter(({ sha }) => own.has(sha));
  const order = new Map(pull.commits.map((sha, index) => [sha, index]));
  commits.sort((a, b) => (order.get(a.sha) ?? 0) - (order.get(b.sha) ?? 0));
  const page = paginate(call, commits.slice(0, MAX_COMMITS));
  const body = page.items.map((commit) => commitShape(call, commit));
  return { status: 200, headers: page.headers, body };
}
