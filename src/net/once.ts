// A question that is asked only once, however often its answer is needed.

/** Remembers each answer, a failure too, by its key: what `keyOf` makes of the arguments, or the first of them. */
export function once<Args extends readonly unknown[], Answer>(
  ask: (...args: Args) => Promise<Answer>,
  keyOf: (...args: Args) => unknown = (...args) => args[0],
): (...args: Args) => Promise<Answer> {
  const asked = new Map<unknown, Promise<Answer>>();
  return (...args) => {
    const key = keyOf(...args);
    const answer = asked.get(key) ?? ask(...args);
    asked.set(key, answer);
    return answer;
  };
}
