// How GitHub shows a commit.
import { repositoryPage, repositoryUrl, type Scene } from '../call.ts';
import type { CommitData } from '../data.ts';
import { nodeId, objectName } from './digest.ts';
import { fileShape } from './file.ts';
import { userShape } from './user.ts';

/** `commit` of the description, as lists show it. */
export function commitShape(scene: Scene, commit: CommitData): Record<string, unknown> {
  const { sha } = commit;
  const url = `${repositoryUrl(scene)}/commits/${sha}`;
  return {
    sha,
    node_id: nodeId('Commit', sha),
    commit: gitShape(scene, commit),
    url,
    html_url: `${repositoryPage(scene)}/commit/${sha}`,
    comments_url: `${url}/comments`,
    author: account(scene, commit.author),
    committer: account(scene, commit.committer === undefined ? commit.author : commit.committer),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${repositoryUrl(scene)}/commits/${parent}`,
      html_url: `${repositoryPage(scene)}/commit/${parent}`,
    })),
  };
}

/** Null where GitHub knows no account that has the address. */
function account(scene: Scene, login: string | null | undefined): Record<string, unknown> | null {
  return login === undefined || login === null ? null : userShape(scene, login);
}

/** `commit` of the description, as the endpoint for one commit shows it: with statistics and files. */
export function wholeCommitShape(scene: Scene, commit: CommitData): Record<string, unknown> {
  const files = commit.files ?? [];
  const additions = files.reduce((total, file) => total + file.additions, 0);
  const deletions = files.reduce((total, file) => total + file.deletions, 0);
  return {
    ...commitShape(scene, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.map((file) => fileShape(scene, file, commit.sha)),
  };
}

function gitShape(scene: Scene, commit: CommitData): Record<string, unknown> {
  const person = { name: commit.authorName, email: 'author@example.com', date: commit.date };
  const tree = objectName(`tree ${commit.sha}`);
  return {
    author: person,
    committer: person,
    message: commit.message,
    tree: { sha: tree, url: `${repositoryUrl(scene)}/git/trees/${tree}` },
    url: `${repositoryUrl(scene)}/git/commits/${commit.sha}`,
    comment_count: 0,
    verification: {
      verified: false,
      reason: 'unsigned',
      signature: null,
      payload: null,
      verified_at: null,
    },
  };
}
