// The way of a request through the local GitHub: mount, token, limits, repository, permission, description, handler.
import type { SandboxRequest, SandboxResponse } from '../http.ts';
import type { Call, Links } from './call.ts';
import type { TokenData } from './data.ts';
import { answerGraphql, isGraphql } from './graphql.ts';
import { HANDLERS } from './handlers.ts';
import type { Contract, MatchedOperation } from './openapi.ts';
import { checkPermission } from './permissions.ts';
import { checkRateLimits, rateHeaders } from './rate-limit.ts';
import { allRepositories, findRepository, isCalled, isVisible } from './reach.ts';
import { answerRefusal, notFound, Refusal } from './refusal.ts';
import { repositoryIdOf } from './shapes/repository.ts';
import { type GitHubState, timestamp } from './state.ts';

export interface World {
  readonly state: GitHubState;
  readonly contract: Contract;
  readonly violations: string[];
  readonly now: () => number;
}

const API_VERSIONS = ['2022-11-28', '2026-03-10'];
const ENTERPRISE = '/api/v3';

/** The answer that GitHub would give. Throws only for a defect of our own. */
export function answerRequest(world: World, request: SandboxRequest): SandboxResponse {
  let answer: SandboxResponse;
  try {
    answer = isGraphql(request) ? viaGraphql(world, request) : viaRest(world, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if ([400, 422].includes(error.status)) note(world, request, describe(error));
    answer = answerRefusal(error);
  }
  return { ...answer, headers: { ...commonHeaders(world), ...answer.headers } };
}

function describe(refusal: Refusal): string {
  const fields = (refusal.details.errors ?? []).map(({ field, message }) => message ?? field);
  return [refusal.message.replace(/\n+/g, ' '), ...fields].join(': ');
}

function note({ violations }: World, { method, path }: SandboxRequest, what: string): void {
  violations.push(`${method} ${path}: ${what}`);
}

function commonHeaders({ state }: World): Record<string, string> {
  return {
    ...rateHeaders(state),
    'x-github-request-id': `5A4D:${String(state.requestsLeft)}`,
    'x-github-api-version-selected': '2022-11-28',
    'x-github-media-type': 'github.v3; format=json',
  };
}

function viaGraphql(world: World, request: SandboxRequest): SandboxResponse {
  const token = authenticate(world, request);
  const links = linksOf(request, request.path.replace('/api/', '/'));
  const { response, violations } = answerGraphql({ state: world.state, token, links }, parseBody(request));
  for (const violation of violations) note(world, request, violation);
  return response;
}

function viaRest(world: World, request: SandboxRequest): SandboxResponse {
  const { contract } = world;
  const token = authenticate(world, request);
  const mounted = request.path.startsWith(`${ENTERPRISE}/`) ? request.path.slice(ENTERPRISE.length) : request.path;
  const path = toNamedPath(world.state, token, mounted);
  const matched = contract.match(request.method, path);
  if (matched === undefined) {
    note(world, request, 'the local GitHub does not know this operation');
    throw notFound();
  }
  const body = parseBody(request);
  const faults = contract.requestFaults(matched, request, body);
  for (const fault of faults) note(world, request, fault);
  checkRateLimits(world.state, matched.id, world.now());
  const { owner, repo } = matched.params;
  const found = findRepository(world.state, token, { owner, name: repo });
  const links = linksOf(request, mounted);
  if (found !== undefined && !isCalled(found, `${owner}/${repo}`))
    throw moved(request, links.api + toIdPath(found, path));
  const state = found ?? world.state;
  checkRepository(state, matched);
  checkPermission(state, token, matched);
  if (faults.length > 0) return answerRefusal(new Refusal(422, invalidRequest(faults)));
  const now = timestamp(world.now());
  return answerOperation(world, matched, { state, request, path, links, body, token, now, params: matched.params });
}

const ID_PATH = /^\/repositories\/(\d+)(?=\/|$)/;

// GitHub leads from a former name of a repository to its number, under which everything is, too.
function toNamedPath(home: GitHubState, token: TokenData, path: string): string {
  return path.replace(ID_PATH, (same, id: string) => {
    const found = allRepositories(home).find((state) => idOf(state) === Number(id) && isVisible(state, token));
    return found === undefined ? same : `/repos/${found.owner}/${found.name}`;
  });
}

function toIdPath(state: GitHubState, path: string): string {
  return path.replace(/^\/repos\/[^/]+\/[^/]+/, `/repositories/${idOf(state)}`);
}

function idOf({ owner, name }: GitHubState): number {
  return repositoryIdOf(`${owner}/${name}`);
}

function moved({ method, query }: SandboxRequest, address: string): Refusal {
  const location = query.size === 0 ? address : `${address}?${query.toString()}`;
  return new Refusal(method === 'GET' ? 301 : 307, 'Moved Permanently', { headers: { location } });
}

function invalidRequest(faults: readonly string[]): string {
  return `Invalid request.\n\n${faults.join('\n')}`;
}

function answerOperation(world: World, matched: MatchedOperation, call: Call): SandboxResponse {
  const handler = HANDLERS[matched.id];
  if (handler === undefined) throw new Error(`${matched.id} has no handler.`);
  const answer = handler(call);
  const faults = world.contract.responseFaults(matched, answer.status, answer.body);
  if (faults.length === 0) return answer;
  throw new Error(`Our answer to ${matched.id} breaks the description: ${faults.join('; ')}`);
}

function authenticate(world: World, request: SandboxRequest): TokenData {
  checkHeaders(world, request);
  const value = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (value === undefined) {
    note(world, request, 'no token was sent');
    throw new Refusal(401, 'Requires authentication');
  }
  const token = world.state.tokens.find((candidate) => candidate.token === value);
  if (token === undefined) throw new Refusal(401, 'Bad credentials');
  return token;
}

function checkHeaders(world: World, request: SandboxRequest): void {
  if (request.headers['user-agent'] === undefined) {
    note(world, request, 'no user agent was sent');
    throw new Refusal(403, 'Request forbidden by administrative rules.');
  }
  const version = request.headers['x-github-api-version'];
  if (version !== undefined && !API_VERSIONS.includes(String(version)))
    throw new Refusal(400, `"${String(version)}" is not a supported API version.`);
}

function checkRepository(state: GitHubState, { params }: MatchedOperation): void {
  const { owner = state.owner, repo = state.name } = params;
  if (`${owner}/${repo}`.toLowerCase() !== `${state.owner}/${state.name}`.toLowerCase()) throw notFound();
}

function parseBody({ body }: SandboxRequest): unknown {
  if (body === '') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new Refusal(400, 'Body should be a JSON object');
}

function linksOf({ headers, path: full }: SandboxRequest, path: string): Links {
  const origin = `http://${headers.host ?? '127.0.0.1'}`;
  const isEnterprise = full !== path;
  return isEnterprise ? { api: origin + ENTERPRISE, html: origin } : { api: origin, html: 'https://github.com' };
}
