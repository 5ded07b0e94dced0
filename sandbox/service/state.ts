// The live state of the service: its current data, and what changes with time.
import { copyOf } from '../json.ts';
import { BugLists } from './bug-lists.ts';
import { countBugs, moveCount, reviewStateOf } from './counts.ts';
import type { BugData, BugReviewData, RuleData, RuleRequestData, RunningScan, ScanData, ServiceData } from './data.ts';
import { isFailing, makeRules } from './rule-jobs.ts';

/** The world as a test sees and changes it. Every read is of the present moment. */
export interface ServiceState {
  readonly bugs: readonly BugData[];
  readonly scans: readonly ScanData[];
  readonly rules: readonly RuleData[];
  /** Requests for rules. */
  readonly requests: readonly RuleRequestData[];
  /** Edits the world in place; indexes and counts follow. */
  change(edit: (data: ServiceData) => void): void;
  /** Replaces the data; running scans and pending requests start now. The argument is copied. */
  replaceData(data: ServiceData): void;
}

export interface StateOptions {
  readonly data: ServiceData;
  readonly now: () => number;
  /** It is the time from the start of a pending request for rules to its end. */
  readonly ruleDelayMs: number;
}

interface Run {
  readonly startedAtMs: number;
  looks: number;
  hasEnded: boolean;
}

/** The state with what the handlers need besides. */
export class World implements ServiceState {
  readonly #options: StateOptions;
  readonly #runs = new Map<string, Run>();
  readonly #queuedAtMs = new Map<string, number>();
  /** The first page of each late list was read so often. */
  readonly #listLooks = new Map<string, number>();
  #data: ServiceData;
  /** They are made when something first asks: a world that is only read in part has no use for them. */
  #lists: BugLists | undefined;
  #scansById = new Map<string, ScanData>();

  constructor(options: StateOptions) {
    this.#options = options;
    this.#data = copyOf(options.data);
    this.#index();
  }

  get data(): ServiceData {
    this.#settle();
    return this.#data;
  }
  get bugs(): readonly BugData[] {
    return this.data.bugs;
  }
  get scans(): readonly ScanData[] {
    return this.data.scans;
  }
  get rules(): readonly RuleData[] {
    return this.data.rules;
  }
  get requests(): readonly RuleRequestData[] {
    return this.data.ruleRequests;
  }
  get lists(): BugLists {
    this.#lists ??= new BugLists(this.#data);
    return this.#lists;
  }
  get nowMs(): number {
    return this.#options.now();
  }

  change(edit: (data: ServiceData) => void): void {
    edit(this.data);
    this.#index();
  }

  replaceData(data: ServiceData): void {
    this.#runs.clear();
    this.#queuedAtMs.clear();
    this.#listLooks.clear();
    this.#data = copyOf(data);
    this.#index();
  }

  findScan(id: string): ScanData | undefined {
    this.#settle();
    return this.#scansById.get(id);
  }

  /** Counts a poll for each scan in an answer, because some end after a number of polls. */
  noteLooks(scans: readonly ScanData[]): void {
    for (const { workflowRequestId } of scans) {
      const run = this.#runs.get(workflowRequestId ?? '');
      if (run) run.looks += 1;
    }
  }

  /** Ids of the bugs that one list of a scan leaves out of the page that is now asked for; a first page is one more look. */
  missingFrom(
    scanId: string,
    { list, isFirstPage }: { readonly list: string; readonly isFirstPage: boolean },
  ): ReadonlySet<string> {
    const late = this.#data.lateLists?.find(({ scan }) => scan === scanId);
    if (late === undefined) return new Set();
    const key = `${scanId} ${list}`;
    const looks = this.#listLooks.get(key) ?? 0;
    if (isFirstPage) this.#listLooks.set(key, looks + 1);
    // Later pages belong to the first page that was read before them.
    const looksBefore = isFirstPage ? looks : looks - 1;
    return new Set(looksBefore < (late.afterLooks ?? Infinity) ? late.missing : []);
  }

