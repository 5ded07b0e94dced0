// The reasons: what each says in each of its forms, in one golden file.
import { toFaultForReaders } from '../../src/judgement/disclosure.ts';
import { DeadlineError } from '../../src/judgement/errors.ts';
import type { JudgementInputs } from '../../src/judgement/question.ts';
import * as reasons from '../../src/judgement/reasons.ts';
import type { Scan, ScanHistory, UsableScan } from '../../src/judgement/scan.ts';
import { selectStandIn } from '../../src/judgement/selection.ts';
import type { Unverified } from '../../src/judgement/unverified.ts';
import { expectGolden } from '../documents/golden.ts';
import { expect, test } from '../jest.ts';
import { aScan, at, shaOf } from './fixtures.ts';
import { someInputs } from './world.ts';

const hourMs = 3_600_000;
const sha = shaOf('a');
const now = at(100 * hourMs);
const ended = { startedAt: at(0), endedAt: at(hourMs) };
const usable = (parts: Partial<Scan> = {}): UsableScan => ({ ...aScan({ ...ended, ...parts }), id: 'wr_1' });
const other = usable({ sha: shaOf('b') });

function noScan(
  scans: readonly Scan[],
  inputs: Partial<JudgementInputs> = {},
  foreign: readonly string[] = [],
): Unverified {
  const history: ScanHistory = {
    repositoryId: 'repo_1',
    scans,
    foreignRepositoryIds: foreign,
    isWhole: true,
  };
  return reasons.noScanFault({ sha, inputs: { ...someInputs, ...inputs }, now }, history);
}

function timeout(waitTimeoutMs: number, waitedMs: number): Unverified {
  return reasons.scanTimeoutFault({ sha, inputs: { ...someInputs, waitTimeoutMs }, waitedMs }, usable());
}

function old(scan: UsableScan, newest: UsableScan): Unverified {
  const selected = selectStandIn([scan], { match: 'latest', ancestors: [] });
  if (selected === null) throw new Error('a complete scan can stand in');
  const judged = scan.sha === sha ? { ...selected, standsIn: false } : selected;
  return reasons.oldScanFault({ inputs: { ...someInputs, maxScanAgeMs: 24 * hourMs }, now }, judged, newest);
}

const { GITHUB_QUESTIONS: questions } = reasons;
const run = (runAttempt: number): Parameters<typeof reasons.unknownReadersFault>[0] => ({
  repository: { owner: 'acme', repo: 'scan-operations' },
  runAttempt,
});

