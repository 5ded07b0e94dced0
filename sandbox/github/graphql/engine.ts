// Executes a query by GitHub's own GraphQL schema. Loaded at the first query that needs it: the schema has 1.2 MB.
import { readFileSync } from 'node:fs';
import {
  type ArgumentNode,
  buildASTSchema,
  defaultFieldResolver,
  type DocumentNode,
  executeSync,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLFieldResolver,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { fieldOf, textOf } from '../../json.ts';
import { chargePoints, pointHeaders } from '../rate-limit.ts';
import { checkPaging, isConnection } from './connection.ts';
import { measure, type Measure } from './cost.ts';
import { FieldRefusal, type GraphqlAnswer, type GraphqlCall, MISTAKES, type QueryContext } from './query.ts';
import { rootOf } from './root.ts';

const MAX_NODES = 500_000;

// Read beside the package's module, which would also parse the same schema as five megabytes of JSON.
const SCHEMA_FILE = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'));

// GitHub published it: nothing in it has to be checked.
const SCHEMA = buildASTSchema(parse(readFileSync(SCHEMA_FILE, 'utf8'), { noLocation: true }), {
  assumeValid: true,
  assumeValidSDL: true,
});

// The arguments that are emulated, besides those of paging.
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'Query.repository': ['owner', 'name'],
  'Repository.object': ['oid', 'expression'],
  'Repository.pullRequest': ['number'],
  'Repository.pullRequests': ['states', 'orderBy', 'headRefName', 'baseRefName'],
};
type Arguments = Readonly<Record<string, unknown>>;

const PAGING = ['first', 'last', 'after', 'before'];

/** The answer to any query. Throws where nothing of it is executed: too many nodes, no points left. */
export function runQuery(call: GraphqlCall): GraphqlAnswer {
  const result = answer(call);
  const errors = result.errors ?? [];
  const violations = errors.filter(isMistake).map(({ message }) => message.replace(/\s+/g, ' '));
  const body = {
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(errors.length === 0 ? {} : { errors: errors.map(errorShape) }),
  };
  return { response: { status: 200, headers: pointHeaders(call.state), body }, violations };
}

function answer(call: GraphqlCall): ExecutionResult {
  const source = textOf(call.body, 'query');
  if (source === undefined)
    return refused(new GraphQLError('A query attribute must be specified and must be a string.'));
  const checked = known.get(source) ?? check(source);
  known.set(source, checked);
  return 'errors' in checked ? checked : execute(call, checked);
}

/** By their text: the same few queries are asked thousands of times. */
const known = new Map<string, DocumentNode | { readonly errors: readonly GraphQLError[] }>();

function check(source: string): DocumentNode | { readonly errors: readonly GraphQLError[] } {
  try {
    const document = parse(source);
    const errors = validate(SCHEMA, document);
    return errors.length > 0 ? { errors } : document;
  } catch (error) {
    if (error instanceof GraphQLError) return refused(error);
    throw error;
  }
}

function refused(error: GraphQLError): { readonly errors: readonly GraphQLError[] } {
  return { errors: [error] };
}

function execute(call: GraphqlCall, document: DocumentNode): ExecutionResult {
  const operationName = textOf(call.body, 'operationName');
  const variables = fieldOf(call.body, 'variables');
  const inputs = typeof variables === 'object' && variables !== null ? { ...variables } : {};
  const operation = getOperationAST(document, operationName);
  if (operation?.operation === OperationTypeNode.MUTATION)
    return refused(new GraphQLError('The local GitHub answers no mutations.'));
  const measured = operation ? measure(SCHEMA, { document, operation, inputs }) : undefined;
  if (measured !== undefined) checkSize(measured);
  chargePoints(call.state, measured?.cost ?? 1, call.nowMs);
  const contextValue: QueryContext = { ...call, cost: 1, nodeCount: 0, ...measured };
  return executeSync({
    schema: SCHEMA,
    document,
    operationName,
    contextValue,
    fieldResolver: resolveField,
    rootValue: rootOf(contextValue),
    variableValues: inputs,
  });
}

function checkSize({ nodeCount }: Measure): void {
  if (nodeCount <= MAX_NODES) return;
  const asked = nodeCount.toLocaleString('en-US');
  throw new FieldRefusal(
    'MAX_NODE_LIMIT_EXCEEDED',
    `This query requests up to ${asked} possible nodes which exceeds the maximum limit of 500,000.`,
  );
}

// What our objects lack is not emulated: nothing is ever answered with null because we do not know it.
const resolveField: GraphQLFieldResolver<unknown, QueryContext, Arguments> = (source, written, context, info) => {
  const field = `${info.parentType.name}.${info.fieldName}`;
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, info.fieldName))
    throw new FieldRefusal('NOT_EMULATED', `The local GitHub does not emulate ${field}.`);
  const known = [...(ARGUMENTS[field] ?? []), ...(isConnection(info.returnType) ? PAGING : [])];
  for (const name of info.fieldNodes.flatMap((node) => namesOf(node.arguments))) {
    if (known.includes(name)) continue;
    throw new FieldRefusal('NOT_EMULATED', `The local GitHub does not emulate ${field}(${name}).`);
  }
  // An argument that is null is one that was not given.
  const args = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));
  if (isConnection(info.returnType)) checkPaging(info.fieldName, args);
  return defaultFieldResolver(source, args, context, info);
};

function namesOf(nodes: readonly ArgumentNode[] = []): string[] {
  return nodes.map(({ name }) => name.value);
}

// A query that breaks the schema, asks for too much, or for something that is not emulated.
function isMistake({ originalError }: GraphQLError): boolean {
  if (originalError === undefined || originalError instanceof GraphQLError) return true;
  // Anything else that was thrown is a defect of ours.
  if (!(originalError instanceof FieldRefusal)) throw originalError;
  return MISTAKES.has(originalError.type);
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
