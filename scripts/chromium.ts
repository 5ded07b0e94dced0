// Finds a Chromium for tests: the one in CHROMIUM_PATH, one on PATH, or Debian's package, which it installs.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The search asks the machine no more than this. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly isProgram: (path: string) => boolean;
  /** True if there is `apt-get`, and no other system pretends to have it. */
  readonly isDebian: boolean;
  /** Runs a command with its output on stderr; whether it ended with 0. */
  readonly run: (command: string, args: readonly string[]) => boolean;
}

/** There is no browser, and none could be installed. */
export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const advice =
  'Install Chromium (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), or say where one is with CHROMIUM_PATH.';

/**
 * The path of a Chromium. As root on Debian the package `chromium` is installed where there is none.
 * Throws NoChromiumError, which says what to do.
 */
export function findChromium(machine: Machine): string {
  const named = machine.environment['CHROMIUM_PATH'];
  if (named) {
    if (machine.isProgram(named)) return named;
    throw new NoChromiumError(`CHROMIUM_PATH is ${named}, which is no program.`);
  }
  const found = searchPath(machine);
  if (found !== undefined) return found;
  if (!machine.isDebian || !machine.isRoot) {
    throw new NoChromiumError(`There is no Chromium on PATH. ${advice}`);
  }
  return installChromium(machine);
}

function installChromium(machine: Machine): string {
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  // The lists of a fresh container are empty, so that only the second try may know the package.
  const isInstalled =
    machine.run('apt-get', install) || (machine.run('apt-get', ['update']) && machine.run('apt-get', install));
  const found = isInstalled ? searchPath(machine) : undefined;
  if (found === undefined) {
    throw new NoChromiumError(`apt-get could not install Chromium. ${advice}`);
  }
  return found;
}

function searchPath({ environment, isProgram }: Machine): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isProgram);
}

export function thisMachine(): Machine {
  return {
    environment: process.env,
    isRoot: process.getuid?.() === 0,
    isProgram,
    isDebian: existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get'),
    run: (command, args) => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const { status } = spawnSync(command, args, { env, stdio: ['ignore', 2, 2] });
      return status === 0;
    },
  };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
