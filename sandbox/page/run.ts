// Owns one run on the page: the conversation, the merge box, the changed files, and the page of the job.
import type { PullData } from '../github/data.ts';
import type { Annotation } from '../runner/annotation.ts';
import { renderFiles } from './diff.ts';
import { html, type Html } from './html.ts';
import { conclusionIcon, levelIcon } from './icons.ts';
import { renderLog } from './log.ts';
import { renderMarkdown } from './markdown.ts';
import { renderMergeBox } from './merge-box.ts';
import type { CommentView, FileView, ReactionView, ReviewView, RunView } from './view.ts';

/** All sections of a run. `id` makes the anchors of several runs distinct. */
export function renderRun(view: RunView, pull: PullData, id: string): Html {
  const inFiles = view.annotations.filter(({ file }) => file !== undefined);
  return html`${view.story ? html`<p class="story">${view.story.title}</p>` : undefined}
    <nav>
      <a href="#${id}-conversation">Conversation <i>${view.comments.length}</i></a>
      <a href="#${id}-checks">Checks ${renderCount(view.checks.length)}</a>
      <a href="#${id}-files">Files changed <i>${pull.files.length}</i></a>
    </nav>
    <section id="${id}-conversation" class="conversation">
      ${view.comments.map(renderComment)} ${renderMergeBox(view.checks)}
    </section>
    ${renderReviews(view.story?.reviews ?? [])} ${renderWritten(view.story?.files ?? [])}
    <section id="${id}-checks">
      <h2>Checks</h2>
      ${renderJob(view)}
    </section>
    <section id="${id}-files">
      <h2>Files changed</h2>
      ${renderFiles(pull.files, inFiles)}
    </section>`;
}

/** A run of rules or of a review has its job and no check of its own; a 0 beside the job would deny it. */
function renderCount(count: number): Html | undefined {
  return count === 0 ? undefined : html`<i>${count}</i>`;
}

function renderComment(comment: CommentView): Html {
  const name = comment.author.replace(/\[bot\]$/u, '');
  const time = comment.createdAt.slice(0, 16).replace('T', ' ');
  return html`<article class="comment">
    <div class="avatar ${comment.bot ? 'bot' : 'person'}">${initials(name)}</div>
    <div class="bubble">
      <div class="bubble-head">
        <b>${name}</b> ${comment.bot ? html`<span class="label">bot</span>` : undefined} commented
        on ${time} UTC ${comment.edited ? html`<span class="edited">· edited</span>` : undefined}
      </div>
      <div class="bubble-body markdown-body">
        ${renderMarkdown(comment.body, { hardBreaks: true })}
      </div>
      ${renderReactions(comment.reactions ?? [])}
    </div>
  </article>`;
}

const emoji: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  confused: '😕',
  eyes: '👀',
  heart: '❤️',
  hooray: '🎉',
  laugh: '😄',
  rocket: '🚀',
};

function renderReactions(reactions: readonly ReactionView[]): Html | undefined {
  if (reactions.length === 0) return undefined;
  return html`<div class="reactions">
    ${reactions.map(
      ({ content, count }) =>
        html`<span title="${content}">${emoji[content] ?? content} <i>${count}</i></span>`,
    )}
  </div>`;
}

/** What the service knows now; GitHub would not show it. */
function renderReviews(reviews: readonly ReviewView[]): Html | undefined {
  if (reviews.length === 0) return undefined;
  return html`<section>
    <h2>In the service</h2>
    ${reviews.map(
      ({ bug, state, reason, notes }) =>
        html`<div class="card">
          <div class="card-head">
            <code>${bug}</code> is now <b>${state}</b>
            ${reason === '' ? undefined : html`<span class="label">${reason}</span>`}
          </div>
          ${notes === '' ? undefined : html`<p class="notes">${notes}</p>`}
        </div>`,
    )}
  </section>`;
}

/** What a step left in the checkout; a later step of the workflow would commit it. */
function renderWritten(files: readonly FileView[]): Html | undefined {
  if (files.length === 0) return undefined;
  return html`<section>
    <h2>In the checkout</h2>
    ${files.map(
      ({ path, text }) =>
        html`<div class="card">
          <div class="card-head"><code>${path}</code></div>
          <pre class="written">${text}</pre>
        </div>`,
    )}
  </section>`;
}

function initials(name: string): string {
  const parts = name.split(/[^\p{L}\d]+/u).filter((part) => part !== '');
  return parts
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');
}

function renderJob(view: RunView): Html {
  const outputs = Object.entries(view.outputs).filter(([, value]) => value !== '');
  const job = view.story?.job ?? 'gate';
  const verdict = view.verdict === '' ? 'no verdict' : `${view.verdict} · ${view.reason}`;
  return html`<div class="card">
      <div class="card-head">
        ${conclusionIcon(view.conclusion)} <b>${job}</b>
        ${job === 'gate' ? html`<span class="muted">${verdict}</span>` : undefined}
      </div>
      ${renderLog(view.entries)}
    </div>
    ${renderAnnotationList(view)}
    ${job === 'gate' || view.summary !== '' ? renderSummary(view.summary, job) : undefined}
    <div class="card">
      <details class="outputs">
        <summary>Outputs of the step <i>${outputs.length}</i></summary>
        <dl>
          ${outputs.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
      </details>
    </div>`;
}

function renderSummary(summary: string, job: string): Html {
  return html`<div class="card">
    <div class="card-head"><b>${job} summary</b></div>
    <div class="card-body markdown-body">
      ${
        summary === ''
          ? html`<p class="muted">The step wrote no summary.</p>`
          : renderMarkdown(summary, { hardBreaks: false })
      }
    </div>
  </div>`;
}

function renderAnnotationList({ annotations, dropped }: RunView): Html | undefined {
  if (annotations.length === 0) return undefined;
  const count = (level: string, singular: string): string[] => {
    const found = annotations.filter((annotation) => annotation.level === level).length;
    return found === 0 ? [] : [`${found} ${singular}${found === 1 ? '' : 's'}`];
  };
  const counts = [
    ...count('error', 'error'),
    ...count('warning', 'warning'),
    ...count('notice', 'notice'),
  ];
  return html`<div class="card">
    <details class="annotations" open>
      <summary><b>Annotations</b> <span class="muted">${counts.join(', ')}</span></summary>
      <ul>
        ${annotations.map(renderAnnotationRow)}
      </ul>
      ${
        dropped === 0
          ? undefined
          : html`<p class="muted">
              ${dropped} more are not shown: the runner keeps ten of a level.
            </p>`
      }
    </details>
  </div>`;
}

function renderAnnotationRow({ level, title, message, file, line }: Annotation): Html {
  const [firstLine = ''] = message.split('\n');
  return html`<li>
    ${levelIcon(level)}
    <div>
      <b>${title ?? firstLine}</b>
      <div class="muted">${file === undefined ? 'gate' : `${file}#L${line ?? 1}`}</div>
    </div>
  </li>`;
}
