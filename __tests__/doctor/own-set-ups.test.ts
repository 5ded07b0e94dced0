// The set-ups of the README with a repository's own values: what is other than there, and what is added.
import type { DoctorEvidence, DoctorSettings, GitHubEvidence, Replay } from '../../src/doctor/evidence.ts';
import { decideOwnSetUp, toForkCondition, toMaxAgeDays } from '../../src/doctor/own-set-ups.ts';
import type { ScanStatistics } from '../../src/doctor/scan-statistics.ts';
import { type Recommendation, SET_UPS, type SetUp, type SetUpName } from '../../src/doctor/set-ups.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { DAY_MS, MINUTE_MS } from '../../src/judgement/time.ts';
import { describe, expect, test } from '../jest.ts';

interface Facts {
  readonly recommendation?: Recommendation;
  readonly settings?: Partial<DoctorSettings>;
  readonly scans?: Partial<ScanStatistics>;
  readonly github?: Partial<GitHubEvidence>;
  readonly foundSince?: Replay['foundSince'];
}

function decide({ recommendation = 'nightly-scans', settings, scans, github, foundSince }: Facts): SetUp | null {
  const evidence = {
    settings: { repositoryId: null, scanTypes: [], maxSecurityBugs: null, maxBugs: null, ...settings },
    github: { pulls: [], defaultBranch: 'main', ...github },
    replay: foundSince === undefined ? null : { foundSince },
  } as unknown as DoctorEvidence;
  const statistics = { intervalMs: DAY_MS, startDelayMs: null, durationMs: null, ...scans } as ScanStatistics;
  const forkCondition = toForkCondition(recommendation, evidence.github.visibility);
  return decideOwnSetUp({ evidence, recommendation, bugs: null, scans: statistics, forkCondition });
}

/** The lines of `with:` that the README does not have. */
function addedBy(own: SetUp | null, name: Exclude<Recommendation, 'none'> = 'nightly-scans'): readonly string[] {
  const known = SET_UPS[name].inputs.map((input) => `${input.name}: ${input.value}`);
  const lines = own?.inputs.map((input) => `${input.name}: ${input.value}`) ?? [];
  return lines.filter((line) => !known.includes(line));
}

test('no set-up is handed out where none is recommended', () => {
  expect(decide({ recommendation: 'none' })).toBeNull();
});

test('without a value of its own a repository gets what the README has', () => {
  expect(decide({})).toEqual(SET_UPS['nightly-scans']);
});

describe('what is added', () => {
  test.each<[string, Partial<DoctorSettings>, readonly string[]]>([
    ['types of scans', { scanTypes: ['default', 'deep'] }, ['scan-types: default, deep']],
    ['an ID', { repositoryId: 'repo_1' }, ['repository-id: repo_1']],
    ['limits', { maxSecurityBugs: 0, maxBugs: 7 }, ['max-security-bugs: 0', 'max-bugs: 7']],
  ])('%s, as given', (_, settings, expected) => {
    expect(addedBy(decide({ settings }))).toEqual(expected);
  });

  test.each([
    [null, []],
    [1.5, []],
    [1.6, ['max-scan-age: 4d']],
    [7, ['max-scan-age: 14d']],
  ])('the age of a scan, where %p days lie between two: %j', (days, expected) => {
    expect(addedBy(decide({ scans: { intervalMs: days === null ? null : days * DAY_MS } }))).toEqual(expected);
  });

  test.each([
    [null, null, []],
    [5, 10, []],
    [5.1, 10.1, ['wait-for-scan: 10m', 'wait-timeout: 15m']],
    [121, 500, ['wait-for-scan: 120m', 'wait-timeout: 120m']],
  ])('waits, where a scan begins after %p minutes and takes %p: %j', (start, run, expected) => {
    const toMs = (minutes: number | null): number | null => (minutes === null ? null : minutes * MINUTE_MS);
    const scans = { startDelayMs: toMs(start), durationMs: toMs(run) };
    const name = 'pull-request-scans';
    expect(addedBy(decide({ recommendation: name, scans }), name)).toEqual(expected);
  });

  test.each<[string, Exclude<Recommendation, 'none'>, readonly SetUpName[], readonly string[]]>([
    ['it is proposed', 'nightly-scans', ['nightly-scans'], ['found-since: 2026-12-01']],
    ['it is proposed with scans of heads', 'pull-request-scans', ['pull-request-scans'], ['found-since: 2026-12-01']],
    ['it is proposed for another set-up', 'nightly-scans', ['pull-request-scans'], []],
    ['nothing is proposed', 'nightly-scans', [], []],
  ])('the day since which bugs count, where %s', (_, recommendation, proposed, expected) => {
    const since = { day: Date.parse('2026-12-01') as EpochMs, red: 0 };
    const own = decide({ recommendation, foundSince: new Map(proposed.map((name) => [name, since])) });
    expect(addedBy(own, recommendation)).toEqual(expected);
  });
});

describe('the event', () => {
  const fork = { isFork: true } as never;
  const own = { isFork: false } as never;
  test.each([
    [[], 'pull_request'],
    [[own], 'pull_request'],
    [[own, fork], 'pull_request_target'],
  ])('of pull requests is the one that forks need, where there is one: %j, %s', (pulls, expected) => {
    expect(decide({ github: { pulls } })?.on).toBe(expected);
  });
  test.each<[GitHubEvidence['visibility'], Recommendation, string, boolean, string]>([
    ['private', 'nightly-scans', 'pull_request_target', false, 'touched'],
    ['internal', 'nightly-scans', 'pull_request_target', false, 'touched'],
    ['unknown', 'nightly-scans', 'pull_request_target', false, 'touched'],
    ['public', 'nightly-scans', 'pull_request', true, 'touched'],
    ['private', 'pull-request-scans', 'pull_request_target', false, 'introduced, touched'],
    ['public', 'pull-request-scans', 'pull_request_target', false, 'introduced'],
  ])('in public, no stranger is told where the bugs are: %s, %s', (visibility, recommendation, ...expected) => {
    const recommended = decide({ recommendation, github: { pulls: [own, fork], visibility } });
    const gateOn = recommended?.inputs.find(({ name }) => name === 'gate-on')?.value;
    expect([recommended?.on, recommended?.condition !== undefined, gateOn]).toEqual(expected);
  });
});

test('an age is twice the time between two scans, in whole days, and at least three', () => {
  const ageOf = (days: number): number => toMaxAgeDays({ intervalMs: days * DAY_MS } as ScanStatistics);
  expect([toMaxAgeDays(null), ageOf(1), ageOf(1.6), ageOf(2)]).toEqual([3, 3, 4, 4]);
});
