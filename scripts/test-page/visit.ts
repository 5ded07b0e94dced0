// A visit to a page: what it does that no page may do, the clicks that provoke it, and pages without a policy.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import type { Browser, Page } from 'playwright-core';
import { pages } from './folders.ts';

export interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

export const usualLook: Look = { colorScheme: 'light', width: 1_280 };

/** A page waits longer than it works. */
const atOnce = pLimit(4);

/** Acts on the page while `faults` fills. */
type Act = (page: Page, faults: readonly string[]) => Promise<void>;

interface Tab {
  readonly page: Page;
  address: string;
  readonly faults: string[];
}

/** Tabs that wait for a page: to open one takes longer than most visits. */
const idle: Tab[] = [];

/** Opens a page as it usually looks, a few at once; what it did that no page may do comes back after `act`. */
export async function visit(browser: Browser, file: string, act: Act): Promise<readonly string[]> {
  return await atOnce(async () => {
    const tab = idle.pop() ?? (await openTab(browser));
    tab.address = pathToFileURL(file).href;
    await tab.page.emulateMedia({ colorScheme: usualLook.colorScheme });
    await tab.page.setViewportSize(toViewport(usualLook.width));
    await tab.page.goto(tab.address, { waitUntil: 'load' });
    await act(tab.page, tab.faults);
    // Whatever ran in it is not let near the next page.
    if (tab.faults.length === 0) idle.push(tab);
    else await tab.page.context().close();
    return [...tab.faults];
  });
}

async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext();
  const tab: Tab = { page: await context.newPage(), address: '', faults: [] };
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === tab.address) {
      await route.continue();
      return;
    }
    tab.faults.push(`request: ${url}`);
    await route.abort();
  });
  tab.page.on('dialog', (dialog) => {
    tab.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  tab.page.on('console', (message) => {
    if (message.type() === 'error') tab.faults.push(`console: ${message.text()}`);
  });
  tab.page.on('pageerror', (error) => tab.faults.push(`error: ${error.message}`));
  tab.page.on('popup', (popup) => tab.faults.push(`window: ${popup.url()}`));
  return tab;
}

function toViewport(width: number): { readonly width: number; readonly height: number } {
  return { width, height: width < 600 ? 844 : 900 };
}

/** Shows an open page in another way, then waits. */
export async function changeLook(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(toViewport(width));
  await page.waitForTimeout(settleMs);
}

/** Much longer than a page, so that what comes late is seen too. */
const settleMs = 150;

/** Writes a page without a policy and returns its path. */
export async function writeBare(name: string, markup: string): Promise<string> {
  const file = join(pages, `${name}.html`);
  await writeFile(file, `<!doctype html><meta charset="utf-8"><title>${name}</title>${markup}`);
  return file;
}

/** Clicks whatever can be clicked and opens what is folded, then waits. */
export async function provoke(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true; })`);
  await page.evaluate(`document.querySelectorAll('[onclick], [onmouseover], a[href^="javascript:"]')
    .forEach((each) => { each.dispatchEvent(new MouseEvent('mouseover')); each.click(); })`);
  await page.waitForTimeout(2 * settleMs);
}

/** Waits until there is a fault with each of these beginnings, at most half a minute. */
export async function waitForFaults(page: Page, faults: readonly string[], wanted: readonly string[]): Promise<void> {
  const isSeen = (start: string): boolean => faults.some((fault) => fault.startsWith(start));
  for (let waits = 0; waits < 200 && !wanted.every(isSeen); waits += 1) {
    await page.waitForTimeout(settleMs);
  }
}
