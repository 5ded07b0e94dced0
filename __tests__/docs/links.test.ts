// Every relative link of the pages leads somewhere, and every page can be reached from the README.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ACTIONS } from '../../scripts/actions.ts';
import { UNVERIFIED_REASONS } from '../../src/judgement/verdict.ts';
import { describe, expect, it } from '../jest.ts';
import { listFiles, type Page, parsePage, readPage, ROOT } from './pages.ts';

const inRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
const ofDoors = ACTIONS.filter((action) => action !== '.').map((action) => `${action}/README.md`);
const paths = [
  ...inRoot,
  ...listFiles('docs').filter((path) => path.endsWith('.md')),
  ...[...ofDoors, 'sandbox/README.md'].filter((path) => existsSync(join(ROOT, path))),
];
const pages = new Map(paths.map((path) => [path, readPage(path)]));

interface Target {
  readonly path: string;
  /** Empty: the page as a whole. */
  readonly anchor: string;
}

/** A link that leads out of the repository has no target. */
function targetOf(page: Page, link: string): Target | null {
  if (/^[a-z][a-z\d+.-]*:/i.test(link)) return null;
  const [path = '', anchor = ''] = link.split('#').map(decodeURIComponent);
  if (path === '') return { path: page.path, anchor };
  return { path: posix.join(posix.dirname(page.path), path).replace(/\/$/, ''), anchor };
}

function faultOf(page: Page, link: string): string | null {
  const target = targetOf(page, link);
  if (target === null) return null;
  const { anchor } = target;
  const anchors = target.path === page.path ? page.anchors : pages.get(target.path)?.anchors;
  if (target.path !== page.path && !isThere(target.path)) return `${link}: there is no such file`;
  return anchor === '' || anchors?.has(anchor) ? null : `${link}: there is no such heading`;
}

function isThere(path: string): boolean {
  return !path.startsWith('..') && existsSync(join(ROOT, path));
}

function faultsOf(page: Page): readonly string[] {
  return page.links.flatMap((link) => faultOf(page, link) ?? []);
}

/** A reader who clicks on a link to a folder sees what is in it. */
function reachFrom(start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const page = pages.get(path);
    for (const link of page?.links ?? []) {
      const target = page && targetOf(page, link);
      if (target) open.push(target.path, ...paths.filter((p) => posix.dirname(p) === target.path));
    }
  }
  return reached;
}

it('each reason has a heading by its name, to which comments link', () => {
  const { anchors } = readPage('docs/when-it-is-red.md');
  expect(['threshold-exceeded', ...UNVERIFIED_REASONS].filter((reason) => !anchors.has(reason))).toEqual([]);
});

describe('links', () => {
  it.each([...pages.values()].map((page) => [page.path, page] as const))(
    'of %s lead to files and headings that are there',
    (_, page) => {
      expect(faultsOf(page)).toEqual([]);
    },
  );
});

describe('links that documents of the actions have', () => {
  const files = listFiles('src').filter((path) => path.endsWith('.ts'));
  const links = files.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/scan-gate\/scan-gate\/blob\/main\/([\w./#-]+)/g)].map(
      ([, link = '']) => [path, link] as const,
    ),
  );

  it.each(links)('of %s lead to a page and a heading of ours: %s', (_, link) => {
    expect(faultsOf(parsePage('README.md', `[a](${link})`))).toEqual([]);
  });
});

it('everything in docs/ can be reached from the README', () => {
  const reached = reachFrom('README.md');
  expect(listFiles('docs').filter((path) => !reached.has(path))).toEqual([]);
});

/** Files and folders that a page names in code, such as `judgement/verdict.ts`, and that are neither there nor in src/. */
function findMissingPaths(text: string): readonly string[] {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|yml|yaml|md|json))?)`/g)].map(
    ([, path = '']) => path,
  );
  return named.filter((path) => !['', 'src'].some((folder) => existsSync(join(ROOT, folder, path))));
}

describe('the map', () => {
  it.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names what is there', (path) => {
    expect(findMissingPaths(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });
});
