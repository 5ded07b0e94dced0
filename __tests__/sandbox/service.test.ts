// The local service keeps its promises: it refuses what its description refuses, and its lists move as the real ones do.
import type { ServiceData } from '../../sandbox/service/data.ts';
import { type ServiceHandle, type ServiceOptions, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { afterEach, describe, expect, test } from '../jest.ts';

const startMs = 1_800_000_000_000;
let nowMs = startMs;
let service: ServiceHandle;

async function start(change: Partial<ServiceData> = {}, options: Partial<ServiceOptions> = {}): Promise<void> {
  nowMs = startMs;
  service = await startService({ data: { ...smallWorld(startMs), ...change }, now: () => nowMs, ...options });
}
afterEach(() => service.close());

async function call(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${smallWorldKeys.live}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/public/v1/${path}`, { ...init, headers });
  return { ...((await response.json()) as object), status: response.status };
}

describe('what it refuses', () => {
  // The rest of it is refused to the client, in contract/failures.test.ts.
  const one = 'repo_id=repo_one';
  test.each<[number, string, string, string?]>([
    [404, 'NOT_FOUND', 'bugs/repo_one'],
    [404, 'NOT_FOUND', 'user/'],
    [404, 'NOT_FOUND', 'nothing'],
    [404, 'UNKNOWN_WORKFLOW_REQUEST', 'bugs?repo_id=repo_two&status=pending&workflow_request_id=wr_old'],
    ...['limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=1&limit=2', 'limit=05', 'offset=-1', 'offset=1e3'].map(
      (page): [number, string, string] => [400, 'INVALID_QUERY_PARAMS', `scans?${one}&${page}`],
    ),
    [400, 'INVALID_QUERY_PARAMS', `bugs?${one}&status=open`],
    [400, 'INVALID_QUERY_PARAMS', 'scans?repo_id=one'],
    [400, 'INVALID_QUERY_PARAMS', 'user?verbose=true'],
    [400, 'INVALID_REQUEST_BODY', 'bugs/bug_1/review', '{"state":"resolved","reason":"other"}'],
    [400, 'INVALID_REQUEST_BODY', 'bugs/bug_1/review', '[]'],
    [400, 'INVALID_REQUEST_BODY', 'bugs/bug_1/review', '{"state":'],
  ])('%i %s: %s %s', async (status, type, path, body = '') => {
    await start();
    const answer = await call(path, body === '' ? {} : { method: 'POST', body });
    expect(answer).toMatchObject({ status, statusCode: status, type });
    expect(service.state.bugs).toEqual(smallWorld(startMs).bugs);
  });

  test('to send what breaks openapi.yaml: 500, and no error of the service', async () => {
    await start({ user: { ...smallWorld(startMs).user, email: 5 as unknown as string } });
    expect(await call('user')).toMatchObject({
      status: 500,
      message: expect.stringMatching(/sandbox defect.*\/email must be string/s),
    });
  });
});
