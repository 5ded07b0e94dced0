// The operations on pull requests, with GitHub's caps on files and commits.
import type { SandboxResponse } from '../../http.ts';
import { param, type Call, type Handler } from '../call.ts';
import type { PullData } from '../data.ts';
import { paginate } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { commitShape } from '../shapes/commit.ts';
import { fileShape } from '../shapes/file.ts';
import { issueShape } from '../shapes/issue.ts';
import { pullShape } from '../shapes/pull.ts';

const MAX_FILES = 3000;
const MAX_COMMITS = 250;

/** Operations of this resource by GitHub's name. */
export const pullHandlers: Readonly<Record<string, Handler>> = {
  'pulls/get': (call) => ({ status: 200, body: pullShape(call, findPull(call, 'pull_number')) }),
  'pulls/list-files': listFiles,
  'pulls/list-commits': listCommits,
  'issues/get': (call) => ({ status: 200, body: issueShape(call, findPull(call, 'issue_number')) }),
};

/** The pull request that the path names; throws 404. */
export function findPull(call: Call, name: string): PullData {
  const number = Number(param(call, name));
  const pull = call.state.pulls.find((candidate) => candidate.number === number);
  if (pull === undefined) throw notFound();
  return pull;
}

function listFiles(call: Call): SandboxResponse {
  const pull = findPull(call, 'pull_number');
  const page = paginate(call, pull.files.slice(0, MAX_FILES));
  const body = page.items.map((file) => fileShape(call, file, pull.head.sha));
  return { status: 200, headers: page.headers, body };
}

function listCommits(call: Call): SandboxResponse {
  const pull = findPull(call, 'pull_number');
  const own = new Set(pull.commits);
  const commits = call.state.commits.filter(({ sha }) => own.has(sha));
  const order = new Map(pull.commits.map((sha, index) => [sha, index]));
  commits.sort((a, b) => (order.get(a.sha) ?? 0) - (order.get(b.sha) ?? 0));
  const page = paginate(call, commits.slice(0, MAX_COMMITS));
  const body = page.items.map((commit) => commitShape(call, commit));
  return { status: 200, headers: page.headers, body };
}
