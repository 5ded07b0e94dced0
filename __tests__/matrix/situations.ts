// The situations that the requests of the matrix are made in: in each of them green would be wrong.
import type { CommentData, GitHubData } from '../../sandbox/github/data.ts';
import type { GitHubRun } from '../../sandbox/runner/environment.ts';
import type { PlayOptions } from '../../sandbox/runner/runner.ts';
import { commitSha, hourMs, identifier, minuteMs, timeText } from '../../sandbox/scenarios/identity.ts';
import { addedFile } from '../../sandbox/scenarios/patch.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { FindingText } from '../../sandbox/scenarios/storefront/findings.ts';
import { storefrontGitHub } from '../../sandbox/scenarios/storefront/github.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { makeBug, makeScan, olderScans, storefrontService } from '../../sandbox/scenarios/storefront/service.ts';
import { storefrontWorld } from '../../sandbox/scenarios/storefront/world.ts';
import type { ScanData } from '../../sandbox/service/data.ts';
import { type EventName, events } from '../harness/events.ts';
import { changeGitHub, changeService } from '../harness/worlds.ts';

/** A world whose one security bug makes it red, and how the gate is run in it. */
export interface Situation {
  readonly world: ScenarioWorld;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: PlayOptions['event'];
  readonly github?: Partial<GitHubRun>;
}

/** Of every gate of the matrix, so that its comment is found whatever the event. */
export const commentKey = 'matrix';

/** One moment for all worlds, so that the same situation makes the same documents. */
export const nowMs = Date.now();

/** Made by the pull request's newest commit, which its number does not tell, and in the last of its files. */
const lastFile = 'src/zoo.ts';
const securityBug: FindingText = {
  key: 'matrix security',
  title: 'Owner of the order is not checked',
  summary: 'Anybody may.',
  file: lastFile,
  security: true,
  foundDaysAgo: 1,
  introduced: { daysAgo: 1, author: 'mara-lindqvist', commit: 'head' },
};

/** The security bug comes last of two pages: whoever loses one of them, or judges an older scan, sees no reason for red. */
const findings: readonly FindingText[] = [
  ...Array.from({ length: 109 }, (_, index) => plain(`plain ${index}`)),
  ...['r1', 'r2', 'r3'].map((key) => plain(key, 'resolved')),
  ...['d1', 'd2'].map((key) => plain(key, 'dismissed')),
  securityBug,
];

/** As many as fit on one page: where the bugs are not what goes wrong, more would only take time. */
const fewFindings = findings.slice(105);
/** More than a check run takes annotations at once. */
const annotatedFindings = findings.slice(50);

function plain(key: string, state?: 'resolved' | 'dismissed'): FindingText {
  return {
    key: `matrix ${key}`,
    title: `Result is not checked (${key})`,
    summary: 'It is not.',
    file: 'src/old.ts',
    security: false,
    foundDaysAgo: 30,
    ...(state ? { review: { state, daysAgo: 2, source: 'review' } } : {}),
  };
}

function firstRun(
  newFiles: readonly string[] = [lastFile],
  texts: readonly FindingText[] = fewFindings,
): ScenarioWorld {
  const bugs = texts.map((finding) => makeBug(finding, nowMs));
  const world = storefrontWorld(storefrontService(nowMs, bugs), storefrontGitHub(nowMs));
  const files = newFiles.map((name) => addedFile(name, 'export {};'));
  return changeGitHub(world, ({ pulls }) => ({
    pulls: pulls.map((pull) => ({ ...pull, files: [...pull.files, ...files] })),
  }));
}

/** The security bug is older than the pull request, and its file is on the second page of the files. */
function touchedOnly(): ScenarioWorld {
  const names = Array.from({ length: 100 }, (_, index) => `src/new-${index}.ts`);
  return changeService(firstRun([...names, lastFile]), ({ bugs }) => ({
    bugs: bugs.map((bug) => ({ ...bug, introducedIn: null })),
  }));
}

/** Comments of an earlier run, perhaps behind remarks of a colleague. */
function withComments(world: ScenarioWorld, users: readonly string[], remarkCount = 0): ScenarioWorld {
  return changeGitHub(world, ({ comments }) => {
    const remarks = Array.from({ length: remarkCount }, () => ['deniz-arslan', 'I see.'] as const);
    const gates = users.map((user) => [user, earlierBody(world.sha)] as const);
    const more = [...remarks, ...gates].map(([user, body], index): CommentData => ({
      id: 2_500_000_000 + index,
      issue: world.pullRequest,
      user,
      body,
      createdAt: timeText(nowMs - hourMs),
      updatedAt: timeText(nowMs - hourMs),
    }));
    return { comments: [...comments, ...more] };
  });
}

function earlierBody(sha: string): string {
  return `<!-- scan-gate:v2 {"key":"${commentKey}","run":1,"attempt":1,"sha":"${sha}","readAt":1} -->\nAn earlier run.`;
}

const ours = 'github-actions[bot]';
const person = 'jonas-weber';

