// Tests of the judgement: what the service said and the inputs become a verdict, a report and outputs.
import { describe, expect, test } from '@jest/globals';
import type { EpochMs, ScanId } from '../../src/domain/identifiers.ts';
import { decideTally } from '../../src/domain/tally.ts';
import { decideJudgement, type Evidence } from '../../src/report/judgement.ts';
import { toConclusion, toFactLines, toFindingLines, toOpening } from '../../src/gate/log.ts';
import type { ScanResults } from '../../src/domain/scan-results.ts';
import { toOutputs, UNPUBLISHED } from '../../src/gate/outputs.ts';
import { isCommentWanted } from '../../src/gate/publish-comment.ts';
import type { JudgedContext } from '../../src/report/judgement.ts';
import { unverified, type Unverified } from '../../src/domain/unverified.ts';
import {
  anUnverified,
  aReport,
  aScan,
  fewFindings,
  manyFindings,
  scanHistory,
} from '../report/fixtures.ts';
import { headSha, inputsOf } from './fixtures.ts';

const hourMs = 3_600_000;
const at = (ms: number): EpochMs => ms as EpochMs;
const scan = aScan({ id: 'wr_1' as ScanId, sha: headSha, startedAt: at(0), endedAt: at(hourMs) });

interface Source {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly results?: Partial<ScanResults>;
  readonly context?: Partial<JudgedContext>;
  readonly pullRequest?: number | null;
  readonly pullRequestFault?: Unverified;
}

/** Five pending findings of a scan of the head of pull request 482. */
function anEvidence({
  inputs = {},
  results,
  context,
  pullRequest = 482,
  pullRequestFault,
}: Source = {}): Evidence {
  return {
    inputs: inputsOf(inputs),
    place: { owner: 'acme', repo: 'storefront', serverUrl: 'https://github.com' },
    subject: {
      sha: headSha,
      pullRequest,
      pullRequestFault: pullRequestFault ?? null,
      notes: [],
    },
    results: {
      outcome: {
        kind: 'read',
        findings: fewFindings,
        tally: decideTally(fewFindings, { resolved: 21, dismissed: 8 }),
        dismissed: { kind: 'read', findings: [] },
        readAt: at(2 * hourMs),
      },
      repositoryId: 'repo_9f3a' as ScanResults['repositoryId'],
      scans: [scan, ...scanHistory],
      selected: { scan, match: 'exact', commitsBehind: 0, supersededScan: null },
      readAt: at(2 * hourMs),
      ...results,
    },
    context: {
      changes: { number: 482, commits: new Set(), paths: new Set(['src/cart/total.ts']) },
      changesFault: null,
      relevanceKnown: true,
      visibility: 'private',
      disclosure: 'full',
      notes: [],
      ...context,
    },
  };
}

const noChanges = {
  changes: null,
  relevanceKnown: false,
  changesFault: unverified('github-error', 'Could not read the files.'),
};
const noScan = unverified('no-scan', 'There is none.', ['Scan it.']);
const notFound = {
  pullRequest: null,
  pullRequestFault: unverified('github-error', 'Could not find the pull request.'),
  context: { changes: null },
};
const broken = { outcome: noScan, selected: null };

const judge = (source: Source) => decideJudgement(anEvidence(source)).report;

