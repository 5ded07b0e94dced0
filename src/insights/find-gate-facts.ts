// The search for what gates said: nobody looks yet, so that the figures of gates stay unknown.
import type { Octokit } from '../github/octokit.ts';
import type { Period } from '../judgement/day.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { GateFacts } from './gate-facts.ts';

/** Finds the markers in a repository: of open pull requests, and of those merged in a period. Null: nobody looked. */
export type FindGateFacts = (
  github: Octokit,
  repository: RepositoryRef,
  period: Period,
) => Promise<GateFacts | Unverified | null>;

/** Looks at nothing. */
export const findGateFacts: FindGateFacts = () => Promise.resolve(null);
