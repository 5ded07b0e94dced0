// Owns the browser test: every scenario's page in a real Chromium, light and dark, wide and narrow, and hostile text
// with nothing but our own neutralising between it and the browser. The last line is "N passed, N failed".
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Document } from '../__tests__/hostile/play.ts';
import { gateRuns, rerunRun } from '../__tests__/hostile/plays.ts';
import { attackOf, inAllFields } from '../__tests__/hostile/words.ts';
import { fullWorld } from '../__tests__/hostile/worlds.ts';
import { everyText } from '../__tests__/report/hostile-texts.ts';
import { renderMarkdown } from '../sandbox/page/markdown.ts';
import { renderPage } from '../sandbox/page/page.ts';
import { playViews } from '../sandbox/page/play-views.ts';
import type { RunView } from '../sandbox/page/view.ts';
import { hostileTexts } from '../sandbox/scenarios/hostile.ts';
import { minuteMs } from '../sandbox/scenarios/identity.ts';
import { scenarios } from '../sandbox/scenarios/index.ts';
import { startStage } from '../sandbox/scenarios/play.ts';
import type { Scenario } from '../sandbox/scenarios/scenario.ts';
import { findChromium, NoChromiumError, thisMachine } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const pages = join(root, 'demo', 'pages');
const screenshots = join(root, 'demo', 'screenshots');

const count = { passed: 0, failed: 0 };

/** Counts one check, and says what is wrong: every line is a fault. */
function check(title: string, faults: readonly string[]): void {
  const isGood = faults.length === 0;
  count[isGood ? 'passed' : 'failed'] += 1;
  console.log(`${isGood ? 'ok' : 'NOT OK'}  ${title}`);
  for (const fault of faults.slice(0, 10)) console.log(`        ${fault.slice(0, 300)}`);
}

/** A scenario, played to its end. */
interface Played {
  readonly name: string;
  readonly views: readonly RunView[];
  readonly file: string;
}

/** Plays a scenario by the committed bundles and writes its page. */
async function play(scenario: Scenario): Promise<Played> {
  const world = scenario.build(Date.now());
  const [pull] = world.github.pulls;
  if (!pull) throw new Error(`${scenario.name} has no pull request`);
  // Minutes pass between two steps, as they would.
  let passedMs = 0;
  const stage = await startStage({ world, now: () => Date.now() + passedMs });
  try {
    const views: RunView[] = [];
    for await (const view of playViews(scenario.name, world, stage)) {
      views.push(view);
      passedMs += 7 * minuteMs;
    }
    const repository = `${world.github.owner}/${world.github.name}`;
    const file = join(pages, `${scenario.name}.html`);
    await writeFile(file, await renderPage({ repository, pull, views }));
    return { name: scenario.name, views, file };
  } finally {
    await stage.close();
  }
}

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1_280 },
  { colorScheme: 'dark', width: 1_280 },
  { colorScheme: 'light', width: 390 },
];

/** Opens a page; what it did that no page may do comes back after `act`. */
async function visit(
  browser: Browser,
  { colorScheme, width }: Look,
  file: string,
  act: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  const viewport = { width, height: width < 600 ? 844 : 900 };
  const context = await browser.newContext({ colorScheme, viewport });
  const faults: string[] = [];
  const address = pathToFileURL(file).href;
  try {
    await context.route('**/*', async (route) => {
      const url = route.request().url();
      if (url === address) {
        await route.continue();
        return;
      }
      faults.push(`request: ${url}`);
      await route.abort();
    });
    const page = await context.newPage();
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('popup', (popup) => faults.push(`window: ${popup.url()}`));
    await page.goto(address, { waitUntil: 'load' });
    await act(page);
    return faults;
  } finally {
    await context.close();
  }
}

/** Much longer than a page, so that what comes late is seen too. */
const settleMs = 150;
/** A picture of ten thousand bugs is of use to nobody. */
const maxPictureHeight = 4_000;

async function checkPlayed(browser: Browser, played: Played): Promise<void> {
  for (const look of looks) {
    const title = `${played.name}, ${look.colorScheme}, ${look.width} px`;
    const missing: string[] = [];
    const wide: string[] = [];
    const faults = await visit(browser, look, played.file, async (page) => {
      for (const [at, view] of played.views.entries()) {
        if (played.views.length > 1) await page.locator(`label[for="tab-${at + 1}"]`).click();
        await page.waitForTimeout(settleMs);
        missing.push(...(await findMissing(page, view)));
        wide.push(...(await findWide(page)));
        const step = played.views.length > 1 ? `-${at + 1}` : '';
        const name = `${played.name}${step}-${look.colorScheme}-${look.width}.png`;
        await takePicture(page, look, join(screenshots, name));
      }
    });
    check(`${title}: no dialog, no request, no error`, faults);
    check(`${title}: verdict and documents to be seen`, missing);
    check(`${title}: nothing to scroll sideways`, wide);
  }
}

