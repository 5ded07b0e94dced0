// Owns the few drawings of a page; made for it, in the size and weight of GitHub's.
import type { AnnotationLevel } from '../runner/annotation.ts';
import { Html } from './html.ts';

function icon(kind: string, path: string): Html {
  return new Html(
    `<svg class="icon ${kind}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`,
  );
}

const ring = 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z';

export const pullIcon = icon(
  'pull',
  'M4 1.5a2.25 2.25 0 0 1 .75 4.37v4.26a2.25 2.25 0 1 1-1.5 0V5.87A2.25 2.25 0 0 1 4 1.5zm0 1.5a.75.75 0 1 0 0 1.5.75.75 0 0 0 0-1.5zm0 8.5a.75.75 0 1 0 0 1.5.75.75 0 0 0 0-1.5zM9.2 1.3v1.95h1.3c1.25 0 2.25 1 2.25 2.25v4.63a2.25 2.25 0 1 1-1.5 0V5.5a.75.75 0 0 0-.75-.75H9.2V6.7L6.3 4l2.9-2.7zm2.8 10.2a.75.75 0 1 0 0 1.5.75.75 0 0 0 0-1.5z',
);

const levels: Readonly<Record<AnnotationLevel, Html>> = {
  error: icon(
    'error',
    `${ring}M5.7 4.6 8 6.9l2.3-2.3 1.1 1.1L9.1 8l2.3 2.3-1.1 1.1L8 9.1l-2.3 2.3-1.1-1.1L6.9 8 4.6 5.7z`,
  ),
  warning: icon(
    'warning',
    'M8 1.2 15.4 14.4H.6L8 1.2zm0 3L3.1 12.9h9.8L8 4.2zM7.25 6.5h1.5v3.4h-1.5V6.5zm0 4.2h1.5v1.5h-1.5v-1.5z',
  ),
  notice: icon('notice', `${ring}M7.25 4.4h1.5v1.5h-1.5V4.4zm0 2.7h1.5v4.5h-1.5V7.1z`),
};

/** The sign of an annotation's level. */
export function levelIcon(level: AnnotationLevel): Html {
  return levels[level];
}

const conclusions: Readonly<Record<string, Html>> = {
  success: icon('success', `${ring}M11.3 5.2l1.1 1.1-5.2 5.2-3-3 1.1-1.1 1.9 1.9 4.1-4.1z`),
  failure: icon(
    'error',
    `${ring}M5.7 4.6 8 6.9l2.3-2.3 1.1 1.1L9.1 8l2.3 2.3-1.1 1.1L8 9.1l-2.3 2.3-1.1-1.1L6.9 8 4.6 5.7z`,
  ),
  in_progress: icon('warning', `${ring}M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z`),
};

const neutralIcon = icon('neutral', `${ring}M4.5 7.25h7v1.5h-7z`);

/** The sign of a check's conclusion; what is neither green, red nor under way is grey. */
export function conclusionIcon(conclusion: string): Html {
  return conclusions[conclusion] ?? neutralIcon;
}
