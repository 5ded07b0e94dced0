// The pull requests of a quarter for the scenario of insights, each with what the gate's comment says of its head.
import type { CommentData, GitHubData, PullData } from '../github/data.ts';
import { commitSha, dayMs, hourMs, timeText } from './identity.ts';
import { storefront } from './storefront/names.ts';

type Said = readonly [verdict: 'passed' | 'failed' | 'unverified', reason: string, reds?: number];

interface QuarterPull {
  readonly number: number;
  readonly title: string;
  readonly user: string;
  readonly openedDaysAgo: number;
  /** Absent: it is open. */
  readonly mergedDaysAgo?: number;
  /** Null: no gate has judged the head. */
  readonly said: Said | null;
}

const passed: Said = ['passed', 'within-threshold'];
const failed: Said = ['failed', 'threshold-exceeded', 1];

const people = ['mara-lindqvist', 'deniz-arslan', 'jonas-weber', 'priya-raman'];
const subjects = ['gift cards', 'returns', 'wish lists', 'vouchers', 'stock alerts', 'order exports', 'newsletters'];
const changes = ['Add a filter to', 'Cache', 'Translate', 'Split the table of', 'Test', 'Page through'];

const toMergedDaysAgo = (at: number): number => 1 + at * 2.3;
const toNumber = (at: number): number => 470 - at * 3;

/** The one that was merged last before that day: what the scan of the next night finds came in by it. */
export function pullMergedBefore(daysAgo: number): number {
  return toNumber(Math.ceil((daysAgo - 1) / 2.3));
}

/** Two in five days. */
const merged = Array.from({ length: 48 }, (_, at): QuarterPull => {
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
  if (at === 9 || at === 31) return failed;
  if (at === 17) return null;
  return at % 5 === 2 ? ['passed', 'within-threshold', 1 + (at % 2)] : passed;
}

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

/** Pull requests and the comments of gates on them. */
export function quarterPulls(nowMs: number): Pick<GitHubData, 'pulls' | 'comments'> {
  const all = [...open, ...merged];
  return {
    pulls: all.map((pull) => toPull(pull, nowMs)),
    comments: all.flatMap((pull) => toComment(pull, nowMs)),
  };
}

function headOf({ number }: QuarterPull): string {
  return commitSha(`head of ${number}`);
}

function toPull(pull: QuarterPull, nowMs: number): PullData {
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
    head: { sha, ref: `branch-${number}`, repository: `${storefront.owner}/${storefront.name}` },
    base: { sha: storefront.baseSha, ref: 'main' },
    commits: [sha],
    createdAt: timeText(nowMs - openedDaysAgo * dayMs),
    updatedAt: closed ?? timeText(nowMs - openedDaysAgo * dayMs + hourMs),
    files: [],
  };
}

/** As the gate writes it: a hidden line that says what it found, then words for people. */
function toComment(pull: QuarterPull, nowMs: number): CommentData[] {
  if (pull.said === null) return [];
  const [verdict, reason, reds] = pull.said;
  const readAt = Math.round(nowMs - (pull.mergedDaysAgo ?? pull.openedDaysAgo - 0.5) * dayMs - hourMs);
  const marker = {
    ...{ key: 'Scan Gate/gate', defaultKey: true, run: 900_000 + pull.number, attempt: 1 },
    ...{ sha: headOf(pull), readAt, verdict, reason, reds, inputs: { mode: 'enforce' } },
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