/** What a reader would look for and not find. */
async function findMissing(page: Page, view: RunView): Promise<readonly string[]> {
  const wanted: readonly (readonly [what: string, selector: string])[] = [
    ['the job', '.card-head:visible b'],
    ['the log', '.card:visible .log'],
    ['the changed files', 'details.file:visible'],
    ...(view.checks.length > 0 ? [['the merge box', '.merge:visible'] as const] : []),
    ...(view.comments.length > 0 ? [['a comment', '.bubble-body:visible'] as const] : []),
  ];
  const missing: string[] = [];
  for (const [what, selector] of wanted) {
    if ((await page.locator(selector).count()) === 0) missing.push(`${what} (${selector})`);
  }
  const text = await page.locator('body').innerText();
  if (view.verdict !== '' && !text.includes(`${view.verdict} · ${view.reason}`)) {
    missing.push(`the verdict "${view.verdict} · ${view.reason}"`);
  }
  for (const heading of headingsOf(view)) {
    if (!text.includes(heading)) missing.push(`the heading "${heading}"`);
  }
  return missing;
}

/** The titles of the gate's own documents: comment and summary. */
function headingsOf({ comments, summary }: RunView): readonly string[] {
  const bodies = comments.filter(({ bot, body }) => bot && body.startsWith('<!-- scan-gate:v1'));
  const documents = [...bodies.map(({ body }) => body), summary];
  return documents.flatMap((text) => /^### (.+)$/mu.exec(text)?.[1] ?? []);
}

/** What reaches beyond the right edge, unless it scrolls by itself. */
async function findWide(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(() => {
    const limit = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= limit) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > limit + 1;
    });
    return ['page: ' + document.documentElement.scrollWidth + ' of ' + limit + ' px'].concat(
      wide.slice(0, 5).map((element) => element.tagName + '.' + element.className),
    );
  })()`);
}

async function takePicture(page: Page, { width }: Look, path: string): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const clip = { x: 0, y: 0, width, height: Math.min(height, maxPictureHeight) };
  await page.screenshot({ path, fullPage: true, clip });
}

/** Markdown as HTML without any list of what is allowed: all that an attacker could wish for. */
function renderRaw(text: string): string {
  return micromark(text, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/** A page without a policy. */
async function writeBare(name: string, markup: string): Promise<string> {
  const file = join(pages, `${name}.html`);
  await writeFile(file, `<!doctype html><meta charset="utf-8"><title>${name}</title>${markup}`);
  return file;
}

/** Clicks whatever can be clicked and opens what is folded, then waits. */
async function provoke(page: Page): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('details').forEach((each) => { each.open = true; })`,
  );
  await page.evaluate(`document.querySelectorAll('[onclick], [onmouseover], a[href^="javascript:"]')
    .forEach((each) => { each.dispatchEvent(new MouseEvent('mouseover')); each.click(); })`);
  await page.waitForTimeout(2 * settleMs);
}

/** What a document of ours may lead to: the local GitHub, and the address in the input `bug-url`. */
const ownAddress = String.raw`^(http:\/\/127\.0\.0\.1:\d+\/|https:\/\/app\.example\.com\/bugs\/)`;

