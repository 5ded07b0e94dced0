// The promises of the demo's page: one file, no script, nothing loaded, hostile text is text.
import { createHash } from 'node:crypto';
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { renderMarkdown } from '../../sandbox/page/markdown.ts';
import { renderPage } from '../../sandbox/page/page.ts';
import type { RunView } from '../../sandbox/page/view.ts';
import { hostileTexts } from '../../sandbox/scenarios/hostile.ts';
import { findScenario } from '../../sandbox/scenarios/index.ts';
import { describe, expect, it } from '../jest.ts';

const nowMs = Date.UTC(2026, 10, 20, 12);

/** A run in which every text is all hostile texts together. */
function hostileView(): RunView {
  const text = hostileTexts.join('\n\n');
  return {
    scenario: text,
    conclusion: 'failure',
    verdict: text,
    reason: text,
    outputs: { [text]: text },
    comments: [{ author: text, bot: true, body: text, createdAt: '2026-11-20T12:00:00Z', edited: true }],
    issues: [],
    conversations: [],
    checks: [{ name: text, conclusion: text, title: text, isRequired: true }],
    isMerged: false,
    annotations: [{ level: 'error', message: text, title: text, file: 'src/a|b`c`.ts', line: 1 }],
    dropped: 1,
    summary: text,
    log: text,
    entries: [`##[group]${text}`, text, '##[endgroup]', ...hostileTexts],
  };
}

async function pageOf(views: readonly RunView[]): Promise<string> {
  const world = findScenario('hostile').build(nowMs);
  const [pull] = world.github.pulls;
  if (!pull) throw new Error('no pull request');
  return renderPage({ repository: 'acme/storefront', pull, views });
}

async function hostilePage(views: number): Promise<string> {
  return await pageOf(Array.from({ length: views }, hostileView));
}

function elementsOf(tree: Root | Element): Element[] {
  return tree.children.flatMap((child) => (child.type === 'element' ? [child, ...elementsOf(child)] : []));
}

describe.each([1, 2])('a page of %d hostile runs', (views) => {
  it('has no script, no handler, and nothing that is loaded but what its policy refuses', async () => {
    const elements = elementsOf(fromHtml(await hostilePage(views)));
    const names = new Set(elements.map(({ tagName }) => tagName));
    for (const name of ['script', 'iframe', 'link', 'object', 'embed', 'form', 'base']) {
      expect(names).not.toContain(name);
    }
    const keys = elements.flatMap(({ properties }) => Object.keys(properties));
    expect(keys.filter((key) => /^on|^style$/u.test(key))).toEqual([]);
    const links = elements.map(({ properties }) => properties.href).filter(Boolean);
    expect(links.filter((link) => !/^(?:https?:|mailto:|#)/u.test(String(link)))).toEqual([]);
  });

  it('allows its own style by hash and nothing else', async () => {
    const page = await hostilePage(views);
    const [, style = ''] = /<style>(.*?)<\/style>/su.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; img-src data:; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    expect(page.match(/<style/gu)).toHaveLength(1);
    expect(style).not.toMatch(/@import|url\((?!["']?data:)/u);
  });
});

describe('the box below the conversation', () => {
  it.each([
    ['Merging is blocked', { isRequired: true, isMerged: false }],
    ['All required checks have passed', { isRequired: false, isMerged: false }],
    ['Pull request merged', { isRequired: true, isMerged: true }],
  ])('says %s: %j', async (said, { isRequired, isMerged }) => {
    const checks = [{ name: 'gate', conclusion: 'failure', title: 'Failing', isRequired }];
    const page = await pageOf([{ ...hostileView(), checks, isMerged }]);
    const sayings = ['Merging is blocked', 'All required checks have passed', 'Pull request merged'];
    expect(sayings.filter((each) => page.includes(each))).toEqual([said]);
    expect(page.includes('>Required</span>')).toBe(isRequired);
  });
});

describe('Markdown as GitHub renders it', () => {
  it.each([
    ['a\nb', '<p>a<br>\nb</p>'],
    ['a\\\nb\nc', '<p>a<br>\nb<br>\nc</p>'],
    ['- **a**\n  `b`', '<ul>\n<li><strong>a</strong><br>\n<code>b</code></li>\n</ul>'],
    ['- a\n  - b', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['<script>x</script><b onclick=x>y</b>', '&#x3C;script>x&#x3C;/script><b>y</b>'],
    ['[a](javascript:x) ![b](data:x)', '<p><a>a</a> <img alt="b"></p>'],
    ['<!-- hidden -->', ''],
    ['<a id="x" name="y">z</a>', '<p><a id="user-content-x" name="user-content-y">z</a></p>'],
  ])('%j', (text, markup) => {
    expect(renderMarkdown(text, { hardBreaks: true }).markup).toBe(markup);
  });
});
