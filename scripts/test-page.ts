// The browser test: every scenario's page in a real Chromium, wide and narrow, and hostile text with only
// our own neutralising between it and the browser. `--pictures` also keeps what it saw, light and dark. The last line is
// "N passed, N failed".
import { mkdir, rm } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { scenarios } from '../sandbox/scenarios/index.ts';
import { findChromium, NoChromiumError, thisMachine } from './chromium.ts';
import { pages, screenshots, takesPictures } from './test-page/folders.ts';
import { checkHostileAnswers, checkHostileScenario, playHostileAnswers } from './test-page/hostile.ts';
import { checkHostileInsights, checkInsightsScenario, checkManyInsights } from './test-page/insights.ts';
import { checkPlayed, play } from './test-page/scenarios.ts';
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
    // These runs take this process's standard output for themselves. All pages are looked at while scenarios are played.
    const documents = await playHostileAnswers();
    const checks = [checkHostileAnswers(browser, documents).catch(countFault)];
    for (const scenario of scenarios) {
      const played = await play(scenario);
      checks.push(checkPlayed(browser, played).catch(countFault));
      if (scenario.name === 'hostile') checks.push(checkHostileScenario(browser, played).catch(countFault));
      if (scenario.name === 'insights') checks.push(checkInsightsScenario(browser, played).catch(countFault));
    }
    await Promise.all(checks);
    await checkHostileInsights(browser);
    // Alone, because it is timed.
    await checkManyInsights(browser);
  } finally {
    await browser.close();
  }
}

/** Anything that goes wrong beside what is checked. */
function countFault(error: unknown): void {
  count.failed += 1;
  console.error(error instanceof NoChromiumError ? error.message : error);
}

await main().catch(countFault);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
