// People at work in the sandbox: between the pages of a list they resolve, dismiss, reopen and find bugs.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FaultInjector, SandboxRequest, SandboxResponse } from '../../sandbox/http.ts';
import type { BugData } from '../../sandbox/service/data.ts';
import type { ServiceHandle } from '../../sandbox/service/service.ts';
import type { RepoId, ScanId } from '../../src/client/index.ts';

export const repoId = 'repo_one' as RepoId;
export const scanId = 'wr_old' as ScanId;

/** What happens right before a page is answered. `at` is a place among the bugs that it can be done to. */
export interface Step {
  readonly kind: 'resolve' | 'dismiss' | 'reopen' | 'find';
  readonly at: number;
}

const reviews = {
  resolve: { state: 'resolved' },
  dismiss: { state: 'dismissed', dismissalReason: 'other' },
  reopen: { state: 'pending' },
} as const;

/** Which page (counted over the whole reading) is preceded by which steps, and how late each is. */
export interface Plan {
  readonly count: number;
  /** Every so many bugs is reviewed already; 0: none. */
  readonly reviewedEvery: number;
  readonly steps: ReadonlyMap<number, readonly Step[]>;
  readonly lateness: readonly number[];
}

type Ask = (instead: SandboxRequest) => Promise<SandboxResponse>;

/** People at work: hooks into the service as a fault injector, and reviews over its own endpoint. */
export class People implements FaultInjector {
  service: ServiceHandle | undefined;
  #plan: Plan = { count: 0, reviewedEvery: 0, steps: new Map(), lateness: [0] };
  #pages = 0;
  #found = 0;
  /** Pending at the first page of the last reading, at every moment since then, and at any. */
  atLastStart = new Set<string>();
  sinceLastStart = new Set<string>();
  everSinceLastStart = new Set<string>();
  ever = new Set<string>();
  isQuietSinceLastStart = true;

  begin(plan: Plan): void {
    this.#plan = plan;
    this.#pages = 0;
    this.#found = 0;
    this.ever = new Set(this.#pending());
    this.#start();
  }

  async intercept(request: SandboxRequest, _raw: unknown, answer: Ask): Promise<boolean> {
    if (request.path !== '/public/v1/bugs') return false;
    const page = ++this.#pages;
    const turns = this.#plan.lateness[page % this.#plan.lateness.length] ?? 0;
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    const steps = this.#plan.steps.get(page) ?? [];
    for (const step of steps) await this.#take(step, request, answer);
    if (request.query.get('offset') === '0') this.#start();
    else if (steps.length > 0) this.isQuietSinceLastStart = false;
    return false;
  }

  #start(): void {
    const pending = this.#pending();
    this.atLastStart = new Set(pending);
    this.sinceLastStart = new Set(pending);
    this.everSinceLastStart = new Set(pending);
    this.isQuietSinceLastStart = true;
  }

  async #take({ kind, at }: Step, request: SandboxRequest, answer: Ask): Promise<void> {
    if (kind === 'find') this.#find(at);
    else {
      const bugs = this.#bugs().filter((bug) => isPending(bug) === (kind !== 'reopen'));
      const bug = bugs[at % Math.max(1, bugs.length)];
      if (bug) await review(bug.id, reviews[kind], request, answer);
    }
    this.#note();
  }

  /** A new bug in any place: the order of the list is not documented. */
  #find(at: number): void {
    this.service?.state.change((data) => {
      const bug = makeBug(`bug_new_${++this.#found}`);
      data.bugs.splice(at % (data.bugs.length + 1), 0, bug);
      data.surfaced[scanId]?.push(bug.id);
    });
  }

  #note(): void {
    const pending = new Set(this.#pending());
    for (const id of pending) {
      this.ever.add(id);
      this.everSinceLastStart.add(id);
    }
    this.sinceLastStart = shared(this.sinceLastStart, pending);
  }

  #pending(): readonly string[] {
    return this.#bugs()
      .filter(isPending)
      .map(({ id }) => id);
  }

  #bugs(): readonly BugData[] {
    return this.service?.state.bugs ?? [];
  }
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one].filter((id) => other.has(id)));
}

/** What is in one and not in the other. */
export function missing(one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] {
  return [...one].filter((id) => !other.has(id));
}

/** Over the service's own endpoint, with the key of whoever is reading. */
async function review(id: string, body: object, reader: SandboxRequest, ask: Ask): Promise<void> {
  const { status } = await ask({
    ...reader,
    method: 'POST',
    path: `/public/v1/bugs/${id}/review`,
    query: new URLSearchParams(),
    headers: { ...reader.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`the review was answered ${status}`);
}

function isPending({ review }: BugData): boolean {
  return (review?.state ?? 'pending') === 'pending';
}

/** A bug of `repo_one` that nobody has reviewed. */
export function makeBug(id: string): BugData {
  return { id, title: id, summary: '', createdAt: 1, repoId, linkedIssues: [] };
}
