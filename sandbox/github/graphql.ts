// GraphQL: any query over the part of GitHub's schema that is answered here.
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  defaultFieldResolver,
  type GraphQLError,
  type GraphQLFieldResolver,
  graphqlSync,
  type GraphQLSchema,
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

/** Whether a request is a GraphQL query, on github.com or an Enterprise Server. */
export function isGraphql({ method, path }: SandboxRequest): boolean {
  return method === 'POST' && (path === '/graphql' || path === '/api/graphql');
}

/** The answer of GitHub: always 200, with `errors` where something is wrong. Throws only for a defect of our own. */
export function answerGraphql(call: GraphqlCall, body: unknown): GraphqlAnswer {
  const variables = fieldOf(body, 'variables');
  const { data, errors = [] } = graphqlSync({
    schema: GRAPHQL_SCHEMA,
    source: textOf(body, 'query') ?? '',
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
