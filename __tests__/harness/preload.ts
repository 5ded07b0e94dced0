// The code that a test lets run in the bundle's process before the bundle: a clock of its own, a signal, a copy of a file.

/** The environment that loads a module's text first. */
export function preload(script: string): Readonly<Record<string, string>> {
  // Percent-encoded where NODE_OPTIONS would take quotes and spaces for its own; the rest can be read in the log.
  const text = script.replace(/["\\\s%#]/gu, (character) => encodeURIComponent(character));
  return { NODE_OPTIONS: `--import=data:text/javascript,${text}` };
}

/**
 * The code of a clock that only the waits of the run move, each by what it says; it takes a twentieth of that. Timers of
 * libraries do not keep a process alive.
 */
export function movedByWaits(nowMs: number): string {
  return `
    let now = ${nowMs};
    Date.now = () => now;
    Math.random = () => 0.5;
    const start = setTimeout;
    globalThis.setTimeout = (callback, ms, ...rest) => {
      const due = now + ms;
      const timer = start(() => {
        if (timer.hasRef()) now = Math.max(now, due);
        callback(...rest);
      }, ms / 20);
      return timer;
    };`;
}
