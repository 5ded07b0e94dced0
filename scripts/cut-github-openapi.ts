// Cuts GitHub's own OpenAPI description down to the operations that the local GitHub answers.
// Usage: node scripts/cut-github-openapi.ts <api.github.com.json of @octokit/openapi>
// `npm pack` fetches that package. Installed it has 385 MB, so it is no dependency, and what is cut out is committed.
import { readFileSync, writeFileSync } from 'node:fs';

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

const OPERATIONS = new Set([
  'actions/get-job-for-workflow-run',
  'actions/get-workflow',
  'actions/get-workflow-run',
  'actions/list-jobs-for-workflow-run',
  'actions/list-workflow-runs-for-repo',
  'actions/re-run-job-for-workflow-run',
  'actions/re-run-workflow',
  'actions/re-run-workflow-failed-jobs',
  'apps/list-repos-accessible-to-installation',
  'checks/create',
  'checks/get',
  'checks/update',
  'issues/create',
  'issues/create-comment',
  'issues/delete-comment',
  'issues/get-comment',
  'issues/list-comments',
  'issues/list-for-repo',
  'issues/update',
  'issues/update-comment',
  'pulls/get',
  'pulls/list',
  'pulls/list-commits',
  'pulls/list-files',
  'reactions/create-for-issue-comment',
  'reactions/delete-for-issue-comment',
  'repos/compare-commits-with-basehead',
  'repos/get',
  'repos/get-branch',
  'repos/get-branch-rules',
  'repos/get-collaborator-permission-level',
  'repos/get-commit',
  'repos/list-commits',
  'repos/list-for-authenticated-user',
  'repos/list-pull-requests-associated-with-commit',
]);

// Prose, and keywords that validate nothing.
const DROPPED = new Set([
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'title',
]);

const OUTPUT = new URL('../sandbox/github/openapi.json', import.meta.url);

/** The cut description: sorted, so that the same input gives the same bytes. */
function cutDescription(full: JsonObject): JsonObject {
  const paths = cutPaths(full);
  const schemas: JsonObject = {};
  collectSchemas(full, paths, schemas);
  for (const name of ['pull-request', 'pull-request-simple']) allowDeletedFork(object(schemas[name]));
  return sortKeys({
    openapi: '3.0.3',
    info: { title: 'GitHub REST API, cut', version: text(object(full['info'])['version']) },
    paths,
    components: { schemas },
  });
}

function cutPaths(full: JsonObject): JsonObject {
  const paths: JsonObject = {};
  for (const [path, item] of Object.entries(object(full['paths']))) {
    for (const [method, operation] of Object.entries(object(item))) {
      if (!isObject(operation) || !OPERATIONS.has(text(operation['operationId']))) continue;
      paths[path] = { ...object(paths[path]), [method]: cutOperation(full, operation) };
    }
  }
  return paths;
}

function cutOperation(full: JsonObject, operation: JsonObject): JsonObject {
  const body = operation['requestBody'];
  return {
    operationId: text(operation['operationId']),
    parameters: list(operation['parameters']).map((parameter) => cutParameter(full, parameter)),
    ...(body === undefined ? {} : { requestBody: cutBody(object(body)) }),
    responses: cutResponses(full, object(operation['responses'])),
  };
}

function cutParameter(full: JsonObject, reference: Json): JsonObject {
  const parameter = follow(full, reference);
  const { name, in: place, required, schema } = parameter;
  return {
    name: text(name),
    in: text(place),
    ...(required === true ? { required } : {}),
    schema: allowEither(cutSchema(schema ?? {})),
  };
}

// A number in a path or a query arrives as a text, so a choice between the two would match both.
function allowEither(schema: Json): Json {
  if (!isObject(schema) || schema['oneOf'] === undefined) return schema;
  const { oneOf, ...rest } = schema;
  return { ...rest, anyOf: oneOf };
}

