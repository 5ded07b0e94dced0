// The pull requests of a quarter for the scenario of insights, each with what the gate's comment says of its head.
import { createHash } from 'node:crypto';
import type { CommentData, GitHubData, PullData } from '../github/data.ts';
import { commitSha, dayMs, hourMs, identifier, timeText } from './identity.ts';
import { storefront } from './storefront/names.ts';

type Said = readonly [verdict: 'passed' | 'failed' | 'unverified', reason: string, reds?: number];

export interface QuarterPull {
  readonly number: number;
  readonly title: string;
  readonly user: string;
  readonly openedDaysAgo: number;
  /** Absent: it is open. */
  readonly mergedDaysAgo?: number;
  /** Null: no gate has judged the head. */
  readonly said: Said | null;
}

/** A pull request whose head was scanned, with a security bug that this found. */
export interface ScannedPull {
  readonly number: number;
  readonly headSha: string;
  readonly key: string;
  readonly title: string;
  readonly file: string;
  readonly author: string;
  readonly foundDaysAgo: number;
  /** Absent: the bug is pending. */
  readonly fixedDaysAgo?: number;
}

const passed: Said = ['passed', 'within-threshold'];
const failed: Said = ['failed', 'threshold-exceeded', 1];

export const people = ['mara-lindqvist', 'deniz-arslan', 'jonas-weber', 'priya-raman'];
const subjects = ['gift cards', 'returns', 'wish lists', 'vouchers', 'stock alerts', 'order exports', 'newsletters'];
const changes = [
  'Add a filter to',
  'Cache',
  'Translate',
  'Split the table of',
  'Test',
  'Page through',
  'Move the settings of',
  'Write an audit log for',
  'Speed up the list of',
  'Sort',
  'Show totals of',
  'Clean up',
];

const toMergedDaysAgo = (at: number): number => 1 + at * 2.3;
const toNumber = (at: number): number => 469 - at * 3;

/** Finds the one that was merged last before that day: the bugs that the next night's scan finds came in by it. */
export function pullMergedBefore(daysAgo: number): number {
  return toNumber(Math.ceil((daysAgo - 1) / 2.3));
}

/** There are two in five days. */
const regular = Array.from({ length: 84 }, (_, at): QuarterPull => {
  const subject = subjects[at % subjects.length] ?? '';
  const mergedDaysAgo = toMergedDaysAgo(at);
  return {
    number: toNumber(at),
    title: `${changes[at % changes.length] ?? ''} ${subject}`,
    user: people[at % people.length] ?? '',
    openedDaysAgo: mergedDaysAgo + 2,
    mergedDaysAgo,
    said: saidOfMerged(at),
  };
});

/** Most pass at once. */
function saidOfMerged(at: number): Said | null {
  if (at === 9 || at === 31 || at === 61) return failed;
  if (at === 17 || at === 50) return null;
  return at % 5 === 2 ? ['passed', 'within-threshold', 1 + (at % 2)] : passed;
}

/** They brought in the storefront's own bugs, and were merged the day before the scan that found those. */
const own: readonly (readonly [number: number, title: string, mergedDaysAgo: number])[] = [
  [477, 'Refund in several currencies', 5.4],
  [473, 'Check postcodes by country', 8.4],
  [468, 'Keep prices in a cache', 12.4],
  [462, 'Design the page without results', 20.4],
  [461, 'Export orders as CSV', 20.5],
  [458, 'Measure clicks in the shop', 21.4],
  [455, 'Limit the rate of checkouts', 27.4],
  [452, 'List the reviews of a product', 27.5],
  [440, 'Reserve stock during checkout', 34.4],
  [437, 'Show a picture of each variant', 34.5],
  [417, 'Let shops test their webhooks', 41.4],
  [402, 'Index products in the background', 48.4],
  [399, 'Read coupon codes from the address', 48.5],
  [380, 'Sign the test fixtures', 55.4],
];

const merged: readonly QuarterPull[] = [
  ...regular,
  ...own.map(([number, title, mergedDaysAgo], at) => ({
    ...{ number, title, user: people[at % people.length] ?? '', openedDaysAgo: mergedDaysAgo + 2, mergedDaysAgo },
    said: passed,
  })),
];

const open: readonly QuarterPull[] = [
  { number: 491, title: 'Retry webhooks for a day', user: 'jonas-weber', openedDaysAgo: 1, said: passed },
  { number: 489, title: 'Let customers split an order', user: 'mara-lindqvist', openedDaysAgo: 3, said: failed },
  {
    number: 486,
    title: 'Show delivery dates in the cart',
    user: 'deniz-arslan',
    openedDaysAgo: 4,
    said: ['unverified', 'no-scan'],
  },
  { number: 484, title: 'Update the address form', user: 'priya-raman', openedDaysAgo: 6, said: null },
];

