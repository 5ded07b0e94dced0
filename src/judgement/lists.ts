// Functions for lists of anything.

export function compact<Item>(items: readonly (Item | false | null | undefined)[]): readonly Item[] {
  return items.filter((item): item is Item => item !== false && item !== null && item !== undefined);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Keeps the last of several items with one key, in the place of the first. */
export function uniqueBy<Item>(items: readonly Item[], toKey: (item: Item) => string | number): readonly Item[] {
  return [...new Map(items.map((item) => [toKey(item), item])).values()];
}

/** Begins `by` items further on, or further back with a negative number. */
export function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const first = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
