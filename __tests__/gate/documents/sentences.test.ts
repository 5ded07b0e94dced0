// What the first lines of every document say: the verdict, what to do, what does not count, and which scan.
import { gfm, type Piece } from '../../../src/documents/markdown.ts';
import { toHeadline, toIcon } from '../../../src/gate/documents/headline.ts';
import {
  renderNotCounted,
  renderScanSentence,
  renderWhatToDo,
  toBlindSpot,
} from '../../../src/gate/documents/overview.ts';
import type { Finding } from '../../../src/judgement/finding.ts';
import type { ScanId } from '../../../src/judgement/identifiers.ts';
import type { SelectedScan } from '../../../src/judgement/selection.ts';
import type { UnverifiedReason } from '../../../src/judgement/verdict.ts';
import { render, textOf } from '../../documents/rendered.ts';
import { describe, expect, test } from '../../jest.ts';
import { changesOf } from '../../judgement/fixtures.ts';
import {
  aFinding,
  anUnverified,
  aPartialScan,
  aReport,
  aScan,
  aSelected,
  aStandIn,
  introducedElsewhere,
  introducedHere,
  type ReportSource,
} from './fixtures.ts';

const security = (id: string, parts: Parameters<typeof aFinding>[1] = {}): Finding =>
  aFinding(id, { kind: 'security', path: 'src/old.ts', ...parts });
const ownBug = (id: string): Finding => security(id, { introducedBy: introducedHere });
const touchedBug = (id: string): Finding => security(id, { path: 'src/cart/total.ts' });
const [own, own2, touched, older, older2] = [
  ownBug('own'),
  ownBug('own2'),
  touchedBug('touched'),
  security('older'),
  security('older2'),
];
const bug = aFinding('bug', { path: 'src/old.ts' });
const newBugs = (['bug', 'bug', 'unclassified'] as const).map((kind, index) =>
  aFinding(`new${index}`, { kind, path: 'src/old.ts', introducedBy: introducedHere }),
);
const partial = aSelected({ scan: aPartialScan });
const newerFailed = aSelected({ newerFailed: [aScan({ state: 'failed', status: 'dlq' })] });
const noPullRequest: ReportSource = { pullRequest: null };

/** As a reader sees it. */
const read = (markdown: Piece): string => textOf(render(String(gfm`${markdown}`))).trim();

describe('the headline of a gate that passed', () => {
  const both = { maxBugs: 5 };
  test.each<[ReportSource, string]>([
    [{}, 'no security bugs in this scan (0 allowed)'],
    [{ findings: [own], maxSecurityBugs: 2 }, '1 security bug in this scan (2 allowed)'],
    [{ countedFrom: 'repository' }, 'no security bugs in this repository (0 allowed)'],
    [{ gateOn: ['introduced'] }, 'no security bugs from this pull request (0 allowed)'],
    [{ gateOn: ['touched'] }, 'no security bugs in the files you changed (0 allowed)'],
    [
      { gateOn: ['introduced', 'touched'] },
      'no security bugs from this pull request or in files it changes (0 allowed)',
    ],
    [{ paths: ['src/**'] }, 'no security bugs in the selected paths of this scan (0 allowed)'],
    [{ selected: aStandIn(4) }, 'no security bugs in this scan (0 allowed, 4 commits not scanned)'],
    [
      { selected: aStandIn(null) },
      'no security bugs in this scan (0 allowed, an unknown number of commits not scanned)',
    ],
    [{ selected: partial }, 'no security bugs in this scan (0 allowed, partial scan)'],
    [{ selected: newerFailed }, 'no security bugs in this scan (0 allowed, a newer scan failed)'],
    [both, 'no bugs in this scan (5 and 0 allowed)'],
    [{ ...both, findings: [bug] }, '1 bug, not a security bug, in this scan (5 and 0 allowed)'],
    [{ ...both, findings: [bug, bug] }, '2 bugs, none of them a security bug, in this scan (5 and 0 allowed)'],
    [
      { ...both, findings: [bug, own], maxSecurityBugs: 1 },
      '2 bugs, 1 of them a security bug, in this scan (5 and 1 allowed)',
    ],
    [{ maxSecurityBugs: 'off', maxBugs: 5, findings: [own] }, '1 bug in this scan (5 allowed)'],
    [
      { maxSecurityBugs: 'off', findings: [own] },
      'no limit is set, so nothing was counted · 1 new bug, not blocking (1 security bug)',
    ],
    [{ findings: newBugs.slice(0, 1) }, 'no security bugs in this scan (0 allowed) · 1 new bug, not blocking'],
    [
      { findings: [...newBugs, bug, touchedBug('1')], maxSecurityBugs: 1 },
      '1 security bug in this scan (1 allowed) · 3 new bugs, not blocking (1 not classified yet)',
    ],
    // Only what is known to be an ordinary bug may be told of there.
    [
      { findings: newBugs, disclosure: 'counts' },
      'no security bugs in this scan (0 allowed) · 2 new bugs, not blocking',
    ],
    [
      { findings: newBugs, own: { fault: unverified('github-error', 'No files.') } },
      'no security bugs in this scan (0 allowed)',
    ],
    [{ maxSecurityBugs: 'off', selected: partial }, 'no limit is set, so nothing was counted (partial scan)'],
    // Where details are withheld, the place would point at the change that brought the bug in.
    [
      { findings: [own], gateOn: ['introduced'], maxSecurityBugs: 1, disclosure: 'counts' },
      '1 security bug (1 allowed)',
    ],
  ])('%j', (source, expected) => {
    const report = aReport(source);
    expect([toIcon(report), toHeadline(report)]).toEqual(['✅', `Scan Gate: ${expected}`]);
  });
});

