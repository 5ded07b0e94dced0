// The operating systems that differ in what may be the name of a file.

/** By what the usual file systems there take for a name: Windows takes the least, macOS looks at no case either. */
export type System = 'linux' | 'macos' | 'windows';

/** Reads Node's `process.platform`; what is neither Windows nor macOS counts as Linux. */
export function toSystem(platform: string): System {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}
