// The list of all operations that are answered.
import type { Handler } from './call.ts';
import { branchHandlers } from './handlers/branches.ts';
import { checkHandlers } from './handlers/checks.ts';
import { commentHandlers } from './handlers/comments.ts';
import { commitHandlers } from './handlers/commits.ts';
import { issueHandlers } from './handlers/issues.ts';
import { pullHandlers } from './handlers/pulls.ts';
import { reactionHandlers } from './handlers/reactions.ts';
import { repositoryHandlers } from './handlers/repository.ts';
import { runHandlers } from './handlers/runs.ts';

/** By GitHub's name of the operation. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  ...branchHandlers,
  ...checkHandlers,
  ...commentHandlers,
  ...commitHandlers,
  ...issueHandlers,
  ...pullHandlers,
  ...reactionHandlers,
  ...repositoryHandlers,
  ...runHandlers,
};
