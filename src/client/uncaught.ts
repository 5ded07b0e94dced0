// The look of an error that nobody catches: what to do first, then what happened, then where. Pure.

/** What the head of a stack says. */
export interface Head {
  /** What to do, in whole sentences. */
  readonly advice: string;
  /** What happened, in whole sentences. */
  readonly summary: string;
}

/** Renders the stack of an error with another head than its message, which Node prints above the frames. */
export function toUncaughtStack({ name, message, stack = '' }: Error, { advice, summary }: Head): string {
  const frames = stack.slice(stack.indexOf(message) + message.length);
  return `${name}: ${advice}\n  ${summary}${frames}`;
}
