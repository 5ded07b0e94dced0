// The order in which a run takes what is too much for one run: each has its turn, whoever else is there and whatever that costs.
import { compareText } from '../judgement/finding.ts';
import { rotate } from '../judgement/lists.ts';
import { toDigest } from '../net/digest.ts';

export interface Turns<Item> {
  /** The number of this run: the next one has the next. */
  readonly run: number;
  /** What one run can spend. */
  readonly budget: number;
  readonly costOf: (item: Item) => number;
}

/**
 * Cuts items, in the order given, into parts that each fit into the budget; one that does not fit is a part of its own.
 * Each run begins with another part, so that each item comes first once in as many runs as there are parts.
 */
export function toTurns<Item>(items: readonly Item[], turns: Turns<Item>): readonly (readonly Item[])[] {
  const parts: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const cost = turns.costOf(item);
    if (cost > left || parts.length === 0) {
      parts.push([]);
      left = turns.budget;
    }
    parts.at(-1)?.push(item);
    left -= cost;
  }
  return rotate(parts, turns.run);
}

/** The items in an order that is drawn again in each run: what costs more than it seems keeps no neighbour out for ever. */
export function draw<Item>(items: readonly Item[], run: number, keyOf: (item: Item) => number): readonly Item[] {
  const lots = items.map((item) => ({ item, lot: toDigest(`${run} ${keyOf(item)}`) }));
  return lots.toSorted((a, b) => compareText(a.lot, b.lot)).map(({ item }) => item);
}
