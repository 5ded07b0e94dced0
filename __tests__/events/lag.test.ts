// A lagging API: GitHub still shows a pull request as it was before the event, or not at all.
import { pullRequestPayload, type PullRequestEventOptions } from '../../sandbox/scenarios/pull-request-event.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { parseMarker, toMarkerLine } from '../../src/documents/marker.ts';
import type { CommitSha, EpochMs } from '../../src/judgement/identifiers.ts';
import { createTestClock } from '../harness/clock.ts';
import { events } from '../harness/events.ts';
import { type GateRun, runGateIn } from '../harness/sandbox.ts';
import { changeGitHub, cleanWorld, failingWorld, noScanWorld, runningWorld } from '../harness/worlds.ts';
import { expect, it } from '../jest.ts';

// What GitHub shows instead of the head: `before`, the head before the push; `earlier`, one before that; `newer`, a commit that
// comes after; `other`, one of another branch; `none`, no such pull request. `compared` counts requests. Of
// four bugs three are this pull request's; in `clean` no limit holds any.
const table = `
event        shows    for  world    inputs                                      | verdict reason        waited compared comment
synchronize  before   3s   failing  gate-on=introduced, touched                 | failed threshold-exceeded  3  0  this
synchronize  before   3s   failing  gate-on=all                                 | failed threshold-exceeded  3  0  this
synchronize  before   1h   failing  gate-on=introduced  max-security-bugs=3     | unverified github-error   10  0  this
synchronize  before   1h   failing  gate-on=all                                 | failed threshold-exceeded 10  0  this
synchronize  before   1h   failing  count-from=scan  comment=never              | failed threshold-exceeded 10  0  -
synchronize  before   1h   clean    gate-on=introduced                          | passed within-threshold   10  0  this
synchronize  earlier  3s   failing  gate-on=introduced  max-security-bugs=3     | passed within-threshold    3  1  this
edited       before   3s   failing  gate-on=introduced  max-security-bugs=3     | passed within-threshold    3  1  this
edited       before   1h   failing  gate-on=introduced  max-security-bugs=3     | unverified github-error   10  1  this
opened       none     3s   failing  gate-on=introduced  max-security-bugs=3     | passed within-threshold    3  0  this
opened       none     1h   failing  gate-on=introduced  max-security-bugs=3     | unverified github-error   10  0  -
opened       none     3s   no-scan  gate-on=all                                 | unverified no-scan         3  0  this
synchronize  before   15s  running  gate-on=introduced  max-security-bugs=3     | passed within-threshold   15  0  this
edited       before   1h   running  gate-on=introduced  max-security-bugs=3     | unverified github-error   19  1  this
synchronize  newer    0s   failing  gate-on=introduced  max-security-bugs=3     | passed within-threshold    0  0  this
synchronize  newer    1h   failing  gate-on=introduced  max-security-bugs=3     | unverified superseded      0  1  -
synchronize  other    1h   failing  gate-on=introduced  max-security-bugs=3     | unverified superseded      0  1  -
edited       newer    1h   failing  gate-on=introduced  max-security-bugs=3     | unverified superseded      0  1  -
synchronize  newer    1h   running  gate-on=introduced                          | unverified superseded      9  1  -
push         before   1h   failing  gate-on=introduced                          | failed threshold-exceeded  0  0  -
pr-number    before   1h   clean    pr-number=482                               | unverified no-scan         0  0  before
`;

const { headSha, mergeSha } = storefront;
const newerSha = 'e'.repeat(40);
const seconds: Readonly<Record<string, number>> = { '0s': 0, '3s': 3, '15s': 15, '1h': 3600 };
const worlds: Readonly<Record<string, () => ScenarioWorld>> = {
  failing: failingWorld,
  clean: cleanWorld,
  'no-scan': noScanWorld,
  running: () => ({ ...runningWorld({ afterLooks: 1 }), inputs: { 'poll-interval': '10s' } }),
};

interface Lag {
  readonly shows: string;
  readonly untilMs: number;
}

function toShown(world: ScenarioWorld, { shows, untilMs }: Lag): ScenarioWorld {
  return changeGitHub(world, ({ pulls: [pull], commits }) => {
    if (pull === undefined) throw new Error('the world has no pull request');
    const parents = [shows === 'newer' ? headSha : pull.base.sha];
    const newer = {
      ...commits.at(0),
      sha: newerSha,
      parents,
      message: '',
      authorName: '',
      date: '2026-11-20T00:00:00Z',
    };
    const at = { before: pull.commits.at(-2), earlier: pull.commits.at(-3), none: null }[shows];
    const until = new Date(untilMs).toISOString();
    return at === undefined
      ? { commits: [...commits, newer], pulls: [{ ...pull, head: { ...pull.head, sha: newerSha } }] }
      : { pulls: [{ ...pull, lag: { until, at } }] };
  });
}

