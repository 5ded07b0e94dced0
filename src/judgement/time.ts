// Units of time.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** An input gives a duration in these units; the largest comes first. */
export const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', 1_000],
]);

/** The clocks of two machines may be so far apart. */
export const MAX_SKEW_MS = HOUR_MS;
