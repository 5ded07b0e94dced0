// The browser test: every scenario's page in a real Chromium, wide and narrow, and hostile text with only
// our own neutralising between it and the browser. `--pictures` also keeps what it saw, light and dark. The last line is
// "N passed, N failed".
import { mkdir, rm } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { scenarios } from '../sandbox/scenarios/index.ts';
import { findChromium, NoChromiumError, thisMachine } from './chromium.ts';
import { checkBait } from './test-page/axe.ts';
import { pages, screenshots, takesPictures } from './test-page/folders.ts';
import { checkHostileAnswers, checkHostileScenario, playHostileAnswers } from './test-page/hostile.ts';
import {
  checkHostileInsights,
  checkInsightsScenario,
  checkLongInsights,
  checkManyInsights,
  playHostileInsights,
} from './test-page/insights.ts';
import { checkPlayed, play, type Played } from './test-page/scenarios.ts';
import { count } from './test-page/tally.ts';

async function main(): Promise<void> {
  const executablePath = findChromium(thisMachine());
  for (const folder of takesPictures ? [pages, screenshots] : [pages]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  const args = ['--disable-background-networking', '--disable-gpu'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const browser = await chromium.launch({ executablePath, args });
  try {
    console.log(`Chromium ${browser.version()} at ${executablePath}`);
    // These runs take this process's standard output for themselves, so that nothing is looked at before all have ended.
    const documents = await playHostileAnswers();
    const hostileInsights = await playHostileInsights();
    const all: Played[] = [];
    for (const scenario of scenarios) all.push(await play(scenario));
    const checks = [
      checkHostileAnswers(browser, documents),
      ...all.map((played) => checkPlayed(browser, played)),
      checkHostileScenario(browser, find(all, 'hostile')),
      ...['insights', 'insights-organization'].map((name) => checkInsightsScenario(browser, find(all, name))),
      checkLongInsights(browser),
      checkHostileInsights(browser, hostileInsights),
      checkManyInsights(browser),
      checkBait(browser),
    ];
    await Promise.all(checks.map((check) => check.catch(countFault)));
  } finally {
    await browser.close();
  }
}

function find(all: readonly Played[], wanted: string): Played {
  const found = all.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`there is no scenario ${wanted}`);
  return found;
}

/** Anything that goes wrong beside what is checked. */
function countFault(error: unknown): void {
  count.failed += 1;
  console.error(error instanceof NoChromiumError ? error.message : error);
}

await main().catch(countFault);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
