// The methods for rules and rule requests.

import { ENDPOINTS } from './endpoints.ts';
import type { RepoId, RuleId, RuleRequestId } from '../domain/identifiers.ts';
import { pause, request, type CallOptions, type ClientConfig } from './request.ts';
import type { Rule, RuleListItem, RuleRequestStatus } from './resources.ts';
import {
  waitForRuleRequest,
  type CreateAndWait,
  type CreatedRules,
  type CreateRule,
} from './rule-requests.ts';

/** The methods for rule requests. They throw like those for rules. */
export interface RuleRequestMethods {
  /** The rule requests of a repository, newest first, each with its results. The service does not page them. */
  list(
    query: { readonly repoId: RepoId },
    options?: CallOptions,
  ): Promise<readonly RuleRequestStatus[]>;
  /** One rule request and its state. */
  get(id: RuleRequestId, options?: CallOptions): Promise<RuleRequestStatus>;
}

/**
 * The methods for rules.
 * @throws {ServiceError} From every method; if its signal is aborted, the signal's reason instead.
 */
export interface RuleMethods {
  /** The finished rules of a repository, newest first, without their files. The service does not page them. */
  list(query: { readonly repoId: RepoId }, options?: CallOptions): Promise<readonly RuleListItem[]>;
  /** One rule with its files. */
  get(id: RuleId, options?: CallOptions): Promise<Rule>;
  /** Starts a rule request. Never retried if it may have arrived. */
  create(rule: CreateRule, options?: CallOptions): Promise<RuleRequestId>;
  /**
   * Starts a rule request, or resumes one by `requestId`, waits until it is complete, and fetches its rules. Polls
   * every 5 to 10 s, at most 20 times.
   * @throws {RuleRequestFailedError} If the service failed; has the request id.
   * @throws {RuleRequestUnfinishedError} After the last poll; has the request id.
   */
  createAndWait(work: CreateAndWait, options?: CallOptions): Promise<CreatedRules>;
  readonly requests: RuleRequestMethods;
}

/** Creates the methods for rules. */
export function ruleMethods(config: ClientConfig): RuleMethods {
  const get: RuleMethods['get'] = async (id, options) =>
    await request(config, ENDPOINTS.getRule, { ...options, id });
  const create: RuleMethods['create'] = async (rule, options) => {
    const started = await request(config, ENDPOINTS.createRule, { ...options, body: toBody(rule) });
    return started.ruleCreationRequestId;
  };
  const requests: RuleRequestMethods = {
    list: async ({ repoId }, options) => {
      const query = { repo_id: repoId };
      return (await request(config, ENDPOINTS.listRuleRequests, { ...options, query })).requests;
    },
    get: async (id, options) => await request(config, ENDPOINTS.getRuleRequest, { ...options, id }),
  };
  return {
    list: async ({ repoId }, options) => {
      const query = { repo_id: repoId };
      return (await request(config, ENDPOINTS.listRules, { ...options, query })).rules;
    },
    get,
    create,
    requests,
    createAndWait: async (work, options) => {
      const requestId = 'requestId' in work ? work.requestId : await create(work, options);
      work.onRequest?.(requestId);
      const finished = await waitForRuleRequest(requestId, work, {
        fetchStatus: async (id) => await requests.get(id, options),
        pause: async (ms) => {
          await pause(config, ms, options?.signal);
        },
      });
      const rules = await Promise.all(
        finished.results.map(async ({ id }) => await get(id, options)),
      );
      return { requestId, request: finished, rules };
    },
  };
}

// Field by field: the caller's object may contain more than the service should see.
function toBody({ repoId, input = {} }: CreateRule): object {
  const { description, bugIds, commitShas } = input;
  return { repo_id: repoId, input: { description, bugIds, commitShas } };
}
