// One run on the page: the conversation with the merge box, the page of the job, and the changed files.
import type { PullData } from '../github/data.ts';
import type { Annotation } from '../runner/annotation.ts';
import { renderFiles } from './diff.ts';
import { html, type Html } from './html.ts';
import { renderLog } from './log.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSign } from './sign.ts';
import type { CheckView, CommentView, ConversationView, IssueView, RunView } from './view.ts';

interface Section {
  /** It ends the anchor. */
  readonly name: string;
  readonly title: string;
  /** Without a title above it, it begins with titles of its own. */
  readonly isTitled: boolean;
  readonly body: Html;
}

/** What a run is about: where it is not the pull request, most sections are missing. */
const SUBJECTS: Readonly<Record<string, 'issue' | 'job'>> = {
  ...{ watch: 'issue', doctor: 'job', recheck: 'job', insights: 'job' },
};

/** All sections of a run. `id` makes the anchors of several runs distinct. */
export function renderRun(view: RunView, pull: PullData, id: string): Html {
  const sections = sectionsOf(view, pull).filter(({ body }) => body.markup.trim() !== '');
  return html`${view.stepView ? html`<p>${view.stepView.title}</p>` : undefined}
  ${
    sections.length === 1
      ? undefined
      : html`<nav>${sections.map(({ name, title }) => html`<a href="#${id}-${name}">${title}</a>`)}</nav>`
  }
  ${sections.map(
    ({ name, title, isTitled, body }) =>
      html`<section id="${id}-${name}">
        ${isTitled ? html`<h2>${title}</h2>` : html`<h2 class="unseen">${title}</h2>`} ${body}
      </section>`,
  )}`;
}

function sectionsOf(view: RunView, pull: PullData): readonly Section[] {
  const { comments, issues, conversations, annotations, stepView } = view;
  const subject = SUBJECTS[stepView?.job ?? ''];
  const job = { name: 'job', title: 'Job', isTitled: subject !== 'job', body: renderJob(view) };
  if (subject === 'job') return [job];
  const untitled = (name: string, title: string, body: Html): Section => ({ name, title, isTitled: false, body });
  if (subject === 'issue')
    return [
      untitled('issues', 'Issue', html`${issues.map(renderIssue)}`),
      untitled('conversations', 'Pull requests', html`${conversations.map(renderConversation)}`),
      job,
    ];
  const written = html`${renderReviews(stepView?.reviews ?? [])} ${renderWritten(stepView?.files ?? [])}`;
  return [
    untitled('conversation', 'Conversation', html`${comments.map(renderComment)} ${renderMergeBox(view)} ${written}`),
    job,
    { name: 'files', title: 'Files changed', isTitled: true, body: renderFiles(pull.files, annotations) },
  ];
}

function renderIssue({ number, title, state, labels, author, body }: IssueView): Html {
  return html`<h2>${title} <span class="muted">#${number}</span></h2>
    <p>
      <span class="state ${state}">${state}</span>
      ${labels.map((label) => html`<span class="label">${label}</span>`)}
    </p>
    <article class="box comment">
      <div class="head">
        <b>${author.replace(/\[bot\]$/u, '')}</b>
        <span class="label">bot</span>
      </div>
      <div class="body">${renderMarkdown(body, { hardBreaks: true })}</div>
    </article>`;
}

