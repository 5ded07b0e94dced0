// Draws levels and conclusions: a character on a coloured disc.
import { html, type Html } from './html.ts';

const characters: Readonly<Record<string, string>> = {
  success: '✓',
  failure: '✕',
  in_progress: '●',
  error: '✕',
  warning: '!',
  notice: 'i',
};

/** Draws an annotation's level or a check's conclusion; an unknown one is grey. */
export function renderSign(kind: string): Html {
  const known = Object.hasOwn(characters, kind) ? kind : 'neutral';
  return html`<span class="sign ${known}" role="img" aria-label="${known}">${characters[known] ?? '–'}</span>`;
}
