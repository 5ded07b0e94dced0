// The check of a page by axe-core: whether people can read it who see it badly or not at all.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { check } from './tally.ts';
import { visit, writeBare } from './visit.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Opens every fold, and of neighbours that are made alike leaves three: what is wrong with one is wrong with all, and
 * thousands of lines take axe a minute.
 */
const PREPARE = `(() => {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  const shapeOf = (element) => {
    const counts = new Map();
    for (const child of [...element.children]) {
      const shape = shapeOf(child);
      const count = (counts.get(shape) ?? 0) + 1;
      counts.set(shape, count);
      if (count > 3) child.remove();
    }
    const isEmpty = element.textContent.trim() === '';
    return [element.tagName, element.className, element.getAttributeNames(), isEmpty, ...counts.keys()].join(' ');
  };
  for (const run of document.querySelectorAll('.run')) shapeOf(run);
})()`;

/**
 * Marks elements of kinds that are none of those given, and tells these kinds: the path of tags and classes to them, which
 * is all that style sheets go by, the names of their attributes, and whether they are empty.
 */
const MARK_NEW = `(known) => {
  const seen = new Set(known);
  const found = [];
  const look = (element, path) => {
    const place = path + ' ' + element.tagName + '.' + element.className;
    const kind = [place, element.getAttributeNames(), element.textContent.trim() === ''].join(' ');
    if (!seen.has(kind) && element.checkVisibility()) {
      seen.add(kind);
      found.push([element, kind]);
    }
    for (const child of element.children) look(child, place);
  };
  look(document.body, '');
  for (const [element] of found) element.dataset.kind = 'new';
  return found.map(([, kind]) => kind);
}`;

/** Rules about what is on a page together. All others are about single elements. */
const OF_PAGES = [
  'bypass',
  'document-title',
  'duplicate-id-aria',
  'heading-order',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
];
const CONTRAST = 'color-contrast';

/** The kinds of elements on all pages so far. */
const known = new Set<string>();

/**
 * What axe finds on a page with every fold open, light and dark, one line for each rule. What is wrong with an element is
 * wrong with its like on every other page, so that only the first is looked at. The page is another one afterwards.
 */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${PREPARE}; window.axe ?? (() => { ${axe} })(); 0`);
  const kinds = await page.evaluate<readonly string[]>(`(${MARK_NEW})(${JSON.stringify([...known])})`);
  if (kinds.length === 0) return await runAxe(page, { runOnly: OF_PAGES });
  for (const kind of kinds) known.add(kind);
  const found = [...(await runAxe(page, { rules: { [CONTRAST]: { enabled: false } } }))];
  // Nothing else depends on the colors.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const faults = await runAxe(page, { runOnly: [CONTRAST] }, '[data-kind=new]');
    found.push(...faults.map((each) => `${colorScheme}: ${each}`));
  }
  return found;
}

/** Looks at the whole page, or at what is selected. */
async function runAxe(page: Page, rules: object, selector = ':root'): Promise<readonly string[]> {
  const options = { ...rules, preload: false, resultTypes: ['violations'] };
  return await page.evaluate<readonly string[]>(`(async () => {
    const { violations } = await axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)});
    return violations.map(({ id, nodes }) =>
      [id, nodes.length, ...nodes.slice(0, 2).map(({ html, any }) => html.slice(0, 120) + ' ' + (any[0]?.message ?? ''))].join(' · '),
    );
  })()`);
}

/** So that the test is known to see: a page that hardly anybody could read. */
export async function checkBait(browser: Browser): Promise<void> {
  const pale = '<p class="bait" style="color: #999; background: #888">Pale.</p>';
  const file = await writeBare('barriers', `<main><h1>Bait</h1><h4>Too deep</h4><img src="data:,">${pale}</main>`);
  const found: string[] = [];
  await visit(browser, file, async (page) => {
    found.push(...(await findBarriers(page)));
  });
  const wanted = ['image-alt', 'heading-order', `light: ${CONTRAST}`, `dark: ${CONTRAST}`, 'html-has-lang'];
  const unseen = wanted.filter((start) => !found.some((each) => each.startsWith(`${start} ·`)));
  check(
    'a page with barriers: the test sees them',
    unseen.map((each) => `not seen: ${each}`),
  );
}
