// The pictures in the README: documents as `src/` makes them now. They need a font with emoji.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { gatesWorld } from '../__tests__/recheck/worlds.ts';
import { hourMs, timeText } from '../sandbox/scenarios/identity.ts';
import { findScenario } from '../sandbox/scenarios/index.ts';
import type { Scenario } from '../sandbox/scenarios/scenario.ts';
import { findChromium, thisMachine } from './chromium.ts';
import { pages } from './test-page/folders.ts';
import { play, type Played } from './test-page/scenarios.ts';

/** A sweep that starts three gates again and leaves one alone. */
const sweep: Scenario = {
  name: 'recheck-sweep',
  description: 'One sweep of recheck over four pull requests.',
  build: (nowMs) => {
    const world = gatesWorld(
      [
        { number: 482, was: 'failed', now: 'passed' },
        { number: 479, was: 'passed', now: 'failed' },
        { number: 476, was: 'unverified', now: 'passed' },
        { number: 471, was: 'failed', now: 'passed', run: { startedAt: timeText(nowMs - hourMs), attempt: 6 } },
      ],
      nowMs,
    );
    const event = { name: 'schedule', payload: { repository: { visibility: 'private' } } };
    return { ...world, steps: [{ title: 'A sweep.', action: 'recheck/action.yml', event, inputs: {} }] };
  },
};

interface Picture {
  readonly file: string;
  readonly scenario: Scenario;
  /** The scenario's step, from 1; only a scenario with several steps names one. */
  readonly step?: number;
  /** The picture shows this part of the demo's page. */
  readonly selector: string;
  /** The picture shows a page that the scenario wrote into the checkout, down to this height. Otherwise it shows the demo's page. */
  readonly written?: { readonly path: string; readonly height: number };
}

const pictures: readonly Picture[] = [
  { file: 'comment.png', scenario: findScenario('threshold-exceeded'), selector: '.comment:has(.label)' },
  { file: 'first-nightly.png', scenario: findScenario('nightly'), selector: '.comment:has(.label)' },
  { file: 'watch.png', scenario: findScenario('watch'), step: 2, selector: '#run-2-conversations .comment' },
  { file: 'recheck.png', scenario: sweep, selector: '.box:has(> .head:has-text("summary"))' },
  {
    file: 'insights.png',
    scenario: findScenario('insights'),
    selector: 'body',
    written: { path: 'scan-insights/index.html', height: 720 },
  },
];

async function take(browser: Browser, { file, scenario, step, selector, written }: Picture): Promise<void> {
  const played = await play(scenario);
  const page = await browser.newPage({
    colorScheme: 'light',
    viewport: { width: 900, height: 900 },
    deviceScaleFactor: 2,
  });
  await page.goto(`file://${written === undefined ? played.file : await save(played, written.path)}`);
  if (step !== undefined) await page.locator(`label[for="tab-${step}"]`).click();
  const path = join(import.meta.dirname, '..', 'docs', 'images', file);
  if (written === undefined) await page.locator(selector).filter({ visible: true }).first().screenshot({ path });
  else await page.screenshot({ path, clip: { x: 0, y: 0, width: 900, height: written.height } });
  await page.close();
  console.log(path);
}

/** Writes what a step left in the checkout into the folder of the pages. */
async function save({ views }: Played, path: string): Promise<string> {
  const found = views.flatMap(({ stepView }) => stepView?.files ?? []).find((each) => each.path === path);
  if (found === undefined) throw new Error(`no step has written ${path}`);
  const file = join(pages, basename(path));
  await writeFile(file, found.text);
  return file;
}

await mkdir(pages, { recursive: true });
const args = ['--disable-background-networking', '--disable-gpu'];
if (process.getuid?.() === 0) args.push('--no-sandbox');
const browser = await chromium.launch({ executablePath: findChromium(thisMachine()), args });
try {
  for (const picture of pictures) await take(browser, picture);
} finally {
  await browser.close();
}
