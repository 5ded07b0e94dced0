// Owns how the most memory that a process ever had is learned.
import { readFileSync } from 'node:fs';

/**
 * A module that is loaded before a program and writes its peak into the file named by SCAN_GATE_BENCH_PEAK at the end.
 * Linux says it itself: `resourceUsage` there begins with the memory of the process that did the starting.
 */
const preload = `
import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  const kilobytes = process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS;
  writeFileSync(process.env.SCAN_GATE_BENCH_PEAK, String(kilobytes));
});`;

/** The environment in which a Node process writes its peak into a file. */
export function peakEnvironment(file: string): Record<string, string> {
  const address = `data:text/javascript,${encodeURIComponent(preload)}`;
  return { NODE_OPTIONS: `--import=${address}`, SCAN_GATE_BENCH_PEAK: file };
}

/** The peak in that file, in MB (millions of bytes). Throws when the process did not come to its end. */
export function readPeakMb(file: string): number {
  return (Number(readFileSync(file, 'utf8')) * 1024) / 1e6;
}
