// The operating systems, which differ in the file names they allow.

/** Systems differ in which file names they allow: Windows allows the fewest, and macOS and Windows ignore case. */
export type System = 'linux' | 'macos' | 'windows';

/** Reads Node's `process.platform`; anything but Windows and macOS counts as Linux. */
export function toSystem(platform: string): System {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}
