// What keeps a run from its first request: wrong inputs, proxy variables that are no address, an event that cannot be read.
import type { ActionEvent } from '../github/event.ts';
import { connectionInputs } from '../inputs/connection.ts';
import { InputError } from '../inputs/table.ts';
import { capture } from '../net/abort.ts';
import type { ProxyFault } from '../net/proxy.ts';
import type { Runner } from './runner.ts';

type Faults = InputError['faults'];
interface Surroundings {
  readonly findEvent: () => Promise<ActionEvent>;
  readonly findProxyFault: (url: string) => ProxyFault | null;
}
/** What the inputs name, and what has to be known before a request. */
interface Given extends Surroundings {
  readonly runner: Pick<Runner, 'input'>;
  readonly gitHubApiUrl: string;
}

/**
 * Reads the inputs with `read`. Whoever corrects them learns at once of everything else that keeps the run from starting.
 * @throws {InputError} One that lists all of it, where an input is wrong.
 */
export async function findAllInputs<Inputs>(
  dependencies: Given,
  read: () => Inputs | Promise<Inputs>,
): Promise<Inputs> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { faults } = await findSurroundings(dependencies, toGivenAddresses(dependencies));
    throw new InputError([...error.faults, ...faults]);
  }
}

/**
 * The event, before the first request to one of these addresses.
 * @throws {InputError} Where a proxy variable that such a request would need is no address, or the event cannot be read; or both.
 */
export async function requireSurroundings(surroundings: Surroundings, urls: readonly string[]): Promise<ActionEvent> {
  const { faults, event } = await findSurroundings(surroundings, urls);
  if (faults.length > 0) throw new InputError(faults);
  if (event.status === 'rejected') throw event.reason;
  return event.value;
}

/** @throws {InputError} Where a proxy variable that a request to one of these addresses would need is no address. */
export function requireProxies(findProxyFault: Given['findProxyFault'], urls: readonly string[]): void {
  const faults = toProxyFaults(findProxyFault, urls);
  if (faults.length > 0) throw new InputError(faults);
}

/** Whatever is wrong beside the inputs. */
async function findSurroundings(
  { findProxyFault, findEvent }: Surroundings,
  urls: readonly string[],
): Promise<{ readonly faults: Faults; readonly event: PromiseSettledResult<ActionEvent> }> {
  const proxies = toProxyFaults(findProxyFault, urls);
  const event = await capture(findEvent());
  const isOfEvent = event.status === 'rejected' && event.reason instanceof InputError;
  const ofEvent: Faults = isOfEvent ? (event.reason as InputError).faults : [];
  // Who reads the event may need the same variable.
  const others = ofEvent.filter(({ input }) => proxies.every((fault) => fault.input !== input));
  return { faults: [...proxies, ...others], event };
}

/** What the run would send requests to, by inputs of which some are wrong. */
function toGivenAddresses({ runner, gitHubApiUrl }: Given): readonly string[] {
  const textOf = (name: string): string => runner.input(name).trim();
  const { apiUrl, apiKey, githubToken } = connectionInputs;
  const address = apiUrl.parse(textOf(apiUrl.name), textOf);
  const isServiceAsked = address.kind === 'value' && textOf(apiKey.name) !== '';
  return [...(isServiceAsked ? [address.value] : []), ...(textOf(githubToken.name) === '' ? [] : [gitHubApiUrl])];
}

function toProxyFaults(findProxyFault: (url: string) => ProxyFault | null, urls: readonly string[]): Faults {
  const found = urls.flatMap((url) => {
    const fault = findProxyFault(url);
    return fault === null ? [] : [{ ...fault, host: new URL(url).host }];
  });
  return [...Map.groupBy(found, ({ variable }) => variable)].map(([input, faults]) => ({
    input,
    given: faults[0]?.given ?? '',
    allowed: `the http: or https: address of your proxy, such as http://proxy.example.com:3128; or, to go without one, add ${faults.map(({ host }) => host).join(' and ')} to NO_PROXY`,
  }));
}