function renderConversation({ number, title, comments }: ConversationView): Html {
  return html`<h2>${title} <span class="muted">#${number}</span></h2>
    ${comments.map(renderComment)}`;
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

function renderComment({ author, bot, body, createdAt, edited, reactions }: CommentView): Html {
  const time = createdAt.slice(0, 16).replace('T', ' ');
  // The next comment begins at the same level, whatever headings this one has.
  return html`<article class="box comment">
    <h2 class="unseen">Comment</h2>
    <div class="head">
      <b>${author.replace(/\[bot\]$/u, '')}</b>
      ${bot ? html`<span class="label">bot</span>` : undefined}
      <span class="muted">commented on ${time} UTC${edited ? ' · edited' : ''}</span>
    </div>
    <div class="body">
      ${renderMarkdown(body, { hardBreaks: true })}
      ${(reactions ?? []).map(
        ({ content, count }) =>
          html`<p>
            <span class="label" title="${content}">${emoji[content] ?? content} ${count}</span>
          </p>`,
      )}
    </div>
  </article>`;
}

function toState(checks: readonly CheckView[]): string {
  const has = (wanted: string): boolean => checks.some(({ conclusion }) => conclusion === wanted);
  return has('failure') ? 'failure' : has('in_progress') ? 'in_progress' : 'success';
}

/** A run of review or rules has a job and no check of its own, so nothing is shown. */
function renderMergeBox({ checks, isMerged }: RunView): Html | undefined {
  if (checks.length === 0) return undefined;
  const state = toState(checks);
  return html`<article class="box merge ${state}">
    ${checks.map(
      ({ conclusion, name, title, isRequired }) =>
        html`<div class="row">
          ${renderSign(conclusion)}
          <div><b>${name}</b> <span class="muted">${title}</span></div>
          ${isRequired ? html`<span class="label">Required</span>` : undefined}
        </div>`,
    )}
    <div class="row">${isMerged ? html`<div><b>Pull request merged</b></div>` : renderMayMerge(checks)}</div>
  </article>`;
}

function renderMayMerge(checks: readonly CheckView[]): Html {
  const state = toState(checks.filter(({ isRequired }) => isRequired));
  return html`${renderSign(state)}
  ${
    state === 'success'
      ? html`<div>
            <b
              >${checks.every(({ conclusion }) => conclusion === 'success') ? 'All checks have passed' : 'All required checks have passed'}</b
            >
            <span class="muted">This branch can be merged.</span>
          </div>
          <span class="state success">Merge pull request</span>`
      : html`<div><b>Merging is blocked</b> <span class="muted">The gate is a required check.</span></div>`
  }`;
}

/** What the service knows now; GitHub would not show it. */
function renderReviews(reviews: NonNullable<RunView['stepView']>['reviews']): Html | undefined {
  if (reviews.length === 0) return undefined;
  return html`<h2>In the service</h2>
    ${reviews.map(
      ({ bug, state, reason, notes }) =>
        html`<div class="box">
          <div class="head">
            <span><code>${bug}</code> is now <b>${state}</b></span> ${reason}
          </div>
          <pre tabindex="0">${notes}</pre>
        </div>`,
    )}`;
}

/** What a step left in the checkout; a later step of the workflow would commit it. */
function renderWritten(files: NonNullable<RunView['stepView']>['files']): Html | undefined {
  if (files.length === 0) return undefined;
  return html`<h2>In the checkout</h2>
    ${files.map(
      ({ path, text }) =>
        html`<div class="box">
          <div class="head"><code>${path}</code></div>
          <pre tabindex="0">${text}</pre>
        </div>`,
    )}`;
}

function renderJob(view: RunView): Html {
  const job = view.stepView?.job ?? 'gate';
  const verdict = view.verdict === '' ? 'no verdict' : `${view.verdict} · ${view.reason}`;
  const outputs = Object.entries(view.outputs).filter(([, value]) => value !== '');
  return html`<div class="box">
      <div class="head">
        ${renderSign(view.conclusion)} <b>${job}</b>
        ${view.verdict === '' && job !== 'gate' ? undefined : html`<span class="muted">${verdict}</span>`}
      </div>
      ${renderLog(view.entries)}
    </div>
    ${renderAnnotations(view)}
    ${
      view.summary === ''
        ? undefined
        : html`<div class="box">
            <div class="head"><b>${job} summary</b></div>
            <div class="body">${renderMarkdown(view.summary, { hardBreaks: false })}</div>
          </div>`
    }
    <details class="box">
      <summary><b>Outputs</b> <span class="muted">${outputs.length}</span></summary>
      <pre tabindex="0">${outputs.map(([name, value]) => `${name}: ${value}\n`)}</pre>
    </details>`;
}

function renderAnnotations({ annotations, dropped }: RunView): Html | undefined {
  if (annotations.length === 0) return undefined;
  const lost = dropped === 0 ? '' : `, and ${dropped} that the runner dropped: it keeps ten of a level`;
  return html`<details class="box annotations" open>
    <summary><b>Annotations</b> <span class="muted">${annotations.length}${lost}</span></summary>
    ${annotations.map(renderAnnotationRow)}
  </details>`;
}

function renderAnnotationRow({ level, title, message, file, line }: Annotation): Html {
  return html`<div class="row">
    ${renderSign(level)}
    <div>
      <b>${title ?? level}</b>
      <span class="muted">${file === undefined ? 'on the run' : `${file}#L${line ?? 1}`}</span>
      <div class="muted">${message.split('\n', 1)}</div>
    </div>
  </div>`;
}
