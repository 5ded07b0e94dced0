// Queries to GitHub's GraphQL API, whose refusals come with status 200.
import * as v from 'valibot';
import { GitHubAnswerError } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';

const Refused = v.object({
  name: v.literal('GraphqlResponseError'),
  data: v.nullish(v.unknown(), null),
  errors: v.array(v.object({ message: v.nullish(v.string(), ''), type: v.nullish(v.string(), '') })),
});

/** Whoever wrote something; null where the account is gone. */
export const Actor = v.nullish(
  v.object({ __typename: v.string(), login: v.string(), databaseId: v.nullish(v.number(), null) }),
  null,
);
export type ActorAnswer = v.InferOutput<typeof Actor>;

/** Where a list goes on. */
export const PageInfo = v.object({ hasNextPage: v.boolean(), endCursor: v.nullish(v.string(), null) });

/** What GitHub answered; of fields that it refused the value is null, and the message of the first refusal is told. */
export interface GraphqlAnswer {
  readonly data: unknown;
  readonly fault: string | null;
  /** Whether each field that it refused is one of something that is not there. */
  readonly isMissingAlone: boolean;
}

/** Asks GitHub. Rejects where nothing of the query was answered. */
export async function queryGitHub(
  octokit: Octokit,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<GraphqlAnswer> {
  try {
    return { data: await octokit.graphql(query, { ...variables }), fault: null, isMissingAlone: false };
  } catch (error) {
    const refused = v.safeParse(Refused, error);
    if (!refused.success) throw error;
    const { data, errors } = refused.output;
    const fault = errors[0]?.message ?? 'it did not say why';
    if (data === null) throw new GitHubAnswerError(fault);
    return { data, fault, isMissingAlone: errors.every(({ type }) => type === 'NOT_FOUND') };
  }
}
