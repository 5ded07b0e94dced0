// The one GraphQL query that is answered: who am I.
import type { SandboxResponse } from '../http.ts';
import type { TokenData } from './data.ts';
import { textOf } from '../json.ts';

export interface GraphqlAnswer {
  readonly response: SandboxResponse;
  /** What the local GitHub does not answer; absent: it did. */
  readonly violation?: string;
}

const VIEWER_LOGIN = /^(query(\s+\w+)?\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}$/;

/** Answers `viewer { login }` with the login as it is, `[bot]` included; anything else is an error in GraphQL's shape. */
export function answerGraphql(body: unknown, token: TokenData): GraphqlAnswer {
  const query = textOf(body, 'query')?.trim() ?? '';
  if (VIEWER_LOGIN.test(query))
    return { response: { status: 200, body: { data: { viewer: { login: token.login } } } } };
  const message = 'The local GitHub answers only the query { viewer { login } }.';
  return { response: { status: 200, body: { errors: [{ message }] } }, violation: message };
}
