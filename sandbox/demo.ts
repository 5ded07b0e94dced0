// The demo: the committed bundles play a pull request of the sandbox, and a page shows what GitHub would show.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderPage } from './page/page.ts';
import { playViews } from './page/play-views.ts';
import type { FileView, ReviewView, RunView } from './page/view.ts';
import { minuteMs } from './scenarios/identity.ts';
import { findScenario, listScenarios, scenarios } from './scenarios/index.ts';
import { type LocalServices, startServices } from './scenarios/play.ts';
import type { Scenario } from './scenarios/scenario.ts';

const usage = `usage: npm run demo -- [--scenario NAME] [--then NAME]

  --scenario NAME  the world to judge; ${scenarios[0].name} without it
  --then NAME      afterwards, against the same GitHub, this one; may be given more than once

scenarios:
${listScenarios()}
`;

const TRY_NEXT = `
Try next:
  npm run demo -- --scenario two-pushes   the comment over two pushes
  npm run demo -- --scenario nightly      a service that scans only the default branch
  npm run demo -- --help                  every scenario`;

const root = join(import.meta.dirname, '..');

/** Each later run finds GitHub as the one before left it; only the service's side changes. */
async function demonstrate(chosen: readonly Scenario[]): Promise<void> {
  const nowMs = Date.now();
  const worlds = chosen.map(({ name, build }) => ({ name, world: build(nowMs) }));
  const [first] = worlds;
  if (!first) return;
  // Minutes pass between two runs; else an edit could fall into the second of the creation.
  let passedMs = 0;
  const services = await startServices({ world: first.world, now: () => Date.now() + passedMs });
  try {
    const views: RunView[] = [];
    for (const { name, world } of worlds) {
      if (views.length > 0) services.service.state.replaceData(world.service);
      for await (const view of playViews(name, world, services)) {
        printView(view);
        views.push(view);
        passedMs += 7 * minuteMs;
      }
    }
    await writePage(services, views);
    console.log(TRY_NEXT);
  } finally {
    await services.close();
  }
}

function printView(view: RunView): void {
  const { stepView } = view;
  const outputs = Object.entries(view.outputs).map(([name, value]) => `  ${name}: ${value}`);
  if (stepView) console.log(`\n══ ${stepView.title}\n`);
  console.log(`${heading(`Log · ${stepView?.job ?? view.scenario}`)}\n${view.log}`);
  if (!stepView || stepView.job === 'gate') {
    console.log(heading('Verdict'));
    console.log(`${view.verdict} (${view.reason}), job: ${view.conclusion}\n`);
  }
  console.log(`${heading('Outputs')}\n${outputs.join('\n')}\n`);
  if (stepView?.job === 'review') printReviews(stepView.reviews);
  if (stepView?.job === 'watch') printIssues(view);
  if (stepView?.job === 'rules') printFiles(stepView.files);
  else if (['doctor', 'recheck', 'insights'].includes(stepView?.job ?? ''))
    console.log(`${heading('Summary')}\n${view.summary}\n`);
  else if (stepView?.job !== 'watch') printComments(view);
}

function printIssues({ issues, conversations }: RunView): void {
  for (const { number, state, body } of issues) {
    console.log(`${heading(`Issue ${number}, ${state}`)}\n${body}\n`);
  }
  for (const { number, comments } of conversations) {
    for (const { body } of comments) console.log(`${heading(`Comment on ${number}`)}\n${body}\n`);
  }
}

function printFiles(files: readonly FileView[]): void {
  for (const { path, text } of files) console.log(`${heading(`Written · ${path}`)}\n${text}`);
}

function printReviews(reviews: readonly ReviewView[]): void {
  console.log(heading('Reviews stored in the service'));
  for (const { bug, state, reason, notes } of reviews) {
    console.log(`${bug}: ${state} ${reason}\n${notes}\n`);
  }
}

/** The gate's comment; after a review the conversation from the command on. */
function printComments({ comments, stepView }: RunView): void {
  if (stepView?.job === 'review') {
    const from = comments.findIndex(({ bot, body }) => !bot && body.startsWith('/'));
    for (const { author, body, reactions = [] } of comments.slice(from)) {
      const signs = reactions.map(({ content }) => ` :${content}:`).join('');
      console.log(`${heading(`Comment of ${author}${signs}`)}\n${body}\n`);
    }
    return;
  }
  const gate = comments.filter(({ bot, body }) => bot && body.startsWith('<!-- scan-gate'));
  const state = gate.length === 0 ? 'none' : `${gate.length}${gate[0]?.edited ? ', edited' : ''}`;
  console.log(heading(`Comments of the gate: ${state}`));
  for (const comment of gate) console.log(`${comment.body}\n`);
}

function heading(text: string): string {
  return `── ${text} ${'─'.repeat(Math.max(3, 72 - text.length))}`;
}

async function writePage(services: LocalServices, views: readonly RunView[]): Promise<void> {
  const { state } = services.github;
  const [pull] = state.pulls;
  if (!pull) throw new Error('the world has no pull request');
  await mkdir(join(root, 'demo'), { recursive: true });
  const html = await renderPage({ repository: `${state.owner}/${state.name}`, pull, views });
  await writeFile(join(root, 'demo', 'index.html'), html);
  console.log('page: demo/index.html');
  for (const { stepView } of views.filter((view) => view.stepView?.job === 'insights')) {
    await writeFiles(stepView?.files ?? []);
  }
}

/** What people open in a browser is more than a text. */
async function writeFiles(files: readonly FileView[]): Promise<void> {
  for (const { path, text } of files) {
    const file = join(root, 'demo', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`written: demo/${path}`);
  }
}

interface Flags {
  readonly scenarios: readonly Scenario[];
  readonly help: boolean;
}

/** @throws for a flag or a scenario that is not known. */
function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string', default: scenarios[0].name },
      then: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  return { scenarios: [values.scenario, ...values.then].map(findScenario), help: values.help };
}

let flags: Flags | undefined;
try {
  flags = readFlags();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error('npm run demo -- --help says what can be given.');
  process.exitCode = 2;
}
if (flags?.help) console.log(usage);
else if (flags) await demonstrate(flags.scenarios);
