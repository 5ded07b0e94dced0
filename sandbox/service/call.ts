// A handler is given a request that has passed the description, and the words to read it with.
import { notFound } from './problem.ts';
import type { World } from './state.ts';

/** One checked request. */
export interface Call {
  readonly world: World;
  readonly query: URLSearchParams;
  /** The identifier in the path; empty where the path has none. */
  readonly id: string;
  /** It has the shape that the description demands; undefined where there is none. */
  readonly body: unknown;
}

/** Answers a checked request with the body of a 200. Throws ServiceProblem to refuse it. */
export type Handler = (call: Call) => unknown;

/** The repository that a request names. */
export function requireRepo(world: World, id: string): string {
  if (!world.data.repos.some((repo) => repo.id === id)) throw notFound('repo', id);
  return id;
}

/** The part of a list that limit and offset ask for, as copies: the world may move before they are sent. */
export function cutPage<T extends object>(items: readonly T[], query: URLSearchParams): T[] {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 50);
  return items.slice(offset, offset + limit).map((item) => ({ ...item }));
}

/** Sorts newest first; of two with the same time, the one that was added later. */
export function newestFirst<T extends { readonly createdAt: number }>(items: readonly T[]): T[] {
  return items.toReversed().sort((a, b) => b.createdAt - a.createdAt);
}
