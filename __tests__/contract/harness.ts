// The harness of the contract tests: the sandbox service, and a client that never really waits.
import { createFaults, type FaultRule, parseFault } from '../../sandbox/faults.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { type ClientOptions, createClient, type ServiceClient, ServiceError } from '../../src/client/index.ts';
import { pastLimits } from '../client/limit.ts';
import { contractWorld, NOW_MS } from './world.ts';

/** The service; `begin` puts its data back and takes all faults away. */
export interface ContractHarness {
  readonly service: ServiceHandle;
  begin(rules?: readonly FaultRule[]): void;
  /** What came to the service since `begin`, as `METHOD path`. */
  sent(): readonly string[];
}

export async function startHarness(): Promise<ContractHarness> {
  const faults = createFaults();
  const service = await startService({ data: contractWorld(), now: () => NOW_MS, ruleDelayMs: 0, faults });
  let from = 0;
  return {
    service,
    begin: (rules = []) => {
      service.state.replaceData(contractWorld());
      faults.clear();
      for (const rule of rules) faults.add(rule);
      from = service.requests.length;
    },
    sent: () => service.requests.slice(from).map(({ method, url }) => `${method} ${url}`),
  };
}

export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown; readonly waits: readonly number[] }
  | { readonly kind: 'error'; readonly error: ServiceError; readonly waits: readonly number[] };

export type Call = (client: ServiceClient) => Promise<unknown>;

/**
 * Makes one call with a client of its own, whose waits are only written down and whose dice fall on one half.
 * Whatever else than a ServiceError is thrown fails the test.
 */
export async function outcomeOf(baseUrl: string, call: Call, options: Partial<ClientOptions> = {}): Promise<Outcome> {
  const waits: number[] = [];
  const client = createClient({
    baseUrl,
    apiKey: smallWorldKeys.live,
    now: () => Date.now(),
    random: () => 0.5,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
  try {
    return { kind: 'value', value: await call(client), waits };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: 'error', error, waits };
  }
}

/** Makes one call whose time limit passes while the service has the request: each time, or the first `times` only. */
export function lateOutcomeOf(harness: ContractHarness, call: Call, times?: number): Promise<Outcome> {
  return pastLimits(
    (after) => outcomeOf(harness.service.url, call, { after }),
    () => harness.sent().length,
    times,
  );
}

export async function errorOf(
  baseUrl: string,
  call: Call,
  options: Partial<ClientOptions> = {},
): Promise<ServiceError> {
  const outcome = await outcomeOf(baseUrl, call, options);
  if (outcome.kind === 'error') return outcome.error;
  throw new Error(`a value came: ${JSON.stringify(outcome.value)}`);
}

/** A rule for every request, in the words of `--fault`: `status=503`. */
export function fault(words: string): FaultRule {
  return parseFault(`* /public/v1/* ${words}`);
}