describe('the headline of a gate that failed', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => security(String(index)));
  test.each<[ReportSource, '❌' | '⚠️', string]>([
    [{ findings: [own] }, '❌', '1 security bug blocks this merge (0 allowed)'],
    [{ findings: [own, older] }, '❌', '2 security bugs block this merge (0 allowed)'],
    [{ findings: many }, '❌', '1,000 security bugs block this merge (0 allowed)'],
    [{ ...noPullRequest, findings: [own] }, '❌', '1 security bug blocks this commit (0 allowed)'],
    [{ findings: [own, older], mode: 'warn' }, '⚠️', '2 security bugs would block this merge (0 allowed)'],
    [
      { findings: [bug, bug, own], maxBugs: 1 },
      '❌',
      '3 bugs, 1 of them a security bug, block this merge (1 and 0 allowed)',
    ],
    [
      { findings: [own, older], maxBugs: 0 },
      '❌',
      '2 bugs, all of them security bugs, block this merge (0 and 0 allowed)',
    ],
    [{ findings: [own], maxBugs: 0 }, '❌', '1 bug, a security bug, blocks this merge (0 and 0 allowed)'],
    // Only the limits that are exceeded.
    [{ findings: [bug, own], maxBugs: 0, maxSecurityBugs: 1 }, '❌', '2 bugs block this merge (0 allowed)'],
    [{ findings: [bug, own], maxBugs: 5 }, '❌', '1 security bug blocks this merge (0 allowed)'],
    [
      { findings: [own], selected: aStandIn(3) },
      '❌',
      '1 security bug blocks this merge (0 allowed, 3 commits not scanned)',
    ],
    [
      { findings: [own], selected: { ...partial, newerFailed: newerFailed.newerFailed } },
      '❌',
      '1 security bug blocks this merge (0 allowed, partial scan, a newer scan failed)',
    ],
  ])('%#: %s %s', (source, icon, expected) => {
    const report = aReport(source);
    expect([toIcon(report), toHeadline(report)]).toEqual([icon, `Scan Gate: ${expected}`]);
  });
});

describe('the headline of a gate that could not judge', () => {
  const [pull, commit] = ['could not judge this pull request:', 'could not judge this commit:'];
  test.each<[UnverifiedReason, string, string]>([
    ['no-scan', `${pull} its head has not been scanned`, `${commit} it has not been scanned`],
    ['scan-failed', `${pull} the scan of its head failed`, `${commit} the scan of it failed`],
    [
      'scan-timeout',
      `${pull} the scan of its head did not finish in time`,
      `${commit} the scan of it did not finish in time`,
    ],
    ['stale-scan', `${pull} the scan is too old`, `${commit} the scan is too old`],
    ['superseded', `${pull} it has newer commits`, `${commit} it has newer commits`],
    ['service-error', `${pull} the service could not be read`, `${commit} the service could not be read`],
    ['github-error', `${pull} GitHub could not be read`, `${commit} GitHub could not be read`],
    ['no-credentials', `${pull} there is no API key`, `${commit} there is no API key`],
    ['invalid-input', 'could not start: an input is wrong', 'could not start: an input is wrong'],
    ['unauthorized', `${pull} the service refused the API key`, `${commit} the service refused the API key`],
    [
      'repository-not-found',
      `${pull} the service does not know this repository`,
      `${commit} the service does not know this repository`,
    ],
  ])('%s', (reason, ofPullRequest, ofCommit) => {
    const report = anUnverified(reason);
    expect([toIcon(report), toHeadline(report)]).toEqual(['⚠️', `Scan Gate ${ofPullRequest}`]);
    const without = anUnverified(reason, undefined, noPullRequest);
    expect(toHeadline(without)).toBe(`Scan Gate ${ofCommit}`);
  });

  test('names lists that fall short', () => {
    const report = aReport({ missing: 2 });
    expect(toHeadline(report)).toBe(`Scan Gate ${pull} the service does not list every bug`);
  });

  test('speaks of the commit where it is not the head', () => {
    const report = anUnverified('no-scan', undefined, { isHead: false });
    expect(toHeadline(report)).toBe(`Scan Gate ${pull} the commit has not been scanned`);
  });
});

