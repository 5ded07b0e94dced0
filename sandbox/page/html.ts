// Templates of HTML: text is escaped unless it is markup already.

/** Markup that may be put into a page unchanged. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/** In these templates a value is text, unless it is `Html`; lists are joined, `undefined` is nothing. */
export function html(fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const markup = fixed.map((text, at) => text + toMarkup(parts[at])).join('');
  return new Html(markup);
}

function toMarkup(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return part.map(toMarkup).join('');
}

/** HTML has no place for control characters other than tab, line feed and carriage return. */
export const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(controls, '\ufffd');
}
