// Reads lists again that show fewer bugs than their scans count: a scan is often complete a moment before its bugs are listed.
import { countOf } from '../judgement/format.ts';
import type { Clock } from '../net/clock.ts';

export interface Patience {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

const MAX_REREADS = 3;
const PAUSE_MS = 10_000;
/** Short lists delay a run by at most this long. */
export const MAX_LISTS_WAIT_MS = MAX_REREADS * PAUSE_MS;

/** Reads all lists again where one is short, three times at most. Then `missing` says how many bugs are not listed. */
export async function fetchWholeLists<Lists extends { readonly missing: number }>(
  { clock, signal, log }: Patience,
  fetchLists: () => Promise<Lists>,
): Promise<Lists> {
  for (let rereads = 0; ; rereads += 1) {
    const lists = await fetchLists();
    if (lists.missing === 0 || rereads === MAX_REREADS) return lists;
    const more = countOf(lists.missing, 'bug', 'bugs');
    log(`The new scans count ${more} more than the service lists. The lists are read again.`);
    await clock.wait(PAUSE_MS, signal);
  }
}
