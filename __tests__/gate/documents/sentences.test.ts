// What the first lines of every document say, one golden file for all: the verdict, what to do, what does not count, which scan.
import { gfm, type Piece } from '../../../src/documents/markdown.ts';
import { toHeadline, toIcon } from '../../../src/gate/documents/headline.ts';
import { renderNotCounted, renderScanSentence, toBlindSpot } from '../../../src/gate/documents/overview.ts';
import { renderWhatToDo } from '../../../src/gate/documents/what-to-do.ts';
import type { Finding } from '../../../src/judgement/finding.ts';
import type { ScanId } from '../../../src/judgement/identifiers.ts';
import { unverified } from '../../../src/judgement/reasons.ts';
import type { Report } from '../../../src/judgement/report.ts';
import { UNVERIFIED_REASONS } from '../../../src/judgement/verdict.ts';
import { expectGolden } from '../../documents/golden.ts';
import { render, textOf } from '../../documents/rendered.ts';
import { expect, test } from '../../jest.ts';
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
const bugAt = (path: string | null, parts: Parameters<typeof aFinding>[1] = {}): Finding =>
  aFinding('bug', { path, ...parts });
const mine = security('own', { introducedBy: introducedHere });
const mine2 = security('own2', { introducedBy: introducedHere });
const touched = security('touched', { path: 'src/cart/total.ts' });
const older = security('older');
const older2 = security('older2');
const bug = bugAt('src/old.ts');
const newBugs = (['bug', 'bug', 'unclassified'] as const).map((kind, index) =>
  aFinding(`new${index}`, { kind, path: 'src/old.ts', introducedBy: introducedHere }),
);
const rest = [bugAt('src/cart/total.ts'), bug, bugAt('src/old.ts')];
const partial = aSelected({ scan: aPartialScan });
const newerFailed = aSelected({ newerFailed: [aScan({ state: 'failed', status: 'dlq' })] });
const unknown = { own: { fault: unverified('github-error', 'No files.') } };
const noPullRequest: ReportSource = { pullRequest: null };
const withheld: ReportSource = { disclosure: 'counts' };

/** As a reader sees it. */
const read = (markdown: Piece): string => textOf(render(String(gfm`${markdown}`))).trim();
const headline = (report: Report): string => `${toIcon(report)} ${toHeadline(report)}`;

interface Section {
  readonly say: (report: Report) => string;
  readonly rows: Readonly<Record<string, ReportSource>>;
}

