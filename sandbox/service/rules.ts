// The answers about rules: the job that makes them, the requests, the finished rules.
import { type Call, newestFirst, requireRepo } from './call.ts';
import type { RuleData, RuleRequestData } from './data.ts';
import { notFound } from './problem.ts';
import type { World } from './state.ts';

type RuleRequestStatus = Omit<RuleRequestData, 'repoId'>;

/** POST /public/v1/rules */
export function createRule({ world, body }: Call): { ruleCreationRequestId: string } {
  const asked = body as { repo_id: string; input: RuleRequestData['input'] };
  const request: RuleRequestData = {
    id: nextRequestId(world),
    status: 'pending',
    input: asked.input,
    createdAt: world.nowMs,
    results: [],
    repoId: requireRepo(world, asked.repo_id),
  };
  world.addRuleRequest(request);
  return { ruleCreationRequestId: request.id };
}

/** GET /public/v1/rules, newest first. */
export function listRules({ world, query }: Call): {
  rules: Pick<RuleData, 'id' | 'ruleName' | 'createdAt'>[];
} {
  const repoId = requireRepo(world, query.get('repo_id') ?? '');
  const rules = newestFirst(world.rules.filter((rule) => rule.repoId === repoId));
  return { rules: rules.map(({ id, ruleName, createdAt }) => ({ id, ruleName, createdAt })) };
}

/** GET /public/v1/rules/requests, newest first. */
export function listRuleRequests({ world, query }: Call): { requests: RuleRequestStatus[] } {
  const repoId = requireRepo(world, query.get('repo_id') ?? '');
  const requests = newestFirst(world.requests.filter((request) => request.repoId === repoId));
  return { requests: requests.map(toStatus) };
}

/** GET /public/v1/rules/requests/{rcr_id} */
export function getRuleRequest({ world, id }: Call): RuleRequestStatus {
  const request = world.requests.find((candidate) => candidate.id === id);
  if (!request) throw notFound('rule request', id);
  return toStatus(request);
}

/** GET /public/v1/rules/{rule_id} */
export function getRule({ world, id }: Call): Omit<RuleData, 'repoId'> {
  const rule = world.rules.find((candidate) => candidate.id === id);
  if (!rule) throw notFound('rule', id);
  const { ruleName, ruleFiles, createdAt } = rule;
  return { id, ruleName, ruleFiles, createdAt };
}

function toStatus(request: RuleRequestData): RuleRequestStatus {
  const { id, status, input, createdAt, completedAt, results } = request;
  return {
    id,
    status,
    input,
    createdAt,
    results,
    ...(completedAt === undefined ? {} : { completedAt }),
  };
}

function nextRequestId(world: World): string {
  const taken = new Set(world.requests.map((request) => request.id));
  let number = taken.size + 1;
  while (taken.has(`rcr_sandbox_${number}`)) number += 1;
  return `rcr_sandbox_${number}`;
}
