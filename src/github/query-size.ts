// How much one query asks for: less where GitHub finds it too heavy, and more again only slowly.
import type { Octokit } from './octokit.ts';

export interface QuerySize {
  now(): number;
  /** A query for so many was answered. */
  bear(count: number): void;
  /** A query for so many was too heavy. */
  refuse(count: number): void;
}

/** So often a smaller size is borne before a larger one is tried: GitHub takes ten seconds to refuse one that is too heavy. */
const PATIENCE = 4;

export function createQuerySize(most: number): QuerySize {
  let size = most;
  let borne = 0;
  return {
    now: () => size,
    bear: (count) => {
      // The last query of a list may ask for less, and says nothing of more.
      if (count < size || ++borne < PATIENCE) return;
      size = Math.min(most, size * 2);
      borne = 0;
    },
    refuse: (count) => {
      size = Math.ceil(count / 2);
      borne = 0;
    },
  };
}

/** The size is remembered for a connection, over all repositories that are read through it. */
export function rememberQuerySize(most: number): (github: Octokit) => QuerySize {
  const sizes = new WeakMap<Octokit, QuerySize>();
  return (github) => {
    const size = sizes.get(github) ?? createQuerySize(most);
    sizes.set(github, size);
    return size;
  };
}