/** What is on the page that no document of ours may have, before anything is clicked. */
async function findLive(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(() => {
    const all = (selector) => [...document.body.querySelectorAll(selector)];
    const foreign = 'img, picture, video, audio, svg, math, object, embed, iframe, script, style, link, form, input, pre, hr, h1, h2';
    const cells = (table) => new Set([...table.rows].map((row) => row.cells.length));
    const { lastElementChild: last } = document.body;
    return [
      ...all(foreign).map((each) => 'element: ' + each.tagName),
      ...all('details[open]').map((each) => 'open: ' + each.textContent.slice(0, 60)),
      ...all('a').filter((each) => !new RegExp(${JSON.stringify(ownAddress)}).test(each.href)).map((each) => 'link: ' + (each.href || each.textContent)),
      ...all('table').filter((each) => cells(each).size > 1).map((each) => 'table: ' + [...cells(each)]),
      ...all('*').flatMap((each) => each.getAttributeNames().map((name) => name.toLowerCase())).filter((name) => !['href', 'align'].includes(name)).map((name) => 'attribute: ' + name),
      ...(last && last.id === '' && last.textContent === 'END' && last.tagName === 'P' ? [] : ['something is open at the end']),
    ];
  })()`);
}

/** Opens a document raw and as GitHub would sanitise it, looks at it, and clicks whatever it has. */
async function checkDocument(
  browser: Browser,
  { name, markdown, marked }: Document,
): Promise<void> {
  const text = `${markdown}\n\nEND\n`;
  const ways = {
    raw: renderRaw(text),
    sanitised: renderMarkdown(text, { hardBreaks: marked }).markup,
  };
  for (const [way, markup] of Object.entries(ways)) {
    const live: string[] = [];
    const file = await writeBare(`${name.replaceAll(/\W+/gu, '-')}-${way}`, markup);
    const ran = await visit(browser, { colorScheme: 'light', width: 1_280 }, file, async (page) => {
      live.push(...(await findLive(page)));
      await provoke(page);
    });
    check(`${name}, ${way}: nothing runs`, ran);
    check(`${name}, ${way}: nothing but our frame and letters`, live);
  }
}

/** Every kind of document, made of answers with hostile text in each of their fields. */
async function checkHostileAnswers(browser: Browser): Promise<void> {
  for (const [name, run] of Object.entries({ ...gateRuns, 'a review': rerunRun })) {
    const played = await run(fullWorld(everyText.length), inAllFields(name.length));
    const documents = played.flatMap((each) => each.documents);
    if (documents.length === 0) throw new Error(`${name} has left no document`);
    // A check run is sent with its text again for each further batch of annotations.
    const different = new Map(documents.map((document) => [document.markdown, document]));
    for (const document of different.values()) {
      await checkDocument(browser, { ...document, name: `${name}, ${document.name}` });
    }
  }
  const bait = {
    name: 'attacks',
    markdown: `${everyText.join('\n\n')}\n\n${attackOf(0)}`,
    marked: false,
  };
  const file = await writeBare('attacks-raw', renderRaw(bait.markdown));
  const seen: string[] = [];
  await visit(browser, { colorScheme: 'light', width: 1_280 }, file, async (page) => {
    seen.push(...(await findLive(page)));
  });
  const kinds = ['element: ', 'open: ', 'link: ', 'attribute: ', 'something is open'];
  check(
    'the attacks themselves, raw: the test sees them',
    kinds
      .filter((kind) => !seen.some((fault) => fault.startsWith(kind)))
      .map((kind) => `not seen: ${kind}`),
  );
}

/** The gate's own documents of the hostile scenario, and, so that the test is known to see, the texts themselves. */
async function checkHostile(browser: Browser, hostile: Played): Promise<void> {
  const [view] = hostile.views;
  const own = view?.comments.find(({ bot, body }) => bot && body.includes('Scan Gate'));
  if (!view || !own) throw new Error('the hostile scenario left no comment');
  const look: Look = { colorScheme: 'light', width: 1_280 };
  const documents = { comment: own.body, summary: view.summary };
  for (const [name, text] of Object.entries(documents)) {
    const raw = await writeBare(`hostile-${name}-raw`, renderRaw(text));
    check(`hostile ${name}, raw: nothing runs`, await visit(browser, look, raw, provoke));
    const { markup } = renderMarkdown(text, { hardBreaks: name === 'comment' });
    const clean = await writeBare(`hostile-${name}-sanitised`, markup);
    check(`hostile ${name}, sanitised: nothing runs`, await visit(browser, look, clean, provoke));
  }
  const attack = hostileTexts.join('\n\n');
  const bait = await writeBare('attack-raw', renderRaw(attack));
  const seen = await visit(browser, look, bait, provoke);
  const wanted = ['dialog: ', 'request: https://attacker.example'];
  const unseen = wanted.filter((start) => !seen.some((fault) => fault.startsWith(start)));
  check(
    'the attack itself, raw: the test sees it run',
    unseen.map((start) => `not seen: ${start}`),
  );
  const { markup } = renderMarkdown(attack, { hardBreaks: true });
  const tame = await writeBare('attack-sanitised', markup);
  check('the attack itself, sanitised: nothing runs', await visit(browser, look, tame, provoke));
}

async function main(): Promise<void> {
  const executablePath = findChromium(thisMachine());
  for (const folder of [pages, screenshots]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  const args = ['--disable-background-networking', '--disable-gpu'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const browser = await chromium.launch({ executablePath, args });
  try {
    console.log(`Chromium ${browser.version()} at ${executablePath}`);
    for (const scenario of scenarios) {
      const played = await play(scenario);
      await checkPlayed(browser, played);
      if (scenario.name === 'hostile') await checkHostile(browser, played);
    }
    await checkHostileAnswers(browser);
  } finally {
    await browser.close();
  }
}

try {
  await main();
} catch (error) {
  count.failed += 1;
  console.error(error instanceof NoChromiumError ? error.message : error);
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
