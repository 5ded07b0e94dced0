/**
 * Makes a function that replaces every form of the secrets by `***`: plain in letters of any case, split over lines
 * or white space, escaped for a URL (also in part, also twice), JSON, HTML or Markdown, and as Base64 or hexadecimal
 * digits, alone or within a longer text. Empty secrets are left out. The function is pure, keeps the rest of the text
 * as it is, and takes time in proportion to the text. Never throws.
 */
export declare function createScrubber(secrets: readonly string[]): (text: string) => string;
/** Scrubs every key and text of a JSON value; what is nested deeper than eight levels becomes `***`. */
export declare function scrubValue(value: unknown, scrub: (text: string) => string, depth?: number): unknown;
