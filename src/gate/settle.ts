// The outcome of work that was begun early and is awaited late.

/** Never rejects, so that what fails beside the main path waits until somebody asks. */
export async function settle<Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}
