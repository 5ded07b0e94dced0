// Sentences of ours with places to fill: whom to ask, the page that runs the job again, the service, the judged commit.
import type { Template } from '../../documents/causes.ts';
import { MAX_TITLE_CHARACTERS } from '../../documents/limits.ts';
import { renderCommitLink } from '../../documents/links.ts';
import { gfm, join, type Markdown, renderLink, renderSentence, renderText } from '../../documents/markdown.ts';
import { toShortSha } from '../../judgement/identifiers.ts';
import type { Report } from '../../judgement/report.ts';

export type PhraseSource = Pick<Report, 'contact' | 'service' | 'jobUrl' | 'sha' | 'repository'>;

interface Place {
  readonly text: (source: PhraseSource) => string;
  readonly render: (source: PhraseSource) => Markdown;
}

/** Nobody is named if the input `contact` is empty. */
export const MAINTAINER = 'the maintainer of this workflow';
const RUN_AGAIN = 'run the job again';
const GATE_ON_PAGE = 'https://github.com/scan-gate/scan-gate/blob/main/docs/inputs.md#which-bugs-count';

function toContactPlace(usual: string): Place {
  return {
    text: ({ contact }) => contact ?? usual,
    render: ({ contact }) => (contact === null ? gfm`${usual}` : gfm`**${contact}**`),
  };
}

function toAgainPlace(words: string): Place {
  return {
    text: () => words,
    render: ({ jobUrl }) => (jobUrl === null ? gfm`${words}` : renderLink(words, jobUrl)),
  };
}

const PLACES: ReadonlyMap<string, Place> = new Map([
  ['contact', toContactPlace(MAINTAINER)],
  ['Contact', toContactPlace(toUpperStart(MAINTAINER))],
  ['again', toAgainPlace(RUN_AGAIN)],
  ['Again', toAgainPlace(toUpperStart(RUN_AGAIN))],
  ['gate-on', { text: () => `gate-on: ${GATE_ON_PAGE}`, render: () => renderLink('gate-on', GATE_ON_PAGE) }],
  ['service', { text: ({ service }) => service.name, render: renderService }],
  [
    'commit',
    {
      text: ({ sha }) => (sha === null ? 'this commit' : toShortSha(sha)),
      render: ({ sha, repository }) => (sha === null ? gfm`this commit` : renderCommitLink(repository, sha)),
    },
  ],
]);

function renderService({ service }: PhraseSource): Markdown {
  const name = renderText(service.name, MAX_TITLE_CHARACTERS);
  return service.url === null ? gfm`${name}` : renderLink(name, service.url);
}

/** Fills the places as plain text, for the log. */
export function fillText(template: Template, source: PhraseSource): string {
  return toParts(template)
    .map(({ text, place }) => `${text}${place?.text(source) ?? ''}`)
    .join('');
}

/** Fills the places with links; between them, text in backticks becomes code, and everything else letters. */
export function fillMarkdown(template: Template, source: PhraseSource): Markdown {
  return join(
    toParts(template).map(({ text, place }) => [renderSentence(text), place?.render(source)]),
    '',
  );
}

/** The text before each place, and that place; after the last text there is none. */
function toParts(template: Template): readonly { readonly text: string; readonly place: Place | undefined }[] {
  const pieces = template.split(/\{([\w-]+)\}/);
  return pieces.flatMap((text, index) =>
    index % 2 === 1 ? [] : [{ text, place: PLACES.get(pieces[index + 1] ?? '') }],
  );
}

export function toUpperStart(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
