// The check of a page by axe-core: whether people can read it who see it badly or not at all.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

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

/** What axe finds on a page with every fold open, light and dark, one line for each rule. The page is another one afterwards. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${PREPARE}; ${axe}; 0`);
  const light = await runAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Nothing else depends on the colors.
  const dark = await runAxe(page, 'color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((each) => `light: ${each}`), ...dark.map((each) => `dark: ${each}`)];
}

async function runAxe(page: Page, rule?: string): Promise<readonly string[]> {
  const only = rule === undefined ? '' : `runOnly: '${rule}'`;
  return await page.evaluate<readonly string[]>(`(async () => {
    const { violations } = await axe.run(document, { preload: false, resultTypes: ['violations'], ${only} });
    return violations.map(({ id, nodes }) =>
      [id, nodes.length, ...nodes.slice(0, 2).map(({ html, any }) => html.slice(0, 120) + ' ' + (any[0]?.message ?? ''))].join(' · '),
    );
  })()`);
}