function toEvent(world: ScenarioWorld, name: string) {
  if (name === 'push') return events.push(world);
  const [pull] = world.github.pulls;
  if (pull === undefined) throw new Error('the world has no pull request');
  const action = (name === 'pr-number' ? 'synchronize' : name) as PullRequestEventOptions['action'];
  const payload = pullRequestPayload({ github: world.github, pull, mergeSha, action });
  return { event: { name: 'pull_request', payload }, github: { sha: mergeSha, ref: 'refs/pull/482/merge' } };
}

const comparisons = ({ requests }: GateRun): number =>
  requests.github.filter(({ url }) => url.includes(`/compare/${headSha}...`)).length;

function toCommented({ comment, world }: { readonly comment: string; readonly world: ScenarioWorld }): string {
  const sha = parseMarker(comment)?.sha ?? null;
  const before = world.github.pulls[0]?.commits.at(-2);
  return sha === null ? '-' : ({ [headSha]: 'this', [before ?? '']: 'before' }[sha] ?? sha);
}

interface Row {
  readonly event: string;
  readonly shows: string;
  readonly lasts: string;
  readonly world: ScenarioWorld;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly faults?: readonly string[];
}

/** What comes out: verdict, reason, seconds waited, comparisons, and the commit that the comment is about. */
async function judge({ event, shows, lasts, world, inputs = {}, faults = [] }: Row): Promise<string> {
  // GitHub's times have no milliseconds.
  const clock = createTestClock(Math.floor(Date.now() / 1000) * 1000, true);
  const begun = clock.now();
  const shown = lasts === '0s' ? world : toShown(world, { shows, untilMs: begun + (seconds[lasts] ?? 0) * 1000 });
  const run = await runGateIn(shown, { ...toEvent(world, event), clock, now: () => clock.now(), inputs, faults });
  const { verdict = '', reason = '' } = run.outputs;
  const waited = Math.round((clock.now() - begun) / 1000);
  return [verdict, reason, waited, comparisons(run), toCommented({ ...run, world })].join(' ');
}

it.each(
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => [line.replaceAll(/\s+/gu, ' '), line] as const),
)('%s', async (title, line) => {
  const [event = '', shows = '', lasts = '', kind = '', ...given] = (line.split(' | ')[0] ?? '')
    .trim()
    .split(/\s{2,}/u);
  const world = worlds[kind]?.();
  if (world === undefined) throw new Error(`there is no world ${kind}`);
  const inputs = Object.fromEntries(given.map((each) => each.split('=') as [string, string]));
  expect(await judge({ event, shows, lasts, world, inputs })).toBe(title.split(' | ')[1]);
});

/** The comment that a run with this number has left about the head before. */
function withComment(runId: number): ScenarioWorld {
  return changeGitHub(failingWorld(), ({ pulls: [pull] }) => {
    const sha = (pull?.commits.at(-2) ?? null) as CommitSha | null;
    const marker = { key: 'Scan Gate/gate', runId, runAttempt: 1, sha, readAt: 0 as EpochMs };
    const at = '2026-01-01T00:00:00Z';
    const comment = { id: 10, issue: 482, user: 'github-actions[bot]', createdAt: at, updatedAt: at };
    return { comments: [{ ...comment, body: toMarkerLine(marker) }] };
  });
}

const OWN_RUN = failingWorld().github.runs[0]?.id ?? 0;

// A branch that is set back to the commit before looks like a lag, and the run for it has a higher number.
it.each([
  ['an older run is replaced', 'before', OWN_RUN - 1, 'this'],
  ['a newer run is left', 'before', OWN_RUN + 1, 'before'],
  ['a newer run is replaced where GitHub shows this head', 'nothing else', OWN_RUN + 1, 'this'],
])('a comment about the commit before, of %s', async (_, shows, runId, about) => {
  const lasts = shows === 'before' ? '1h' : '0s';
  const ended = await judge({ event: 'synchronize', shows, lasts, world: withComment(runId) });
  expect(ended.split(' ').at(-1)).toBe(about);
});

it.each([403, 404])('a head that cannot be compared, as GitHub answers %i, may be an earlier one', async (status) => {
  const faults = [`GET */compare/* status=${status}`];
  const ended = await judge({ event: 'edited', shows: 'newer', lasts: '1h', world: failingWorld(), faults });
  expect(ended).toBe('failed threshold-exceeded 10 1 this');
});

it('a pull request that GitHub refuses to show is not waited for', async () => {
  const faults = ['GET */pulls/482 status=403'];
  const ended = await judge({ event: 'opened', shows: 'none', lasts: '0s', world: failingWorld(), faults });
  expect(ended).toBe('failed threshold-exceeded 0 0 this');
});