describe('the judgement', () => {
  test.each<[string, Source, string, string]>([
    ['fails when security bugs exceed the limit', {}, 'threshold-exceeded', 'red'],
    [
      'passes when they do not',
      { inputs: { 'max-security-bugs': '2' } },
      'within-threshold',
      'green',
    ],
    ['only warns in warn mode', { inputs: { mode: 'warn' } }, 'threshold-exceeded', 'warning'],
    [
      'counts an unclassified bug when told to',
      { inputs: { 'max-security-bugs': '2', unclassified: 'count' } },
      'threshold-exceeded',
      'red',
    ],
    [
      'counts what gate-on selects',
      { inputs: { 'gate-on': 'touched' } },
      'within-threshold',
      'green',
    ],
    [
      'counts what paths select',
      { inputs: { paths: 'src/search/**' } },
      'within-threshold',
      'green',
    ],
    [
      'is not green where gate-on needs changes that GitHub did not tell',
      { inputs: { 'gate-on': 'touched' }, context: noChanges },
      'github-error',
      'red',
    ],
    [
      'does not need them where gate-on is all',
      { inputs: { 'max-security-bugs': '2' }, context: noChanges },
      'within-threshold',
      'green',
    ],
    [
      'counts all without a pull request, whatever gate-on says',
      {
        inputs: { 'gate-on': 'touched' },
        pullRequest: null,
        context: { changes: null, relevanceKnown: false },
      },
      'threshold-exceeded',
      'red',
    ],
    [
      'is not known where gate-on needs a pull request that could not be looked up',
      { ...notFound, inputs: { 'gate-on': 'touched', 'max-security-bugs': '9' } },
      'github-error',
      'red',
    ],
    [
      'does not need the pull request where gate-on is all',
      { ...notFound, inputs: { 'max-security-bugs': '2' } },
      'within-threshold',
      'green',
    ],
    ['is not green without a scan', { results: broken }, 'no-scan', 'red'],
    [
      'warns without a scan where that is asked for',
      { results: broken, inputs: { 'on-unverified': 'warn' } },
      'no-scan',
      'warning',
    ],
    [
      'is red without credentials, whatever is asked for',
      {
        results: { outcome: unverified('no-credentials', 'x'), selected: null },
        inputs: { 'on-unverified': 'warn', mode: 'warn' },
      },
      'no-credentials',
      'red',
    ],
  ])('%s', (_, source, reason, job) => {
    const report = judge(source);
    expect([report.verdict.reason, report.job]).toEqual([reason, job]);
  });

  test('keeps every finding in full for the files, and shows what may be shown', () => {
    const { report, findings } = decideJudgement(anEvidence({ context: { disclosure: 'counts' } }));
    expect(findings).toHaveLength(5);
    expect(JSON.stringify(findings)).toContain('Coupon codes');
    expect(JSON.stringify(report)).not.toContain('Coupon codes');
  });

  test('counts nothing where nothing was read', () => {
    expect(judge({ results: broken })).toMatchObject({ tally: null, findings: [], scan: null });
  });

  test('says that gate-on counts all where there is no pull request', () => {
    const notes = (inputs: Record<string, string>, pullRequest: number | null) =>
      judge({ inputs, pullRequest }).notes.map(({ text }) => text);
    const sentence = 'There is no pull request, so gate-on counts all findings.';
    expect(notes({ 'gate-on': 'touched' }, null)).toEqual([sentence]);
    expect(notes({ 'gate-on': 'touched' }, 482)).toEqual([
      'The thresholds count only findings that are touched (`gate-on`).',
    ]);
    expect(notes({}, null)).toEqual([]);
  });

  test('does not say that there is no pull request where that is not known', () => {
    expect(judge({ ...notFound, inputs: { 'gate-on': 'touched' } }).notes).toEqual([]);
  });

  test('says that details are withheld where it is not known who may read', () => {
    const notes = (disclosure: string, visibility: 'unknown' | 'public') =>
      judge({ inputs: { disclosure }, context: { visibility, disclosure: 'counts' } }).notes.length;
    expect([notes('auto', 'unknown'), notes('auto', 'public'), notes('counts', 'unknown')]).toEqual(
      [1, 0, 0],
    );
  });

  test('is the same for the same evidence', () => {
    expect(judge({})).toEqual(judge({}));
  });
});

describe('the outputs', () => {
  test('of a failed run are all set', () => {
    const published = {
      commentUrl: 'https://github.com/c',
      checkRunUrl: 'https://github.com/r',
      sarifFile: 'a.sarif',
      reportFile: 'a.json',
    };
    expect(toOutputs(judge({}), published, at(hourMs * 7.26))).toEqual({
      verdict: 'failed',
      reason: 'threshold-exceeded',
      'repository-id': 'repo_9f3a',
      'scan-id': 'wr_1',
      'scan-sha': headSha,
      'scan-match': 'exact',
      'scan-age-hours': '6.3',
      'commits-behind': '0',
      pending: '5',
      'pending-security': '2',
      'pending-unclassified': '1',
      resolved: '21',
      dismissed: '8',
      gated: '5',
      'gated-security': '2',
      'comment-url': 'https://github.com/c',
      'check-run-url': 'https://github.com/r',
      'sarif-file': 'a.sarif',
      'report-file': 'a.json',
    });
  });

  test('of a run without a scan are empty where they do not apply', () => {
    const {
      verdict,
      reason,
      'repository-id': id,
      ...others
    } = toOutputs(judge({ results: broken }), UNPUBLISHED, at(0));
    expect([verdict, reason, id]).toEqual(['unverified', 'no-scan', 'repo_9f3a']);
    expect(new Set(Object.values(others))).toEqual(new Set(['']));
  });

  test.each<[string, Source, Record<string, string>]>([
    [
      'count what was held against the thresholds',
      { inputs: { 'gate-on': 'touched' } },
      { pending: '5', gated: '1', 'gated-security': '0' },
    ],
    [
      'count an unclassified bug as security only for the threshold',
      { inputs: { unclassified: 'count' } },
      { 'pending-security': '2', 'gated-security': '3' },
    ],
    [
      'hold counts but nothing gated where nothing was judged',
      { inputs: { 'gate-on': 'touched' }, context: noChanges },
      { verdict: 'unverified', pending: '5', gated: '', 'gated-security': '' },
    ],
    [
      'do not claim to know how far behind a commit of another branch is',
      {
        results: { selected: { scan, match: 'latest', commitsBehind: null, supersededScan: null } },
      },
      { 'scan-match': 'latest', 'commits-behind': '' },
    ],
    [
      'may have no commit of the scan',
      {
        results: {
          selected: {
            scan: aScan({ sha: null }),
            match: 'latest',
            commitsBehind: null,
            supersededScan: null,
          },
        },
      },
      { 'scan-sha': '' },
    ],
    [
      'age a scan without an end from its beginning',
      {
        results: {
          selected: {
            scan: aScan({ startedAt: at(0), endedAt: null }),
            match: 'exact',
            commitsBehind: 0,
            supersededScan: null,
          },
        },
      },
      { 'scan-age-hours': '3.0' },
    ],
    [
      'are never a negative age',
      {
        results: {
          selected: {
            scan: aScan({ endedAt: at(9 * hourMs) }),
            match: 'exact',
            commitsBehind: 0,
            supersededScan: null,
          },
        },
      },
      { 'scan-age-hours': '0.0' },
    ],
  ])('%s', (_, source, expected) => {
    expect(toOutputs(judge(source), UNPUBLISHED, at(3 * hourMs))).toMatchObject(expected);
  });

  test('are decimal integers and text on one line', () => {
    for (const value of Object.values(
      toOutputs(aReport({ findings: manyFindings }), UNPUBLISHED, at(0)),
    )) {
      expect(value).toMatch(/^[^\r\n,]*$/);
    }
  });
});

