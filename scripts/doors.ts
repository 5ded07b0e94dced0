// Owns the list of doors: the directories that hold an action.yml.

/**
 * Directories of the actions, relative to the repository. One name in all places: `<door>/action.yml`,
 * `<door>/README.md`, `src/<door>/index.ts` and `story.ts`, and both in `dist/<door>/`.
 */
export const DOORS: readonly string[] = ['.', 'review', 'rules'];

/** The two files of a door, relative to src/, build/ and dist/, without ending: what starts, and what it then loads. */
export function filesOf(door: string): readonly [start: string, story: string] {
  return door === '.' ? ['index', 'gate/story'] : [`${door}/index`, `${door}/story`];
}

/** The room that is a library of its own, and the rooms that its types are made of. */
export const LIBRARY = { room: 'client', rooms: ['client', 'domain', 'net'] } as const;
