// The page of a demo: one file, no script, nothing loaded, that shows a pull request as GitHub would.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PullData } from '../github/data.ts';
import { html, Html } from './html.ts';
import { renderRun } from './run.ts';
import { renderSign } from './sign.ts';
import type { RunView } from './view.ts';

export interface PageOptions {
  readonly repository: string;
  readonly pull: PullData;
  /** They are in order of time; the last is shown first. */
  readonly views: readonly RunView[];
}

/** Renders the whole document. The same options give the same bytes. */
export async function renderPage(options: PageOptions): Promise<string> {
  const { repository, pull, views } = options;
  const style = await readStyle();
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${pull.title} · Pull Request #${pull.number} · ${repository}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body class="markdown-body">
        ${renderHeader(options)}
        <main>${renderRuns(views, pull)}</main>
        <footer class="muted">
          Made by the sandbox of Scan Gate: what GitHub would show after
          ${views.length === 1 ? 'this run' : 'these runs'}.
        </footer>
      </body>
    </html> `;
  return page.markup;
}

/** Our own rules and GitHub's for Markdown are one text, and the page's policy allows its hash. */
async function readStyle(): Promise<string> {
  const markdown = createRequire(import.meta.url).resolve('github-markdown-css');
  const own = join(import.meta.dirname, 'page.css');
  const texts = await Promise.all([markdown, own].map((path) => readFile(path, 'utf8')));
  return texts.join('\n');
}

/** Jobs that are not about the pull request have a page of their own. */
const TABS: Readonly<Record<string, string>> = { watch: 'Issues', doctor: 'Actions' };

function renderHeader({ repository, pull, views }: PageOptions): Html {
  const [tab, ...others] = new Set(views.map(({ stepView }) => TABS[stepView?.job ?? '']));
  const title = others.length === 0 ? tab : undefined;
  return html`<header>
    <span class="muted">${repository}</span>
    <h1>${title ?? html`${pull.title} <span class="muted">#${pull.number}</span>`}</h1>
    ${title === undefined ? renderMeta(pull) : undefined}
  </header>`;
}

function renderMeta({ commits, state, draft, user, base, head }: PullData): Html {
  const count = commits.length;
  return html`<div class="meta">
    <span class="state ${state}">${draft ? 'draft' : state}</span>
    <span class="muted">
      <b>${user}</b> wants to merge ${count} ${count === 1 ? 'commit' : 'commits'} into <code>${base.ref}</code> from
      <code>${head.ref}</code>
    </span>
  </div>`;
}

/** Several runs are tabs made of radio buttons: there is no script. */
function renderRuns(views: readonly RunView[], pull: PullData): Html {
  const [only] = views;
  if (only && views.length === 1) return html`<div class="run">${renderRun(only, pull, 'run-1')}</div>`;
  return html`<div class="runs">
    ${views.map((view, at) => {
      const id = `tab-${at + 1}`;
      const checked = at === views.length - 1 ? new Html(' checked') : undefined;
      return html`<input type="radio" name="run" id="${id}" ${checked} />
        <label for="${id}">
          ${renderSign(view.conclusion)} ${view.stepView ? 'Step' : 'Run'} ${at + 1}
          <span class="muted">${view.stepView?.job ?? view.scenario}</span>
        </label>`;
    })}
    ${views.map((view, at) => html`<div class="run">${renderRun(view, pull, `run-${at + 1}`)}</div>`)}
  </div>`;
}
