// Whether a headline takes at most two lines on a telephone: those who read comments there see the verdict at one glance.

/**
 * Letters of a bold sans-serif by their width, in thousandths of the font's size: those of Helvetica and Arial, which GitHub's
 * pages name. The fonts of telephones are about as wide.
 */
const WIDTHS: Readonly<Record<number, string>> = {
  278: ' ·,.Iijl/',
  333: ';:()-ft',
  389: 'r',
  500: 'z',
  556: '0123456789Jaceksvxy',
  611: 'FLTZbdghnopqu',
  667: 'EPSXY',
  722: 'ABCDHKNRU',
  778: 'GOQw',
  833: 'M',
  889: 'm',
  944: 'W',
  1248: '✅❌⚠',
  // A selector is drawn with the sign before it.
  0: '\u{fe0f}',
};
const WIDTH_OF: ReadonlyMap<string, number> = new Map(
  Object.entries(WIDTHS).flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, Number(width)])),
);
/** Of any other letter: as wide as the widest of the alphabet. */
const WIDEST = 944;

/** The size of a heading of the third level: a quarter larger than a comment's text. */
const FONT_PX = 17.5;
/** A telephone's 390 pixels, less the margins of the page (16 on each side), and the border and padding of a comment (17). */
const LINE_PX = 390 - 2 * (16 + 17);

/** Whether a headline, icon included, takes at most two lines where lines break between words. */
export function isTwoLines(headline: string): boolean {
  let [lines, used] = [1, 0];
  for (const word of headline.split(' ')) {
    const width = toPx(word);
    const isFirst = used === 0;
    if (!isFirst && used + toPx(' ') + width > LINE_PX) [lines, used] = [lines + 1, width];
    else used += width + (isFirst ? 0 : toPx(' '));
  }
  return lines <= 2;
}

function toPx(text: string): number {
  const units = Array.from(text).reduce((sum, letter) => sum + (WIDTH_OF.get(letter) ?? WIDEST), 0);
  return (units * FONT_PX) / 1_000;
}