/** Each is made inside the test, where mutation testing sees which code it runs. */
const faults: Readonly<Record<string, () => Unverified>> = {
  'no scan at all': () => noScan([]),
  'no scan of the commit': () => noScan([other]),
  'no scan of a commit that can be told': () => noScan([usable({ sha: null })]),
  'no scan of the commit or one before': () => noScan([other], { scanMatch: ['exact', 'ancestor'] }),
  'none that can be used anywhere': () => noScan([other], { scanMatch: ['exact', 'latest'] }),
  'a scan of the commit that cannot be used': () => noScan([{ ...aScan(ended), id: null }]),
  'one of a type that does not count': () => noScan([other], { scanTypes: ['default'] }),
  'one of types that do not count': () => noScan([other], { scanTypes: ['default', 'deep'] }),
  'none after waiting': () => noScan([other], { waitForScanMs: 300_000 }),
  'scans of another repository alone': () => noScan([], {}, ['repo_2']),
  'scans of others too': () =>
    noScan([other], {}, ['repo_2', 'repo_2', ...'34567'.split('').map((id) => `repo_${id}`)]),
  'a scan of none of its commits': () => reasons.unscannedFault(other, sha),
  'a scan of no commit that can be told': () => reasons.unscannedFault(usable({ sha: null }), sha),
  'a failed scan': () => reasons.scanFailedFault({ sha }, usable()),
  'a failed scan without an ID': () => reasons.scanFailedFault({ sha }, { ...usable(), id: null }),
  'a scan that runs, and nobody waits': () => timeout(0, 0),
  'a scan that ran too long': () => timeout(600_000, 600_000),
  'an old scan that stands in': () => old(other, other),
  'an old scan of the commit': () => old(usable(), usable()),
  'an old partial scan': () => old(usable({ type: 'deep' }), usable({ type: 'deep' })),
  'a scan that ends after now': () => old(other, usable({ endedAt: at(101 * hourMs) })),
  'a scan dated ahead': () => reasons.scanDatedAheadFault({ now }, usable({ endedAt: at(103 * hourMs) })),
  'short lists': () => reasons.shortListsFault(1),
  'shorter lists': () => reasons.shortListsFault(2),
  'a list that keeps changing': () => reasons.changingListFault('GET /public/v1/bugs', 4),
  'an answer about another repository': () => reasons.otherRepositoryFault('Asked for one, the service sent another.'),
  'no time left': () => reasons.serviceDeadlineFault(new DeadlineError('after 10 min')),
  'no key': () => reasons.noCredentialsFault({ name: 'pull_request', isInFork: false }),
  'no key outside forks': () => reasons.noCredentialsFault({ name: 'push', isInFork: false }),
  'no key in a fork': () => reasons.noCredentialsFault({ name: 'push', isInFork: true }),
  'several repositories of one name': () => reasons.ambiguousRepositoryFault('acme/shop', ['repo_1', 'repo_2']),
  'an unknown name': () => reasons.repositoryNotFoundFault('acme/shop', { repositories: 1, organizations: [] }),
  'several repositories of one name, among several to look at': () =>
    reasons.ambiguousRepositoryFault('acme/shop', ['repo_1', 'repo_2'], 'none'),
  'an unknown name, where no name can be given': () =>
    reasons.repositoryNotFoundFault('acme/shop', { repositories: 1, organizations: [] }, 'id'),
  'an unknown name, among several to look at': () =>
    reasons.repositoryNotFoundFault('acme/shop', { repositories: 1, organizations: [] }, 'none'),
  'an unknown name among many': () =>
    reasons.repositoryNotFoundFault('acme/shop', {
      repositories: 3,
      organizations: Array.from({ length: 21 }, (_, index) => `Org${index}`),
    }),
  'no repository to look at': () => reasons.noRepositoryFault(),
  'nobody says who can read the log': () => reasons.unknownReadersFault(run(1), { hidden: 1, all: 1 }),
  'nobody says who can read the log of a job that is run again': () =>
    reasons.unknownReadersFault(run(2), { hidden: 2, all: 3 }),
  'an ID that the service lists and does not know': () => reasons.hiddenRepositoryFault('repo_1'),
  'an unknown ID': () => reasons.unknownRepositoryFault('repo_1'),
  'no token, for ancestors': () => reasons.noTokenFault(questions.ancestors),
  'no token, for the repository': () => reasons.noTokenFault(questions.repository),
  'no token, for a head': () => reasons.noTokenFault(reasons.toHeadQuestion(7)),
  'an earlier head, or its lists': () => reasons.headNotListedFault(),
  'a pull request that GitHub does not show yet': () => reasons.headNotListedFault(false),
  'a newer head': () => reasons.supersededFault(sha),
  'a newer head meanwhile': () => reasons.supersededFault(sha, ' while its scan was awaited'),
  'an event without a commit': () => reasons.unknownCommitFault('The event says nothing.'),
};

function toText([name, make]: readonly [string, () => Unverified]): string {
  const { reason, headline, what, advice, privateAdvice = [], isTransient, quoted } = make();
  const head = [reason, isTransient === true && 'may pass', headline].filter((part) => typeof part === 'string');
  const items = [...advice, ...privateAdvice.map((line) => `In private: ${line}`)].map((line) => `- ${line}`);
  return [`## ${name}`, head.join(' · '), what, quoted ?? '', ...items, ''].join('\n');
}

test('each says what happened and what to do', () => {
  expectGolden('reasons.md', Object.entries(faults).map(toText).join('\n'));
});

test('what is asked of GitHub names the permission that it needs', () => {
  const asked = Object.entries(questions).map(([name, { permission }]) => `${name}: ${permission}`);
  expect(asked).toEqual([
    'ancestors: contents: read',
    ...['files', 'commits', 'head', 'openPulls', 'otherPulls', 'formerHeads', 'pullOfBranch'].map(
      (name) => `${name}: pull-requests: read`,
    ),
    'repository: metadata: read',
    'comparison: contents: read',
  ]);
});

// Green or red would tell whoever opens a pull request which files have pending bugs.
test('none advises `gate-on: touched` where everybody may open a pull request', () => {
  const made = Object.values(faults).map((make) => make());
  const inPublic = made.map((fault) => toFaultForReaders(fault, { input: 'full', visibility: 'public' }));
  expect(inPublic.flatMap(({ advice }) => advice).join('\n')).not.toMatch(/touched|gate-on: all/);
  // Control: where only members may, it is advised.
  const inPrivate = made.map((fault) => toFaultForReaders(fault, { input: 'auto', visibility: 'private' }));
  expect(inPrivate.filter(({ advice }) => advice.join().includes('touched')).length).toBe(4);
});
