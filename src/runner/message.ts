// The message of a thrown value.

/** The message of an error, or any other thrown value as text. */
export function toMessage(error: unknown): string {
  // Not `instanceof`: an error may come from another realm.
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError ? String(error.message) : String(error);
}
