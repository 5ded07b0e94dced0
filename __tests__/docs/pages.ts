// Reads the project's pages as GitHub renders them: their links, anchors, and samples of YAML and of shell.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

export const ROOT = resolve(import.meta.dirname, '../..');

export interface Sample {
  readonly page: string;
  readonly heading: string;
  /** Samples are numbered from 1 in each page. */
  readonly number: number;
  readonly text: string;
}

export interface Page {
  /** Relative to the repository, with slashes. */
  readonly path: string;
  /** Links are as they are written; pictures have some, too. */
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
  /** Blocks marked `yaml` or `yml`, in order. */
  readonly samples: readonly Sample[];
  readonly scripts: readonly Sample[];
}

/** Workflows to copy: each is one sample, without the comment that says what it is for. */
export function readExamples(): readonly Sample[] {
  const paths = listFiles('examples').filter((path) => path.endsWith('.yml'));
  return paths.map((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/^(?:#.*\n)+/, '');
    return { page, heading: page.replace(/.*\/|\.yml$/g, ''), number: 1, text };
  });
}

/** The workflow of each set-up, in order: the README has two, with an address for links, and a page the third. */
export function readSetUps(): readonly string[] {
  const ofReadme = readPage('README.md').samples.map(({ text }) => text.replace(/^ *bug-url: .*\n/m, ''));
  return [...ofReadme, ...readPage('docs/set-ups.md').samples.map(({ text }) => text)];
}

/** Every file below `folder`, relative to the repository, with slashes, sorted. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

export function readPage(path: string): Page {
  return parsePage(path, readFileSync(join(ROOT, path), 'utf8'));
}

export function parsePage(path: string, markdown: string): Page {
  const markup = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const elements = [...elementsOf(fromHtml(markup, { fragment: true }))];
  return {
    path,
    links: elements.flatMap(({ properties: { href, src } }) => [href, src].filter(isText)),
    anchors: toAnchors(elements.filter(isHeading).map(textOf)),
    samples: toSamples(path, elements, ['language-yaml', 'language-yml']),
    scripts: toSamples(path, elements, ['language-sh']),
  };
}

function* elementsOf(node: Nodes): Generator<Element> {
  if (node.type === 'element') yield node;
  if (!('children' in node)) return;
  for (const child of node.children) yield* elementsOf(child);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isHeading({ tagName }: Element): boolean {
  return /^h[1-6]$/.test(tagName);
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** GitHub's anchors: lower case, letters, digits, hyphens and underscores; the second of a name ends in `-1`. */
function toAnchors(headings: readonly string[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = headings.map((heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}

function toSamples(page: string, elements: readonly Element[], languages: readonly string[]): readonly Sample[] {
  const samples: Sample[] = [];
  let heading = '';
  for (const element of elements) {
    if (isHeading(element)) heading = textOf(element);
    if (!isIn(element, languages)) continue;
    samples.push({ page, heading, number: samples.length + 1, text: textOf(element) });
  }
  return samples;
}

function isIn({ tagName, properties: { className } }: Element, languages: readonly string[]): boolean {
  const classes = Array.isArray(className) ? className : [];
  return tagName === 'code' && languages.some((language) => classes.includes(language));
}
