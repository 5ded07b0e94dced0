// The proof that e2e.yml would pass on github.com: its steps played one after the other, the actions in this process,
// against the sandbox's GitHub.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import * as v from 'valibot';
import { parse } from 'yaml';
import { type GitHubHandle, startGitHub } from '../../sandbox/github/github.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import { readPairs } from '../../sandbox/runner/command-files.ts';
import { bundledNode } from '../../sandbox/runner/process.ts';
import type { PlayOptions } from '../../sandbox/runner/runner.ts';
import { playOptions } from '../../sandbox/scenarios/play.ts';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import { createTestClock } from '../harness/clock.ts';
import { preload } from '../harness/preload.ts';
import { runAction } from '../harness/run-action.ts';
import { expect, it } from '../jest.ts';
import { ROOT } from './pages.ts';

const texts = v.record(v.string(), v.string());
const stepShape = v.strictObject({
  id: v.optional(v.string(), ''),
  name: v.optional(v.string()),
  uses: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
  env: v.optional(texts, {}),
  run: v.optional(v.string()),
  'continue-on-error': v.optional(v.boolean(), false),
});
const workflowShape = v.looseObject({
  jobs: v.strictObject({ actions: v.looseObject({ steps: v.array(stepShape) }) }),
});
type Step = v.InferOutput<typeof stepShape>;

type Texts = Readonly<Record<string, string>>;
interface Ended {
  readonly outcome: 'success' | 'failure';
  readonly outputs: Texts;
  /** For a reader of the test's failure. */
  readonly log: string;
}

const world = thresholdExceeded.build(Date.now());

/** What differs between the events that start the workflow. */
interface Start {
  readonly event: PlayOptions['event'];
  readonly ref: string;
  /** The steps to play with what they need; absent: all. Others are the same whatever the event. */
  readonly only?: readonly string[];
}

const starts: Readonly<Record<string, Start>> = {
  pull_request: { event: world.event, ref: `refs/pull/${world.pullRequest}/merge` },
  push: {
    event: { name: 'push', payload: { after: world.sha, deleted: false, ref: 'refs/heads/main' } },
    ref: 'refs/heads/main',
    only: ['findings', 'clean', 'red', 'green'],
  },
};

/** A job under way: what its steps have left so far. */
class Job {
  readonly ended: { readonly step: Step; readonly result: Ended }[] = [];
  readonly #steps: Record<string, Ended> = {};
  readonly #start: Start;
  readonly #github: GitHubHandle;
  readonly #folder: string;
  #workspace: Texts = {};

  constructor(start: Start, github: GitHubHandle, folder: string) {
    this.#start = start;
    this.#github = github;
    this.#folder = folder;
  }

  async play(step: Step): Promise<Ended> {
    const result = step.uses === undefined ? await this.#run(step) : await this.#use(step);
    this.#steps[step.id] = result;
    this.ended.push({ step, result });
    return result;
  }

  /** Ends the services that steps have left behind, as the end of a job does. */
  stop(): void {
    for (const { result } of this.ended) {
      const pid = result.outputs['pid'];
      if (pid !== undefined) process.kill(Number(pid));
    }
  }

  async #use(step: Step): Promise<Ended> {
    const { event, ref } = this.#start;
    const url = this.#github.url;
    const result = await runAction({
      ...playOptions({ world, serviceUrl: '', githubUrl: url }),
      actionFile: join(ROOT, step.uses ?? '', 'action.yml'),
      inputs: this.#resolveAll(step.with),
      event,
      github: { ...playOptions({ world, serviceUrl: '', githubUrl: url }).github, ref },
      workspace: this.#workspace,
      // The service of a scenario is a process, which needs some time for a rule.
      clock: { ...createTestClock(), wait: (ms, signal) => sleep(Math.min(ms, 250), undefined, { signal }) },
    });
    this.#workspace = result.workspaceFiles;
    // GitHub's language service does not look into actions of the same repository.
    expect(result.log).not.toContain('Unexpected input');
    return { outcome: result.conclusion, outputs: result.outputs, log: result.log };
  }

  async #run(step: Step): Promise<Ended> {
    // The words of such a command are the same in every shell, so that none is needed.
    expect(step.run).toMatch(/^node scripts\/[\w-]+\.ts( [\w.=[\]-]+)+$/);
    const [, ...words] = (step.run ?? '').split(' ');
    const output = join(this.#folder, `output-${this.ended.length}`);
    await writeFile(output, '');
    const env = {
      ...process.env,
      // The service of a scenario takes its three seconds for a rule by its own clock.
      ...preload('const now = Date.now; const start = now(); Date.now = () => start + 20 * (now() - start);'),
      ...this.#resolveAll(step.env),
      GITHUB_OUTPUT: output,
    };
    const { outcome, log } = await execute(words, env);
    const outputs = Object.fromEntries(readPairs(await readFile(output, 'utf8')));
    return { outcome, outputs, log };
  }

  #resolveAll(values: Readonly<Record<string, unknown>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        String(value).replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => this.#evaluate(expression.trim())),
      ]),
    );
  }

  #evaluate(expression: string): string {
    const contexts = { steps: this.#steps, github: { event_name: this.#start.event.name, token: world.githubToken } };
    const tokens = new Lexer(expression).lex().tokens;
    const parsed = new Parser(tokens, Object.keys(contexts), []).parse();
    const json = JSON.stringify(contexts);
    const context = JSON.parse(json, data.reviver) as data.Dictionary;
    return new Evaluator(parsed, context).evaluate().coerceString();
  }
}

async function execute(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Pick<Ended, 'outcome' | 'log'>> {
  try {
    const { stdout } = await promisify(execFile)(bundledNode(), words, { cwd: ROOT, env });
    return { outcome: 'success', log: stdout };
  } catch (error) {
    const { stderr } = error as { readonly stderr: string };
    return { outcome: 'failure', log: stderr };
  }
}

async function readSteps(): Promise<readonly Step[]> {
  const text = await readFile(join(ROOT, '.github', 'workflows', 'e2e.yml'), 'utf8');
  const { steps } = v.parse(workflowShape, parse(text)).jobs.actions;
  // What is before has been done here already: a checkout with its dependencies.
  const start = steps.findIndex(({ run }) => run === 'npm ci');
  expect(start).toBeGreaterThan(0);
  return steps.slice(start + 1);
}

it.each(Object.entries(starts))(
  'e2e.yml, started by %s, is green as on github.com, and only asks GitHub',
  async (_, start) => {
    const folder = await mkdtemp(join(tmpdir(), 'e2e-workflow-'));
    const github = await startGitHub({ data: world.github });
    const job = new Job(start, github, folder);
    try {
      for (const step of await readSteps()) {
        if (start.only && !start.only.includes(step.id)) continue;
        const { outcome, log } = await job.play(step);
        if (step['continue-on-error']) continue;
        const name = step.name ?? step.id;
        expect([name, outcome, log]).toEqual([name, 'success', log]);
      }
      const uses = job.ended.flatMap(({ step }) => step.uses ?? []);
      const all = start.only ? ['./'] : ['./', './doctor', './insights', './recheck', './review', './rules', './watch'];
      expect(new Set(uses)).toEqual(new Set(all));
      const isRead = ({ method, url }: RecordedRequest): boolean => method === 'GET' || url.endsWith('/graphql');
      expect(github.requests.filter((request) => !isRead(request))).toEqual([]);
      expect(github.requests.length > 0).toBe(start.event.name === 'pull_request');
      expect(github.violations).toEqual([]);
    } finally {
      job.stop();
      await github.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
