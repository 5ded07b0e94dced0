// What is expected of every cell: each request of the gate, each fault, one letter. To be held against the contract.

/** What a letter promises. Whatever it says, no cell is green, and none leaves two comments, or an annotation of the check run twice. */
export const legend = {
  R: 'recovered: verdict and documents as without the fault',
  D: 'degraded: the same verdict, and a warning says what is missing',
  d: 'degraded: the same verdict, and a notice says what is missing',
  S: 'red: unverified, service-error',
  U: 'red: unverified, unauthorized',
  N: 'red: unverified, repository-not-found',
  G: 'red: unverified, github-error',
  '.': 'not run',
} as const;

/**
 * Columns: `500` once, `500*` for ever; `html` 502 with a page; `503r` once with Retry-After; `429s`, `429d` once with
 * Retry-After in seconds, as a date; `rst` the connection is reset before the answer, `mid` in its middle, once;
 * `mid*` for ever; `hang` no answer; `cut` half of the JSON; `type` a required field of the wrong type; `void` an
 * empty body; `done` carried out, then 500, once; `lim` GitHub's secondary rate limit without a time, once,
 * `lim*` for ever; `301` a repository that was renamed. Those without a word are for ever. What the transport recovers from, and
 * which refusals and which broken answers are alike, one row of each kind of request tells.
 */
export const FAULTS = `
                                   500 500* html 503r 429s 429d rst mid mid* hang 401 403 404 cut type void done lim lim* 301
service: the verdict needs it
  repositories                      R   S    S    R    R    R    R   R   S    S    U   U   S   S   S    S    .    .   .   .
  scans                             R   S    .    .    .    .    .   .   .    S    .   U   N   S   S    .    .    .   .   .
  scans, page 2                     R   S    .    .    .    .    .   .   .    S    .   U   N   .   S    .    .    .   .   .
  scans, while waiting              R   S    .    .    .    .    .   .   .    .    .   U   N   .   S    .    .    .   .   .
  bugs, page 1                      R   S    S    .    .    .    .   .   S    S    U   U   S   S   S    S    .    .   .   .
  bugs, page 2                      R   S    .    .    .    .    .   .   .    S    .   U   .   .   S    .    .    .   .   .
  bugs, resolved, counted           R   S    .    .    .    .    .   .   .    S    .   U   .   .   S    .    .    .   .   .
  bugs, dismissed, counted          R   S    .    .    .    .    .   .   .    S    .   U   .   .   S    .    .    .   .   .
service: the report needs it
  user, repository not found        R   N    .    .    .    .    .   .   .    N    N   N   N   .   N    .    .    .   .   .
  bugs, dismissed, for SARIF        R   D    .    .    .    .    .   .   .    D    .   D   .   D   D    .    .    .   .   .
GitHub: the verdict needs it
  files, gate-on touched            R   G    .    .    .    .    .   .   G    G    .   G   G   G   G    G    .    R   G   G
  commits, gate-on introduced       R   G    .    .    .    .    .   .   .    G    .   G   G   .   G    .    .    .   .   .
  commits before the commit         R   G    .    .    .    .    .   .   .    G    .   G   G   .   G    .    .    R   G   .
  pull request, of a comment        R   G    .    .    .    .    .   .   .    G    .   G   G   .   G    .    .    .   .   .
GitHub: the report needs it
  files                             R   D    D    R    R    R    R   R   D    D    D   D   D   D   D    D    .    R   D   D
  commits                           R   D    .    .    .    .    .   .   .    D    .   D   D   .   D    .    .    .   .   .
  pull request                      R   D    .    .    .    .    .   .   .    D    .   D   D   .   D    .    .    R   D   D
  pull request, while waiting       R   R    .    .    .    .    .   .   .    R    .   R   .   .   R    .    .    .   .   .
  pull requests of the commit       R   D    .    .    .    .    .   .   .    D    .   D   D   .   D    .    .    R   D   .
  the repository                    R   d    .    .    .    .    .   .   .    d    .   d   d   .   d    .    .    .   .   .
  viewer                            R   R    .    .    .    .    .   .   .    R    .   R   .   .   R    R    .    .   .   .
  viewer, of a person's token       R   D    .    .    .    .    .   .   .    D    D   D   .   D   D    D    .    .   .   .
  comments, none yet                R   D    .    .    .    .    .   .   .    D    .   D   D   .   D    .    .    .   .   .
  comments, ours on page 2          R   D    .    .    .    .    .   .   D    D    .   D   D   D   D    .    .    R   D   .
  comments, after a create          R   R    .    .    .    .    .   .   .    R    .   R   .   .   R    .    .    .   .   .
  comment, created                  R   D    D    R    R    R    R   R   R    D    D   D   D   R   R    D    R    R   D   D
  comment, updated                  R   D    .    .    .    .    .   .   D    D    .   D   D   D   R    D    R    R   D   .
  comment, deleted                  R   D    .    .    .    .    .   .   .    D    .   D   .   .   .    .    R    .   .   .
  check run, created                D   D    D    D    R    R    D   D   D    D    D   D   D   D   D    D    D    R   D   .
  check run, updated                R   D    .    .    .    .    .   .   R    D    .   D   D   R   R    D    R    .   .   .
`;

/**
 * Answers that are JSON in the right form and lack something. Columns: `all` an empty list, `first` or `last` one item
 * less, for ever, `first-1` once, each with the total as it was; `told` one item less, and the total tells of it; `zero`
 * an empty list and a total of 0. Dots where an answer contradicts nothing: such a service cannot be found out.
 */
export const LOSSES = `
                                   all first first-1 last told zero
  repositories                      S    S      R     S    .    .
  scans                             S    S      R     S    .    .
  scans, page 2                     S    S      R     S    .    .
  bugs, page 1                      S    S      R     S    S    .
  bugs, page 2                      S    S      R     S    S    S
`;

/** A cell that is run. */
export interface Cell {
  readonly request: string;
  readonly column: string;
  readonly letter: string;
}

/** Reads a table: rows of names and letters below a row of columns; lines without letters are titles. */
export function readCells(table: string): readonly Cell[] {
  const [head = '', ...rows] = table.split('\n').filter((line) => line.trim() !== '');
  const columns = head.trim().split(/\s+/);
  return rows.flatMap((row) => {
    const [name = '', ...rest] = row.trim().split(/\s{2,}/);
    const letters = rest.join(' ').split(/\s+/);
    if (rest.length === 0) return [];
    if (letters.length !== columns.length) throw new Error(`${name}: ${letters.length} letters`);
    return letters
      .map((letter, index) => ({ request: name, column: columns[index] ?? '', letter }))
      .filter(({ letter }) => letter !== '.');
  });
}
