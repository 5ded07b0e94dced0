// A question that is asked only once, however often its answer is needed.

/** Remembers the answer for each first argument, whatever else is asked with it. */
export function once<Args extends readonly unknown[], Answer>(
  ask: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  const asked = new Map<unknown, Promise<Answer>>();
  return (...args) => {
    const answer = asked.get(args[0]) ?? ask(...args);
    asked.set(args[0], answer);
    return answer;
  };
}
