// The run of one cell: the gate in its situation with one request that goes wrong, and the letter for what came of it.
import type { FaultRule } from '../../sandbox/faults.ts';
import type { SandboxRequest } from '../../sandbox/http.ts';
import { createTestClock } from '../harness/clock.ts';
import { type Sandbox, withSandbox } from '../harness/sandbox.ts';
import { passTimeLimits, toTraffic } from '../harness/time-limits.ts';
import { expect } from '../jest.ts';
import type { Fault } from './faults.ts';
import type { MatrixRequest } from './requests.ts';
import { commentKey, nowMs, type Situation, type SituationName, situationOf } from './situations.ts';

/** What a run left behind. */
export interface Outcome {
  readonly exitCode: number | null;
  readonly verdict: string;
  readonly reason: string;
  /** Of the gate's token, with the gate's marker. */
  readonly ownComments: number;
  /** Whether a comment of somebody else is not as it was. */
  readonly touchedOthers: boolean;
  /** How many annotations stand twice in one check run. */
  readonly doubled: number;
  /** Warnings and notices, each with its level. */
  readonly told: readonly string[];
  /** Everything that people see, equal for equal runs. */
  readonly documents: string;
}

/** Runs the gate in the situation of a request with a fault in it. Fails when the fault meets no request. */
export async function runWithFault(request: MatrixRequest, fault: Fault): Promise<Outcome> {
  const { situation, after } = request;
  return await runSituation(situationOf(situation), { rule: toRule(request, fault), after });
}

const healthy = new Map<SituationName, Promise<Outcome>>();

/** Runs the gate in a situation without any fault, once for all who ask. */
export async function runHealthy(name: SituationName): Promise<Outcome> {
  const known = healthy.get(name) ?? runSituation(situationOf(name));
  healthy.set(name, known);
  return await known;
}

function toRule({ method, path, skip = 0, most }: MatrixRequest, fault: Fault): FaultRule {
  return { method, path, ...fault, ...toMoment(fault.when, skip, most) };
}

function toMoment(when: Fault['when'], skip: number, most?: number): Pick<FaultRule, 'when'> {
  if (when?.kind === 'nth') return { when: { ...when, n: when.n + skip } };
  if (most !== undefined) return { when: { kind: 'first', n: most } };
  return { when: { kind: 'from', n: skip + 1 } };
}

interface Trouble {
  readonly rule?: FaultRule;
  readonly after?: string | undefined;
}

async function runSituation(situation: Situation, { rule, after }: Trouble = {}): Promise<Outcome> {
  const { world, inputs, event, github } = situation;
  let outcome: Outcome | undefined;
  await withSandbox(
    world,
    async (sandbox) => {
      // The clock of the services stands, else a scan that ends on the way would end at another minute in each run.
      const clock = createTestClock();
      const stop = passTimeLimits(clock, toTraffic(sandbox));
      const change = { inputs: { 'comment-key': commentKey, ...inputs }, clock };
      const result = await sandbox
        .run({ ...change, ...(event ? { event } : {}), ...(github ? { github } : {}) })
        .finally(stop);
      expect(sandbox.faults.list().map(({ fired }) => fired > 0)).toEqual(rule ? [true] : []);
      outcome = toOutcome(sandbox, result);
    },
    {
      now: () => nowMs,
      faults: rule && after === undefined ? [rule] : [],
      watch: ({ method, path }: SandboxRequest, { faults }) => {
        if (rule && after === `${method} ${path}` && faults.list().length === 0) faults.add(rule);
      },
    },
  );
  if (!outcome) throw new Error('the run ended early');
  return outcome;
}

type Result = Awaited<ReturnType<Sandbox['run']>>;

function toOutcome(sandbox: Sandbox, result: Result): Outcome {
  const { verdict = '', reason = '' } = result.outputs;
  return {
    exitCode: result.exitCode,
    verdict,
    reason,
    ownComments: ownCommentsOf(sandbox).length,
    touchedOthers: hasTouchedOthers(sandbox),
    doubled: countDoubled(sandbox),
    told: result.annotations
      .filter(({ level }) => level !== 'error')
      .map(({ level, message }) => `${level}: ${message}`),
    documents: toDocuments(sandbox, result),
  };
}

function isOwn({ github }: Sandbox, { user, body }: { user: string; body: string }): boolean {
  return user === github.state.tokens[0]?.login && body.startsWith('<!-- scan-gate:v2 {"key":"matrix",');
}

function ownCommentsOf(sandbox: Sandbox): readonly string[] {
  const own = sandbox.github.state.comments.filter((comment) => isOwn(sandbox, comment));
  return own.map(({ body }) => body.replace(/^<!--.*?-->/, ''));
}

function hasTouchedOthers(sandbox: Sandbox): boolean {
  const others = sandbox.world.github.comments.filter((comment) => !isOwn(sandbox, comment));
  const left = new Map(sandbox.github.state.comments.map((comment) => [comment.id, comment]));
  return others.some(({ id, body }) => left.get(id)?.body !== body);
}

function countDoubled({ github }: Sandbox): number {
  return github.state.checkRuns
    .map(({ annotations }) => annotations.map((annotation) => JSON.stringify(annotation)))
    .reduce((sum, texts) => sum + texts.length - new Set(texts).size, 0);
}

function toDocuments(sandbox: Sandbox, result: Result): string {
  const checks = sandbox.github.state.checkRuns.map(({ conclusion, title, summary, annotations }) => ({
    conclusion,
    title,
    summary,
    annotations: [...new Set(annotations.map(({ path, message }) => `${path} ${message}`))],
  }));
  const documents = {
    outputs: { ...result.outputs, 'scan-age-hours': '', 'comment-url': '', 'check-run-url': '' },
    annotations: result.annotations,
    summary: result.summary,
    files: result.workspaceFiles,
    comments: ownCommentsOf(sandbox),
    checks,
  };
  return JSON.stringify(documents, null, 1).replaceAll(sandbox.github.url, 'https://github.test');
}

/** The letter of the legend, or words for what must not be. */
export function toLetter(outcome: Outcome, calm: Outcome, before: number): string {
  if (outcome.exitCode === 0) return 'wrong green';
  if (outcome.ownComments > Math.max(1, before)) return 'two comments';
  if (outcome.touchedOthers) return 'touched the comment of somebody else';
  if (outcome.doubled > 0) return 'annotations twice';
  if (outcome.documents === calm.documents) return 'R';
  if (outcome.verdict === 'unverified') return unverifiedLetters[outcome.reason] ?? outcome.reason;
  const fresh = outcome.told.filter((text) => !calm.told.includes(text));
  if (outcome.verdict !== calm.verdict) return `${outcome.verdict}, ${outcome.reason}`;
  if (fresh.some((text) => text.startsWith('warning: '))) return 'D';
  return fresh.length > 0 ? 'd' : 'something is missing, and nobody says so';
}

const unverifiedLetters: Readonly<Record<string, string>> = {
  'service-error': 'S',
  unauthorized: 'U',
  'repository-not-found': 'N',
  'github-error': 'G',
};

/** How many comments of the gate a situation begins with. */
export function countOwn(name: SituationName): number {
  const { world } = situationOf(name);
  const login = world.github.tokens[0]?.login;
  return world.github.comments.filter(({ user, body }) => user === login && body.startsWith('<!-- scan-gate')).length;
}
