// The pictures in the README: documents as the committed bundles make them now. They need a font with emoji.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { gatesWorld } from '../__tests__/recheck/worlds.ts';
import { hourMs, timeText } from '../sandbox/scenarios/identity.ts';
import { findScenario } from '../sandbox/scenarios/index.ts';
import type { Scenario } from '../sandbox/scenarios/scenario.ts';
import { findChromium, thisMachine } from './chromium.ts';
import { pages } from './test-page/folders.ts';
import { play } from './test-page/scenarios.ts';

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
  /** Of its steps, from 1; only where there are several. */
  readonly step?: number;
  readonly selector: string;
}

const pictures: readonly Picture[] = [
  { file: 'comment.png', scenario: findScenario('threshold-exceeded'), selector: '.comment:has(.label)' },
  { file: 'watch.png', scenario: findScenario('watch'), step: 2, selector: '#run-2-conversations .comment' },
  { file: 'recheck.png', scenario: sweep, selector: '.box:has(> .head:has-text("summary"))' },
];

async function take(browser: Browser, { file, scenario, step, selector }: Picture): Promise<void> {
  const played = await play(scenario);
  const page = await browser.newPage({
    colorScheme: 'light',
    viewport: { width: 900, height: 900 },
    deviceScaleFactor: 2,
  });
  await page.goto(`file://${played.file}`);
  if (step !== undefined) await page.locator(`label[for="tab-${step}"]`).click();
  const path = join(import.meta.dirname, '..', 'docs', 'images', file);
  await page.locator(selector).filter({ visible: true }).first().screenshot({ path });
  await page.close();
  console.log(path);
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
