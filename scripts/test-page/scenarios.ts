// The check of every scenario's page, as `src/` makes it now: wide, dark and narrow.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createTestClock } from '../../__tests__/harness/clock.ts';
import { runAction } from '../../__tests__/harness/run-action.ts';
import { renderPage } from '../../sandbox/page/page.ts';
import { playViews } from '../../sandbox/page/play-views.ts';
import type { RunView } from '../../sandbox/page/view.ts';
import type { PlayOptions, RunnerResult } from '../../sandbox/runner/runner.ts';
import { minuteMs } from '../../sandbox/scenarios/identity.ts';
import { startServices } from '../../sandbox/scenarios/play.ts';
import type { Scenario } from '../../sandbox/scenarios/scenario.ts';
import { findBarriers } from './axe.ts';
import { pages, screenshots, takesPictures } from './folders.ts';
import { check } from './tally.ts';
import { changeLook, type Look, usualLook, visit } from './visit.ts';

/** A telephone is this wide. */
const NARROW = 390;
const looks: readonly Look[] = [
  usualLook,
  { ...usualLook, colorScheme: 'dark' },
  { colorScheme: 'light', width: NARROW },
];

/** A picture of ten thousand bugs is of use to nobody. */
const maxPictureHeight = 4_000;

/** A scenario, played to its end. */
export interface Played {
  readonly name: string;
  readonly views: readonly RunView[];
  readonly file: string;
}

/** Plays a scenario in this process, with waits that take no time, and writes its page. Nothing may be printed meanwhile. */
export async function play(scenario: Scenario): Promise<Played> {
  const world = scenario.build(Date.now());
  const [pull] = world.github.pulls;
  if (!pull) throw new Error(`${scenario.name} has no pull request`);
  // Minutes pass between two steps, as they would.
  let passedMs = 0;
  const now = (): number => Date.now() + passedMs;
  const services = await startServices({ world, now });
  const servers = [services.service, services.github];
  const run = (given: PlayOptions): Promise<RunnerResult> =>
    runAction({ ...given, clock: createTestClock(now()), servers });
  try {
    const views: RunView[] = [];
    for await (const view of playViews(scenario.name, world, { ...services, options: { run } })) {
      views.push(view);
      passedMs += 7 * minuteMs;
    }
    const repository = `${world.github.owner}/${world.github.name}`;
    const file = join(pages, `${scenario.name}.html`);
    await writeFile(file, await renderPage({ repository, pull, views }));
    return { name: scenario.name, views, file };
  } finally {
    await services.close();
  }
}

export async function checkPlayed(browser: Browser, played: Played): Promise<void> {
  const [control = ''] = /[^\P{Cc}\t\n\r]/u.exec(await readFile(played.file, 'utf8')) ?? [];
  check(`${played.name}: no raw control characters`, control === '' ? [] : [JSON.stringify(control)]);
  const found = looks.map((look) => ({ look, missing: [] as string[], wide: [] as string[] }));
  const barriers: string[] = [];
  const faults = await visit(browser, played.file, async (page) => {
    for (const [at, view] of played.views.entries()) {
      await choose(page, played, at);
      for (const { look, missing, wide } of found) {
        await changeLook(page, look);
        missing.push(...(await findMissing(page, view)));
        wide.push(...(await findWide(page)));
        if (view.stepView?.job === 'doctor') wide.push(...(await findWideTables(page)));
        const step = played.views.length > 1 ? `-${at + 1}` : '';
        const name = `${played.name}${step}-${look.colorScheme}-${look.width}.png`;
        if (takesPictures) await takePicture(page, look, join(screenshots, name));
      }
    }
    await changeLook(page, usualLook);
    for (const at of played.views.keys()) {
      await choose(page, played, at);
      barriers.push(...(await findBarriers(page)));
    }
  });
  check(`${played.name}: no dialog, no request, no error`, faults);
  check(`${played.name}: no barriers, light or dark`, barriers);
  for (const { look, missing, wide } of found) {
    const title = `${played.name}, ${look.colorScheme}, ${look.width} px`;
    check(`${title}: verdict and documents to be seen`, missing);
    check(`${title}: nothing to scroll sideways`, wide);
  }
}

async function choose(page: Page, { views }: Played, at: number): Promise<void> {
  if (views.length > 1) await page.locator(`label[for="tab-${at + 1}"]`).click();
}

/** Finds what is missing from a page, though a reader would look for it. */
async function findMissing(page: Page, view: RunView): Promise<readonly string[]> {
  const wanted: readonly (readonly [what: string, selector: string])[] = [
    ['the job', '.head:visible b'],
    ['the log', '.log:visible'],
    ...partsOf(view),
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

const NOBODY_TOLD = { comments: [], issues: [], conversations: [] } as const;

type Part = readonly [what: string, selector: string];

/** A pull request, a push and a sweep leave different things beside the job. */
function partsOf(view: RunView): readonly Part[] {
  if (isJobAlone(view)) return [];
  return view.stepView?.job === 'watch' ? watchParts(view) : pullRequestParts(view);
}

function pullRequestParts({ checks, comments }: RunView): readonly Part[] {
  return [
    ['the changed files', 'details.file:visible'],
    ...(checks.length > 0 ? [['the merge box', '.merge:visible'] as const] : []),
    ...(comments.length > 0 ? [['a comment', '.comment:visible'] as const] : []),
  ];
}

function watchParts({ issues }: RunView): readonly Part[] {
  return issues.length > 0 ? [['the issue', '.comment:visible']] : [];
}

/** A scenario about a job alone shows no pull request. */
function isJobAlone({ stepView }: RunView): boolean {
  return ['doctor', 'insights', 'recheck'].includes(stepView?.job ?? '');
}

/** The titles of our own documents that the page shows: comments, issue and summary. */
function headingsOf(view: RunView): readonly string[] {
  const { comments, issues, conversations, summary } = isJobAlone(view) ? { ...view, ...NOBODY_TOLD } : view;
  const told = [...comments, ...conversations.flatMap((each) => each.comments)];
  const bodies = told.filter(({ bot, body }) => bot && /^<!-- scan-gate(?:-watch)?:v2/u.test(body));
  const documents = [...bodies, ...issues].map(({ body }) => body).concat(summary);
  // A code span shows no backticks.
  return documents.flatMap((text) => /^### (.+)$/mu.exec(text)?.[1]?.replaceAll('`', '') ?? []);
}

/** Finds elements beyond the right edge that do not scroll by themselves. */
export async function findWide(page: Page): Promise<readonly string[]> {
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

/** GitHub lets a wide table scroll; those of the doctor are read whole. */
async function findWideTables(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('.body table')]
      .filter((table) => table.checkVisibility() && table.scrollWidth > table.clientWidth)
      .map((table) => 'table: ' + table.scrollWidth + ' of ' + table.clientWidth + ' px')
  `);
}

export async function takePicture(page: Page, { width }: Look, path: string): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const clip = { x: 0, y: 0, width, height: Math.min(height, maxPictureHeight) };
  await page.screenshot({ path, fullPage: true, clip });
}
