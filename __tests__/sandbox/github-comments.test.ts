// The rules of the local GitHub for comments and reactions.
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { client, ISSUE, NOW, rejection, REPO, startWorld } from './github-world.ts';

let github: GitHubHandle;

beforeEach(async () => {
  const old = '2026-11-01T00:00:00Z';
  const comment = { issue: 7, user: 'eve', createdAt: old, updatedAt: old };
  github = await startWorld({
    comments: [
      { ...comment, id: 20, body: 'second' },
      { ...comment, id: 10, body: 'first' },
    ],
  });
});

afterEach(async () => {
  await github.close();
});

describe('a comment', () => {
  test('is written in the name of the token, at this moment, with a higher id', async () => {
    const { data } = await client(github).issues.createComment({ ...ISSUE, body: 'Hello' });
    expect(data).toMatchObject({
      body: 'Hello',
      user: { login: 'github-actions[bot]', id: 41898282, type: 'Bot' },
      performed_via_github_app: { slug: 'github-actions', id: 15368 },
      created_at: NOW,
      updated_at: NOW,
    });
    expect(data.id).toBeGreaterThan(20);
    expect(data.html_url).toBe(`https://github.com/acme/shop/pull/7#issuecomment-${data.id}`);
  });

  test('of a person has no app', async () => {
    const { data } = await client(github, 'pat').issues.createComment({ ...ISSUE, body: 'Hello' });
    expect(data.user).toMatchObject({ login: 'ada', type: 'User' });
    expect(data.performed_via_github_app).toBeNull();
  });

  test('is listed by ascending id, and since a time', async () => {
    const octokit = client(github);
    await octokit.issues.createComment({ ...ISSUE, body: 'third' });
    const all = await octokit.issues.listComments(ISSUE);
    expect(all.data.map(({ body }) => body)).toEqual(['first', 'second', 'third']);
    const late = await octokit.issues.listComments({ ...ISSUE, since: '2026-11-02T00:00:00Z' });
    expect(late.data.map(({ body }) => body)).toEqual(['third']);
  });

  test('of somebody else can be changed and deleted by a token that may write', async () => {
    const octokit = client(github);
    const { data } = await octokit.issues.updateComment({ ...REPO, comment_id: 10, body: 'new' });
    expect(data).toMatchObject({ body: 'new', user: { login: 'eve' }, updated_at: NOW });
    await octokit.issues.deleteComment({ ...REPO, comment_id: 10 });
    const gone = await rejection(octokit.issues.getComment({ ...REPO, comment_id: 10 }));
    expect(gone).toMatchObject({ status: 404 });
  });

  test('may have 65,536 characters and not one more, and is never blank', async () => {
    const octokit = client(github);
    await octokit.issues.createComment({ ...ISSUE, body: 'x'.repeat(65_536) });
    const long = octokit.issues.createComment({ ...ISSUE, body: 'x'.repeat(65_537) });
    expect(await rejection(long)).toMatchObject({
      status: 422,
      response: { data: { message: 'Validation Failed' } },
    });
    const blank = octokit.issues.updateComment({ ...REPO, comment_id: 10, body: ' ' });
    expect(await rejection(blank)).toMatchObject({ status: 422 });
    expect(github.violations).toEqual([
      expect.stringContaining('Body is too long'),
      expect.stringContaining("can't be blank"),
    ]);
  });

  test('of a number that is no pull request is refused', async () => {
    const nowhere = client(github).issues.createComment({ ...REPO, issue_number: 99, body: 'x' });
    expect(await rejection(nowhere)).toMatchObject({ status: 404 });
  });
});

describe('a reaction', () => {
  const COMMENT = { ...REPO, comment_id: 10 };

  test('exists once for a user, and shows in the comment', async () => {
    const octokit = client(github);
    const first = await octokit.reactions.createForIssueComment({ ...COMMENT, content: 'eyes' });
    const again = await octokit.reactions.createForIssueComment({ ...COMMENT, content: 'eyes' });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.data.id).toBe(first.data.id);
    const { data } = await octokit.issues.getComment(COMMENT);
    expect(data.reactions).toMatchObject({ total_count: 1, eyes: 1 });
  });

  test('can be listed by content and taken back', async () => {
    const octokit = client(github);
    const { data } = await octokit.reactions.createForIssueComment({ ...COMMENT, content: '-1' });
    const others = await octokit.reactions.listForIssueComment({ ...COMMENT, content: 'rocket' });
    expect(others.data).toEqual([]);
    await octokit.reactions.deleteForIssueComment({ ...COMMENT, reaction_id: data.id });
    expect((await octokit.reactions.listForIssueComment(COMMENT)).data).toEqual([]);
    expect(github.state.reactions).toEqual([]);
  });

  test('has one of eight contents', async () => {
    const octokit = client(github);
    const odd = octokit.request('POST /repos/acme/shop/issues/comments/10/reactions', {
      content: 'shrug',
    });
    expect(await rejection(odd)).toMatchObject({ status: 422 });
    expect(github.violations).toHaveLength(1);
  });
});
