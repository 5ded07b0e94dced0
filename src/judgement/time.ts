// Units of time, and how far two clocks may be apart.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The units in which an input gives a duration, by their letter, the largest first. */
export const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', 1_000],
]);

/** How far apart the clocks of two machines may be: of the service and a runner, or of two runners. */
export const MAX_SKEW_MS = HOUR_MS;
