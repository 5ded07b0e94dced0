// Makes the directories of one step synchronously: dozens of small files take longer the other way.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { StepPaths } from './environment.ts';

export interface PathOptions {
  /** `owner/name`; the workspace is called as the repository. */
  readonly repository: string;
  readonly payload: unknown;
  /** An earlier step left these files in the workspace: path to text. */
  readonly workspace?: Readonly<Record<string, string>>;
  /** This absolute directory is the workspace, and stays. */
  readonly checkout?: string;
}

/** Makes everything under a new temporary directory, but for a checkout that was given; removing `root` removes it all. */
export function createPaths(options: PathOptions): StepPaths {
  // It is the real path, so an action sees the workspace to the letter as its working directory.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'runner-')));
  const [, name = 'workspace'] = options.repository.split('/');
  const temp = join(root, 'temp');
  const commandFile = (file: string): string => join(temp, '_runner_file_commands', file);
  const paths: StepPaths = {
    root,
    temp,
    home: join(root, 'home'),
    workspace: options.checkout ?? join(root, 'work', safeName(name), safeName(name)),
    toolCache: join(root, 'tools'),
    event: join(temp, '_github_workflow', 'event.json'),
    output: commandFile('set_output'),
    summary: commandFile('step_summary'),
    env: commandFile('set_env'),
    path: commandFile('add_path'),
    state: commandFile('save_state'),
  };
  for (const directory of [paths.home, paths.workspace, paths.toolCache]) {
    mkdirSync(directory, { recursive: true });
  }
  for (const file of [paths.output, paths.summary, paths.env, paths.path, paths.state]) {
    write(file, '');
  }
  write(paths.event, JSON.stringify(options.payload, null, 2));
  for (const [file, text] of Object.entries(options.workspace ?? {})) {
    write(join(paths.workspace, file), text);
  }
  return paths;
}

function safeName(name: string): string {
  return name.replace(/[^\w.-]/gu, '_');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Reads every file below, path to text. The synchronous `readdirSync` would follow symbolic links; this does not. */
export async function readTree(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.isFile())
    .map((file): [string, string] => {
      const path = join(file.parentPath, file.name);
      return [relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')];
    });
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A file that the action removed counts as empty. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
