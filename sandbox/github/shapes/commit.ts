// How GitHub shows a commit.
import { repositoryPage, repositoryUrl, type ServerContext } from '../call.ts';
import type { CommitData } from '../data.ts';
import { nodeId, objectName } from './digest.ts';
import { fileShape } from './file.ts';
import { userShape } from './user.ts';

/** `commit` of the description, as lists show it. */
export function commitShape(context: ServerContext, commit: CommitData): Record<string, unknown> {
  const { sha } = commit;
  const url = `${repositoryUrl(context)}/commits/${sha}`;
  return {
    sha,
    node_id: nodeId('Commit', sha),
    commit: gitShape(context, commit),
    url,
    html_url: `${repositoryPage(context)}/commit/${sha}`,
    comments_url: `${url}/comments`,
    author: account(context, commit.author),
    committer: account(context, commit.committer === undefined ? commit.author : commit.committer),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${repositoryUrl(context)}/commits/${parent}`,
      html_url: `${repositoryPage(context)}/commit/${parent}`,
    })),
  };
}

/** Null where GitHub knows no account that has the address. */
function account(context: ServerContext, login: string | null | undefined): Record<string, unknown> | null {
  return login === undefined || login === null ? null : userShape(context, login);
}

/** `commit` of the description, as the endpoint for one commit shows it: with statistics and files. */
export function wholeCommitShape(context: ServerContext, commit: CommitData): Record<string, unknown> {
  const files = commit.files ?? [];
  const additions = files.reduce((total, file) => total + file.additions, 0);
  const deletions = files.reduce((total, file) => total + file.deletions, 0);
  return {
    ...commitShape(context, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.map((file) => fileShape(context, file, commit.sha)),
  };
}

function gitShape(context: ServerContext, commit: CommitData): Record<string, unknown> {
  const person = { name: commit.authorName, email: 'author@example.com', date: commit.date };
  const tree = objectName(`tree ${commit.sha}`);
  const isVerified = commit.verified === true;
  return {
    author: person,
    committer: person,
    message: commit.message,
    tree: { sha: tree, url: `${repositoryUrl(context)}/git/trees/${tree}` },
    url: `${repositoryUrl(context)}/git/commits/${commit.sha}`,
    comment_count: 0,
    verification: {
      verified: isVerified,
      reason: isVerified ? 'valid' : 'unsigned',
      signature: isVerified ? '-----BEGIN PGP SIGNATURE-----' : null,
      payload: isVerified ? `tree ${tree}` : null,
      verified_at: isVerified ? commit.date : null,
    },
  };
}
