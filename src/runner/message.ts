// What is said of an error that the machine threw.

/** The message of an error, or whatever else was thrown as text. */
export function toMessage(error: unknown): string {
  // By shape: an error may come from another realm.
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError ? String(error.message) : String(error);
}
