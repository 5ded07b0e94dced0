// The methods for rule requests: list, get, wait; what is requested, and the errors of waiting.
import type { RepoId, RuleId, RuleRequestId } from '../judgement/identifiers.ts';
import { joinSignals, waitUnlessAborted } from '../net/abort.ts';
import { checked } from './arguments.ts';
import { ServiceClientError } from './client-error.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { CreateRuleInput, WaitOptions } from './queries.ts';
import { type CallOptions, type ClientConfig, request } from './request.ts';
import type { Rule, RuleRequestStatus } from './resources.ts';
import { toUncaughtStack } from './service-error.ts';

/** A new rule request. */
export interface CreateRule {
  readonly repoId: RepoId;
  readonly input?: CreateRuleInput | undefined;
}

/** A request for rules on its way: awaited it gives the id, and `wait` waits for the rules. */
export interface RuleCreation extends Promise<RuleRequestId> {
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
  /** In the order of `request.results`; empty when the service made none. */
  readonly rules: readonly Rule[];
}

/** The service could not make rules from the request. Sending the same input again starts a new request. */
export class RuleRequestFailedError extends ServiceClientError {
  override readonly name = 'RuleRequestFailedError';
  readonly requestId: RuleRequestId;

  constructor(requestId: RuleRequestId) {
    const summary = `The rule request ${requestId} failed in the service.`;
    const advice = 'Change the description or the examples, and create a new one.';
    super(`${summary} ${advice}`);
    this.requestId = requestId;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
}

/** The request was not finished at the last poll. It continues in the service and can be resumed. */
export class RuleRequestUnfinishedError extends ServiceClientError {
  override readonly name = 'RuleRequestUnfinishedError';
  readonly requestId: RuleRequestId;
  /** How often it was polled. */
  readonly polls: number;

  constructor(requestId: RuleRequestId, polls: number) {
    const summary = `The rule request ${requestId} is not finished after ${polls} polls.`;
    const advice = 'It continues in the service. Resume it with this request ID.';
    super(`${summary} ${advice}`);
    this.requestId = requestId;
    this.polls = polls;
    this.stack = toUncaughtStack(this, { summary, advice });
  }
}

/** The methods for rule requests. They throw like those for rules. */
export interface RuleRequestMethods {
  /** The rule requests of a repository, newest first, each with its results. The service does not page them. */
  list(query: { readonly repoId: RepoId }, options?: CallOptions): Promise<readonly RuleRequestStatus[]>;
  /** One rule request and its state. */
  get(id: RuleRequestId, options?: CallOptions): Promise<RuleRequestStatus>;
  /**
   * Waits until a request is complete, and fetches its rules: also the way to resume one. Polls every 5 to 10 s, at
   * most 20 times. Throws a RuleRequestFailedError when the service failed, and a RuleRequestUnfinishedError after the
   * last poll; both carry the request id.
   */
  wait(id: RuleRequestId, options?: WaitOptions): Promise<CreatedRules>;
}

export function ruleRequestMethods(
  config: ClientConfig,
  fetchRule: (id: RuleId, options: CallOptions) => Promise<Rule>,
): RuleRequestMethods {
  const fetchRequest: RuleRequestMethods['get'] = async (id, options) =>
    await request(config, ENDPOINTS.getRuleRequest, { ...options, id });
  return {
    list: checked(config, 'rules.requests.list', async ({ repoId }, options) => {
      const call = { ...options, query: { repo_id: repoId } };
      return (await request(config, ENDPOINTS.listRuleRequests, call)).requests;
    }),
    get: checked(config, 'rules.requests.get', fetchRequest),
    wait: checked(config, 'rules.requests.wait', async (requestId, options = {}) => {
      const { signal, pollIntervalMs = 5_000, maxPolls = 20, onRequest, onPoll } = options;
      onRequest?.(requestId);
      for (let polls = 1; ; polls++) {
        const polled = await fetchRequest(requestId, { signal });
        onPoll?.(polled, polls);
        if (polled.status === 'complete') {
          const rules = await Promise.all(polled.results.map(async ({ id }) => await fetchRule(id, { signal })));
          return { requestId, request: polled, rules };
        }
        if (polled.status === 'failed') throw new RuleRequestFailedError(requestId);
        // An unknown status counts as not finished.
        if (polls >= maxPolls) throw new RuleRequestUnfinishedError(requestId, polls);
        const pauseMs = Math.round(pollIntervalMs * Math.min(2, 1.2 ** (polls - 1)));
        await waitUnlessAborted(config.clock, pauseMs, joinSignals(config.signal, signal));
      }
    }),
  };
}