  /** Replaces the review of a bug; the counts of every scan that surfaced it follow. */
  recordReview(bug: BugData, review: BugReviewData): void {
    const before = reviewStateOf(bug);
    bug.review = review;
    this.lists.forgetLists();
    for (const scanId of this.lists.scansOf(bug.id)) {
      const counts = this.#scansById.get(scanId)?.bugCounts;
      if (counts) moveCount(counts, before, review.state);
    }
  }

  addRuleRequest(request: RuleRequestData): void {
    this.#data.ruleRequests.push(request);
    this.#queuedAtMs.set(request.id, request.createdAt);
  }

  #index(): void {
    this.#lists = undefined;
    this.#scansById = new Map(
      this.#data.scans.flatMap((scan) => (scan.workflowRequestId === null ? [] : [[scan.workflowRequestId, scan]])),
    );
    for (const running of this.#data.runningScans) this.#begin(running);
    for (const scan of this.#data.scans) this.#fillCounts(scan);
    for (const request of this.#data.ruleRequests) {
      const isNew = request.status === 'pending' && !this.#queuedAtMs.has(request.id);
      if (isNew) this.#queuedAtMs.set(request.id, this.nowMs);
    }
  }

  #begin(running: RunningScan): void {
    if (this.#runs.has(running.scan)) return;
    const scan = this.#scansById.get(running.scan);
    if (!scan) throw new Error(`runningScans names ${running.scan}, which is not among scans.`);
    scan.workflowStatus = 'in_progress';
    scan.completedAt = null;
    scan.bugCounts = null;
    this.#runs.set(running.scan, { startedAtMs: this.nowMs, looks: 0, hasEnded: false });
  }

  /** Counts that the data gives (null too) are kept as given. */
  #fillCounts(scan: ScanData): void {
    if (scan.workflowStatus !== 'complete' || scan.bugCounts !== undefined) return;
    scan.bugCounts = countBugs(this.lists.surfacedBy(scan.workflowRequestId ?? ''));
  }

  /** Does what is due by now. There are no timers: the state changes at the next request. */
  #settle(): void {
    const nowMs = this.nowMs;
    for (const running of this.#data.runningScans) this.#settleScan(running, nowMs);
    for (const [id, queuedAtMs] of this.#queuedAtMs) {
      const dueAtMs = queuedAtMs + this.#options.ruleDelayMs;
      if (dueAtMs <= nowMs) this.#finishRequest(id, dueAtMs);
    }
  }

  #settleScan(running: RunningScan, nowMs: number): void {
    const run = this.#runs.get(running.scan);
    const scan = this.#scansById.get(running.scan);
    if (!run || !scan || run.hasEnded) return;
    const dueAtMs = run.startedAtMs + (running.afterMs ?? Infinity);
    if (dueAtMs > nowMs && run.looks < (running.afterLooks ?? Infinity)) return;
    run.hasEnded = true;
    scan.workflowStatus = running.endsAs;
    scan.completedAt = Math.max(scan.createdAt, Math.min(dueAtMs, nowMs));
    if (running.endsAs === 'complete') {
      scan.bugCounts = countBugs(this.lists.surfacedBy(running.scan));
    }
  }

  #finishRequest(id: string, completedAt: number): void {
    this.#queuedAtMs.delete(id);
    const request = this.#data.ruleRequests.find((candidate) => candidate.id === id);
    if (request?.status !== 'pending') return;
    request.completedAt = completedAt;
    if (isFailing(request.input, (bugId) => this.lists.find(bugId) !== undefined)) {
      request.status = 'failed';
      return;
    }
    const rules = makeRules(request, completedAt);
    this.#data.rules.push(...rules);
    request.status = 'complete';
    request.results = rules.map(({ id: ruleId, ruleName }) => ({ id: ruleId, ruleName }));
  }
}
