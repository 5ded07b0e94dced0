// The scenario of insights: half a year of the storefront, scanned every night, with bugs that were fixed, dismissed and accepted for a while.
import type { GitHubData } from '../github/data.ts';
import type { ScanData } from '../service/data.ts';
import { commitSha, dateText, dayMs, hourMs, identifier } from './identity.ts';
import { pullMergedBefore, quarterPulls } from './insights-pulls.ts';
import type { Scenario, Step } from './scenario.ts';
import type { FindingText } from './storefront/findings.ts';
import { storefrontGitHub, workflowToken } from './storefront/github.ts';
import { linkedBugs, storefront } from './storefront/names.ts';
import { allFindings, makeBug, makeScan, storefrontService, withLists } from './storefront/service.ts';
import { storefrontWorld } from './storefront/world.ts';

const areas = ['Gift cards', 'Returns', 'Wish lists', 'Vouchers', 'Stock alerts', 'Order exports', 'Newsletters'];

const faults = [
  'lose the currency when they are edited',
  'are counted twice after a retry',
  'show the price before tax',
  'can be read by any signed-in customer',
  'time out for large accounts',
];

/** What was found and settled before the storefront's own bugs: one every other day, a third of them pending for long. */
function olderFindings(nowMs: number): readonly FindingText[] {
  return Array.from({ length: 84 }, (_, at): FindingText => {
    const area = areas[at % areas.length] ?? '';
    const fault = at % faults.length;
    const foundDaysAgo = 2 + at * 2;
    const tookDays = 1 + ((at * 7) % 19);
    return {
      key: `${area} ${at}`,
      title: `${area} ${faults[fault] ?? ''}`,
      summary: `${area} ${faults[fault] ?? ''}.`,
      file: `src/server/${area.toLowerCase().replace(' ', '-')}/index.ts`,
      security: fault === 3,
      foundDaysAgo,
      introduced: { daysAgo: foundDaysAgo + 3, author: 'priya-raman', pull: pullMergedBefore(foundDaysAgo) },
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

const nights = 120;

/** One a night, of which one in sixteen failed. */
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

function makeGitHub(nowMs: number): GitHubData {
  const permissions = {
    contents: 'read',
    'pull-requests': 'read',
    issues: 'none',
    checks: 'none',
    actions: 'none',
  } as const;
  return { ...storefrontGitHub(nowMs), tokens: [{ ...workflowToken, permissions }], ...quarterPulls(nowMs), runs: [] };
}

const event: Step['event'] = {
  name: 'schedule',
  payload: {
    schedule: '23 6 * * 1',
    repository: {
      name: storefront.name,
      full_name: `${storefront.owner}/${storefront.name}`,
      owner: { login: storefront.owner, type: 'Organization' },
      private: true,
      visibility: 'private',
      default_branch: 'main',
    },
  },
};

export const insights: Scenario = {
  name: 'insights',
  description:
    'The insights action after a quarter: its page, its files and its summary, with bugs that were fixed, dismissed and accepted for a while, and pull requests that were stopped.',
  build: (nowMs) => {
    const bugs = [...olderFindings(nowMs), ...allFindings].map((finding) => makeBug(finding, nowMs));
    const service = withLists({ ...storefrontService(nowMs, bugs), scans: nightlyScans(nowMs) });
    const world = storefrontWorld(service, makeGitHub(nowMs));
    const inputs = { ...linkedBugs, 'service-name': 'Acme Scan' };
    const title = 'A quarter in one page: what was found, fixed and dismissed.';
    return { ...world, steps: [{ title, action: 'insights/action.yml', event, inputs }] };
  },
};
