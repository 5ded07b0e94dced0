// What keeps a run whose inputs are right from its first request: proxy variables that are no address, an event that cannot be read.
import type { ActionEvent } from '../github/event.ts';
import { InputError } from '../inputs/table.ts';
import type { ProxyFault } from '../net/proxy.ts';

type Faults = InputError['faults'];
interface Surroundings {
  readonly findEvent: () => Promise<ActionEvent>;
  readonly findProxyFault: (url: string) => ProxyFault | null;
}

/** @throws {InputError} Where a proxy variable that such a request needs is no address, or else the event cannot be read. */
export async function requireSurroundings(
  { findProxyFault, findEvent }: Surroundings,
  urls: readonly string[],
): Promise<ActionEvent> {
  requireProxies(findProxyFault, urls);
  return await findEvent();
}

/** @throws {InputError} Where a proxy variable that a request to one of these addresses would need is no address. */
export function requireProxies(findProxyFault: Surroundings['findProxyFault'], urls: readonly string[]): void {
  const faults = toProxyFaults(findProxyFault, urls);
  if (faults.length > 0) throw new InputError(faults);
}

function toProxyFaults(findProxyFault: Surroundings['findProxyFault'], urls: readonly string[]): Faults {
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
