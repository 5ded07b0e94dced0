// The promises of the demo's page: one file, no script, nothing loaded, hostile text is text.
import { createHash } from 'node:crypto';
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { renderFiles } from '../../sandbox/page/diff.ts';
import { html } from '../../sandbox/page/html.ts';
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
    checks: [{ name: text, conclusion: text, title: text }],
    annotations: [{ level: 'error', message: text, title: text, file: 'src/a|b`c`.ts', line: 1 }],
    dropped: 1,
    summary: text,
    log: text,
    entries: [`##[group]${text}`, text, '##[endgroup]', ...hostileTexts],
  };
}

async function hostilePage(views: number): Promise<string> {
  const world = findScenario('hostile').build(nowMs);
  const [pull] = world.github.pulls;
  if (!pull) throw new Error('no pull request');
  const list = Array.from({ length: views }, hostileView);
  return renderPage({ repository: 'acme/storefront', pull, views: list });
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

  it('is the same for the same runs', async () => {
    expect(await hostilePage(views)).toBe(await hostilePage(views));
  });
});

describe('text in a page', () => {
  it('is escaped unless it is markup', () => {
    expect(html`<p title="${'"\''}">${'<b>&'}${html`<i>${1}</i>`}${undefined}</p>`.markup).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;<i>1</i></p>',
    );
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

  it('keeps line breaks of a job summary soft', () => {
    expect(renderMarkdown('a\nb', { hardBreaks: false }).markup).toBe('<p>a\nb</p>');
  });
});

describe('diffs', () => {
  it('are folded, and an annotation is under its line', () => {
    const file = {
      ...({ filename: 'a.ts', status: 'modified', additions: 2, deletions: 1 } as const),
      patch: '@@ -3,2 +3,3 @@ context\n same\n-old\n+new\n+more\n\\ No newline at end of file',
    } as const;
    const at = (title: string, path: string, line: number) =>
      ({ level: 'error', message: 'm', title, file: path, line }) as const;
    const annotations = [at('Here', 'a.ts', 4), at('Outside', 'a.ts', 90), at('Other', 'b.ts', 4)];
    const { markup } = renderFiles([file], annotations);
    expect(markup).not.toContain('open');
    expect(markup.match(/<div class="(?!annotation|diff)\w+">[^<]*|<b>\w+/gu)).toEqual([
      '<div class="hunk">@@ -3,2 +3,3 @@ context',
      '<div class="same"> same',
      '<div class="removed">-old',
      '<div class="added">+new',
      '<b>Here',
      '<div class="added">+more',
      '<div class="same">\\ No newline at end of file',
    ]);
  });
});
