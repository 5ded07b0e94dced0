// The check of the insights' page: as its scenario makes it, with hostile text in every field, and with ten thousand bugs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { everyText } from '../../__tests__/documents/hostile-texts.ts';
import { insightsRun } from '../../__tests__/hostile/plays.ts';
import { inAllFields } from '../../__tests__/hostile/words.ts';
import { fullWorld } from '../../__tests__/hostile/worlds.ts';
import { aBug, aScan, evidenceOf, hostileReport, reportOf, signature } from '../../__tests__/insights/worlds.ts';
import { renderInsightsPage } from '../../src/insights/documents/page.ts';
import { findBarriers } from './axe.ts';
import { pages, screenshots, takesPictures } from './folders.ts';
import { findWide, type Played, takePicture } from './scenarios.ts';
import { check } from './tally.ts';
import { changeLook, type Look, provoke, usualLook, visit } from './visit.ts';

const PAGE = 'scan-insights/index.html';
const looks: readonly Look[] = [
  usualLook,
  { colorScheme: 'light', width: 1_200 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1_280 },
  { colorScheme: 'dark', width: 390 },
];
/** What a browser shows in a second or two: every bug has its row in a list, and the lists are short. */
const MAX_ELEMENTS = 40_000;

/** The pages that the scenarios wrote, in every look; folds are opened, because people open them. */
export async function checkInsightsScenario(browser: Browser, { name, views }: Played): Promise<void> {
  const written = views[0]?.stepView?.files.find(({ path }) => path === PAGE);
  if (written === undefined) throw new Error(`the scenario ${name} has not written ${PAGE}`);
  await checkLooks(browser, `the page of ${name}`, written.text);
}

/** Names and texts as long as a service may give them, with and without places where a line may be broken. */
export async function checkLongInsights(browser: Browser): Promise<void> {
  const words = 'writes every field into a temporary file that any_process_on_the_same_machine can read ';
  const paths = [
    ...['/', '.'].map((sign) => Array.from({ length: 27 }, (_, at) => `package_number_${at}`).join(sign)),
    'y'.repeat(400),
  ];
  const author = 'somebody-with-many-names-of-which-each-is-long';
  const bugs = paths.flatMap((path, at) =>
    [null, ['dismissed', '2026-11-12'] as const].map((review, index) =>
      aBug(`long-${at}-${index}`, {
        ...{ kind: 'security', title: words.repeat(4).slice(0, 268), path: path.slice(0, 400), review },
        ...{ reason: 'wont_fix', note: `until 2026-11-30. ${words.repeat(3)} · ${signature(author)}` },
        introducedBy: { sha: 'c'.repeat(40), date: '2026-11-01', author, pullRequest: 123_456 },
      }),
    ),
  );
  await checkLooks(
    browser,
    'the page of insights with long texts',
    renderInsightsPage(reportOf([evidenceOf('acme/shop', { bugs })])),
  );
}

async function checkLooks(browser: Browser, name: string, text: string): Promise<void> {
  const slug = name.replaceAll(' ', '-');
  const file = await save(slug, text);
  const found = looks.map((look) => ({ look, wide: [] as string[] }));
  const barriers: string[] = [];
  const faults = await visit(browser, file, async (page) => {
    for (const { look } of takesPictures ? found : []) {
      await changeLook(page, look);
      await takePicture(page, look, join(screenshots, `${slug}-${look.colorScheme}-${look.width}.png`));
    }
    await provoke(page);
    for (const { look, wide } of found) {
      await changeLook(page, look);
      wide.push(...(await findWide(page)));
    }
    await changeLook(page, usualLook);
    barriers.push(...(await findBarriers(page)));
  });
  check(`${name}: no dialog, no request, no error`, faults);
  check(`${name}: no barriers, light or dark`, barriers);
  for (const { look, wide } of found) {
    check(`${name}, ${look.colorScheme}, ${look.width} px: nothing to scroll sideways`, wide);
  }
}

/** Pages whose every field has hostile text. */
export async function playHostileInsights(): Promise<readonly string[]> {
  const played = await insightsRun(fullWorld(everyText.length), inAllFields(7));
  const texts = played.flatMap(({ result }) => result.workspaceFiles[PAGE] ?? []);
  if (texts.length !== played.length) throw new Error('a run of insights has left no page');
  return [...texts, renderInsightsPage(hostileReport(everyText))];
}

/** Each page is shown with its policy and without. */
export async function checkHostileInsights(browser: Browser, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    const bare = text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/u, '');
    for (const [way, markup] of Object.entries({ guarded: text, bare })) {
      const file = await save(`insights-hostile-${index}-${way}`, markup);
      const wide: string[] = [];
      const ran = await visit(browser, file, async (page) => {
        await changeLook(page, { colorScheme: 'light', width: 390 });
        await provoke(page);
        wide.push(...(await findWide(page)));
      });
      check(`the page of insights with hostile text ${index + 1}, ${way}: nothing runs`, ran);
      check(`the page of insights with hostile text ${index + 1}, ${way}: nothing to scroll sideways`, wide);
    }
  }
}

/** Ten thousand bugs, all dismissed in a year, so that every list is as long as it can be. */
export async function checkManyInsights(browser: Browser): Promise<void> {
  const bugs = Array.from({ length: 10_000 }, (_, index) =>
    aBug(`b${index}`, {
      kind: index % 3 === 0 ? 'security' : 'bug',
      found: '2026-02-01',
      review: ['dismissed', '2026-10-01'],
      note: index % 2 === 0 ? null : 'until 2026-11-30. Goes in spring.',
    }),
  );
  const evidence = evidenceOf('acme/shop', { bugs, scans: [aScan('2025-01-01')] });
  const file = await save('insights-many', renderInsightsPage(reportOf([evidence], { with: { days: 366 } })));
  let elements = 0;
  const faults = await visit(browser, file, async (page) => {
    elements = await page.evaluate<number>(`document.querySelectorAll('*').length`);
  });
  const large = elements > bugs.length / 10 && elements <= MAX_ELEMENTS ? [] : [`it has ${elements} elements`];
  check('the page of insights with 10,000 bugs: few enough elements to open at once', [...faults, ...large]);
}

/** The page keeps its own policy. */
async function save(name: string, text: string): Promise<string> {
  const file = join(pages, `${name}.html`);
  await writeFile(file, text);
  return file;
}
