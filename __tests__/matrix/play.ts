// The playing of one cell: the bundle in its situation with one request that goes wrong, and the letter for what came of it.
import { expect } from '@jest/globals';
import type { FaultRule } from '../../sandbox/faults.ts';
import type { SandboxRequest } from '../../sandbox/http.ts';
import { preload } from '../harness/preload.ts';
import { withSandbox, type Sandbox } from '../harness/sandbox.ts';
import type { Fault } from './faults.ts';
import type { MatrixRequest } from './requests.ts';
import {
  commentKey,
  nowMs,
  situationOf,
  type Situation,
  type SituationName,
} from './situations.ts';

/** Longest time of a run in milliseconds: eight exchanges that hang, and as much again for a busy machine. */
const MAX_RUN_MS = 50_000;

/** What a run left behind. */
export interface Played {
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
  readonly tookMs: number;
}

/** A limit of an exchange that a test can wait for, and no chance in the pauses between two tries. */
const SHORT_EXCHANGES = preload(
  'Math.random=()=>0;const t=AbortSignal.timeout;AbortSignal.timeout=(ms)=>t.call(AbortSignal,ms===30000?2000:ms);const s=globalThis.setTimeout;globalThis.setTimeout=(f,ms,...a)=>s(f,ms===30000?2000:ms,...a);',
);
const NO_CHANCE = preload('Math.random=()=>0');

/** Plays the situation of a request with a fault in it. Fails when the fault meets no request, or the run is slow. */
export async function playFault(request: MatrixRequest, fault: Fault): Promise<Played> {
  const rule = toRule(request, fault);
  const played = await play(situationOf(request.situation), {
    rule,
    after: request.after,
    // Elsewhere a limit of a second could strike a healthy request on a busy machine.
    env: fault.effect.kind === 'hang' ? SHORT_EXCHANGES : NO_CHANCE,
  });
  expect(played.tookMs).toBeLessThan(MAX_RUN_MS);
  return played;
}

const healthy = new Map<SituationName, Promise<Played>>();

/** Plays a situation without any fault, once for all who ask. */
export async function playHealthy(name: SituationName): Promise<Played> {
  const known = healthy.get(name) ?? play(situationOf(name), { env: NO_CHANCE });
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
  readonly env: Readonly<Record<string, string>>;
  readonly rule?: FaultRule;
  readonly after?: string | undefined;
}

async function play(situation: Situation, { env, rule, after }: Trouble): Promise<Played> {
  const { world, inputs, event, github } = situation;
  let played: Played | undefined;
  await withSandbox(
    world,
    async (sandbox) => {
      const startedMs = Date.now();
      const result = await sandbox.run({
        env,
        inputs: { 'comment-key': commentKey, ...inputs },
        ...(event ? { event } : {}),
        ...(github ? { github } : {}),
      });
      expect(sandbox.faults.list().map(({ fired }) => fired > 0)).toEqual(rule ? [true] : []);
      played = toPlayed(sandbox, result, Date.now() - startedMs);
    },
    {
      // Else a scan that ends on the way would end at another minute in each run.
      now: () => nowMs,
      faults: rule && after === undefined ? [rule] : [],
      watch: ({ method, path }: SandboxRequest, { faults }) => {
        if (rule && after === `${method} ${path}` && faults.list().length === 0) faults.add(rule);
      },
    },
  );
  if (!played) throw new Error('the sandbox ended early');
  return played;
}

type Result = Awaited<ReturnType<Sandbox['run']>>;

function toPlayed(sandbox: Sandbox, result: Result, tookMs: number): Played {
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
    tookMs,
  };
}

function isOwn({ github }: Sandbox, { user, body }: { user: string; body: string }): boolean {
  return user === github.state.tokens[0]?.login && body.startsWith('<!-- scan-gate:v1 key=matrix ');
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
  const checks = sandbox.github.state.checkRuns.map(
    ({ conclusion, title, summary, annotations }) => ({
      ...{ conclusion, title, summary },
      annotations: [...new Set(annotations.map(({ path, message }) => `${path} ${message}`))],
    }),
  );
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
export function toLetter(played: Played, calm: Played, before: number): string {
  if (played.exitCode === 0) return 'wrong green';
  if (played.ownComments > Math.max(1, before)) return 'two comments';
  if (played.touchedOthers) return 'touched the comment of somebody else';
  if (played.doubled > 0) return 'annotations twice';
  if (played.documents === calm.documents) return 'R';
  if (played.verdict === 'unverified') return unverifiedLetters[played.reason] ?? played.reason;
  const fresh = played.told.filter((text) => !calm.told.includes(text));
  if (played.verdict !== calm.verdict) return `${played.verdict}, ${played.reason}`;
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
  return world.github.comments.filter(
    ({ user, body }) => user === login && body.startsWith('<!-- scan-gate'),
  ).length;
}
