// Where the browser test looks for Chromium: nothing is installed by this test.
import { delimiter, join } from 'node:path';
import { findChromium, type Machine, NoChromiumError } from '../../scripts/chromium.ts';
import { describe, expect, it } from '../jest.ts';

/** A machine with these programs; `run` tells what was run. */
function aMachine(programs: readonly string[], parts: Partial<Machine> = {}): Machine {
  return {
    environment: { PATH: ['/usr/local/bin', '/usr/bin'].join(delimiter) },
    isRoot: false,
    isDebian: false,
    isProgram: (path) => programs.includes(path),
    run: () => false,
    ...parts,
  };
}

describe('the browser is', () => {
  it('the one that CHROMIUM_PATH names', () => {
    const environment = { CHROMIUM_PATH: '/opt/chrome', PATH: '/usr/bin' };
    const machine = aMachine(['/opt/chrome', '/usr/bin/chromium'], { environment });
    expect(findChromium(machine)).toBe('/opt/chrome');
    const gone = aMachine(['/usr/bin/chromium'], { environment });
    expect(() => findChromium(gone)).toThrow(/CHROMIUM_PATH is \/opt\/chrome/u);
  });

  it.each(['chromium', 'chromium-browser', 'google-chrome'])('%s on PATH', (name) => {
    const path = join('/usr/bin', name);
    expect(findChromium(aMachine([path]))).toBe(path);
  });

  it('not one of the current folder', () => {
    const environment = { PATH: ['', '.', 'bin'].join(delimiter) };
    const machine = aMachine(['chromium', './chromium', 'bin/chromium'], { environment });
    expect(() => findChromium(machine)).toThrow(NoChromiumError);
  });
});

describe('without a browser', () => {
  it.each([
    ['nobody but root', { isDebian: true }],
    ['no system but Debian', { isRoot: true }],
  ])('%s installs one: the error says what to do', (_, parts) => {
    const run = (): boolean => {
      throw new Error('nothing may be run');
    };
    expect(() => findChromium(aMachine([], { ...parts, run }))).toThrow(/apt-get install chromium.*CHROMIUM_PATH/u);
  });

  it('root on Debian installs the package, after the lists when need be', () => {
    const installed = join('/usr/bin', 'chromium');
    const programs: string[] = [];
    const ran: string[] = [];
    const run: Machine['run'] = (command, args) => {
      ran.push([command, args[0]].join(' '));
      const knows = ran.includes('apt-get update');
      if (args[0] === 'install' && knows) programs.push(installed);
      return args[0] === 'update' || knows;
    };
    expect(findChromium(aMachine(programs, { isRoot: true, isDebian: true, run }))).toBe(installed);
    expect(ran).toEqual(['apt-get install', 'apt-get update', 'apt-get install']);
  });

  it('an installation that fails is an error that says what to do', () => {
    const machine = aMachine([], { isRoot: true, isDebian: true });
    expect(() => findChromium(machine)).toThrow(/could not install.*CHROMIUM_PATH/u);
  });
});
