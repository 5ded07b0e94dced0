// The check of documents with hostile text, raw and as GitHub would sanitise them: nothing runs, nothing is live.
import type { Browser, Page } from 'playwright-core';
import { everyText } from '../../__tests__/documents/hostile-texts.ts';
import type { Document } from '../../__tests__/hostile/play.ts';
import { gateRuns, rerunRun, watchRun } from '../../__tests__/hostile/plays.ts';
import { attackOf, inAllFields } from '../../__tests__/hostile/words.ts';
import { fullWorld } from '../../__tests__/hostile/worlds.ts';
import { cleanMarkup, parseMarkup, renderUnsafe } from '../../sandbox/page/markdown.ts';
import { hostileTexts } from '../../sandbox/scenarios/hostile.ts';
import type { Played } from './scenarios.ts';
import { check } from './tally.ts';
import { provoke, visit, waitForFaults, writeBare } from './visit.ts';

/** Our documents may link to the local GitHub, the origin of `bug-url`, and our own pages. */
const ownAddress = String.raw`^(http:\/\/127\.0\.0\.1:\d+\/|https:\/\/app\.example\.com\/|https:\/\/github\.com\/scan-gate\/scan-gate\/blob\/main\/(review\/README|docs\/(set-ups|inputs|forks|what-is-this|when-it-is-red))\.md)`;

/** Finds what no document of ours may have, before anything is clicked. Code is in blocks of plain text. */
async function findLive(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`(() => {
    const all = (selector) => [...document.body.querySelectorAll(selector)];
    const foreign = 'img, picture, video, audio, svg, math, object, embed, iframe, script, style, link, form, input, pre:not(:has(> code:only-child)), hr, h1, h2';
    const cells = (table) => new Set([...table.rows].map((row) => row.cells.length));
    const isBlockOfText = (each) => each.tagName === 'CODE' && each.attributes.length === 1 && each.className === 'language-text';
    const { lastElementChild: last } = document.body;
    return [
      ...all(foreign).map((each) => 'element: ' + each.tagName),
      ...all('details[open]').map((each) => 'open: ' + each.textContent.slice(0, 60)),
      ...all('a').filter((each) => !new RegExp(${JSON.stringify(ownAddress)}).test(each.href)).map((each) => 'link: ' + (each.href || each.textContent)),
      ...all('table').filter((each) => cells(each).size > 1).map((each) => 'table: ' + [...cells(each)]),
      ...all('*').filter((each) => !isBlockOfText(each)).flatMap((each) => each.getAttributeNames().map((name) => name.toLowerCase())).filter((name) => !['href', 'align'].includes(name)).map((name) => 'attribute: ' + name),
      ...(last && last.id === '' && last.textContent === 'END' && last.tagName === 'P' ? [] : ['something is open at the end']),
    ];
  })()`);
}

/** Opens a document raw and as GitHub would sanitise it, checks it, and clicks everything in it. */
async function checkDocument(browser: Browser, { name, markdown, marked }: Document): Promise<void> {
  const raw = renderUnsafe(`${markdown}\n\nEND\n`);
  const ways = { raw, sanitised: cleanMarkup(parseMarkup(raw), { hardBreaks: marked }).markup };
  const checkWay = async ([way, markup]: readonly [string, string]): Promise<void> => {
    const live: string[] = [];
    const file = await writeBare(`${name.replaceAll(/\W+/gu, '-')}-${way}`, markup);
    const ran = await visit(browser, file, async (page) => {
      live.push(...(await findLive(page)));
      await provoke(page);
    });
    check(`${name}, ${way}: nothing runs`, ran);
    check(`${name}, ${way}: nothing but our frame and letters`, live);
  };
  await Promise.all(Object.entries(ways).map(checkWay));
}

const runs = { ...gateRuns, 'a review': rerunRun, 'a watch': watchRun };

/** Every kind of document, made of answers with hostile text in each of their fields. */
export async function playHostileAnswers(): Promise<readonly Document[]> {
  const documents: Document[] = [];
  for (const [name, run] of Object.entries(runs)) {
    const played = await run(fullWorld(everyText.length), inAllFields(name.length));
    const left = played.flatMap((each) => each.documents);
    if (left.length === 0) throw new Error(`${name} has left no document`);
    // A check run is sent with its text again for each further batch of annotations.
    const different = new Map(left.map((document) => [document.markdown, document]));
    documents.push(...[...different.values()].map((each) => ({ ...each, name: `${name}, ${each.name}` })));
  }
  return documents;
}

/** Checks those documents, and, so that the test is known to see, the attacks themselves. */
export async function checkHostileAnswers(browser: Browser, documents: readonly Document[]): Promise<void> {
  await Promise.all(documents.map((document) => checkDocument(browser, document)));
  const bait = {
    name: 'attacks',
    markdown: `${everyText.join('\n\n')}\n\n${attackOf(0)}`,
    marked: false,
  };
  const file = await writeBare('attacks-raw', renderUnsafe(bait.markdown));
  const seen: string[] = [];
  await visit(browser, file, async (page) => {
    seen.push(...(await findLive(page)));
  });
  const kinds = ['element: ', 'open: ', 'link: ', 'attribute: ', 'something is open'];
  check(
    'the attacks themselves, raw: the test sees them',
    kinds.filter((kind) => !seen.some((fault) => fault.startsWith(kind))).map((kind) => `not seen: ${kind}`),
  );
}

/** The gate's own documents of the hostile scenario, and, so that the test is known to see, the texts themselves. */
export async function checkHostileScenario(browser: Browser, hostile: Played): Promise<void> {
  const [view] = hostile.views;
  const own = view?.comments.find(({ bot, body }) => bot && body.includes('Scan Gate'));
  if (!view || !own) throw new Error('the hostile scenario left no comment');
  const documents = { comment: own.body, summary: view.summary };
  for (const [name, text] of Object.entries(documents)) {
    const unsafe = renderUnsafe(text);
    const raw = await writeBare(`hostile-${name}-raw`, unsafe);
    check(`hostile ${name}, raw: nothing runs`, await visit(browser, raw, provoke));
    const { markup } = cleanMarkup(parseMarkup(unsafe), { hardBreaks: name === 'comment' });
    const clean = await writeBare(`hostile-${name}-sanitised`, markup);
    check(`hostile ${name}, sanitised: nothing runs`, await visit(browser, clean, provoke));
  }
  const attack = renderUnsafe(hostileTexts.join('\n\n'));
  const bait = await writeBare('attack-raw', attack);
  const wanted = ['dialog: ', 'request: https://attacker.example'];
  const seen = await visit(browser, bait, async (page, faults) => {
    await provoke(page);
    await waitForFaults(page, faults, wanted);
  });
  const unseen = wanted.filter((start) => !seen.some((fault) => fault.startsWith(start)));
  check(
    'the attack itself, raw: the test sees it run',
    unseen.map((start) => `not seen: ${start}`),
  );
  const { markup } = cleanMarkup(parseMarkup(attack), { hardBreaks: true });
  const tame = await writeBare('attack-sanitised', markup);
  check('the attack itself, sanitised: nothing runs', await visit(browser, tame, provoke));
}
