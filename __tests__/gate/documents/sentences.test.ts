// What the first lines of every document say: the verdict, what to do, what does not count, and which scan.
import { gfm, join, type Piece } from '../../../src/documents/markdown.ts';
import type { Marker } from '../../../src/documents/marker.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import {
  renderBlindSpot,
  renderNotCounted,
  renderRemedy,
  renderScanSentence,
} from '../../../src/gate/documents/overview.ts';
import { fillMarkdown } from '../../../src/gate/documents/phrases.ts';
import type { WordedReport } from '../../../src/gate/documents/words.ts';
import type { Finding } from '../../../src/judgement/finding.ts';
import { toChanges } from '../../../src/judgement/relevance.ts';
import { UNVERIFIED_REASONS } from '../../../src/judgement/verdict.ts';
import { FAULTS } from '../../documents/faults.ts';
import { expectGolden } from '../../documents/golden.ts';
import { render, textOf } from '../../documents/rendered.ts';
import { describe, expect, test } from '../../jest.ts';
import { anOutage } from '../../judgement/fixtures.ts';
import {
  aFinding,
  aMarker,
  anUnverified,
  aPartialScan,
  aReport,
  aScan,
  aSelected,
  aStandIn,
  headSha,
  introducedElsewhere,
  introducedHere,
  type ReportSource,
  someOptions,
  withoutFiles,
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
/** At the one commit of the pull request, in a file that it does not change. */
const foundHere = security('found', { commitSha: headSha });
const of455 = security('of455', { introducedBy: introducedElsewhere });
const of456 = security('of456', { introducedBy: { ...introducedElsewhere, pullRequest: 456 } });
const bug = aFinding('bug', { path: 'src/old.ts' });
const unclassified = aFinding('unclassified', { kind: 'unclassified', path: 'src/old.ts' });
const newBugs = (['bug', 'bug', 'unclassified'] as const).map((kind, index) =>
  aFinding(`new${index}`, { kind, path: 'src/old.ts', introducedBy: introducedHere }),
);
const manyBugs = Array.from({ length: 1_000 }, (_, index) => security(String(index)));
const partial = aSelected({ scan: aPartialScan });
const newerFailed = aSelected({ newerFailed: [aScan({ state: 'failed', status: 'dlq' })] });
const noPullRequest: ReportSource = { pullRequest: null };
const noFiles: ReportSource = { own: withoutFiles(anOutage('github', 'No files.')) };
const others: ReportSource = { others: [455], countedFrom: 'repository' };
/** `aFinding` is three days old. */
const yesterday = { foundSince: (own.foundAt + 2 * 86_400_000) as Finding['foundAt'] };

const read = (markdown: Piece): string => textOf(render(String(gfm`${markdown}`))).trim();

/** A list of cases, each with what a document says of its report. */
type Cases = Readonly<Record<string, ReportSource>>;

/** Compares what is said of every case, one a line, with the golden file. */
function expectSaid(name: string, cases: Cases, say: (report: WordedReport) => string): readonly string[] {
  const said = Object.entries(cases).map(([which, source]) => [which, say(aReport(source))] as const);
  expectGolden(
    name,
    said.map(([which, text]) => `${which}: ${text}`.trimEnd().replace(/: \n/u, ':\n') + '\n').join(''),
  );
  return said.map(([, text]) => text);
}

const headlineOf = ({ words: { icon, headline } }: WordedReport): string => `${icon} ${headline}`;

/** What is allowed is said once: in the headline, or below it. */
const withLimits = (report: WordedReport): string =>
  `${headlineOf(report)}${report.words.limits ? ` / ${report.words.limits}` : ''}`;

/** A sentence is clumsy with a `, (`, two blanks, or an empty pair in it. */
const CLUMSY = /\(\)|, ?\(|, ?$| {2}|undefined|null/u;

describe('the headline', () => {
  const both = { maxBugs: 5 };
  const narrow = { gateOn: ['introduced'], maxSecurityBugs: 1, disclosure: 'counts' } as const;
  test('of a gate that passed', () => {
    const said = expectSaid(
      'headlines-passed.txt',
      {
        'nothing found': {},
        'a limit that allows some': { findings: [own], maxSecurityBugs: 2 },
        'counted from the scan alone': { countFrom: 'scan' },
        'counted from the scan, and what is its own': { countedFrom: 'both' },
        'counted from the repository': { countedFrom: 'repository' },
        'gate-on introduced': { gateOn: ['introduced'] },
        'gate-on touched': { gateOn: ['touched'] },
        'gate-on introduced and touched': { gateOn: ['introduced', 'touched'] },
        'gate-on, and a security bug that was found here': {
          gateOn: ['introduced', 'touched'],
          findings: [foundHere],
        },
        'gate-on, and another bug that was found here': {
          gateOn: ['introduced', 'touched'],
          findings: [{ ...bug, details: foundHere.details }],
        },
        'gate-on, counted from the scan': { gateOn: ['touched'], countedFrom: 'scan' },
        'gate-on without a pull request': { gateOn: ['touched'], ...noPullRequest },
        paths: { paths: ['src/**'] },
        'paths and gate-on': { paths: ['src/**'], gateOn: ['touched'] },
        'a scan that stands in': { selected: aStandIn(4), countedFrom: 'repository' },
        'a scan of another branch': { selected: aStandIn(null), countedFrom: 'repository' },
        'a partial scan': { selected: partial, countedFrom: 'repository' },
        'a newer scan that failed': { selected: newerFailed },
        'both limits, nothing found': both,
        'both limits, one ordinary bug': { ...both, findings: [bug] },
        'both limits, ordinary bugs': { ...both, findings: [bug, bug] },
        'both limits, each with some': { ...both, findings: [bug, own], maxSecurityBugs: 1 },
        'max-bugs alone': { maxSecurityBugs: 'off', maxBugs: 5, findings: [own] },
        'no limit': { maxSecurityBugs: 'off', findings: [own] },
        'no limit, a partial scan': { maxSecurityBugs: 'off', selected: partial },
        'one new bug': { findings: newBugs.slice(0, 1) },
        'new bugs, one not classified, beside one that counts': {
          ...{ findings: [...newBugs, bug, touchedBug('1')], maxSecurityBugs: 1 },
        },
        'new bugs where details are withheld': { findings: newBugs, disclosure: 'counts' },
        'new bugs where relations are not known': { findings: newBugs, ...noFiles },
        // The place would point at the change that brought the bug in.
        'a withheld bug that is allowed': { findings: [own], ...narrow },
        'withheld bugs that are allowed, both limits': { findings: [own, ...newBugs.slice(2)], ...narrow, maxBugs: 2 },
        'both limits, one that is not classified': { ...both, findings: [unclassified] },
        'both limits, one of each kind': { ...both, findings: [unclassified, bug, own], maxSecurityBugs: 1 },
        'both limits, some not classified': { ...both, findings: [unclassified, bug] },
        'a bug of another pull request': { findings: [of455], ...others },
        'a withheld bug of another pull request': { findings: [of455], ...others, disclosure: 'counts' },
        'a withheld bug, and one that counts beside it': {
          ...{ findings: [own, ...newBugs.slice(0, 1)], gateOn: ['introduced'], disclosure: 'counts' },
          ...{ maxSecurityBugs: 'off', maxBugs: 2 },
        },
        'a limit of which nothing is used': { maxSecurityBugs: 2 },
        'partial, older ones left out, and a newer scan that failed': {
          ...{ findings: [older], selected: { ...partial, newerFailed: newerFailed.newerFailed }, ...yesterday },
        },
        'unscanned, older ones left out, and a newer scan that failed': {
          ...{ findings: [older], selected: { ...aStandIn(4), newerFailed: newerFailed.newerFailed }, ...yesterday },
        },
        'bugs from before found-since': { findings: [older, bug], ...yesterday },
        'one bug from before found-since, and one that is allowed': {
          ...{ findings: [older, ownBug('1')], maxSecurityBugs: 1, ...yesterday },
        },
      },
      withLimits,
    );
    for (const text of said) expect(text).toMatch(/^✅ Scan Gate: /u);
    expect(said.filter((text) => CLUMSY.test(text))).toEqual([]);
  });

  test('of a gate that failed', () => {
    const said = expectSaid(
      'headlines-failed.txt',
      {
        one: { findings: [own] },
        two: { findings: [own, older] },
        'a thousand': { findings: manyBugs },
        'on a commit': { ...noPullRequest, findings: [own] },
        'both limits': { findings: [bug, bug, own], maxBugs: 1 },
        'both limits, all of them security bugs': { findings: [own, older], maxBugs: 0 },
        'both limits, one bug': { findings: [own], maxBugs: 0 },
        'both limits, withheld': { findings: [own], maxBugs: 0, disclosure: 'counts' },
        'max-bugs exceeded alone': { findings: [bug, own], maxBugs: 0, maxSecurityBugs: 1 },
        'max-security-bugs exceeded alone': { findings: [bug, own], maxBugs: 5 },
        'a scan that stands in': { findings: [own], selected: aStandIn(3) },
        'a partial scan, and a newer one that failed': {
          ...{ findings: [own], selected: { ...partial, newerFailed: newerFailed.newerFailed } },
        },
        'beside a bug of another pull request': { findings: [own, of455], ...others },
        'beside one from before found-since': { findings: [own, older], ...yesterday },
      },
      withLimits,
    );
    for (const text of said) expect(text).toMatch(/^❌ Scan Gate: \d/u);
    expect(said.filter((text) => CLUMSY.test(text))).toEqual([]);
  });

  test('of a gate that could not judge', () => {
    const cases = UNVERIFIED_REASONS.flatMap((reason) => [
      [reason, anUnverified(reason)] as const,
      [`${reason}, not of the head`, anUnverified(reason, { isHead: false })] as const,
      [`${reason}, without a pull request`, anUnverified(reason, noPullRequest)] as const,
    ]);
    const said = [...cases, ['lists that fall short', aReport({ missing: 2 })] as const];
    expectGolden('headlines-not-judged.txt', said.map(([name, report]) => `${name}: ${headlineOf(report)}\n`).join(''));
    for (const [, report] of said) expect(headlineOf(report)).toMatch(/^⚠️ Scan Gate could not /u);
  });
});

test('what to do about what blocks', () => {
  const said = expectSaid(
    'what-to-do.txt',
    {
      'one of mine': { findings: [own] },
      'several of mine': { findings: [own, own2] },
      'one found here': { findings: [foundHere] },
      'mine, one found here, and one older': { findings: [own, foundHere, older] },
      'one found here, and one older': { findings: [foundHere, older] },
      'one found here, and a limit that allows some': { findings: [foundHere, older, older2], maxSecurityBugs: 1 },
      'one older': { findings: [older] },
      'only older ones': { findings: [touched, older] },
      'one older in a file I changed': { findings: [touched] },
      'several older in files I changed': { findings: [touched, touchedBug('2')] },
      'mine and one in a file I changed': { findings: [own, own2, touched] },
      'mine and several in files I changed': { findings: [own, touched, touchedBug('2')] },
      'mine and several elsewhere': { findings: [own, touched, older, older2] },
      'older ones where only mine are asked for': {
        ...{ findings: [own, touched, touchedBug('2')], gateOn: ['introduced', 'touched'] },
      },
      'an older one whose author is named': { findings: [own, own2, of455] },
      'older ones of three authors': {
        findings: ['Ada', 'Bo', 'Cy'].map((author) =>
          security(author, { introducedBy: { ...introducedElsewhere, author } }),
        ),
      },
      'a limit that allows some': { findings: [own, older, older2], maxSecurityBugs: 1 },
      'both limits': { findings: [older, older2, bug, bug], maxSecurityBugs: 1, maxBugs: 1 },
      'both limits, of which one allows none': { findings: [older, bug], maxBugs: 1 },
      'warn mode': { findings: [own], mode: 'warn' },
      'relations are not known': { findings: [own, older], ...noFiles },
      'one withheld': { findings: [own], disclosure: 'counts' },
      'several withheld, a limit that allows some': {
        ...{ findings: [own, older, older2], maxSecurityBugs: 1, disclosure: 'counts' },
      },
      'a scan that stands in': { findings: [touched], selected: aStandIn(2) },
      'mine and others, on a scan that stands in': { findings: [own, touched, touchedBug('2')], selected: aStandIn(2) },
      'a scan that stands in, warn mode': { findings: [older, older2], selected: aStandIn(2), mode: 'warn' },
      'six twins, where gate-on asks for less': { findings: [older], gateOn: ['touched'], twins: { uncompared: 6 } },
      'somebody to ask': { findings: [older], contact: '#security-help' },
      'somebody to ask, with markup in it': { findings: [older], contact: '**@all** <b>' },
      'no pull request': { findings: [older], ...noPullRequest },
      'one that another pull request may have brought in': { findings: [of455], shared: [of455] },
      'several that others may have brought in': { findings: [of455, of456], shared: [of455, of456] },
      'mine, and one that another may have brought in': { findings: [own, of455], shared: [of455] },
      'a fork, and a scan that stands in': {
        ...{ findings: [own], selected: aStandIn(2), parts: { rerunBy: 'maintainer' } },
      },
    },
    (report) => read(join([renderRemedy(report)], '\n\n')),
  );
  for (const text of said) expect(text).toMatch(/^(?:.*\n)?What to do: .*\.$/u);
});

test('how many of the commits are not scanned stands under what would block', () => {
  const warning = { findings: [older], mode: 'warn' } as const;
  expectSaid(
    'unscanned.txt',
    {
      'a scan of this commit': warning,
      'a scan that stands in': { ...warning, selected: aStandIn(4) },
      'one commit': { ...warning, selected: aStandIn(1) },
      'a scan of another branch': { ...warning, selected: aStandIn(null) },
      'commits of the base branch too': { ...warning, selected: aStandIn(4), parts: { ownCommits: 2 } },
      'what blocks, which says it behind the headline': { findings: [older], selected: aStandIn(4) },
      'no pull request': { ...warning, selected: aStandIn(4), ...noPullRequest },
    },
    (report) => `${headlineOf(report)} / ${report.words.unscanned ?? ''}`,
  );
});

test('the line on what changed since the last push', () => {
  const marks = (letters: string): string => letters.replace(/./g, (letter) => letter.repeat(6));
  const cases: Readonly<Record<string, Partial<Marker>>> = {
    'nothing before': { counted: marks('abc') },
    'nothing judged before': { counted: marks('abc'), before: undefined },
    'nothing judged now': { before: marks('abc') },
    'nothing changed': { counted: marks('abc'), before: marks('abc') },
    'nothing at all': { counted: '', before: '' },
    'all three': { counted: marks('bcde'), before: marks('aabc') },
    'one is gone': { counted: marks('b'), before: marks('ab') },
    'all are gone': { counted: '', before: marks('ab') },
    'only new ones': { counted: marks('ab'), before: '' },
    'others in their place': { counted: marks('cd'), before: marks('ab') },
    'in warn mode': { counted: marks('b'), before: marks('abc'), inputs: { mode: 'warn' } },
  };
  const said = Object.entries(cases).map(([name, parts]) => {
    const marker = { ...aMarker, ...parts };
    const lines = renderComment(aReport({ findings: [own] }), { ...someOptions, marker }).split('\n');
    return `${name}: ${lines.filter((line) => line.startsWith('Since')).join()}`.trimEnd();
  });
  expectGolden('since-push.txt', said.map((line) => `${line}\n`).join(''));
});

describe('where nothing was judged', () => {
  const running = aSelected({ scan: aScan({ state: 'running', status: 'in_progress', endedAt: null }) });
  const say = (report: WordedReport): string => {
    const { about = '', opening = '', todo = null } = report.words.wayOut ?? {};
    return read(gfm`${about} ${opening}${todo && gfm` What to do: ${fillMarkdown(todo, report)}`}`);
  };

  test('says whether it is about the change, whether one can merge, what to do, and whom to ask', () => {
    const cases = UNVERIFIED_REASONS.flatMap((reason) => [
      [reason, anUnverified(reason)] as const,
      [
        `${reason}, required, with somebody to ask`,
        anUnverified(reason, { contact: '#security-help', parts: { isRequired: 'required' } }),
      ] as const,
    ]);
    const said = [
      ...cases,
      ['not required', anUnverified('no-scan', { parts: { isRequired: 'not-required' } })] as const,
      ['warn mode', anUnverified('no-scan', { mode: 'warn', onUnverified: 'warn' })] as const,
      ['without a pull request', anUnverified('no-scan', noPullRequest)] as const,
      ['a scan that runs', anUnverified('scan-timeout', { selected: running })] as const,
      [
        'a scan that runs, and another that began after it has ended',
        anUnverified('scan-timeout', {
          selected: running,
          scans: [
            aScan({ startedAt: own.foundAt, endedAt: aScan().endedAt }),
            aScan({ startedAt: (aScan().startedAt + 1) as Finding['foundAt'] }),
          ],
        }),
      ] as const,
      ['the first scan runs', anUnverified('scan-timeout', { selected: running, scans: [] })] as const,
      ['a fork', anUnverified(FAULTS['no key, from a fork']())] as const,
    ];
    expectGolden('not-judged.txt', said.map(([name, report]) => `${name}: ${say(report)}\n`).join(''));
  });
});

describe('what does not count', () => {
  const bugOf = (id: string, parts: Parameters<typeof aFinding>[1] = {}): Finding =>
    aFinding(id, { path: 'src/old.ts', ...parts });
  const rest = [
    bugOf('own', { introducedBy: introducedHere }),
    bugOf('touched', { path: 'src/cart/total.ts' }),
    bugOf('older'),
    bugOf('older2'),
  ];
  test('is counted by where it is, where that is known and may be said', () => {
    expectSaid(
      'not-counted.txt',
      {
        nothing: {},
        'only what counts': { findings: [own] },
        'what the fold of a gate that passed lists': { findings: newBugs },
        'something beside the fold': { findings: [...newBugs, ...rest.slice(1)] },
        'a bug that is not classified': { findings: [unclassified, bug] },
        'one elsewhere': { findings: [bug] },
        'one found here': { findings: [{ ...bug, details: foundHere.details }] },
        'some everywhere': { findings: [own, ...rest] },
        'without a file': { findings: [bugOf('1', { path: null })], gateOn: ['touched'] },
        'of another pull request': { findings: [of455], ...others },
        'from before found-since': { findings: [older], ...yesterday },
        'some with nothing known of them': { findings: rest, ...noFiles },
        'withheld ones': { findings: [...rest, older], gateOn: ['introduced'], maxBugs: 1, disclosure: 'counts' },
        'in a run whose page is not known': { findings: [bug], parts: { runUrl: null } },
        'where nothing was judged': { findings: [bug], missing: 2 },
      },
      (report) => read(renderNotCounted(report)),
    );
  });
});

describe('the scan', () => {
  const running = aScan({ state: 'running', status: 'in_progress', endedAt: null });
  test('is named with its kind, its commit, its place and its end', () => {
    expectSaid(
      'the-scan.txt',
      {
        none: { selected: null },
        'of the head': {},
        'of a commit': noPullRequest,
        'one commit behind': { selected: aStandIn(1) },
        'some commits behind': { selected: aStandIn(4), ...noPullRequest },
        'of another branch': { selected: aStandIn(null) },
        'partial, with another': {
          selected: { ...partial, judged: [aPartialScan, aScan({ ...aPartialScan, id: 'wr_2' })] },
        },
        'full and partial': { selected: aSelected({ judged: [aPartialScan, aPartialScan, aScan()] }) },
        'without a commit': {
          selected: aSelected({ scan: aScan({ sha: null, endedAt: null }), standsIn: true, commitsBehind: null }),
        },
        'that runs': { selected: aSelected({ scan: running }) },
        'that failed': { selected: aSelected({ scan: aScan({ state: 'failed', status: 'dlq' }) }) },
      },
      (report) => read(renderScanSentence(report)),
    );
  });

  test('says what it cannot know, where there is something', () => {
    const said = expectSaid(
      'blind-spots.txt',
      {
        'of the commit itself': {},
        partial: { selected: partial },
        'one commit behind': { selected: aStandIn(1) },
        'some behind': { selected: aStandIn(4), ...noPullRequest },
        'of another branch': { selected: aStandIn(null) },
      },
      (report) => read(renderBlindSpot(report)),
    );
    expect(said.map((text) => text === '')).toEqual([true, false, false, false, false]);
  });
});

test('the notes: what a run did differently, or counts in another way than a reader might think', () => {
  const unreadable = { ...aScan(), id: null };
  const stuck = aScan({ state: 'running', status: 'in_progress', startedAt: own.foundAt, endedAt: null });
  const lists = (files: number, commits: number): ReportSource => {
    const all = {
      files: Array.from({ length: files }, (_, index) => ({
        path: `${index}.ts`,
        previousPath: null,
        firstChangedLine: 1,
      })),
      commits: Array.from({ length: commits }, () => ({ sha: headSha, committedAt: null })),
    };
    const head = { sha: headSha, commitCount: null, fileCount: 2 };
    return { own: { lists: all, changes: toChanges(482, all, head) } };
  };
  const refused = anOutage('github', 'GitHub refused.');
  expectSaid(
    'notes.txt',
    {
      none: {},
      'what narrows the counts': { gateOn: ['introduced', 'touched'], paths: ['src/**'], ...yesterday },
      'paths that hold no pending bug': { paths: ['docs/**'], findings: [own] },
      'paths that hold one of two': { paths: ['src/cart/**'], findings: [own, touched] },
      'paths that hold no pending bug that is withheld': { paths: ['docs/**'], findings: [own], disclosure: 'counts' },
      'paths where nothing is pending': { paths: ['docs/**'], findings: [] },
      'what widens them': { countUnclassified: true },
      'gate-on without a pull request': { gateOn: ['touched'], ...noPullRequest },
      'files that GitHub refused': { own: withoutFiles(refused) },
      'too many files and commits': lists(3_000, 250),
      'another number of files than GitHub counts': lists(1, 1),
      'it is not known who may read the repository': { visibility: 'unknown' },
      'one twin': { twins: { numbers: [490] } },
      'two twins': { twins: { numbers: [490, 491] } },
      'a twin, of which what it introduces counts': { twins: { numbers: [490] }, gateOn: ['introduced'] },
      'six twins': { twins: { uncompared: 6 } },
      'other pull requests that GitHub refused': { findings: [of455], othersFault: refused },
      'the same, where details are withheld': { findings: [of455], othersFault: refused, disclosure: 'counts' },
      'a newer scan that failed': { selected: newerFailed },
      'lists that fall short of a failure': { findings: [own], missing: 2 },
      'lists that fall short of a pass, which says so itself': { missing: 2 },
      'scans that are as if they were not there': { scans: [unreadable, unreadable, stuck] },
      'one of each': { scans: [unreadable, stuck, stuck] },
      'a type of scan that nobody knows': { scanTypes: ['nightly'] },
    },
    ({ notes }) => notes.map(({ level, text }) => `\n  ${level}: ${text}`).join(''),
  );
});
