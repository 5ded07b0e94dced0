// What GitHub would charge for a query before it runs: the nodes that it may return, and its points.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { numberOf } from '../../json.ts';
import { isConnection } from './connection.ts';

export interface Measure {
  /** Points: one for each hundred lists that have to be fetched, at least one. */
  readonly cost: number;
  /** Nodes of all lists together, if each were full. */
  readonly nodeCount: number;
}

export interface Measured {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Variables as sent. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

const LISTS_A_POINT = 100;

/** By the rules of GitHub's documentation. Undefined for variables that do not fit: the execution refuses those. */
export function measure(schema: GraphQLSchema, query: Measured): Measure | undefined {
  const { document, operation, inputs } = query;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs);
  if (coerced === undefined) return undefined;
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );
  const total = { lists: 0, nodes: 0 };

  const walk = (set: SelectionSetNode, type: GraphQLNamedType, times: number): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) walkField(selection, type, times);
      else walkFragment(selection, type, times);
    }
  };
  const walkField = (
    node: Extract<SelectionNode, { kind: Kind.FIELD }>,
    type: GraphQLNamedType,
    times: number,
  ): void => {
    if (!('getFields' in type) || node.selectionSet === undefined) return;
    const field = type.getFields()[node.name.value];
    if (field === undefined || !('args' in field)) return;
    const size = isConnection(field.type) ? sizeOf(getArgumentValues(field, node, coerced)) : 0;
    if (isConnection(field.type)) total.lists += times;
    total.nodes += times * size;
    walk(node.selectionSet, getNamedType(field.type), times * Math.max(1, size));
  };
  const walkFragment = (
    node: Exclude<SelectionNode, { kind: Kind.FIELD }>,
    type: GraphQLNamedType,
    times: number,
  ): void => {
    const part = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
    if (part === undefined) return;
    const condition = schema.getType(part.typeCondition?.name.value ?? type.name);
    if (isCompositeType(condition)) walk(part.selectionSet, condition, times);
  };

  const root = schema.getRootType(operation.operation);
  if (root) walk(operation.selectionSet, root, 1);
  return { cost: Math.max(1, Math.round(total.lists / LISTS_A_POINT)), nodeCount: total.nodes };
}

// What is out of bounds is refused when the field is resolved.
function sizeOf(args: unknown): number {
  return numberOf(args, 'first') ?? numberOf(args, 'last') ?? 0;
}