function cutBody(body: JsonObject): JsonObject {
  return { required: body['required'] === true, content: cutContent(body) };
}

function cutContent(holder: JsonObject): JsonObject {
  const media = object(object(holder['content'])['application/json']);
  return { 'application/json': { schema: cutSchema(media['schema'] ?? {}) } };
}

// The local GitHub writes all errors in one place and one shape, so only the good answers are kept.
function cutResponses(full: JsonObject, responses: JsonObject): JsonObject {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return Object.fromEntries(
    good.map(([status, reference]) => {
      const response = follow(full, reference);
      const hasContent = isObject(object(response['content'])['application/json']);
      return [status, { description: '', ...(hasContent ? { content: cutContent(response) } : {}) }];
    }),
  );
}

function cutSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(cutSchema);
  if (!isObject(schema)) return schema;
  const cut: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (DROPPED.has(key) || key.startsWith('x-')) continue;
    cut[key] = key === 'properties' ? cutProperties(object(value)) : cutKeyword(key, value);
  }
  return typeNullable(cut);
}

// Below `properties` the keys are names, of which `title` and `description` are two.
function cutProperties(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, s]) => [name, cutSchema(s)]));
}

function cutKeyword(key: string, value: Json): Json {
  if (key === 'enum') return value;
  if (key === 'required' && Array.isArray(value)) return value.map(text).sort();
  return cutSchema(value);
}

// OpenAPI 3.0 allows `nullable` without `type`, and together with an `enum` without null; JSON Schema validators reject both.
function typeNullable(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  if (rest['type'] === undefined) return { anyOf: [rest, { enum: [null] }] };
  const values = rest['enum'];
  if (!Array.isArray(values) || values.includes(null)) return schema;
  return { ...schema, enum: [...values, null] };
}

function collectSchemas(full: JsonObject, node: Json, found: JsonObject): void {
  if (Array.isArray(node)) {
    for (const item of node) collectSchemas(full, item, found);
    return;
  }
  if (!isObject(node)) return;
  const name = schemaName(node['$ref']);
  if (name !== undefined && found[name] === undefined) {
    const cut = cutSchema(object(object(full['components'])['schemas'])[name] ?? null);
    found[name] = cut;
    collectSchemas(full, cut, found);
  }
  for (const value of Object.values(node)) collectSchemas(full, value, found);
}

// The description says that a head always has a repository; GitHub answers null when the fork is gone.
function allowDeletedFork(pull: JsonObject): void {
  const head = object(object(object(pull['properties'])['head'])['properties']);
  head['repo'] = typeNullable({ ...object(head['repo']), nullable: true });
}

function schemaName(reference: Json | undefined): string | undefined {
  if (typeof reference !== 'string') return undefined;
  return /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1];
}

function follow(full: JsonObject, value: Json): JsonObject {
  const holder = object(value);
  const reference = holder['$ref'];
  if (typeof reference !== 'string') return holder;
  const steps = reference.split('/').slice(1);
  return steps.reduce<JsonObject>((node, step) => object(node[step]), full);
}

function sortKeys(node: JsonObject): JsonObject {
  const sorted = Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, value]) => [key, sortDeep(value)]));
}

function sortDeep(node: Json): Json {
  if (Array.isArray(node)) return node.map(sortDeep);
  return isObject(node) ? sortKeys(node) : node;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function readDescription(path: string): JsonObject {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return parsed as JsonObject;
}

const source = process.argv[2];
if (source === undefined) throw new Error('Say which description file to cut.');
const cut = cutDescription(readDescription(source));
writeFileSync(OUTPUT, `${JSON.stringify(cut, null, 1)}\n`);
const kept = Object.values(object(cut['paths'])).flatMap((item) => Object.keys(object(item)));
console.log(`${kept.length} operations, ${Object.keys(object(object(cut['components'])['schemas'])).length} schemas`);
if (kept.length !== OPERATIONS.size) throw new Error('Some operations were not found.');
