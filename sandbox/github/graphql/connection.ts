// Gives GraphQL's lists: the limits of their arguments, the slice that they ask for, and the cursors.
import { FieldRefusal } from './field-refusal.ts';

export interface PageArguments {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
}

/** A list whose items each have a place of their own in the order, which stays theirs when others move. */
export interface Ordered<T> {
  readonly items: readonly T[];
  readonly placeOf: (item: T) => Place;
  readonly isDescending?: boolean;
  readonly toNode: (item: T) => object;
}

type Place = readonly [number, number];

const MAX_PAGE = 100;

/** The page of a list that the arguments ask for. Throws in GitHub's words where they do not say how long it is. */
export function connection<T>(list: Ordered<T>, args: PageArguments): object {
  checkPaging(args);
  const sign = list.isDescending === true ? -1 : 1;
  const compare = (a: Place, b: Place): number => sign * (a[0] - b[0] || a[1] - b[1]);
  const all = list.items.toSorted((a, b) => compare(list.placeOf(a), list.placeOf(b)));
  const [after, before] = [readCursor(args.after), readCursor(args.before)];
  const between = all.filter(
    (item) =>
      (after === undefined || compare(list.placeOf(item), after) > 0) &&
      (before === undefined || compare(list.placeOf(item), before) < 0),
  );
  const { first, last } = args;
  const page = first === undefined ? between.slice(-(last ?? 0)) : between.slice(0, first);
  const [start, end] = [page[0], page.at(-1)];
  const cursorOf = (item: T): string => writeCursor(list.placeOf(item));
  return {
    totalCount: all.length,
    nodes: () => page.map(list.toNode),
    pageInfo: {
      startCursor: start === undefined ? null : cursorOf(start),
      endCursor: end === undefined ? null : cursorOf(end),
      hasPreviousPage: start !== undefined && start !== all[0],
      hasNextPage: end !== undefined && end !== all.at(-1),
    },
  };
}

function checkPaging({ first, last }: PageArguments): void {
  const size = first ?? last;
  if (size === undefined)
    throw new FieldRefusal(
      'MISSING_PAGINATION_BOUNDARIES',
      'You must provide a `first` or `last` value to properly paginate the connection.',
    );
  if (size < 1 || (first !== undefined && last !== undefined))
    throw new FieldRefusal('INVALID_PAGINATION', 'Either `first` or `last` must be given, and be at least one.');
  if (size > MAX_PAGE)
    throw new FieldRefusal(
      'EXCESSIVE_PAGINATION',
      `Requesting ${size} records on the connection exceeds the limit of ${MAX_PAGE} records.`,
    );
}

const PREFIX = 'cursor:v2:';

function writeCursor(place: Place): string {
  return Buffer.from(`${PREFIX}${place.join(':')}`).toString('base64');
}

function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64').toString();
  const [, first, second] = /^cursor:v2:(-?\d+):(-?\d+)$/.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return [Number(first), Number(second)];
  throw new FieldRefusal('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`);
}
