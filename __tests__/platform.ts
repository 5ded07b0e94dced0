// What the systems that the tests run on do differently.
import { describe } from './jest.ts';

/** No signals but an end at once, no `bash` of its own, and other words for some errors of files. */
export const IS_WINDOWS = process.platform === 'win32';

/** Defines tests of what only exists, or only runs, where there is a POSIX shell. Say above it why that is so. */
export function describeOnPosix(title: string, define: () => void): void {
  if (!IS_WINDOWS) describe(title, define);
}
