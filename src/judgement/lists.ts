// What lists are made into, whatever is in them.

/** What there is: false, null and undefined leave nothing. */
export function compact<Item>(items: readonly (Item | false | null | undefined)[]): readonly Item[] {
  return items.filter((item): item is Item => item !== false && item !== null && item !== undefined);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Each item once, in the order of the first of each key: of several with one key the last. */
export function uniqueBy<Item>(items: readonly Item[], toKey: (item: Item) => string | number): readonly Item[] {
  return [...new Map(items.map((item) => [toKey(item), item])).values()];
}

/** The same items, beginning `by` further on, or with a negative number so many further back. */
export function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const first = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