function withScans(scans: (data: readonly ScanData[]) => readonly ScanData[]): ScenarioWorld {
  return changeService(firstRun(), (data) => ({
    scans: [...scans(data.scans)],
    surfaced: { ...data.surfaced, [olderId]: [makeBug(plain('plain 108'), nowMs).id] },
  }));
}

const olderId = identifier('wr_', 'matrix older');
/** Of the same commit, from before the security bug was found. */
const olderScan = makeScan({ workflowRequestId: olderId, createdAt: nowMs - 3 * hourMs });

/** Newer scans of other commits, so that those of the head begin the second page. */
function otherScans(): readonly ScanData[] {
  return Array.from({ length: 100 }, (_, index) =>
    makeScan({
      workflowRequestId: identifier('wr_', `matrix other ${index}`),
      commitSha: commitSha(`matrix other ${index}`),
      createdAt: nowMs - minuteMs - index * 1_000,
      completedAt: nowMs - 1_000,
    }),
  );
}

function scanRunning(): ScenarioWorld {
  return changeService(firstRun(), () => ({
    runningScans: [{ scan: storefront.scanId, afterLooks: 3, endsAs: 'complete' }],
  }));
}

/** No scan of the head; that of its parent has the security bug. */
function ancestorScanned(): ScenarioWorld {
  return withScans((scans) => {
    const [parent = ''] = firstRun().github.pulls[0]?.commits.slice(-2) ?? [];
    const others = olderScans(nowMs);
    const head = scans.filter(({ commitSha: sha }) => sha === storefront.headSha);
    return [...others, ...head.map((scan) => ({ ...scan, commitSha: parent }))];
  });
}

function tokenOfPerson(world: ScenarioWorld): ScenarioWorld {
  return changeGitHub(world, ({ tokens }): Partial<GitHubData> => ({
    tokens: tokens.map((token) => ({ ...token, login: person, type: 'User' })),
  }));
}

function happened(name: EventName, world = firstRun()): Situation {
  const { event, github } = events[name](world);
  return { world, event, github };
}

/** The event of the pull request, from a payload that does not tell who may read the repository. */
function withoutVisibility({ event }: ScenarioWorld): PlayOptions['event'] {
  const text = JSON.stringify(event.payload, (key, value: unknown) =>
    key === 'visibility' || key === 'private' ? undefined : value,
  );
  return { name: event.name, payload: JSON.parse(text) as unknown };
}

const situations = {
  'first run': () => ({ world: firstRun() }),
  'two pages of bugs': () => ({ world: firstRun([lastFile], findings) }),
  'second run': () => ({ world: withComments(firstRun(), [ours]) }),
  'second run, many comments': () => ({ world: withComments(firstRun(), [ours], 99) }),
  'two comments': () => ({ world: withComments(firstRun(), [ours, ours]) }),
  // The other comment pretends to be ours.
  "a person's token": () => ({ world: tokenOfPerson(withComments(firstRun(), ['deniz-arslan', person])) }),
  'check run': () => ({
    // Only what counts is annotated, in files that the pull request changes.
    world: firstRun([lastFile, 'src/old.ts'], annotatedFindings),
    inputs: { annotations: 'check-run', 'max-annotations': '120', 'max-bugs': '0' },
  }),
  'whole repository': () => ({ world: firstRun(), inputs: { 'count-from': 'repository', 'sarif-file': 'scan.sarif' } }),
  'unknown repository': () => ({
    world: changeService(firstRun(), ({ user, repos: [repo] }) => ({
      user: { ...user, orgs: [...user.orgs, { id: repo?.orgId ?? '', name: 'Beyond' }] },
    })),
    inputs: { repository: 'acme/elsewhere' },
  }),
  'two scans': () => ({ world: withScans((scans) => [olderScan, ...scans]) }),
  'many scans': () => ({ world: withScans((scans) => [olderScan, ...scans, ...otherScans()]) }),
  'scan running': () => ({ world: scanRunning(), inputs: { 'poll-interval': '0' } }),
  'scan running, no comment': () => ({ world: scanRunning(), inputs: { 'poll-interval': '0', comment: 'never' } }),
  ancestor: () => ({ world: ancestorScanned(), inputs: { 'scan-match': 'exact, ancestor' } }),
  touched: () => ({ world: touchedOnly(), inputs: { 'gate-on': 'touched' } }),
  introduced: () => ({ world: firstRun(), inputs: { 'gate-on': 'introduced' } }),
  'visibility unknown': () => ({ world: firstRun(), event: withoutVisibility(firstRun()) }),
  push: () => happened('push'),
  'comment event': () => happened('issue_comment'),
} as const satisfies Readonly<Record<string, () => Situation>>;

export type SituationName = keyof typeof situations;

const made = new Map<SituationName, Situation>();

/** Gives a situation, made once: both services begin with a copy of their world. */
export function situationOf(name: SituationName): Situation {
  const situation = made.get(name) ?? situations[name]();
  made.set(name, situation);
  return situation;
}
