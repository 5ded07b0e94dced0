// How much one query asks for: less where GitHub finds it too heavy, and more again only slowly.
import type { Octokit } from './octokit.ts';

/** Of queries of one kind: GitHub takes ten seconds to refuse one that is too heavy, so what it refused is seldom tried again. */
export interface QuerySize {
  /** How many the next query may ask for. */
  now(): number;
  /** A query for so many was answered. */
  bear(count: number): void;
  /** A query for so many was too heavy; for one alone it was this one, and not how many they were. */
  refuse(count: number): void;
}

/** So often a smaller size is borne before a larger one is tried; twice as often after each try that failed. */
const PATIENCE = 4;

export function createQuerySize(most: number): QuerySize {
  let size = most;
  let borne = 0;
  let patience = 1;
  let isTrial = false;
  return {
    now: () => size,
    bear: (count) => {
      // The rest of a list says nothing about more.
      if (count < size) return;
      // What was refused before was not for its size.
      if (isTrial) patience = 1;
      borne += 1;
      isTrial = size < most && borne >= patience;
      if (!isTrial) return;
      size = Math.min(most, size * 2);
      borne = 0;
    },
    refuse: (count) => {
      if (count === 1) patience = 1;
      else patience = Math.max(PATIENCE, isTrial ? patience * 2 : patience);
      size = Math.ceil(count / 2);
      borne = 0;
      isTrial = false;
    },
  };
}

/** What is remembered of a connection, over all repositories that are read through it. */
export function rememberQuerySize(most: number): (github: Octokit) => QuerySize {
  const sizes = new WeakMap<Octokit, QuerySize>();
  return (github) => {
    const size = sizes.get(github) ?? createQuerySize(most);
    sizes.set(github, size);
    return size;
  };
}
