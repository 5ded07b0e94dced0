// The pages of the list of scans, looked at again and again: those that cannot have changed are not asked for again.
import type { Scan } from '../client/index.ts';
import { type Page, PAGE_SIZE, type PagedList } from '../client/pages.ts';
import { toScanKey } from '../client/scans.ts';

/** The first scans of the list as an earlier look saw them, without a gap, and how many there were in all. */
export interface KnownList {
  readonly scans: readonly Scan[];
  readonly total: number;
}

interface ListPagesSource {
  /** Null: every page is fetched. */
  readonly known: KnownList | null;
  /** Whether a scan may have changed since it was seen. */
  readonly mayChange: (scan: Scan) => boolean;
  readonly fetchPage: PagedList<Scan>['fetchPage'];
}

/** The pages of one look. */
interface ListPages {
  /** Page after page from the first on, which is always fetched. */
  readonly fetchPage: PagedList<Scan>['fetchPage'];
  /** Whether a later page was another than what is known makes expect: then pages taken from there may be wrong. */
  readonly hasDrifted: () => boolean;
  /** What is known after this look that saw these scans; null where the list changed while it was read. */
  readonly toKnown: (seen: readonly Scan[]) => KnownList | null;
}

/**
 * The list grows at the front: what the first page shows in front of the known scans is new, and if the total has grown
 * by as many, all other scans have only moved back. Anything else makes nothing known.
 */
export function createListPages({ known, mayChange, fetchPage }: ListPagesSource): ListPages {
  let expected: readonly Scan[] = [];
  let total: number | null = null;
  let received = 0;
  let isStill = true;
  let hasDrifted = false;
  const fetchListed = async (offset: number, signal: AbortSignal | undefined): Promise<Page<Scan>> => {
    const page = await fetchPage(offset, signal);
    isStill &&= total === null || page.total === total;
    if (offset === 0) expected = toExpected(known, page);
    hasDrifted ||= expected.length > 0 && !(isStill && isAsExpected(expected, offset, page.items));
    total ??= page.total;
    return page;
  };
  return {
    fetchPage: async (offset, signal) => {
      const kept = expected.slice(offset, offset + PAGE_SIZE);
      const isKept = total !== null && kept.length === Math.min(PAGE_SIZE, total - offset) && !kept.some(mayChange);
      const page = isKept ? { items: kept, total: total ?? 0 } : await fetchListed(offset, signal);
      received += page.items.length;
      return page;
    },
    hasDrifted: () => hasDrifted,
    toKnown: (seen) => {
      // Where a scan came twice, it is not known which is where.
      if (!isStill || total === null || seen.length !== received) return null;
      return { scans: [...seen, ...expected.slice(seen.length)], total };
    },
  };
}

/** The list as it should be by its first page; empty where what is known does not fit. */
function toExpected(known: KnownList | null, { items, total }: Page<Scan>): readonly Scan[] {
  const [newest] = known?.scans ?? [];
  if (known === null || newest === undefined) return [];
  const added = items.findIndex((scan) => toScanKey(scan) === toScanKey(newest));
  if (added < 0 || total !== known.total + added) return [];
  const expected = [...items.slice(0, added), ...known.scans];
  return isAsExpected(expected, 0, items) ? expected : [];
}

/** Whether a page shows the scans that are expected there; of those beyond, nothing is expected. */
function isAsExpected(expected: readonly Scan[], offset: number, items: readonly Scan[]): boolean {
  return expected.slice(offset, offset + items.length).every((scan, index) => {
    const item = items[index];
    return item !== undefined && toScanKey(item) === toScanKey(scan);
  });
}
