// The descriptions that the sandbox answers by: valid, complete, and what its checks see.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { HANDLERS } from '../../sandbox/github/handlers.ts';
import { loadContract } from '../../sandbox/github/openapi.ts';
import { unknownFields } from '../../sandbox/github/unknown-fields.ts';
import { describe, expect, test } from '../jest.ts';

const text = readFileSync(new URL('../../sandbox/service/openapi.yaml', import.meta.url), 'utf8');

interface Schema {
  required?: string[];
  properties?: Record<string, unknown>;
}
const document = parse(text) as {
  components: { schemas: Record<string, Schema> };
};

/** Each resource of the API text: its fields, the required ones with a star. */
const resources: Record<string, string> = {
  Bug: 'id* title* summary* filePath createdAt* review repoId* commitSha isSecurityVulnerability linkedIssues* introducedIn',
  BugReview: 'id state* createdAt* dismissalReason notes source jiraStatusName linearStateName asanaStateName',
  IntroducedIn: 'sha* date* author prNumber',
  LinkedIssue: 'tracker* issueId* url*',
  Org: 'id* name*',
  Repo: 'id* name* ownerName* fullName* visibility* primaryBranch* orgId* orgName*',
  Scan: 'workflowRequestId* repoId* repoName* ownerName* workflowStatus scanType initiator* commitSha* createdAt* completedAt* bugCounts',
  BugCounts: 'total open resolved dismissed',
  CreateRuleInput: 'description bugIds commitShas',
  RuleListItem: 'id* ruleName* createdAt*',
  Rule: 'id* ruleName* ruleFiles* createdAt*',
  RuleRequestResult: 'id* ruleName*',
  RuleRequestStatus: 'id* status* input* createdAt* completedAt results*',
  ApiError: 'type* message* statusCode* requiredRole resource details',
};

/** What stands under a key `schema`, at any depth. */
function schemasIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<unknown>({ ...value }).flatMap(([key, field]) => [
    ...(key === 'schema' ? [field] : []),
    ...schemasIn(field),
  ]);
}

describe('openapi.yaml', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    expect(await validator.validate(parse(text) as Record<string, unknown>)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  // The validator above takes any object for a schema.
  test('has schemas that are ones', () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    const schemas = [...schemasIn(document), ...Object.values(document.components.schemas)];
    expect(schemas.length).toBeGreaterThan(30);
    for (const schema of schemas) {
      expect([schema, ajv.validateSchema(schema as AnySchema)]).toEqual([schema, true]);
    }
    expect(ajv.validateSchema({ properties: { a: 3 }, minLength: -3 })).toBe(false);
  });

  test.each(Object.entries(resources))('%s has the fields of the API text', (name, fields) => {
    const schema = document.components.schemas[name];
    const described = Object.keys(schema?.properties ?? {}).map((field) =>
      schema?.required?.includes(field) ? `${field}*` : field,
    );
    expect(described.join(' ')).toBe(fields);
  });
});

const DESCRIPTION = readFileSync(new URL('../../sandbox/github/openapi.json', import.meta.url), 'utf8');

test('every operation of the description has a handler, and no handler is left over', () => {
  const ids = [...DESCRIPTION.matchAll(/"operationId": "([^"]+)"/g)].map(([, id]) => id);
  expect(Object.keys(HANDLERS).sort()).toEqual(ids.sort());
});

test('an answer of our own that breaks the description is found', () => {
  const contract = loadContract();
  const matched = contract.match('GET', '/repos/acme/shop/pulls/7/files');
  if (matched === undefined) throw new Error('no such operation');
  expect(contract.responseFaults(matched, 200, [])).toEqual([]);
  expect(contract.responseFaults(matched, 200, [{ filename: 1 }])).not.toEqual([]);
});

test('unknown fields are found at any depth, also behind alternatives', () => {
  const schema = {
    anyOf: [{ properties: { a: {} } }],
    properties: { list: { items: { properties: { b: {} } } }, free: {} },
  };
  expect(unknownFields(schema, { a: 1, free: { x: 1 }, list: [{ b: 1 }, { c: 1 }] })).toEqual(['/body/list/1/c']);
});
