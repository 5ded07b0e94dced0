// The result of work that is started early and awaited late.

/** Never rejects, so that a failure in the background does not become an unhandled rejection. */
export async function settle<Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}
