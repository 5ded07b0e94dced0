// Owns what is said of an error that the machine threw.

/** The message of an error, or whatever else was thrown as text. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
