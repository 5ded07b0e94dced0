// The way to GraphQL: the question who one is is answered at once, any other by GitHub's own schema.
import type { SandboxRequest, SandboxResponse } from '../http.ts';
import { textOf } from '../json.ts';
import { FieldRefusal, type GraphqlAnswer, type GraphqlCall, MISTAKES, type RunQuery } from './graphql/query.ts';
import { chargePoints, pointHeaders } from './rate-limit.ts';

const VIEWER_LOGIN = /^(query(\s+\w+)?\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}$/;

/** Whether a request is a GraphQL query, on github.com or an Enterprise Server. */
export function isGraphql({ method, path }: SandboxRequest): boolean {
  return method === 'POST' && (path === '/graphql' || path === '/api/graphql');
}

/**
 * What executes the query of a request; undefined where nothing has to be executed. Loading it takes a fifth of a
 * second once in a process, and nearly every test asks only who it is.
 */
export async function queryRunnerFor(request: SandboxRequest): Promise<RunQuery | undefined> {
  if (!isGraphql(request) || isViewerQuery(request.body)) return undefined;
  const { runQuery } = await import('./graphql/engine.ts');
  return runQuery;
}

function isViewerQuery(body: string): boolean {
  try {
    return VIEWER_LOGIN.test(textOf(JSON.parse(body), 'query')?.trim() ?? '');
  } catch {
    return false;
  }
}

/** The answer of GitHub: always 200, with `errors` where something is wrong. */
export function answerGraphql(runQuery: RunQuery | undefined, call: GraphqlCall): GraphqlAnswer {
  try {
    return (runQuery ?? answerViewer)(call);
  } catch (error) {
    if (!(error instanceof FieldRefusal)) throw error;
    const { type, message } = error;
    return {
      response: answerOf(call, { errors: [{ type, message }] }),
      violations: MISTAKES.has(type) ? [message] : [],
    };
  }
}

// The login of an app ends with `[bot]` here, unlike everywhere else in GraphQL.
function answerViewer(call: GraphqlCall): GraphqlAnswer {
  chargePoints(call.state, 1, call.nowMs);
  const data = { viewer: { login: call.token.login } };
  return { response: answerOf(call, { data }), violations: [] };
}

function answerOf({ state }: GraphqlCall, body: object): SandboxResponse {
  return { status: 200, headers: pointHeaders(state), body };
}
