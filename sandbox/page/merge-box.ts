// Owns the merge box below the conversation: what the checks say, and whether the pull request may be merged.
import { html, type Html } from './html.ts';
import { conclusionIcon } from './icons.ts';
import type { CheckView } from './view.ts';

/** Nothing where there are no checks. */
export function renderMergeBox(checks: readonly CheckView[]): Html | undefined {
  if (checks.length === 0) return undefined;
  const { colour, conclusion, title, detail } = sumUp(checks);
  const icon = conclusionIcon(conclusion);
  return html`<article class="comment">
    <div class="avatar ${colour}">${icon}</div>
    <div class="bubble merge ${colour}">
      <div class="merge-row">
        ${icon}
        <div>
          <b class="${colour === 'red' ? 'error' : ''}">${title}</b>
          <div class="muted">${detail}</div>
        </div>
      </div>
      ${checks.map(renderCheck)}
      <div class="merge-row foot">
        ${
          colour === 'green'
            ? html`<span class="button">Merge pull request</span>`
            : html`${icon}
                <div>
                  <b>Merging is blocked</b>
                  <div class="muted">The gate is a required check.</div>
                </div>`
        }
      </div>
    </div>
  </article>`;
}

interface Sum {
  readonly colour: 'red' | 'yellow' | 'green';
  readonly conclusion: CheckView['conclusion'];
  readonly title: string;
  readonly detail: string;
}

function sumUp(checks: readonly CheckView[]): Sum {
  const count = (wanted: CheckView['conclusion']): number =>
    checks.filter(({ conclusion }) => conclusion === wanted).length;
  const failing = count('failure');
  const running = count('in_progress');
  if (failing > 0) {
    return {
      ...{ colour: 'red', conclusion: 'failure', title: 'Some checks were not successful' },
      detail: `${failing} failing, ${checks.length - failing} other`,
    };
  }
  if (running > 0) {
    return {
      ...{ colour: 'yellow', conclusion: 'in_progress' },
      ...{ title: 'Some checks haven’t completed yet', detail: `${running} in progress` },
    };
  }
  return {
    ...{ colour: 'green', conclusion: 'success', title: 'All checks have passed' },
    detail: `${checks.length} successful or neutral`,
  };
}

function renderCheck({ conclusion, name, title }: CheckView): Html {
  return html`<div class="merge-row check">
    ${conclusionIcon(conclusion)}
    <div><b>${name}</b> <span class="muted">${title}</span></div>
    <span class="label required">Required</span>
  </div>`;
}
