// The event of a comment: GitHub's own example of an `issue_comment` payload with our pull request and people in it.
import { createRequire } from 'node:module';
import * as v from 'valibot';
import type { CommentData, GitHubData, PullData } from '../github/data.ts';

type Json = Record<string, unknown>;

const record = v.record(v.string(), v.unknown());
const catalogue = v.array(v.object({ name: v.string(), examples: v.array(record) }));
const exampleSchema = v.looseObject({
  issue: record,
  comment: record,
  repository: v.looseObject({ owner: record }),
  sender: record,
});

export interface CommentEventOptions {
  readonly github: GitHubData;
  readonly pull: PullData;
  /** Its `user` must be one of `github.users`. */
  readonly comment: CommentData;
  /** Default: `created`. */
  readonly action?: 'created' | 'edited' | 'deleted';
  /** This account caused the event; default: the comment's author. */
  readonly sender?: string;
}

/** The event as GitHub would send it; its addresses are those of github.com. */
export function commentEvent(options: CommentEventOptions): { name: string; payload: Json } {
  const { github, pull, comment, action = 'created' } = options;
  const example = readExample(github, pull.number);
  const fullName = `${github.owner}/${github.name}`;
  const page = `https://github.com/${fullName}/pull/${pull.number}`;
  const api = `https://api.github.com/repos/${fullName}/pulls/${pull.number}`;
  const account = (login: string): Json => ({ ...example.sender, ...accountOf(github, login) });
  return {
    name: 'issue_comment',
    payload: {
      ...example,
      action,
      issue: {
        ...example.issue,
        number: pull.number,
        title: pull.title,
        state: pull.state,
        draft: pull.draft,
        user: account(pull.user),
        assignee: null,
        assignees: [],
        labels: [],
        milestone: null,
        comments: github.comments.length + 1,
        html_url: page,
        pull_request: { url: api, html_url: page, diff_url: `${page}.diff`, merged_at: null },
      },
      comment: {
        ...example.comment,
        id: comment.id,
        body: comment.body,
        user: account(comment.user),
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
        html_url: `${page}#issuecomment-${comment.id}`,
      },
      repository: {
        ...example.repository,
        full_name: fullName,
        default_branch: github.defaultBranch,
        private: github.visibility !== 'public',
        visibility: github.visibility,
        owner: { ...example.repository.owner, type: 'Organization' },
      },
      sender: account(options.sender ?? comment.user),
    },
  };
}

/** What the example says about itself is replaced everywhere, including in URLs. */
function readExample(github: GitHubData, number: number): v.InferOutput<typeof exampleSchema> {
  const events = v.parse(catalogue, createRequire(import.meta.url)('@octokit/webhooks-examples'));
  const found = events.find(({ name }) => name === 'issue_comment')?.examples[0];
  const text = JSON.stringify(found)
    .replaceAll('Codertocat/Hello-World', `${github.owner}/${github.name}`)
    .replaceAll('Hello-World', github.name)
    .replaceAll('Codertocat', github.owner)
    .replaceAll(/\/(pull|pulls|issues)\/1\b/gu, `/$1/${number}`);
  return v.parse(exampleSchema, JSON.parse(text));
}

function accountOf({ users }: GitHubData, login: string): Json {
  const user = users.find((candidate) => candidate.login === login);
  if (!user) throw new Error(`the world has no user ${login}`);
  return { login, id: user.id, type: user.type };
}