/** One is open, one was merged despite the red check, and of two the bug was fixed before the merge. */
export const scannedPulls: readonly ScannedPull[] = [
  {
    ...{ number: 489, headSha: headOf({ number: 489 }), author: 'mara-lindqvist', foundDaysAgo: 2.6 },
    ...{ key: 'split-order', title: 'Any signed-in customer can split the order of another' },
    file: 'src/server/orders/split.ts',
  },
  {
    ...{ number: 442, headSha: headOf({ number: 442 }), author: 'deniz-arslan', foundDaysAgo: 22.5 },
    ...{ key: 'wish-list-sort', title: 'Sort order of wish lists goes into the SQL text unchecked' },
    file: 'src/server/wish-lists/sort.ts',
  },
  {
    ...{ number: 463, headSha: headOf({ number: 463 }), author: 'jonas-weber', foundDaysAgo: 7 },
    ...{ key: 'wish-list-names', title: 'Translated wish lists show the names of other customers' },
    ...{ file: 'src/server/wish-lists/translate.ts', fixedDaysAgo: 6.5 },
  },
  {
    ...{ number: 448, headSha: headOf({ number: 448 }), author: 'priya-raman', foundDaysAgo: 18.5 },
    ...{ key: 'gift-card-audit', title: 'Audit log stores the codes of gift cards in full' },
    ...{ file: 'src/server/gift-cards/audit.ts', fixedDaysAgo: 17.9 },
  },
];

export function quarterPulls(nowMs: number): Pick<GitHubData, 'pulls' | 'comments'> {
  const all = [...open, ...merged];
  return {
    pulls: all.map((pull) => toPull(pull, nowMs)),
    comments: all.flatMap((pull) => toComment(pull, nowMs)),
  };
}

function headOf({ number }: Pick<QuarterPull, 'number'>): string {
  return commitSha(`head of ${number}`);
}

export function toPull(pull: QuarterPull, nowMs: number, repository: string = storefront.name): PullData {
  const { number, title, user, openedDaysAgo, mergedDaysAgo } = pull;
  const sha = headOf(pull);
  const closed = mergedDaysAgo === undefined ? null : timeText(nowMs - mergedDaysAgo * dayMs);
  return {
    number,
    title,
    state: closed === null ? 'open' : 'closed',
    ...(closed !== null && { merged: true, closedAt: closed }),
    draft: false,
    user,
    head: { sha, ref: `branch-${number}`, repository: `${storefront.owner}/${repository}` },
    base: { sha: storefront.baseSha, ref: 'main' },
    commits: [sha],
    createdAt: timeText(nowMs - openedDaysAgo * dayMs),
    updatedAt: closed ?? timeText(nowMs - openedDaysAgo * dayMs + hourMs),
    files: [],
  };
}

/** The bugs that a gate held against a limit, as its marker lists them; of the others nobody has scanned the head. */
function countedOf({ number, said }: QuarterPull): string {
  const pending = scannedPulls.filter((each) => each.number === number && said?.[0] === 'failed');
  const digests = pending.map(({ key }) => createHash('sha256').update(identifier('bug_', key)).digest('hex'));
  return digests
    .map((digest) => digest.slice(0, 6))
    .toSorted()
    .join('');
}

/** The gate writes a hidden line that says what it found, then words for people. */
export function toComment(pull: QuarterPull, nowMs: number): CommentData[] {
  if (pull.said === null) return [];
  const [verdict, reason, reds] = pull.said;
  const readAt = Math.round(nowMs - (pull.mergedDaysAgo ?? pull.openedDaysAgo - 0.5) * dayMs - hourMs);
  const marker = {
    ...{ key: 'Scan Gate/gate', defaultKey: true, run: 900_000 + pull.number, attempt: 1 },
    ...{ sha: headOf(pull), readAt, verdict, reason, reds, counted: countedOf(pull), inputs: { mode: 'enforce' } },
  };
  const json = JSON.stringify(marker).replaceAll('-', String.raw`\u002d`);
  const at = timeText(readAt);
  return [
    {
      id: 2_500_000_000 + pull.number,
      issue: pull.number,
      user: 'github-actions[bot]',
      body: `<!-- scan-gate:v2 ${json} -->\n### Scan Gate`,
      createdAt: at,
      updatedAt: at,
    },
  ];
}