describe('a comment is wanted', () => {
  const failed = aReport({ findings: fewFindings });
  const warned = aReport({ findings: fewFindings, mode: 'warn' });
  const passedWithFindings = aReport({ findings: fewFindings, maxSecurityBugs: 9 });
  const passed = aReport();
  const unknown = anUnverified('no-scan', { what: '', advice: [] });
  const all = { failed, warned, passedWithFindings, passed, unknown };
  test.each([
    ['always', 'failed warned passedWithFindings passed unknown'],
    ['on-findings', 'failed warned passedWithFindings unknown'],
    ['on-failure', 'failed warned unknown'],
    ['never', ''],
  ] as const)('%s: %s', (mode, expected) => {
    const wanted = Object.entries(all).flatMap(([name, report]) =>
      isCommentWanted(report, mode) ? [name] : [],
    );
    expect(wanted.join(' ')).toBe(expected);
  });
});

describe('the log', () => {
  test('opens with what is about to be judged', () => {
    expect(toOpening('acme/storefront', headSha, 7)).toBe(
      'Judging commit aaaaaaa of acme/storefront, pull request 7.',
    );
    expect(toOpening('acme/storefront', headSha, null)).toBe(
      'Judging commit aaaaaaa of acme/storefront.',
    );
  });

  test('says what was judged', () => {
    expect(toFactLines(judge({}))).toEqual([
      'Repository repo_9f3a',
      'Scan wr_1, of this very commit, finished 1970-01-01 01:00 UTC',
      'Commits behind: 0',
      'Pending: 5 (security: 2, not classified: 1); resolved: 21; dismissed: 8',
    ]);
  });

  test('has a line a finding, without details where they are withheld', () => {
    const lines = toFindingLines(aReport({ findings: fewFindings, disclosure: 'counts' }));
    expect(lines.slice(0, 3)).toEqual([
      'security  bug_7c1e  (details withheld)',
      'security  bug_a204  (details withheld)',
      'bug  bug_1d70  Cart total ignores the discount  src/cart/total.ts',
    ]);
  });

  test('has at most a hundred of them, and counts the rest', () => {
    const lines = toFindingLines(aReport({ findings: manyFindings }));
    expect([lines.length, lines.at(-1)]).toEqual([101, '1,134 more findings']);
    expect(toFindingLines(aReport())).toEqual([]);
  });

  test('ends with the verdict', () => {
    expect(toConclusion(judge({}))).toBe('Scan Gate failed: 2 pending security bugs, 0 allowed.');
  });

  test('ends with what to do and the five newest scans where nothing was judged', () => {
    const lines = toConclusion(
      judge({ results: { ...broken, readAt: scanHistory[0]?.endedAt ?? at(0) } }),
    ).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'Scan Gate unverified (no-scan): there is no scan of this commit.',
      'There is none.',
      'The newest scans:',
    ]);
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(5);
    expect(lines[4]).toBe('- 4be1f0c, 0 s old, complete'.replace('4be1f0c', '`4be1f0c`'));
    expect(lines.at(-1)).toBe('Scan it.');
  });

  test('does not speak of scans where a key is missing', () => {
    const outcome = unverified('no-credentials', 'No key.', []);
    expect(toConclusion(judge({ results: { outcome, selected: null, scans: [] } }))).toBe(
      'Scan Gate unverified (no-credentials): there is no API key.\nNo key.',
    );
  });
});
