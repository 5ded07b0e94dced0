// Owns the outcome of something that was begun early and is waited for late.

export type Settled<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Never rejects, so that what fails beside the main path waits until somebody asks. */
export async function settle<Value>(work: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { kind: 'done', value: await work };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
