// The files of a run are page, CSV and JSON, all of them or none.
import { capture } from '../net/abort.ts';
import { type Runner, toFileFault } from '../runner/runner.ts';
import type { WrittenFiles } from './outputs.ts';

const NAMES = ['page', 'csv', 'json'] as const satisfies readonly (keyof WrittenFiles)[];

/** Removes what an earlier run left, so that nobody takes it for new. Rejects if there is a symbolic link on the way. */
export async function removeFiles(runner: Runner, folder: string): Promise<void> {
  const paths = toPaths(folder);
  for (const name of NAMES) await runner.remove(paths[name]);
}

/** Writes all of them. Where one cannot be written none is left, with a warning; then null. */
export async function publishFiles(
  runner: Runner,
  folder: string,
  texts: Readonly<Record<keyof WrittenFiles, string>>,
): Promise<WrittenFiles | null> {
  const paths = toPaths(folder);
  try {
    for (const name of NAMES) await runner.write(paths[name], runner.scrub(texts[name]));
    return paths;
  } catch (error) {
    runner.warning(`Could not write the files of the input output-dir: ${toFileFault(error)}.`);
    // A file that cannot be removed is not ours.
    for (const name of NAMES) await capture(runner.remove(paths[name]));
    return null;
  }
}

function toPaths(folder: string): WrittenFiles {
  return { page: `${folder}/index.html`, csv: `${folder}/bugs.csv`, json: `${folder}/insights.json` };
}
