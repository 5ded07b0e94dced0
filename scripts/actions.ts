// The list of actions: the directories that hold an action.yml.

/**
 * Directories of the actions, relative to the repository. One name in all places: `<action>/action.yml`,
 * `<action>/README.md`, `src/<action>/index.ts` and `dist/<action>/index.js`.
 */
export const ACTIONS: readonly string[] = ['.', 'review', 'rules', 'watch', 'doctor', 'recheck', 'insights'];

/** The entry point of an action, relative to src/, build/ and dist/, without ending. */
export function entryOf(action: string): string {
  return action === '.' ? 'index' : `${action}/index`;
}

/** The folder of dist/ that is a package of its own. */
export const CLIENT = 'client';
