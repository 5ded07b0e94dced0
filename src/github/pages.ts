// Owns the reading of GitHub's paged lists: the first page, then all others at once.
import pLimit from 'p-limit';

/** One page as octokit answers it. */
export interface Page {
  readonly data: unknown;
  readonly headers: { readonly link?: string | undefined };
}

const MAX_IN_FLIGHT = 6;
/** GitHub's largest page for the lists that are read here. */
export const PER_PAGE = 100;

/** Reads every page, in order. `fetchPage` is called with 1, then with 2 to the last page that GitHub names. */
export async function fetchPages(
  fetchPage: (page: number) => Promise<Page>,
): Promise<readonly unknown[]> {
  const first = await fetchPage(1);
  const last = readLastPage(first.headers.link ?? '');
  const limit = pLimit(MAX_IN_FLIGHT);
  const rest = Array.from({ length: Math.max(0, last - 1) }, (_, index) =>
    limit(async () => (await fetchPage(index + 2)).data),
  );
  return [first.data, ...(await Promise.all(rest))];
}

/** The number of the last page; 1 when the header names none. */
function readLastPage(link: string): number {
  const last = /<([^>]*)>;\s*rel="last"/.exec(link)?.[1] ?? '';
  const page = Number(URL.parse(last)?.searchParams.get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