const sections: Readonly<Record<string, Section>> = {
  'The headline of a gate that passed': {
    say: headline,
    rows: {
      'nothing is pending': {},
      'a limit allows some': { findings: [mine], maxSecurityBugs: 2 },
      'counted from the repository': { countedFrom: 'repository' },
      'gate-on: introduced': { gateOn: ['introduced'] },
      'gate-on: touched': { gateOn: ['touched'] },
      'gate-on: both': { gateOn: ['introduced', 'touched'] },
      'gate-on, counted from a scan': { gateOn: ['introduced', 'touched'], countedFrom: 'scan' },
      paths: { paths: ['src/**'] },
      'a scan that stands in': { selected: aStandIn(4) },
      'a scan of another branch': { selected: aStandIn(null) },
      'a partial scan': { selected: partial },
      'a newer scan failed': { selected: newerFailed },
      'both limits': { maxBugs: 5 },
      'both limits, one bug': { maxBugs: 5, findings: [bug] },
      'both limits, two bugs': { maxBugs: 5, findings: [bug, bug] },
      'both limits, a security bug among them': { maxBugs: 5, findings: [bug, mine], maxSecurityBugs: 1 },
      'the other limit': { maxSecurityBugs: 'off', maxBugs: 5, findings: [mine] },
      'no limit': { maxSecurityBugs: 'off', findings: [mine] },
      'no limit, a partial scan': { maxSecurityBugs: 'off', selected: partial },
      'a new bug': { findings: newBugs.slice(0, 1) },
      'new bugs': { findings: [...newBugs, bug, touched], maxSecurityBugs: 1 },
      // Only what is known to be an ordinary bug may be told of there.
      'new bugs, withheld': { findings: newBugs, ...withheld },
      'new bugs, but nobody knows whose': { findings: newBugs, ...unknown },
      // Where details are withheld, the place would point at the change that brought the bug in.
      'one that counts is withheld': { findings: [mine], gateOn: ['introduced'], maxSecurityBugs: 1, ...withheld },
      'two limits, one that counts is withheld': {
        findings: [mine, ...newBugs.slice(0, 1)],
        ...{ gateOn: ['introduced'], maxSecurityBugs: 1, maxBugs: 5 },
        ...withheld,
      },
      'a bug of another pull request is left out': {
        findings: [security('1', { introducedBy: introducedElsewhere })],
        others: [455],
      },
      'a bug from before a day is left out': { findings: [older], foundSince: 1_795_000_000_000 as never },
    },
  },
  'The headline of a gate that failed': {
    say: headline,
    rows: {
      one: { findings: [mine] },
      two: { findings: [mine, older] },
      'a thousand': { findings: Array.from({ length: 1_000 }, (_, index) => security(String(index))) },
      'without a pull request': { ...noPullRequest, findings: [mine] },
      'in mode warn': { findings: [mine, older], mode: 'warn' },
      'both limits': { findings: [bug, bug, mine], maxBugs: 1 },
      'both limits, security bugs alone': { findings: [mine, older], maxBugs: 0 },
      'both limits, one security bug': { findings: [mine], maxBugs: 0 },
      'only the limit that is exceeded': { findings: [bug, mine], maxBugs: 0, maxSecurityBugs: 1 },
      'only the other one': { findings: [bug, mine], maxBugs: 5 },
      'a scan that stands in': { findings: [mine], selected: aStandIn(3) },
      'a partial scan, and a newer one failed': {
        findings: [mine],
        selected: { ...partial, newerFailed: newerFailed.newerFailed },
      },
    },
  },
  'What to do': {
    say: (report) => read(renderWhatToDo(report)),
    rows: {
      'one of mine': { findings: [mine] },
      'several of mine': { findings: [mine, mine2] },
      'one older': { findings: [older] },
      'only older ones': { findings: [touched, older] },
      'mine and one in a file I changed': { findings: [mine, mine2, touched] },
      'mine and several elsewhere': { findings: [mine, touched, older, older2] },
      'older ones of somebody': { findings: [security('1', { introducedBy: introducedElsewhere })] },
      'a limit that allows some': { findings: [mine, older, older2], maxSecurityBugs: 1 },
      'both limits': { findings: [older, older2, bug, bug], maxSecurityBugs: 1, maxBugs: 1 },
      'both limits, of which one allows none': { findings: [older, bug], maxBugs: 1 },
      'mode warn': { findings: [mine], mode: 'warn' },
      'where relations are not known': { findings: [mine, older], ...unknown },
      'one withheld': { findings: [mine], ...withheld },
      'a scan of an older commit': { findings: [touched], selected: aStandIn(2) },
    },
  },
  'What does not count': {
    say: (report) => read(renderNotCounted(report)),
    rows: {
      nothing: {},
      'only what counts': { findings: [mine] },
      'what the fold of a gate that passed lists': { findings: newBugs },
      'something beside the fold': { findings: [...newBugs, ...rest] },
      'a bug that is not classified': { findings: [bugAt('src/old.ts', { kind: 'unclassified' }), bug] },
      'one elsewhere': { findings: [bug] },
      'some everywhere': { findings: [mine, bugAt('src/old.ts', { introducedBy: introducedHere }), ...rest] },
      'without a file': { findings: [bugAt(null)], gateOn: ['touched'] },
      'of another pull request': {
        findings: [security('1', { introducedBy: introducedElsewhere })],
        others: [455],
      },
      'some with nothing known of them': { findings: rest, ...unknown },
      'withheld ones': { findings: [...rest, older], gateOn: ['introduced'], maxBugs: 1, ...withheld },
      'in a run whose page is not known': { findings: [bug], parts: { runUrl: null } },
      'everything, where nothing was judged': {
        findings: [bug],
        fault: unverified('service-error', 'Lists are short.'),
      },
    },
  },
  'Which scan': {
    say: (report) => read(renderScanSentence(report)),
    rows: {
      none: { selected: null },
      'of the head': {},
      'of a commit': noPullRequest,
      'one commit behind': { selected: aStandIn(1) },
      'some commits behind': { selected: aStandIn(4), ...noPullRequest },
      'of another branch': { selected: aStandIn(null) },
      partial: { selected: { ...partial, judged: [aPartialScan, aScan({ ...aPartialScan, id: 'wr_2' as ScanId })] } },
      'full and partial': { selected: aSelected({ judged: [aPartialScan, aPartialScan, aScan()] }) },
      'without a commit': {
        selected: aSelected({ scan: aScan({ sha: null, endedAt: null }), standsIn: true, commitsBehind: null }),
      },
      'that runs': { selected: aSelected({ scan: aScan({ state: 'running', status: 'in_progress', endedAt: null }) }) },
      'that failed': { selected: aSelected({ scan: aScan({ state: 'failed', status: 'dlq' }) }) },
    },
  },
  'What the scan cannot know': {
    say: (report) => read(toBlindSpot(report)),
    rows: {
      'of the commit itself': {},
      'one commit behind': { selected: aStandIn(1) },
      'some behind': { selected: aStandIn(4), ...noPullRequest },
      'of another branch': { selected: aStandIn(null) },
    },
  },
};

/** Each reason, for a pull request, for one whose head is another commit, and without one. */
const notJudged = UNVERIFIED_REASONS.flatMap((reason) =>
  [{}, { isHead: false }, noPullRequest].map((source) => headline(anUnverified(reason, undefined, source))),
);

const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)];

test('the sentences are the golden ones', () => {
  const written = Object.entries(sections).map(([title, { say, rows }]) => {
    const lines = Object.entries(rows).map(([name, source]) => `- ${name}: ${say(aReport(source)) || '(nothing)'}`);
    return `## ${title}\n${lines.join('\n')}\n`;
  });
  const unjudged = `## The headline of a gate that could not judge\n${unique(notJudged)
    .map((line) => `- ${line}\n`)
    .join('')}`;
  expectGolden('sentences.md', [...written, unjudged].join('\n'));
});

test('nothing is said of what does not count where there was nothing to judge', () => {
  expect(renderNotCounted(anUnverified('no-scan'))).toBeNull();
});
