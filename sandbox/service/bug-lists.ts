// Indexes bugs by ID, repository, review state and scan, so that a page need not go through all of them.
import { reviewStateOf } from './counts.ts';
import type { BugData, ReviewState, ServiceData } from './data.ts';

export interface BugQuery {
  readonly repoId: string;
  readonly status: ReviewState;
  /** Only bugs that this scan surfaced are in it. */
  readonly scanId?: string;
}

/** An index over the bugs of a world; it is rebuilt if bugs are added or removed. */
export class BugLists {
  readonly #byId = new Map<string, BugData>();
  readonly #byRepo = new Map<string, BugData[]>();
  readonly #surfaced = new Map<string, ReadonlySet<string>>();
  readonly #scansOfBug = new Map<string, string[]>();
  readonly #lists = new Map<string, readonly BugData[]>();

  constructor(data: ServiceData) {
    for (const bug of data.bugs) {
      this.#byId.set(bug.id, bug);
      addTo(this.#byRepo, bug.repoId, bug);
    }
    const surfaced = data.listsBugsOnce === true ? surfacedOnce(data) : data.surfaced;
    for (const [scanId, bugIds] of Object.entries(surfaced)) {
      this.#surfaced.set(scanId, new Set(bugIds));
      for (const bugId of bugIds) addTo(this.#scansOfBug, bugId, scanId);
    }
  }

  find(id: string): BugData | undefined {
    return this.#byId.get(id);
  }

  /** They have the order of the data, whatever the scan. */
  list(query: BugQuery): readonly BugData[] {
    const key = JSON.stringify([query.repoId, query.status, query.scanId]);
    const known = this.#lists.get(key);
    if (known) return known;
    const list = this.#select(query);
    this.#lists.set(key, list);
    return list;
  }

  /** Bugs that a scan's own lists hold and that still exist. */
  surfacedBy(scanId: string): BugData[] {
    const ids = this.#surfaced.get(scanId) ?? [];
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }

  /** Ids of the scans whose lists hold a bug. */
  scansOf(bugId: string): readonly string[] {
    return this.#scansOfBug.get(bugId) ?? [];
  }

  /** Call this after a review has changed. */
  forgetLists(): void {
    this.#lists.clear();
  }

  #select(query: BugQuery): readonly BugData[] {
    const ids = query.scanId === undefined ? undefined : this.#surfaced.get(query.scanId);
    if (query.scanId !== undefined && ids === undefined) return [];
    return (this.#byRepo.get(query.repoId) ?? []).filter(
      (bug) => reviewStateOf(bug) === query.status && (ids === undefined || ids.has(bug.id)),
    );
  }
}

/** What each scan lists where a bug is listed only in the scan that found it first. */
function surfacedOnce({ scans, surfaced }: ServiceData): Record<string, string[]> {
  const createdAt = new Map(scans.map((scan) => [scan.workflowRequestId, scan.createdAt]));
  const oldestFirst = Object.entries(surfaced).sort(
    ([a], [b]) => (createdAt.get(a) ?? Infinity) - (createdAt.get(b) ?? Infinity),
  );
  const known = new Set<string>();
  const listed = oldestFirst.map(([scanId, bugIds]): [string, string[]] => {
    const found = bugIds.filter((id) => !known.has(id));
    for (const id of found) known.add(id);
    return [scanId, found];
  });
  return Object.fromEntries(listed);
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
