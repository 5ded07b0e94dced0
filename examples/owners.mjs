// Says who owns the files with new or pending bugs, by the CODEOWNERS of each repository: a line for each owner and repository.
// Usage: node owners.mjs scan-insights/bugs.csv    bugs that are pending, from the output `csv` of insights
//        node owners.mjs report.json               pull requests that were told, from the output `report` of watch
// It asks GitHub by `gh`, with GH_TOKEN set: contents and pull requests to read. Teams are owners like persons.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Gives null where GitHub answers 404; any other failure ends the script. @param {string[]} args */
async function ask(...args) {
  try {
    const { stdout } = await promisify(execFile)('gh', ['api', ...args], { maxBuffer: 2 ** 28 });
    return stdout;
  } catch (error) {
    if (/HTTP 404/.test(String(error))) return null;
    throw error;
  }
}

/** The rows of a CSV by RFC 4180. @param {string} text */
function parseCsv(text) {
  const rows = [['']];
  for (const [token, quoted] of text.matchAll(/"((?:[^"]|"")*)"|[^",\r\n]+|,|\r?\n/g)) {
    const row = rows[rows.length - 1] ?? [];
    if (quoted !== undefined) row[row.length - 1] += quoted.replaceAll('""', '"');
    else if (token === ',') row.push('');
    else if (/\n$/.test(token)) rows.push(['']);
    else row[row.length - 1] += token;
  }
  return rows.filter((row) => row.length > 1);
}

/** A pattern of CODEOWNERS: `*` within a folder, `**` across folders, a slash at the start or inside anchors it. @param {string} pattern */
function toRegExp(pattern) {
  const isAnchored = pattern.slice(0, -1).includes('/');
  const body = pattern
    .replace(/^\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(
      /\*\*\/|\*\*|\*|\?/g,
      (glob) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[glob] ?? '',
    );
  // A folder is everything below it; `docs/*` is only what lies in it.
  const end = pattern.endsWith('/') ? '.*' : /\/[^/]*\*[^/]*$/.test(pattern) ? '' : '(?:/.*)?';
  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${body}${end}$`);
}

/** @type {Map<string, Promise<{ pattern: RegExp, owners: string[] }[]>>} */
const rules = new Map();

/** @param {string} repository */
async function readRules(repository) {
  for (const folder of ['.github/', '', 'docs/']) {
    const text = await ask(
      `repos/${repository}/contents/${folder}CODEOWNERS`,
      '--header',
      'accept: application/vnd.github.raw',
    );
    if (text === null) continue;
    const lines = text.split('\n').map((line) =>
      line
        .replace(/(^|\s)#.*/, '')
        .trim()
        .split(/\s+/),
    );
    return lines
      .filter(([pattern]) => pattern)
      .map(([pattern = '', ...owners]) => ({ pattern: toRegExp(pattern), owners }));
  }
  return [];
}

/** The owners by the last line that matches. @param {string} repository @param {string} path */
async function findOwners(repository, path) {
  const known = rules.get(repository) ?? readRules(repository);
  rules.set(repository, known);
  return (await known).findLast(({ pattern }) => pattern.test(path))?.owners ?? [];
}

/** A place in the code, and why its owners should look at it. @typedef {{ repository: string, path: string, why: string }} Place */

/** @param {string} text @returns {Place[]} */
function readBugs(text) {
  const [head = [], ...rows] = parseCsv(text);
  const bugs = rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
  return bugs
    .filter(({ state }) => state === 'pending')
    .map(({ repository = '', path = '', kind = '', id = '' }) => ({
      repository,
      // What a spreadsheet would take for a formula begins with an apostrophe there.
      path: path.replace(/^'(?=[=+\-@])/, ''),
      why: kind === 'security' ? `${id} (security)` : id,
    }));
}

/** @param {string} text */
async function readPullRequests(text) {
  /** @type {Place[]} */
  const places = [];
  for (const { repository, 'pull-requests': numbers } of JSON.parse(text)) {
    for (const number of numbers) {
      const files = await ask('--paginate', `repos/${repository}/pulls/${number}/files`, '--jq', '.[].filename');
      const paths = (files ?? '').split('\n').filter((path) => path !== '');
      places.push(...paths.map((path) => ({ repository, path, why: `pull request ${number}` })));
    }
  }
  return places;
}

const [file = ''] = process.argv.slice(2);
// The decoder takes the byte order mark away, with which spreadsheets know a CSV.
const text = new TextDecoder().decode(await readFile(file));
/** @type {Map<string, Set<string>>} */
const found = new Map();
for (const { repository, path, why } of file.endsWith('.csv') ? readBugs(text) : await readPullRequests(text)) {
  const owners = path === '' ? [] : await findOwners(repository, path);
  for (const owner of owners.length > 0 ? owners : ['nobody']) {
    const key = `${owner}, ${repository}`;
    found.set(key, (found.get(key) ?? new Set()).add(why));
  }
}
for (const [key, reasons] of [...found].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${key}: ${[...reasons].join(', ')}`);
