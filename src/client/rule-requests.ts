// The methods for rule requests: list, get, wait; and what is requested.
import type { RuleRequestId } from '../judgement/identifiers.ts';
import { checkCall } from './arguments.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { CallOptions, OfRepository, WaitOptions } from './queries.ts';
import { type ClientConfig, type ServiceCall, toMethod } from './request.ts';
import type { Rule, RuleRequestStatus } from './resources.ts';
import { RuleRequestFailedError, RuleRequestUnfinishedError } from './wait-errors.ts';
import { pollUntil } from './waiting.ts';

/** A request for rules on its way: awaited it gives the ID, and `wait` waits for the rules. */
export interface RuleCreation extends ServiceCall<RuleRequestId> {
  /**
   * Waits until the request is complete, and fetches its rules. Throws what `create` throws, and what
   * `rules.requests.wait` throws. A signal that `create` was given ends the waiting too.
   */
  wait(options?: WaitOptions): Promise<CreatedRules>;
}

/** The result of a finished request. */
export interface CreatedRules {
  readonly requestId: RuleRequestId;
  readonly request: RuleRequestStatus;
  /** They are in the order of `request.results`; there is none if the service made none. */
  readonly rules: readonly Rule[];
}

/** The methods for rule requests. */
export interface RuleRequestMethods {
  /** The rule requests of a repository, newest first, each with its results. The service does not page them. */
  list(query: OfRepository, options?: CallOptions): ServiceCall<readonly RuleRequestStatus[]>;
  /** One rule request and its state. */
  get(id: RuleRequestId, options?: CallOptions): ServiceCall<RuleRequestStatus>;
  /**
   * Waits until a request is complete, and fetches its rules: also the way to resume one. Polls every 5 to 10 s, at
   * most 20 times.
   * @throws {RuleRequestFailedError} If the service failed.
   * @throws {RuleRequestUnfinishedError} After the last poll; it has the ID to go on with.
   */
  wait(id: RuleRequestId, options?: WaitOptions): Promise<CreatedRules>;
}

export function ruleRequestMethods(config: ClientConfig): RuleRequestMethods {
  const fetchRequest = toMethod(config, ENDPOINTS.getRuleRequest);
  const fetchRule = toMethod(config, ENDPOINTS.getRule);
  return {
    list: toMethod(config, ENDPOINTS.listRuleRequests),
    get: fetchRequest,
    wait: async (requestId, options = {}) => {
      checkCall(config, 'rules.requests.wait', [requestId, options]);
      const { pollIntervalMs = 5_000, maxPolls = 20, onRequest, onPoll, ...call } = options;
      await onRequest?.(requestId);
      const created = await pollUntil(config, { ...call, pollIntervalMs, maxPolls }, async (polls) => {
        const request = await fetchRequest(requestId, call);
        await onPoll?.(request, polls);
        if (request.status === 'failed') throw new RuleRequestFailedError(requestId);
        // An unknown status counts as not finished.
        if (request.status !== 'complete') return null;
        const rules = await Promise.all(request.results.map(async ({ id }) => await fetchRule(id, call)));
        return { requestId, request, rules };
      });
      if (created === null) throw new RuleRequestUnfinishedError(requestId, maxPolls);
      return created;
    },
  };
}
