// The truth of docs/api-client.md: the tables of settings and errors are those of the code. That its programs compile and
// run is in package.test.ts.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseConfiguration } from '../../src/client/configuration.ts';
import * as client from '../../src/client/index.ts';
import { describe, expect, test } from '../jest.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/api-client.md'), 'utf8');

test('the package that is installed is the one of this version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(page).toContain(`/releases/download/v${version}/scan-gate-client-${version}.tgz`);
});

function readRows(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function section(heading: string): string {
  return page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

describe('the table of settings', () => {
  const rows = readRows(section('Settings'));
  /** A row may have several settings. */
  const names = rows.flatMap(([cell = '']) => cell.replaceAll('`', '').split(', '));

  test('has every setting', () => {
    const code = ['configuration.ts', 'request.ts'].map((name) => readFileSync(join(root, 'src/client', name), 'utf8'));
    const [, options = ''] = /export interface ClientOptions .*?\{(.*?)\n\}/s.exec(code.join('')) ?? [];
    const [, hooks = ''] = /export interface Hooks \{(.*?)\n\}/s.exec(code.join('')) ?? [];
    const settings = [...(options + hooks).matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name);
    expect([...names].sort()).toEqual([...settings].sort());
  });

  test('has the defaults of the code', () => {
    const config = parseConfiguration({ baseUrl: 'https://x.example', apiKey: 'k' });
    const defaults: Readonly<Record<string, string>> = {
      timeoutMs: config.timeoutMs.toLocaleString('en'),
      maxTries: String(config.maxTries),
      maxBodyBytes: config.maxBodyBytes.toLocaleString('en'),
      userAgent: `\`${config.headers['user-agent'] ?? ''}\``,
    };
    for (const [name, value] of Object.entries(defaults)) {
      expect([name, rows.find(([cell]) => cell === `\`${name}\``)?.[1]]).toEqual([name, value]);
    }
  });
});

test('the table of errors has every error of the client', () => {
  const errors = Object.entries(client).filter(([, value]) => isErrorClass(value));
  const names = readRows(section('Errors')).map(([cell = '']) => /^`(\w+)`/.exec(cell)?.[1]);
  expect([...names].sort()).toEqual(errors.map(([name]) => name).sort());
  expect(names).toHaveLength(9);
});

function isErrorClass(value: unknown): boolean {
  return (
    typeof value === 'function' &&
    (value === client.ServiceClientError || value.prototype instanceof client.ServiceClientError)
  );
}