describe('what to do', () => {
  const ask = (them: string): string => `or ask someone else with write access to dismiss ${them}`;
  test.each<[string, ReportSource, string]>([
    ['one of mine', { findings: [own] }, `fix it and push, ${ask('it')}.`],
    ['several of mine', { findings: [own, own2] }, `fix them and push, ${ask('them')}.`],
    ['one older', { findings: [older] }, `fix it and push, ${ask('it')}.`],
    ['only older ones', { findings: [touched, older] }, `fix them and push, ${ask('them')}.`],
    [
      'mine and one in a file I changed',
      { findings: [own, own2, touched] },
      `fix the 2 that this pull request introduces and push. The older one is in a file you changed: fix it too, ${ask('it')}.`,
    ],
    [
      'mine and several elsewhere',
      { findings: [own, touched, older, older2] },
      `fix the one that this pull request introduces and push. The others were there before: fix them too, ${ask('them')}.`,
    ],
    [
      'a limit that allows some',
      { findings: [own, older, older2], maxSecurityBugs: 1 },
      `fix at least 2 of the 3 security bugs and push, ${ask('them')}. Start with what this pull request introduces.`,
    ],
    [
      'both limits',
      { findings: [older, older2, bug, bug], maxSecurityBugs: 1, maxBugs: 1 },
      `fix at least 3 of the 4 bugs, among them at least 1 of the 2 security bugs, and push, ${ask('them')}.`,
    ],
    [
      'both limits, of which one allows none',
      { findings: [older, bug], maxBugs: 1 },
      `fix at least 1 of the 2 bugs, among them the security bug, and push, ${ask('them')}.`,
    ],
    [
      'warn mode',
      { findings: [own], mode: 'warn' },
      `nothing is blocked now, since this gate only warns. Fix it and push, ${ask('it')}.`,
    ],
    [
      'where relations are not known',
      { findings: [own, older], own: { fault: unverified('github-error', 'No files.') } },
      `fix them and push, ${ask('them')}.`,
    ],
    [
      'one withheld',
      { findings: [own], disclosure: 'counts' },
      `open the bug in the service. Fix it and push, ${ask('it')}.`,
    ],
    [
      'a scan of an older commit',
      { findings: [touched], selected: aStandIn(2) },
      `fix it and push, ${ask('it')}. The scan does not know your newest commits. Once you have pushed a fix, ask someone else with write access to mark the bug as resolved.`,
    ],
  ])('%s', (_, source, expected) => {
    expect(read(renderWhatToDo(aReport(source)))).toBe(`What to do: ${expected}`);
  });
});

describe('what does not count', () => {
  const bugOf = (id: string, parts: Parameters<typeof aFinding>[1] = {}): Finding =>
    aFinding(id, { path: 'src/old.ts', ...parts });
  const others = { others: new Set([455]) };
  const removal = { changes: changesOf({ number: 482, removed: ['src/gone.ts'] }) };
  const rest = [
    bugOf('own', { introducedBy: introducedHere }),
    bugOf('touched', { path: 'src/cart/total.ts' }),
    bugOf('older'),
    bugOf('older2'),
  ];
  test.each<[string, ReportSource, string]>([
    ['nothing', {}, ''],
    ['only what counts', { findings: [own] }, ''],
    ['what the fold of a gate that passed lists', { findings: newBugs }, ''],
    [
      'something beside the fold',
      { findings: [...newBugs, ...rest.slice(1)] },
      '1 other bug in files you changed, 2 elsewhere (job summary).',
    ],
    [
      'a bug that is not classified',
      { findings: [bugOf('1', { kind: 'unclassified' }), bugOf('2')] },
      '2 bugs elsewhere; 1 of them not classified yet (job summary).',
    ],
    ['one elsewhere', { findings: [bugOf('1')] }, '1 bug elsewhere (job summary).'],
    [
      'some everywhere',
      { findings: [own, ...rest] },
      '1 bug from this pull request, 1 in files you changed, 2 elsewhere (job summary).',
    ],
    [
      'without a file',
      { findings: [bugOf('1', { path: null })], gateOn: ['touched'] },
      '1 bug without a file (job summary).',
    ],
    [
      'in a removed file',
      { findings: [security('1', { path: 'src/gone.ts' })], selected: aStandIn(2), context: removal },
      '1 bug in files that this pull request removes (job summary).',
    ],
    [
      'of another pull request',
      { findings: [security('1', { introducedBy: introducedElsewhere })], related: others },
      '1 bug from other pull requests that are open (job summary).',
    ],
    [
      'some with nothing known of them',
      { findings: rest, own: { fault: unverified('github-error', 'No files.') } },
      '4 other bugs (job summary).',
    ],
    [
      'withheld ones',
      { findings: [...rest, older], gateOn: ['introduced'], maxBugs: 1, disclosure: 'counts' },
      '4 other bugs (job summary).',
    ],
    ['in a run whose page is not known', { findings: [bugOf('1')], parts: { runUrl: null } }, '1 bug elsewhere.'],
  ])('%s', (_, source, expected) => {
    const text = expected === '' ? '' : `Not counted: ${expected}`;
    expect(read(renderNotCounted(aReport(source)))).toBe(text);
  });

  test('is everything where nothing was judged', () => {
    const doubtful = aReport({ findings: [bug], missing: 2 });
    expect(read(renderNotCounted(doubtful))).toBe('Nothing was judged. The service lists 1 pending bug (job summary).');
    expect(renderNotCounted(anUnverified('no-scan'))).toBeNull();
  });
});

