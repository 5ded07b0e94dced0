// What the client makes of refusals: each documented bad input, each error type, each status, endpoint by endpoint.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { errorCategory, type ErrorCategory } from '../../src/client/index.ts';
import { ENDPOINTS, EVERYWHERE } from '../../src/client/endpoints.ts';
import { rows } from './endpoints.ts';
import { errorOf, fault, startContract, type ContractStage } from './stage.ts';

let stage: ContractStage;
beforeAll(async () => {
  stage = await startContract();
});
afterAll(() => stage.service.close());

const badInputs = rows.flatMap((row) => row.bad.map((bad) => ({ ...row, ...bad })));
const statusOf = {
  INVALID_QUERY_PARAMS: 400,
  INVALID_REQUEST_BODY: 400,
  NOT_FOUND: 404,
  UNKNOWN_WORKFLOW_REQUEST: 404,
} as const;

describe('a bad input is refused with its type, and not asked again', () => {
  test.each(badInputs)('$endpoint with $input: $type', async ({ call, type, endpoint, name }) => {
    stage.begin();
    const error = await errorOf(stage.service.url, call);
    const status = statusOf[type as keyof typeof statusOf];
    expect(error).toMatchObject({ kind: 'api', status, type, endpoint, tries: 1 });
    expect(error.detail).toBeTruthy();
    // The table of the client knows what to expect of whom.
    expect(ENDPOINTS[name].errors).toContain(type);
    expect(stage.sent()).toHaveLength(1);
  });

  test('nothing is changed by it', async () => {
    for (const { call } of badInputs) {
      stage.begin();
      const before = structuredClone([stage.service.state.bugs, stage.service.state.requests]);
      await errorOf(stage.service.url, call);
      expect([stage.service.state.bugs, stage.service.state.requests]).toEqual(before);
    }
  });

  test('no type that the table of the client promises is without a row here', () => {
    for (const { name, bad } of rows) {
      expect([...new Set(bad.map(({ type }) => type))].sort()).toEqual(
        [...ENDPOINTS[name].errors].sort(),
      );
    }
    expect(EVERYWHERE).toEqual([
      'SERVICE_AUTHENTICATION_ERROR',
      'AUTHORIZATION_ERROR',
      'INTERNAL_ERROR',
    ]);
  });
});

describe('a key', () => {
  test.each(rows)('that is unknown is refused: $endpoint', async ({ call }) => {
    stage.begin();
    const error = await errorOf(stage.service.url, call, { apiKey: 'svc_live_unknown' });
    const type = 'SERVICE_AUTHENTICATION_ERROR';
    expect(error).toMatchObject({ kind: 'api', status: 401, type, tries: 1 });
    expect(errorCategory(error)).toBe('unauthorized');
    expect(stage.sent()).toHaveLength(1);
  });

  const writes = rows.filter(({ endpoint }) => endpoint.startsWith('POST'));
  test.each(writes)('that may only read is told the role: $endpoint', async ({ call }) => {
    stage.begin();
    const error = await errorOf(stage.service.url, call, { apiKey: smallWorldKeys.readOnly });
    expect(error).toMatchObject({
      kind: 'api',
      status: 403,
      type: 'AUTHORIZATION_ERROR',
      requiredRole: 'admin',
      tries: 1,
    });
    expect(error.message).toContain('the role "admin"');
  });
});

interface StatusRow {
  readonly status: number;
  /** Of the error body; absent: the one that the sandbox gives. */
  readonly type?: string;
  readonly category: ErrorCategory;
  /** Whether it may pass, so that a request that may be repeated is sent four times. */
  readonly isTransient: boolean;
}

// What contract 4 says: 408, 429, 500, 502, 503, 504 may pass; no other 4xx is ever sent again.
const statuses: readonly StatusRow[] = [
  { status: 400, type: 'INVALID_REQUEST_BODY', category: 'refused', isTransient: false },
  { status: 400, type: 'INVALID_QUERY_PARAMS', category: 'refused', isTransient: false },
  { status: 401, category: 'unauthorized', isTransient: false },
  { status: 403, category: 'forbidden', isTransient: false },
  { status: 404, category: 'not-found', isTransient: false },
  { status: 404, type: 'UNKNOWN_WORKFLOW_REQUEST', category: 'not-found', isTransient: false },
  { status: 408, type: 'LATER_TYPE', category: 'unavailable', isTransient: true },
  { status: 409, type: 'LATER_TYPE', category: 'refused', isTransient: false },
  { status: 422, type: 'LATER_TYPE', category: 'refused', isTransient: false },
  { status: 429, type: 'LATER_TYPE', category: 'unavailable', isTransient: true },
  { status: 500, type: 'INTERNAL_ERROR', category: 'unavailable', isTransient: true },
  { status: 501, type: 'INTERNAL_ERROR', category: 'unavailable', isTransient: false },
  { status: 502, type: 'INTERNAL_ERROR', category: 'unavailable', isTransient: true },
  { status: 503, type: 'INTERNAL_ERROR', category: 'unavailable', isTransient: true },
  { status: 504, type: 'INTERNAL_ERROR', category: 'unavailable', isTransient: true },
  { status: 505, type: 'LATER_TYPE', category: 'unavailable', isTransient: false },
];

const bodyOf = ({ status, type }: StatusRow): string =>
  type === undefined
    ? ''
    : ` body=${JSON.stringify({ type, message: 'told', statusCode: status, requiredRole: 'owner', resource: 'thing', details: { a: 1 }, later: 1 })}`;

const statusCases = rows.flatMap((row) => statuses.map((each) => ({ ...row, ...each })));

describe('a status', () => {
  test.each(statusCases)(
    '$status ($type) of $endpoint means $category',
    async ({ call, endpoint, repeats, ...row }) => {
      stage.begin([fault(`status=${row.status}${bodyOf(row)}`)]);
      const error = await errorOf(stage.service.url, call);
      const tries = row.isTransient && repeats ? 4 : 1;
      expect(error).toMatchObject({ kind: 'api', status: row.status, endpoint, tries });
      expect(errorCategory(error)).toBe(row.category);
      expect(stage.sent()).toHaveLength(tries);
      if (row.type === undefined) return;
      // An unknown type is visible as it is, and unknown fields are passed over.
      const { type } = row;
      expect(error).toMatchObject({ type, detail: 'told', requiredRole: 'owner' });
      expect(error).toMatchObject({ resource: 'thing', details: { a: 1 } });
    },
  );

  test.each(rows)(
    'without a body that says more stands for itself: $endpoint',
    async ({ call }) => {
      for (const words of ['empty=404', 'html=404', 'status=404 body=[]', 'status=404 body=5']) {
        stage.begin([fault(words)]);
        const error = await errorOf(stage.service.url, call);
        expect(error).toMatchObject({ kind: 'api', status: 404, type: undefined, tries: 1 });
        expect(errorCategory(error)).toBe('not-found');
      }
    },
  );
});
