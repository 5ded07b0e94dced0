// The files of a run: page, CSV and JSON, all of them or none.
import { capture } from '../net/abort.ts';
import { type Runner, toFileFault } from '../runner/runner.ts';
import type { WrittenFiles } from './outputs.ts';

const NAMES: WrittenFiles = { page: 'index.html', csv: 'bugs.csv', json: 'insights.json' };

/** Removes what an earlier run left, so that nobody takes it for new. Rejects if there is a symbolic link on the way. */
export async function removeFiles(runner: Runner, folder: string): Promise<void> {
  for (const path of Object.values(toPaths(folder))) await runner.remove(path);
}

/** Writes all of them. Where one cannot be written none is left, with a warning; then null. */
export async function publishFiles(
  runner: Runner,
  folder: string,
  texts: Readonly<Record<keyof WrittenFiles, string>>,
): Promise<WrittenFiles | null> {
  const paths = toPaths(folder);
  try {
    await runner.write(paths.page, runner.scrub(texts.page));
    await runner.write(paths.csv, runner.scrub(texts.csv));
    await runner.write(paths.json, runner.scrub(texts.json));
    return paths;
  } catch (error) {
    runner.warning(`Could not write the files of the input output-dir: ${toFileFault(error)}.`);
    // What cannot be removed has not been written by us.
    for (const path of Object.values(paths)) await capture(runner.remove(path));
    return null;
  }
}

function toPaths(folder: string): WrittenFiles {
  return {
    page: `${folder}/${NAMES.page}`,
    csv: `${folder}/${NAMES.csv}`,
    json: `${folder}/${NAMES.json}`,
  };
}
