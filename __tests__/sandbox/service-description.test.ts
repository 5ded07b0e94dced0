// Owns the rules of openapi.yaml as a document: valid, and complete against the eleven endpoints of the API text.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';

const text = readFileSync(new URL('../../sandbox/service/openapi.yaml', import.meta.url), 'utf8');

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
  requestBody?: { required: boolean };
}
interface Schema {
  required?: string[];
  properties?: Record<string, unknown>;
  enum?: string[];
}
const document = parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  security: unknown;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
};

/** The endpoint table of the API text. */
const endpoints = [
  ['post', '/public/v1/rules'],
  ['get', '/public/v1/rules'],
  ['get', '/public/v1/rules/requests'],
  ['get', '/public/v1/rules/requests/{rcr_id}'],
  ['get', '/public/v1/rules/{rule_id}'],
  ['get', '/public/v1/bugs'],
  ['get', '/public/v1/bugs/{bug_id}'],
  ['post', '/public/v1/bugs/{bug_id}/review'],
  ['get', '/public/v1/user'],
  ['get', '/public/v1/repos'],
  ['get', '/public/v1/scans'],
] as const;

/** Each resource of the API text: its fields, the required ones with a star. */
const resources: Record<string, string> = {
  Bug: 'id* title* summary* filePath createdAt* review repoId* commitSha isSecurityVulnerability linkedIssues* introducedIn',
  BugReview:
    'id state* createdAt* dismissalReason notes source jiraStatusName linearStateName asanaStateName',
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

describe('openapi.yaml', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    expect(await validator.validate(parse(text) as Record<string, unknown>)).toEqual({
      valid: true,
    });
    expect(validator.version).toBe('3.1');
  });

  test('describes the eleven endpoints and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(endpoints.map((endpoint) => endpoint.join(' ')).sort());
  });

  test.each(endpoints)('%s %s says what 200, 4XX and 5XX are', (method, path) => {
    const operation = document.paths[path]?.[method];
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '4XX', '5XX']);
    expect(operation?.requestBody?.required).toBe(method === 'post' ? true : undefined);
  });

  test.each(Object.entries(resources))('%s has the fields of the API text', (name, fields) => {
    const schema = document.components.schemas[name];
    const described = Object.keys(schema?.properties ?? {}).map((field) =>
      schema?.required?.includes(field) ? `${field}*` : field,
    );
    expect(described.join(' ')).toBe(fields);
  });

  test('demands a bearer key for every endpoint', () => {
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes['apiKey']).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
  });
});
