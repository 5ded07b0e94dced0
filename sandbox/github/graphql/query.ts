// What a GraphQL query is answered from, the answer, and how GitHub refuses a field.
import type { SandboxResponse } from '../../http.ts';
import type { ServerContext } from '../call.ts';
import type { TokenData } from '../data.ts';

/** `state` is the home repository's; the others hang on it. */
export interface GraphqlCall extends ServerContext {
  /** The body as sent: query, variables, name of the operation. */
  readonly body: unknown;
  readonly token: TokenData;
  readonly nowMs: number;
}

export interface GraphqlAnswer {
  readonly response: SandboxResponse;
  /** One sentence for each thing that GitHub would refuse in any world, or that is not emulated; empty: all is well. */
  readonly violations: readonly string[];
}

export type RunQuery = (call: GraphqlCall) => GraphqlAnswer;

/** What the resolvers know besides the thing whose field they resolve. */
export interface QueryContext extends GraphqlCall {
  /** Points that this query costs. */
  readonly cost: number;
  /** Nodes that it may return at most. */
  readonly nodeCount: number;
}

/** Kinds of refusals that say something of the query, not of the world. */
export const MISTAKES: ReadonlySet<string> = new Set([
  'EXCESSIVE_PAGINATION',
  'INVALID_PAGINATION',
  'MAX_NODE_LIMIT_EXCEEDED',
  'MISSING_PAGINATION_BOUNDARIES',
  'NOT_EMULATED',
]);

/** A field that GitHub would answer with null and an entry in `errors`. */
export class FieldRefusal extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}
