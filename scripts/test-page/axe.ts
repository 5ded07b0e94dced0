// The check of a page by axe-core: whether people can read it who see it badly or not at all.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that are checked: all, or one by its name. */
export type Rules = 'all' | 'color-contrast';

/** What axe finds on the page as it looks now, with every fold open meanwhile, one line for each rule. */
export async function findBarriers(page: Page, rules: Rules): Promise<readonly string[]> {
  await page.evaluate(`${axe}; 0`);
  const only = rules === 'all' ? '' : `runOnly: '${rules}'`;
  return await page.evaluate<readonly string[]>(`(async () => {
    const folds = [...document.querySelectorAll('details:not([open])')];
    for (const fold of folds) fold.open = true;
    const { violations } = await axe.run(document, { preload: false, resultTypes: ['violations'], ${only} });
    for (const fold of folds) fold.open = false;
    return violations.map(({ id, nodes }) =>
      [id, nodes.length, ...nodes.slice(0, 2).map(({ html, any }) => html.slice(0, 120) + ' ' + (any[0]?.message ?? ''))].join(' · '),
    );
  })()`);
}
