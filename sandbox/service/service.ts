// The local bug findings service: one loopback server that answers as openapi.yaml says.
import type { FaultInjector, SandboxRequest, SandboxResponse } from '../http.ts';
import { type LocalServer, startLocalServer } from '../server.ts';
import { checkAccess } from './access.ts';
import { getUser, listRepos } from './account.ts';
import { getBug, listBugs, reviewBug } from './bugs.ts';
import type { Handler } from './call.ts';
import type { ServiceData } from './data.ts';
import { type Description, loadDescription, type Match, type OperationId } from './description.ts';
import { readJsonBody } from './json-body.ts';
import { ServiceProblem, toErrorAnswer } from './problem.ts';
import { createRule, getRule, getRuleRequest, listRuleRequests, listRules } from './rules.ts';
import { listScans } from './scans.ts';
import { type ServiceState, World } from './state.ts';

export interface ServiceOptions {
  /** The world at the start; it is copied. */
  readonly data: ServiceData;
  /** Absent or 0: any free port. */
  readonly port?: number;
  /** It gives Unix time in milliseconds; absent: the real time. */
  readonly now?: () => number;
  /** A rule request is pending for so long; default: 3,000. */
  readonly ruleDelayMs?: number;
  /** It decides what goes wrong on the wire. */
  readonly faults?: FaultInjector;
  /** Every answer is checked against openapi.yaml; default: true. */
  readonly validateAnswers?: boolean;
}

export interface ServiceHandle extends LocalServer {
  /** The world as it is now. */
  readonly state: ServiceState;
}

const handlers: Readonly<Record<OperationId, Handler>> = {
  createRule,
  listRules,
  listRuleRequests,
  getRuleRequest,
  getRule,
  listBugs,
  getBug,
  reviewBug,
  getUser,
  listRepos,
  listScans,
};

interface Parts {
  readonly world: World;
  readonly description: Description;
  readonly validateAnswers: boolean;
}

/** Starts the service on 127.0.0.1; its endpoints are under `/public/v1`. */
export async function startService(options: ServiceOptions): Promise<ServiceHandle> {
  const world = new World({
    data: options.data,
    now: options.now ?? Date.now,
    ruleDelayMs: options.ruleDelayMs ?? 3_000,
  });
  const parts: Parts = {
    world,
    description: loadDescription(),
    validateAnswers: options.validateAnswers ?? true,
  };
  const server = await startLocalServer({
    handle: (request) => Promise.resolve(withDate(answer(parts, request), options.now)),
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.faults === undefined ? {} : { faults: options.faults }),
  });
  return { ...server, state: world };
}

/** Node sends this machine's time, which is another where a test gives the service a clock of its own. */
function withDate(response: SandboxResponse, now: ServiceOptions['now']): SandboxResponse {
  if (now === undefined) return response;
  return { ...response, headers: { ...response.headers, date: new Date(now()).toUTCString() } };
}

function answer(parts: Parts, request: SandboxRequest): SandboxResponse {
  const match = parts.description.match(request);
  let response: SandboxResponse;
  try {
    checkAccess(parts.world.data, request.headers.authorization, request.method === 'POST');
    response =
      match === undefined
        ? toErrorAnswer(new ServiceProblem('NOT_FOUND', `No ${request.method} ${request.path} here.`))
        : { status: 200, body: run(parts, request, match) };
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    response = toErrorAnswer(error);
  }
  if (match !== undefined && parts.validateAnswers) {
    parts.description.checkAnswer(match, response.status, response.body);
  }
  return response;
}

function run({ world, description }: Parts, request: SandboxRequest, match: Match): unknown {
  const body = request.method === 'POST' ? readJsonBody(request) : undefined;
  description.checkRequest(request, match, body);
  return handlers[match.operationId]({ world, query: request.query, id: match.id, body });
}
