// The list of an answer's fields by openapi.yaml: where each is, whether it may be absent, and what it may hold.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Field {
  /** For a fault rule: `/bugs/0/review/state`. */
  readonly pointer: string;
  /** As the client's errors name it: `bugs[0].review.state`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly type: string;
  readonly isEnumeration: boolean;
  /** The prefix of an identifier. */
  readonly prefix: string | undefined;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
}

interface Operation {
  readonly operationId?: string;
  readonly responses: {
    readonly '200': { readonly content: { readonly 'application/json': { schema: Schema } } };
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const file = new URL('../../sandbox/service/openapi.yaml', import.meta.url);
const document = parse(readFileSync(file, 'utf8')) as Document;

/** Every field of the good answer of an operation; of a list, those of its first element. */
export function fieldsOf(operationId: string): readonly Field[] {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const operation = operations.find((each) => each.operationId === operationId);
  if (!operation) throw new Error(`openapi.yaml has no ${operationId}`);
  return walk(operation.responses['200'].content['application/json'].schema, '', '');
}

function walk(given: Schema, pointer: string, path: string): Field[] {
  const schema = resolve(given).schema;
  if (schema.items) {
    const item = resolve(schema.items).schema;
    return item.properties || item.items ? walk(item, `${pointer}/0`, `${path}[0]`) : [];
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const { schema: inner, isNullable } = resolve(property);
    const at = { pointer: `${pointer}/${name}`, path: path === '' ? name : `${path}.${name}` };
    const field: Field = {
      ...at,
      isRequired: schema.required?.includes(name) ?? false,
      isNullable,
      type: [inner.type].flat().find((type) => type !== undefined && type !== 'null') ?? 'object',
      isEnumeration: inner.enum !== undefined,
      prefix: /^\^([a-z]+_)/.exec(inner.pattern ?? '')?.[1],
    };
    return [field, ...walk(inner, at.pointer, at.path)];
  });
}

function resolve(given: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  if (given.$ref !== undefined) {
    const schema = document.components.schemas[given.$ref.split('/').at(-1) ?? ''];
    if (!schema) throw new Error(`openapi.yaml has no ${given.$ref}`);
    return resolve(schema);
  }
  const [first] = given.anyOf ?? [];
  if (first) return { schema: resolve(first).schema, isNullable: true };
  return { schema: given, isNullable: [given.type].flat().includes('null') };
}
