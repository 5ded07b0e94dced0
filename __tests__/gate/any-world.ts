// What may happen to a gate: any inputs, any event, any scans and bugs of the service, anything GitHub says.
import fc from 'fast-check';
import type { ScanData } from '../../sandbox/service/data.ts';
import type { ActionEvent } from '../../src/github/event.ts';
import type { GitHubSide, ListedBug, ListName, ServiceFault, ServiceSide } from './far-end.ts';
import { eventOf, headSha, requiredInputs, workflowSha } from './fixtures.ts';
import { aRepo, aWireBug, aWireScan, hourMs, nowMs, ours, theirs, type Scene } from './stage.ts';

export const parentSha = 'b'.repeat(40);
export const grandparentSha = 'c'.repeat(40);
export const strangerSha = 'd'.repeat(40);

/** A scene, and which commit it is about by the event alone; null: by the event there is none to judge. */
export interface AnyWorld extends Scene {
  readonly eventSha: string | null;
}

type Weighted<T> = fc.WeightedArbitrary<T>;

/** Mostly one of the first; now and then one of the others. */
function mostly<T>(often: readonly T[], seldom: readonly T[]): fc.Arbitrary<T> {
  const choices: Weighted<T>[] = [
    { weight: 120, arbitrary: fc.constantFrom(...often) },
    { weight: 1, arbitrary: fc.constantFrom(...seldom) },
  ];
  return fc.oneof(...choices);
}

/** As a workflow may write them: empty, legal, padded, and now and then not legal at all. */
export const anyInputs: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .record({
    'api-key': mostly(['key-1'], ['', 'two words']),
    'github-token': fc.oneof(
      { weight: 9, arbitrary: fc.constant('token-1') },
      { weight: 1, arbitrary: fc.constant('') },
    ),
    repository: mostly(['acme/storefront', 'ACME/Storefront'], ['acme/unknown', 'nowhere']),
    'repository-id': fc.constantFrom('', '', ours),
    sha: mostly(['', '', '', '', headSha.toUpperCase(), parentSha], ['abc']),
    'pr-number': mostly(['', '', '', '7', '8'], ['0']),
    'scan-match': mostly(
      ['', 'exact', 'exact, ancestor', 'exact,ancestor,latest', 'ancestor', 'latest'],
      ['newest'],
    ),
    'scan-types': fc.constantFrom('', '', 'default', 'default, recentChanges'),
    'max-scan-age': mostly(['', '', '', '2d', ' 9h '], ['old']),
    'wait-for-scan': fc.constantFrom('', '', '1m'),
    'wait-timeout': fc.constantFrom('0', '2m'),
    'count-from': mostly(['', 'scan', 'repository'], ['everywhere']),
    'gate-on': mostly(
      ['', 'all', 'all', 'introduced', 'touched', 'introduced, touched'],
      ['all, touched'],
    ),
    paths: mostly(['', '', '', '', 'src/**', '!src/a.ts', 'docs/**\n!docs/c.md'], ['src/[']),
    'max-security-bugs': mostly(['', '0', '1', '2', 'off'], ['-1', 'many']),
    'max-bugs': mostly(['', 'off', '0', '2', '4'], ['1.5']),
    unclassified: fc.constantFrom('', 'ignore', 'count'),
    mode: fc.constantFrom('', 'enforce', 'enforce', 'warn'),
    'on-unverified': fc.constantFrom('', 'fail', 'warn'),
    comment: fc.constantFrom('never', 'always', 'on-failure'),
    annotations: fc.constantFrom('', 'off', 'check-run'),
    disclosure: fc.constantFrom('', 'full', 'counts'),
    'sarif-file': fc.constantFrom('', '', 'log.sarif'),
    'report-file': fc.constant('report.json'),
  })
  .map((given) => ({ ...requiredInputs, ...given }));

const HEAD = Symbol('the head of the pull request, which GitHub tells');

interface AnyEvent {
  readonly event: ActionEvent;
  readonly sha: string | typeof HEAD | null;
}

const pull = { number: 7, head: { sha: headSha } };
const queue = `refs/heads/gh-readonly-queue/main/pr-7-${headSha}`;
const onPull = { number: 7, pull_request: { url: 'https://x.example' } };
const events: readonly AnyEvent[] = [
  { event: eventOf('pull_request', { pull_request: pull }), sha: headSha },
  { event: eventOf('pull_request_target', { pull_request: pull }), sha: headSha },
  { event: eventOf('workflow_run', { workflow_run: { head_sha: headSha } }), sha: headSha },
  { event: eventOf('push', { after: headSha }), sha: headSha },
  {
    event: eventOf('merge_group', { merge_group: { head_sha: workflowSha, head_ref: queue } }),
    sha: HEAD,
  },
  { event: eventOf('issue_comment', { issue: onPull }), sha: HEAD },
  { event: eventOf('issue_comment', { issue: { number: 9 } }), sha: workflowSha },
  { event: eventOf('workflow_dispatch', {}), sha: workflowSha },
  { event: eventOf('schedule', { schedule: '0 5 * * *' }), sha: workflowSha },
  { event: eventOf('of_tomorrow', { after: headSha }), sha: workflowSha },
  { event: eventOf('push', { deleted: true, after: '0'.repeat(40) }), sha: null },
  { event: eventOf('pull_request', { pull_request: 'of another shape' }), sha: null },
];

const somePaths = ['src/a.ts', './src/a.ts', 'src/b.ts', 'docs/c.md', '../etc/x', '', null];

