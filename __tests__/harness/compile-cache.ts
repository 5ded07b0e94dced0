// Where Node keeps what it has compiled, for processes that a test starts from TypeScript: each would strip hundreds of
// files of their types.

const { NODE_COMPILE_CACHE } = process.env;

/** The variables to give such a process besides its own. */
export const compileCache: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
