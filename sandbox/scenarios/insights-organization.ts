// The scenario of insights for an organization: twelve repositories on one page, of which one is late and two could not be read in full.
import type { NeighbourData } from '../github/data.ts';
import type { BugData, ScanData, ServiceData } from '../service/data.ts';
import { startBySchedule } from './branch-event.ts';
import { commitSha, dateText, dayMs, hourMs, identifier } from './identity.ts';
import { people, type QuarterPull, toComment, toPull } from './insights-pulls.ts';
import { areas, faults, insights, makeGitHub } from './insights.ts';
import type { Scenario } from './scenario.ts';
import { workflowToken } from './storefront/github.ts';
import { linkedBugs, storefront } from './storefront/names.ts';
import { makeScan, otherRepo, storefrontRepo, withLists } from './storefront/service.ts';

interface Member {
  readonly name: string;
  /** So many bugs were found in half a year. */
  readonly bugs: number;
  /** One of so many bugs is still pending; the others were settled. */
  readonly onePendingOf: number;
  /** They are days from one full scan to the next, and since the newest. */
  readonly scannedEvery: number;
  readonly scannedDaysAgo: number;
}

/** Some with little to tell, one that is late, and two in a tie. */
const members: readonly Member[] = [
  { name: 'payments-gateway', bugs: 40, onePendingOf: 3, scannedEvery: 1, scannedDaysAgo: 0 },
  { name: 'warehouse', bugs: 34, onePendingOf: 4, scannedEvery: 1, scannedDaysAgo: 9 },
  { name: 'invoices', bugs: 24, onePendingOf: 4, scannedEvery: 1, scannedDaysAgo: 0 },
  { name: 'invoices-archive', bugs: 24, onePendingOf: 4, scannedEvery: 1, scannedDaysAgo: 0 },
  { name: 'mobile-app', bugs: 30, onePendingOf: 7, scannedEvery: 7, scannedDaysAgo: 3 },
  { name: 'search', bugs: 20, onePendingOf: 6, scannedEvery: 1, scannedDaysAgo: 0 },
  { name: 'mailer', bugs: 12, onePendingOf: 9, scannedEvery: 7, scannedDaysAgo: 2 },
  { name: 'design-system', bugs: 9, onePendingOf: 9, scannedEvery: 7, scannedDaysAgo: 6 },
  { name: 'shipping', bugs: 16, onePendingOf: 20, scannedEvery: 1, scannedDaysAgo: 0 },
  { name: 'handbook', bugs: 0, onePendingOf: 1, scannedEvery: 7, scannedDaysAgo: 4 },
];
/** The service does not know it. */
const unknown = 'legacy-shop';
const halfAYear = 186;

/** A bug every few days, each brought in by a pull request that was merged the day before. */
function toBugs({ name, bugs, onePendingOf }: Member, nowMs: number): BugData[] {
  return Array.from({ length: bugs }, (_, at): BugData => {
    const daysAgo = 2 + Math.floor((at * halfAYear) / bugs);
    const [fault = '', isSecurityVulnerability = false] = faults[(at * 5) % faults.length] ?? [];
    const title = `${areas[at % areas.length] ?? ''} ${fault}`;
    const id = identifier('bug_', `${name} ${at}`);
    const settledAt = nowMs - Math.floor(daysAgo / 3) * dayMs;
    const isDismissed = at % 6 === 1;
    return {
      ...{ id, title, summary: `${title}.`, isSecurityVulnerability, repoId: otherRepo(name).id, linkedIssues: [] },
      ...{ filePath: `src/part-${at % 5}/index.ts`, createdAt: nowMs - daysAgo * dayMs },
      introducedIn: { sha: headOf(at), date: dateText(nowMs - (daysAgo + 1) * dayMs), prNumber: numberOf(at) },
      ...(at % onePendingOf !== 0 && {
        review: {
          ...{ id: identifier('bfrv_', id), createdAt: settledAt },
          ...(isDismissed
            ? ({ state: 'dismissed', source: 'review', dismissalReason: 'not_a_bug', notes: 'Checked.' } as const)
            : ({ state: 'resolved', source: 'bug_fix_check' } as const)),
        },
      }),
    };
  });
}

const numberOf = (at: number): number => 100 + at;
const headOf = (at: number): string => commitSha(`head of ${numberOf(at)}`);

function toScans({ name, scannedEvery, scannedDaysAgo }: Member, nowMs: number): ScanData[] {
  return Array.from({ length: Math.ceil(200 / scannedEvery) }, (_, at) =>
    makeScan({
      ...{ repoId: otherRepo(name).id, repoName: name, workflowRequestId: identifier('wr_', `${name} ${at}`) },
      commitSha: commitSha(`${name} ${at}`),
      createdAt: nowMs - (scannedDaysAgo + at * scannedEvery) * dayMs - 3 * hourMs,
    }),
  );
}

/** Most pass at once; every ninth was red at first, and every seventh has no gate. */
function toNeighbour({ name, bugs }: Member, nowMs: number): NeighbourData {
  const pulls = Array.from({ length: bugs }, (_, at): QuarterPull => {
    const mergedDaysAgo = 3 + Math.floor((at * halfAYear) / bugs);
    const said = at % 7 === 3 ? null : (['passed', 'within-threshold', at % 9 === 0 ? 1 : 0] as const);
    const user = people[at % people.length] ?? '';
    return { number: numberOf(at), title: `Change ${at}`, user, openedDaysAgo: mergedDaysAgo + 1, mergedDaysAgo, said };
  });
  return {
    ...makeGitHub(nowMs),
    ...{ owner: storefront.owner, name, pulls: pulls.map((pull) => toPull(pull, nowMs, name)) },
    comments: pulls.flatMap((pull) => toComment(pull, nowMs)),
  };
}

export const insightsOrganization: Scenario = {
  name: 'insights-organization',
  description:
    'The insights action about twelve repositories of an organization: the worst first, one that is no longer scanned, one that the service does not know, and one whose pull requests the app may not read.',
  build: (nowMs) => {
    const own = insights.build(nowMs);
    const empty: Member = { name: unknown, bugs: 0, onePendingOf: 1, scannedEvery: 7, scannedDaysAgo: 0 };
    const others: ServiceData = withLists({
      ...{ ...own.service, surfaced: {}, repos: members.map(({ name }) => otherRepo(name)) },
      bugs: members.flatMap((member) => toBugs(member, nowMs)),
      scans: members.flatMap((member) => toScans(member, nowMs)),
    });
    const names = [storefront.name, ...members.map(({ name }) => name), unknown].map(
      (name) => `${storefront.owner}/${name}`,
    );
    const repositories = names.filter((name) => !name.endsWith('/payments-gateway'));
    const inputs = { ...linkedBugs, 'service-name': 'Acme Scan', repositories: names.join(', ') };
    return {
      ...own,
      service: {
        ...own.service,
        repos: [storefrontRepo(), ...others.repos],
        bugs: [...own.service.bugs, ...others.bugs],
        scans: [...own.service.scans, ...others.scans],
        surfaced: { ...own.service.surfaced, ...others.surfaced },
      },
      github: {
        ...own.github,
        tokens: own.github.tokens.map((token) => ({ ...workflowToken, ...token, repositories })),
        neighbours: [...members, empty].map((member) => toNeighbour(member, nowMs)),
      },
      steps: [
        {
          title:
            'A quarter of twelve repositories in one page: the worst first, and what could not be read beside them.',
          ...{ action: 'insights/action.yml', event: startBySchedule('23 6 * * 1'), inputs },
        },
      ],
    };
  },
};
