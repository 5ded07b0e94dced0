// Reading a few things ahead of the one that is being written.
import { capture } from '../net/abort.ts';

/** How many are read ahead, our own limit: all comments of a pull request are in memory, and a deadline must find some finished. */
const AHEAD = 5;

/** Fetches for each item, in order; never rejects. */
export async function* fetchAhead<Item, Value>(
  items: readonly Item[],
  fetchFor: (item: Item) => Promise<Value>,
): AsyncGenerator<{ readonly item: Item; readonly fetched: PromiseSettledResult<Value> }, void, undefined> {
  const begin = (item: Item) => ({ item, fetching: capture(fetchFor(item)) });
  const begun = items.slice(0, AHEAD).map(begin);
  const waiting = items.slice(AHEAD);
  for (let next = begun.shift(); next !== undefined; next = begun.shift()) {
    begun.push(...waiting.splice(0, 1).map(begin));
    yield { item: next.item, fetched: await next.fetching };
  }
}
