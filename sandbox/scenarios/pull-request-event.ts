// The event: GitHub's own example of a `pull_request` payload with our repository, numbers and SHAs in it.
import { createRequire } from 'node:module';
import * as v from 'valibot';
import type { GitHubData, PullData } from '../github/data.ts';
import { remembering } from '../remember.ts';

/** Any fork has it: no scenario has two. */
const FORK_ID = 771_204_386;

type Json = Record<string, unknown>;

const record = v.record(v.string(), v.unknown());
const texts = v.array(v.string());
const catalogue = v.array(v.object({ name: v.string(), examples: v.array(record) }));
const cache: { definitions?: v.InferOutput<typeof catalogue> } = {};

/** What the example says about itself; each is replaced everywhere, including in URLs. */
const example = {
  fullName: 'Codertocat/Hello-World',
  name: 'Hello-World',
  owner: 'Codertocat',
  headSha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
  baseSha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
};

export interface PullRequestEventOptions {
  readonly github: GitHubData;
  readonly pull: PullData;
  /** What GITHUB_SHA is: the merge of head and base, which no action may request. */
  readonly mergeSha: string;
  readonly action: 'opened' | 'synchronize' | 'edited' | 'stacked';
  /** The stack that it is a layer of; absent: it stands alone. */
  readonly stack?: StackData;
  /** It was based on this branch before; only `edited` has it. */
  readonly formerBase?: PullData['base'];
}

/** In a stack of pull requests each is based on the branch of the one below. */
export interface StackData {
  /** It is the number of the stack in the repository. */
  readonly number: number;
  readonly size: number;
  /** They begin with 1, the layer that is merged first. */
  readonly position: number;
  /** The branch that the whole stack is for. */
  readonly base: PullData['base'];
}

/** The payload as GitHub would send it; its addresses are those of github.com. */
export function pullRequestPayload(options: PullRequestEventOptions): Json {
  const { github, pull, mergeSha, action, stack, formerBase } = options;
  const fullName = `${github.owner}/${github.name}`;
  const visibility = { private: github.visibility !== 'public', visibility: github.visibility };
  const fork = pull.head.repository !== null && pull.head.repository !== fullName;
  const [headOwner = ''] = (pull.head.repository ?? '').split('/');
  const author = { login: pull.user, ...idOf(github, pull.user) };
  return merge(readExample(action, github, pull), {
    action,
    number: pull.number,
    ...(formerBase && { changes: { base: { ref: { from: formerBase.ref }, sha: { from: formerBase.sha } } } }),
    ...(action === 'synchronize' ? { before: pull.commits.at(-2), after: pull.head.sha } : {}),
    pull_request: {
      number: pull.number,
      title: pull.title,
      state: pull.state,
      draft: pull.draft,
      merged: pull.merged === true,
      user: author,
      body: 'Customers can save a card and pay with it next time.',
      merge_commit_sha: mergeSha,
      ...(stack && { stack }),
      assignee: null,
      assignees: [],
      requested_reviewers: [],
      labels: [],
      commits: pull.commits.length,
      changed_files: pull.files.length,
      additions: sum(pull.files.map((file) => file.additions)),
      deletions: sum(pull.files.map((file) => file.deletions)),
      head: {
        label: `${headOwner}:${pull.head.ref}`,
        ref: pull.head.ref,
        sha: pull.head.sha,
        user: { login: headOwner },
        repo:
          pull.head.repository === null
            ? null
            : {
                ...visibility,
                full_name: pull.head.repository,
                fork,
                ...(fork ? { id: FORK_ID } : {}),
                owner: { login: headOwner },
              },
      },
      base: { ref: pull.base.ref, sha: pull.base.sha, repo: visibility },
    },
    repository: {
      ...visibility,
      full_name: fullName,
      default_branch: github.defaultBranch,
      owner: { type: 'Organization' },
    },
    sender: author,
  });
}

function readExample(action: string, github: GitHubData, pull: PullData): Json {
  const names = [action, github.owner, github.name, pull.head.sha, pull.base.sha, String(pull.number)];
  const payload: unknown = JSON.parse(exampleText(JSON.stringify(names)));
  if (!isObject(payload)) throw new Error('an example is an object');
  return payload;
}

/** The text of an example with other names in it, by these: most worlds have the same ones. */
const exampleText = remembering((names) => {
  // Parsed once: there are thousands of examples.
  cache.definitions ??= v.parse(catalogue, createRequire(import.meta.url)('@octokit/webhooks-examples'));
  const [action = '', owner = '', name = '', headSha = '', baseSha = '', number = ''] = v.parse(
    texts,
    JSON.parse(names),
  );
  // There is none of a stack or a changed base: what GitHub documents of these is added to that of a push.
  const found = cache.definitions
    .find((definition) => definition.name === 'pull_request')
    ?.examples.findLast((payload) => payload['action'] === (action === 'opened' ? action : 'synchronize'));
  if (!found) throw new Error(`GitHub gives no example of pull_request ${action}`);
  return JSON.stringify(found)
    .replaceAll(example.fullName, `${owner}/${name}`)
    .replaceAll(example.name, name)
    .replaceAll(example.owner, owner)
    .replaceAll(example.headSha, headSha)
    .replaceAll(example.baseSha, baseSha)
    .replaceAll(/\/(pull|pulls|issues)\/2\b/gu, `/$1/${number}`);
});

function idOf(github: GitHubData, login: string): { id?: number } {
  const id = github.users.find((user) => user.login === login)?.id;
  return id === undefined ? {} : { id };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Objects are merged key by key; everything else is replaced. */
function merge(base: Json, changes: Json): Json {
  const merged: Json = { ...base };
  for (const [key, change] of Object.entries(changes)) {
    const old = merged[key];
    merged[key] = isObject(old) && isObject(change) ? merge(old, change) : change;
  }
  return merged;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