/** Pending, settled or unheard of by its own review, wherever it is listed. */
export const anyBug: fc.Arbitrary<ListedBug> = fc
  .record({
    id: fc.nat(9_999),
    list: fc.constantFrom<ListName[]>('pending', 'pending', 'pending', 'resolved', 'dismissed'),
    review: fc.constantFrom(
      null,
      null,
      null,
      null,
      'pending',
      'resolved',
      'dismissed',
      'postponed',
    ),
    security: fc.constantFrom(true, true, false, null),
    filePath: fc.constantFrom(...somePaths),
    age: fc.nat(3),
    introduced: fc.constantFrom(
      null,
      { sha: strangerSha, prNumber: 7 },
      { sha: strangerSha, prNumber: 8 },
      { sha: headSha.toUpperCase() },
      { sha: parentSha.slice(0, 9) },
      { sha: strangerSha },
    ),
    scans: fc.constantFrom(['wr_0', 'wr_1', 'wr_2', 'wr_3', 'wr_4'], ['wr_0', 'wr_2'], ['wr_1']),
    repoId: fc.oneof(
      { weight: 15, arbitrary: fc.constant(ours) },
      { weight: 1, arbitrary: fc.constant(theirs) },
    ),
  })
  .map(({ id, list, review, security, filePath, age, introduced, scans, repoId }) => ({
    list,
    scans,
    bug: aWireBug(`bug_${id}`, {
      review: review === null ? null : { state: review, createdAt: nowMs },
      isSecurityVulnerability: security,
      filePath,
      createdAt: nowMs - age * hourMs,
      introducedIn: introduced && { date: '2026-01-02', ...introduced },
      repoId,
    }),
  }));

/** Each id at most once in all lists together. */
const anyBugs = fc.oneof(
  { weight: 1, arbitrary: uniqueBugs({ maxLength: 1 }) },
  { weight: 5, arbitrary: uniqueBugs({ minLength: 2, maxLength: 8 }) },
);

function uniqueBugs(length: fc.ArrayConstraints): fc.Arbitrary<ListedBug[]> {
  return fc.uniqueArray(anyBug, { ...length, selector: ({ bug }) => bug.id });
}

/** Of any commit and repository, in any state; also with words and gaps that no document foresees. */
export const anyScan: fc.Arbitrary<ScanData> = fc
  .record({
    workflowStatus: fc.oneof(
      { weight: 5, arbitrary: fc.constant('complete') },
      { weight: 2, arbitrary: fc.constantFrom(null, 'in_progress', 'failed', 'dlq', 'queued') },
    ),
    commitSha: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(headSha, headSha.toUpperCase()) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          parentSha,
          grandparentSha,
          strangerSha,
          workflowSha,
          headSha.slice(0, 7),
          null,
        ),
      },
    ),
    scanType: mostly(['default', 'default', 'recentChanges'], [null, 'of tomorrow']),
    repoId: fc.constantFrom(ours, ours, ours, ours, ours, theirs),
    createdAt: fc.integer({ min: -3, max: 20 }).map((hours) => nowMs - hours * hourMs),
    ended: fc.constantFrom(true, true, false),
    bugCounts: fc.option(
      fc.record({ total: fc.nat(3), open: fc.nat(1), resolved: fc.nat(3), dismissed: fc.nat(3) }),
    ),
  })
  .map(({ ended, ...parts }) =>
    aWireScan({ ...parts, completedAt: ended ? parts.createdAt + hourMs / 2 : null }),
  );

/** Ids are unique, or there is none. */
const anyScans = fc
  .array(fc.tuple(anyScan, mostly([true], [false])), { minLength: 1, maxLength: 5 })
  .map((list) =>
    list.map(([scan, hasId], at) => ({ ...scan, workflowRequestId: hasId ? `wr_${at}` : null })),
  );

const anyFault: fc.Arbitrary<ServiceFault | null> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      list: fc.constantFrom<ServiceFault['list'][]>('repos', 'scans', 'bugs'),
      fromOffset: fc.constantFrom(0, 100),
      status: fc.constantFrom(400, 401, 403, 404, 429, 500),
    }),
  },
);

const anyService: fc.Arbitrary<ServiceSide> = fc.record({
  repos: mostly([[aRepo()], [aRepo({ id: theirs, name: 'other' }), aRepo()]], [[]]),
  scans: anyScans,
  bugs: anyBugs,
  fault: anyFault,
});

const anyGitHub: fc.Arbitrary<GitHubSide> = fc.record({
  headSha: mostly([headSha], [strangerSha, null]),
  files: mostly(
    [[{ filename: 'src/a.ts' }, { filename: 'src/new.ts', previous_filename: 'src/b.ts' }], []],
    [null],
  ),
  commits: mostly([[headSha, parentSha], []], [null]),
  ancestors: mostly([[parentSha, grandparentSha], []], [null]),
  pullRequest: mostly([7, null], [undefined]),
});

/** Everything that may come together. */
export const anyWorld: fc.Arbitrary<AnyWorld> = fc
  .record({
    inputs: anyInputs,
    happening: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...events.slice(0, 4)) },
      { weight: 1, arbitrary: fc.constantFrom(...events) },
    ),
    service: anyService,
    github: anyGitHub,
  })
  .map(({ inputs, happening, service, github }) => ({
    inputs,
    event: happening.event,
    eventSha: toEventSha(happening, inputs, github),
    service,
    github,
  }));

function toEventSha(
  { sha }: AnyEvent,
  inputs: Readonly<Record<string, string>>,
  github: GitHubSide,
): string | null {
  if (sha !== HEAD) return sha;
  return inputs['github-token'] === '' ? null : github.headSha;
}