describe('the scan', () => {
  const running = aScan({ state: 'running', status: 'in_progress', endedAt: null });
  test.each<[string, SelectedScan | null, ReportSource, string]>([
    ['none', null, {}, ''],
    [
      'of the head',
      aSelected(),
      {},
      'Full scan of 4be1f0c, the head of this pull request, finished 2026-11-20 08:18 UTC.',
    ],
    ['of a commit', aSelected(), noPullRequest, 'Full scan of 4be1f0c, finished 2026-11-20 08:18 UTC.'],
    [
      'one commit behind',
      aStandIn(1),
      {},
      'Full scan of c05d9e7, 1 commit behind this pull request’s head, finished 2026-11-20 08:18 UTC.',
    ],
    [
      'some commits behind',
      aStandIn(4),
      noPullRequest,
      'Full scan of c05d9e7, 4 commits behind the judged commit, finished 2026-11-20 08:18 UTC.',
    ],
    [
      'of another branch',
      aStandIn(null),
      {},
      'Full scan of c05d9e7, which is not this pull request’s head, finished 2026-11-20 08:18 UTC.',
    ],
    [
      'partial',
      { ...partial, judged: [aPartialScan, aScan({ ...aPartialScan, id: 'wr_2' as ScanId })] },
      {},
      'Partial scan of 4be1f0c, the head of this pull request, finished 2026-11-20 08:18 UTC, together with 1 other partial scan.',
    ],
    [
      'full and partial',
      aSelected({ judged: [aPartialScan, aPartialScan, aScan()] }),
      {},
      'Full scan of 4be1f0c, the head of this pull request, finished 2026-11-20 08:18 UTC, together with 2 newer partial scans.',
    ],
    [
      'without a commit',
      aSelected({ scan: aScan({ sha: null, endedAt: null }), standsIn: true, commitsBehind: null }),
      {},
      'Full scan of an unknown commit, which is not this pull request’s head.',
    ],
    [
      'that runs',
      aSelected({ scan: running }),
      {},
      'Full scan of 4be1f0c, the head of this pull request, started 2026-11-20 07:06 UTC.',
    ],
    [
      'that failed',
      aSelected({ scan: aScan({ state: 'failed', status: 'dlq' }) }),
      {},
      'Full scan of 4be1f0c, the head of this pull request, failed 2026-11-20 08:18 UTC.',
    ],
  ])('%s', (_, selected, source, expected) => {
    expect(read(renderScanSentence(aReport({ selected, ...source })))).toBe(expected);
  });

  test.each<[string, SelectedScan, ReportSource, string]>([
    ['of the commit itself', aSelected(), {}, ''],
    [
      'one commit behind',
      aStandIn(1),
      {},
      'The service has not scanned the newest commit yet. What it brings in shows when the service scans it, which may be after the merge.',
    ],
    [
      'some behind',
      aStandIn(4),
      noPullRequest,
      'The service has not scanned the newest 4 commits yet. What they bring in shows when the service scans them.',
    ],
    [
      'of another branch',
      aStandIn(null),
      {},
      'The scan is of another commit, perhaps of another branch. What is not in that commit shows when the service scans it, which may be after the merge.',
    ],
  ])('%s: what it cannot know', (_, selected, source, expected) => {
    expect(read(toBlindSpot(aReport({ selected, ...source })))).toBe(expected);
  });
});
