// GitHub's paging: which slice a page is, and the Link header that leads to the others.
import type { Call } from './call.ts';

export interface Page<T> {
  readonly items: T[];
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 30;

/** The page that the query asks for; empty past the end. A `per_page` over the limit is cut to it, as on GitHub. */
export function paginate<T>(call: Call, all: readonly T[], limit = DEFAULT_PER_PAGE): Page<T> {
  const { query } = call.request;
  const perPage = count(query.get('per_page'), limit, Math.max(limit, MAX_PER_PAGE));
  const page = count(query.get('page'), 1, Number.MAX_SAFE_INTEGER);
  const last = Math.max(1, Math.ceil(all.length / perPage));
  const link = linkHeader(call, page, last);
  return {
    items: all.slice((page - 1) * perPage, page * perPage),
    headers: link === '' ? {} : { link },
  };
}

function count(value: string | null, fallback: number, max: number): number {
  const number = Number(value);
  return value === null || number < 1 ? fallback : Math.min(number, max);
}

function linkHeader(call: Call, page: number, last: number): string {
  const relations: [string, number][] = [];
  if (page > 1) relations.push(['prev', Math.min(page - 1, last)]);
  if (page < last) relations.push(['next', page + 1], ['last', last]);
  if (page > 1) relations.push(['first', 1]);
  return relations.map(([name, number]) => `<${pageUrl(call, number)}>; rel="${name}"`).join(', ');
}

function pageUrl(call: Call, page: number): string {
  const query = new URLSearchParams(call.request.query);
  query.set('page', String(page));
  return `${call.links.api}${call.path}?${query.toString()}`;
}
