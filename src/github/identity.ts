// The identity of the token: only its comments are ours.
import * as v from 'valibot';
import { decode } from './answer.ts';
import { readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';

export interface Identity {
  /** As in a comment's `user.login`; an app's ends with `[bot]`. */
  readonly login: string;
}

/** The identity of a workflow's own token, for which REST has no endpoint. */
export const GITHUB_ACTIONS: Identity = { login: 'github-actions[bot]' };

const Viewer = v.object({ viewer: v.object({ login: v.string() }) });

/**
 * Asks GitHub. If the server refuses to say, we assume the workflow's own token; null if there was no answer at all.
 * Rejects if cancelled.
 */
export async function fetchIdentity(
  octokit: Octokit,
  signal: AbortSignal,
): Promise<Identity | null> {
  try {
    const data = await octokit.graphql('query { viewer { login } }');
    // Half a character cannot be part of an address.
    return { login: decode(Viewer, data, 'Viewer').viewer.login.toWellFormed() };
  } catch (error) {
    signal.throwIfAborted();
    const { status } = readFailure(error);
    return status === null || status >= 500 ? null : GITHUB_ACTIONS;
  }
}
