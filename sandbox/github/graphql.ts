// GraphQL: any query over the part of GitHub's schema that is answered here.
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  defaultFieldResolver,
  type DocumentNode,
  executeSync,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import type { SandboxRequest, SandboxResponse } from '../http.ts';
import { fieldOf, textOf } from '../json.ts';
import { FieldRefusal } from './graphql/field-refusal.ts';
import { type GraphqlCall, rootOf } from './graphql/root.ts';

export interface GraphqlAnswer {
  readonly response: SandboxResponse;
  /** One sentence for each thing that GitHub would refuse in any world, or that is not in our part of the schema; empty: all is well. */
  readonly violations: readonly string[];
}

/** The part of GitHub's schema that is answered. */
export const GRAPHQL_SCHEMA: GraphQLSchema = buildSchema(
  readFileSync(new URL('graphql/schema.graphql', import.meta.url), 'utf8'),
);

/** Takes a query to github.com or to an Enterprise Server. */
export function isGraphql({ method, path }: SandboxRequest): boolean {
  return method === 'POST' && (path === '/graphql' || path === '/api/graphql');
}

/** The answer of GitHub: always 200, with `errors` where something is wrong. Throws only for a defect of our own. */
export function answerGraphql(call: GraphqlCall, body: unknown): GraphqlAnswer {
  const variables = fieldOf(body, 'variables');
  const query = readQuery(textOf(body, 'query') ?? '');
  const { data, errors = [] }: ExecutionResult =
    'errors' in query
      ? query
      : executeSync({
          schema: GRAPHQL_SCHEMA,
          document: query,
          operationName: textOf(body, 'operationName'),
          variableValues: typeof variables === 'object' && variables !== null ? { ...variables } : {},
          rootValue: rootOf(call),
          fieldResolver: resolveField,
        });
  return {
    response: {
      status: 200,
      body: {
        ...(data === undefined ? {} : { data }),
        ...(errors.length === 0 ? {} : { errors: errors.map(errorShape) }),
      },
    },
    violations: errors.filter(isMistake).map(({ message }) => message.replace(/\s+/g, ' ')),
  };
}

interface Refused {
  readonly errors: readonly GraphQLError[];
}

/** The actions ask the same few queries again and again: to read one and check it takes longer than to answer it. */
const queries = new Map<string, DocumentNode | Refused>();
const MAX_QUERIES = 200;

function readQuery(text: string): DocumentNode | Refused {
  const query = queries.get(text) ?? parseQuery(text);
  if (queries.size >= MAX_QUERIES) queries.clear();
  queries.set(text, query);
  return query;
}

function parseQuery(text: string): DocumentNode | Refused {
  try {
    const query = parse(text);
    const errors = validate(GRAPHQL_SCHEMA, query);
    return errors.length === 0 ? query : { errors };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

// Nothing is ever answered with null because we do not know it. An argument that is null is one that was not given.
const resolveField: GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>> = (
  source,
  args,
  context,
  info,
) => {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  if (typeof source === 'object' && source !== null && Object.hasOwn(source, info.fieldName))
    return defaultFieldResolver(source, given, context, info);
  throw new Error(`${info.parentType.name}.${info.fieldName} is in the schema and not in the model.`);
};

function isMistake({ originalError }: GraphQLError): boolean {
  if (originalError instanceof FieldRefusal) return originalError.isMistake;
  // A query that breaks the schema has no other error behind it.
  if (originalError === undefined || originalError.name === 'GraphQLError') return true;
  throw originalError;
}

function errorShape({ message, path, locations, originalError }: GraphQLError): object {
  const type = originalError instanceof FieldRefusal ? originalError.type : undefined;
  return {
    ...(type === undefined ? {} : { type }),
    ...(path === undefined ? {} : { path }),
    ...(type === 'FORBIDDEN' ? { extensions: { saml_failure: false } } : {}),
    ...(locations === undefined ? {} : { locations }),
    message,
  };
}
