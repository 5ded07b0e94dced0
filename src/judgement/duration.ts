// Units of time in milliseconds.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How far apart the clocks of two machines may be: of the service and a runner, or of two runners. */
export const MAX_SKEW_MS = HOUR_MS;
