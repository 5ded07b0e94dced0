// Owns the reading of a CPU profile: how much of the time was spent in which room or package. Pure.
import * as v from 'valibot';

const profile = v.object({
  nodes: v.array(
    v.object({
      id: v.number(),
      callFrame: v.object({
        functionName: v.string(),
        url: v.string(),
        lineNumber: v.number(),
        columnNumber: v.number(),
      }),
      children: v.optional(v.array(v.number()), []),
    }),
  ),
  samples: v.array(v.number()),
  timeDeltas: v.array(v.number()),
});
type Node = v.InferOutput<typeof profile>['nodes'][number];

/** Tells the room or package of a place in a file of the bundle; line and column count from 0. */
export type FindPlace = (url: string, lineNumber: number, columnNumber: number) => string;

/** Busy time by place, in milliseconds. */
export type Shares = ReadonlyMap<string, number>;

/**
 * Adds up the self time of a profile, as `--cpu-prof` writes it, by place: the garbage collector, Node's own modules,
 * what ran outside of JavaScript, and the rooms and packages of the bundle. Waiting is left out. Built-in functions
 * count for who called them. Throws for what is no profile.
 */
export function readShares(text: string, findPlace: FindPlace): Shares {
  const { nodes, samples, timeDeltas } = v.parse(profile, JSON.parse(text));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children }) => children.map((child) => [child, id])),
  );
  const shares = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const place = placeOf(byId.get(id), (node) => byId.get(parents.get(node.id) ?? 0), findPlace);
    if (place === null) continue;
    shares.set(place, (shares.get(place) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
  return shares;
}

/** Its compilation, and what holds its modules together: there functions are compiled when they are first called. */
export const LOADING = 'loading of the bundle';
const OUTSIDE = 'Node, outside of JavaScript';

/** What V8 says of samples that are in no function; null: the process waited. */
const PSEUDO: ReadonlyMap<string, string | null> = new Map([
  ['(idle)', null],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', OUTSIDE],
  ['(root)', OUTSIDE],
]);

function placeOf(
  node: Node | undefined,
  parentOf: (node: Node) => Node | undefined,
  findPlace: FindPlace,
): string | null {
  if (node === undefined) return OUTSIDE;
  const { functionName, url, lineNumber, columnNumber } = node.callFrame;
  const pseudo = PSEUDO.get(functionName);
  if (pseudo !== undefined) return pseudo;
  if (/^compile.*Module$/.test(functionName)) return LOADING;
  if (url.startsWith('node:')) return 'Node’s own modules';
  if (url.startsWith('file:')) return findPlace(url, lineNumber, columnNumber);
  return placeOf(parentOf(node), parentOf, findPlace);
}
