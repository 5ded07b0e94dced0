// The growth of work with its input, as a ratio of processor times: no machine is too slow for it, and none too busy.

/** By how much the second input is longer than the first. */
const FACTOR = 4;
/** What is linear takes four times as long, what is quadratic sixteen times. */
export const LINEAR_AT_MOST = 9;
const RUNS = 3;
/** Added to both times, so that what takes no time at all has no growth. */
const NOISE_MS = 2;

/** How many times as long `work` takes for an input that is four times as long: to be at most LINEAR_AT_MOST. */
export function growthOf(work: (length: number) => unknown, length: number): number {
  // Compiles it.
  work(length);
  const [short, long] = [length, length * FACTOR].map((each) => shortestMs(() => work(each)));
  return ((long ?? NaN) + NOISE_MS) / ((short ?? NaN) + NOISE_MS);
}

function shortestMs(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
