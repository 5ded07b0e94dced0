// The scenario of insights: half a year of the storefront, scanned every night, with bugs that were fixed, dismissed and accepted for a while.
import type { GitHubData } from '../github/data.ts';
import type { ScanData } from '../service/data.ts';
import { startBySchedule } from './branch-event.ts';
import { commitSha, dateText, dayMs, hourMs, identifier } from './identity.ts';
import { people, pullMergedBefore, quarterPulls, type ScannedPull, scannedPulls } from './insights-pulls.ts';
import type { Scenario } from './scenario.ts';
import type { FindingText } from './storefront/findings.ts';
import { storefrontGitHub, workflowToken } from './storefront/github.ts';
import { linkedBugs, storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

export const areas = [
  'Gift cards',
  'Returns',
  'Wish lists',
  'Vouchers',
  'Stock alerts',
  'Order exports',
  'Newsletters',
];

/** Their number shares no divisor with that of the areas, so no two bugs have the same title. */
export const faults: readonly (readonly [title: string, security: boolean])[] = [
  ['lose the currency when they are edited', false],
  ['are counted twice after a retry', false],
  ['show the price before tax', false],
  ['can be read by any signed-in customer', true],
  ['time out for large accounts', false],
  ['are sorted by name in one list and by date in the other', false],
  ['keep the old address after a move', false],
  ['end a day early in summer', false],
  ['can be changed with the number of another customer', true],
  ['are sent again when the worker restarts', false],
  ['show a blank page without JavaScript', false],
  ['leave the names of customers in the log', true],
  ['stop at the first row that cannot be read', false],
];

/** What was found and settled before the storefront's own bugs: one every other day, a third of them pending for long. */
function olderFindings(nowMs: number): readonly FindingText[] {
  return Array.from({ length: 91 }, (_, at): FindingText => {
    const area = areas[at % areas.length] ?? '';
    const [fault = '', security = false] = faults[at % faults.length] ?? [];
    const foundDaysAgo = 2 + at * 2;
    const tookDays = 1 + ((at * 7) % 19);
    return {
      key: `${area} ${at}`,
      title: `${area} ${fault}`,
      summary: `${area} ${fault}.`,
      file: `src/server/${area.toLowerCase().replace(' ', '-')}/index.ts`,
      security,
      foundDaysAgo,
      introduced: {
        daysAgo: foundDaysAgo + 3,
        author: people[at % people.length] ?? '',
        pull: pullMergedBefore(foundDaysAgo),
      },
      ...(at % 3 === 0 || tookDays >= foundDaysAgo ? {} : { review: reviewOf(at, foundDaysAgo - tookDays, nowMs) }),
    };
  });
}

/** One in four was dismissed, some of them for a while; of the others the service saw half being fixed. */
function reviewOf(at: number, daysAgo: number, nowMs: number): NonNullable<FindingText['review']> {
  if (at % 4 !== 1) return { state: 'resolved', daysAgo, source: at % 2 === 0 ? 'bug_fix_check' : 'review' };
  const dismissed = { state: 'dismissed', daysAgo, source: 'review' } as const;
  const by = `By deniz-arslan in acme/storefront, pull request ${300 + at}, at ${commitSha(`dismissed ${at}`)}.`;
  const until = dateText(nowMs + ((at % 5) - 1) * 11 * dayMs);
  switch (Math.floor(at / 8) % 3) {
    case 0:
      return { ...dismissed, reason: 'wont_fix', notes: `until ${until}. The old page goes in spring. · ${by}` };
    case 2:
      return { ...dismissed, reason: 'not_a_bug', notes: `The list is filtered one level above. · ${by}` };
    default:
      return { ...dismissed, reason: 'other' };
  }
}

/** Somebody marked these as resolved, and the newest scan still finds them. */
const unfixed = [
  'Coupon codes can be guessed without limit',
  'Order exports can be changed with the number of another customer',
];

/** It is two periods and a little more, so that every number has one beside it. */
const nights = 190;

/** There is one a night, and one in sixteen failed. */
function nightlyScans(nowMs: number): ScanData[] {
  return Array.from({ length: nights }, (_, night) => {
    const isFailed = night % 16 === 7;
    return makeScan({
      workflowRequestId: identifier('wr_', `insights night ${night}`),
      commitSha: night === 0 ? storefront.baseSha : commitSha(`insights night ${night}`),
      createdAt: nowMs - night * dayMs - 9 * hourMs,
      ...(isFailed ? { workflowStatus: 'failed', completedAt: null } : {}),
    });
  });
}

/** Somebody had the service scan these heads, too, and what that found counted. */
function headScans(nowMs: number): ScanData[] {
  return scannedPulls.map(({ number, headSha, foundDaysAgo }) =>
    makeScan({
      workflowRequestId: identifier('wr_', `insights head of ${number}`),
      commitSha: headSha,
      createdAt: nowMs - foundDaysAgo * dayMs - hourMs,
      initiator: 'scanNow',
    }),
  );
}

function toFinding({ number, key, title, file, author, foundDaysAgo, fixedDaysAgo }: ScannedPull): FindingText {
  return {
    key,
    title,
    summary: `${title}.`,
    file,
    security: true,
    foundDaysAgo,
    introduced: { daysAgo: foundDaysAgo, author, pull: number, commit: `head of ${number}` },
    ...(fixedDaysAgo !== undefined && {
      review: { state: 'resolved', daysAgo: fixedDaysAgo, source: 'bug_fix_check' },
    }),
  };
}

export function makeGitHub(nowMs: number): GitHubData {
  const permissions = {
    contents: 'read',
    'pull-requests': 'read',
    issues: 'none',
    checks: 'none',
    actions: 'none',
  } as const;
  return { ...storefrontGitHub(nowMs), tokens: [{ ...workflowToken, permissions }], ...quarterPulls(nowMs), runs: [] };
}

const event = startBySchedule('23 6 * * 1');

export const insights: Scenario = {
  name: 'insights',
  description:
    'The insights action after a quarter: its page, its files and its summary, with bugs that were fixed or dismissed, some for a while, and pull requests that were stopped.',
  build: (nowMs) => {
    const bugs = [...olderFindings(nowMs), ...scannedPulls.map(toFinding), ...allFindings]
      .map((finding) => makeBug(finding, nowMs))
      // As in the scenario nightly, nobody has scanned the head of the storefront's pull request.
      .filter(({ commitSha: sha }) => sha !== storefront.headSha);
    const scans = [...nightlyScans(nowMs), ...headScans(nowMs)].toSorted((a, b) => b.createdAt - a.createdAt);
    const [newest] = scans.filter(({ commitSha: sha }) => sha === storefront.baseSha);
    const listed = bugs.filter(
      (bug) => bug.review?.state !== 'resolved' || unfixed.some((title) => bug.title === title),
    );
    const surfaced = { [newest?.workflowRequestId ?? '']: listed.map(({ id }) => id) };
    const service = withLists({ ...storefrontService(nowMs, bugs), scans, surfaced });
    const world = storefrontWorld(service, makeGitHub(nowMs));
    const inputs = { ...linkedBugs, 'service-name': 'Acme Scan' };
    const title = 'A quarter in one page: what was found, fixed and dismissed, and what got through.';
    return { ...world, steps: [{ title, action: 'insights/action.yml', event, inputs }] };
  },
};
