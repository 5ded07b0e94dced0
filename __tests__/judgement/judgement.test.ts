// Tests of the judgement: what the service said and the inputs become a verdict, a report and outputs.
import { toAdviceLines, toFactLines, toFindingLines, toOpening } from '../../src/gate/log.ts';
import { toOutputs, UNPUBLISHED } from '../../src/gate/outputs.ts';
import { isCommentWanted } from '../../src/gate/publish-comment.ts';
import { isDecidedByTwins, selectOtherPullRequests, toAssessed, withRelated } from '../../src/judgement/evidence.ts';
import type { CommitSha, EpochMs, ScanId } from '../../src/judgement/identifiers.ts';
import { decideReport, decideReportWithoutSubject } from '../../src/judgement/judgement.ts';
import { supersededFault, unverified } from '../../src/judgement/unverified.ts';
import { UNVERIFIED_REASONS, type UnverifiedReason } from '../../src/judgement/verdict.ts';
import {
  aFinding,
  anEvidence,
  anUnverified,
  aPartialScan,
  aReport,
  aScan,
  aSelected,
  aStandIn,
  fewFindings,
  headSha,
  introducedElsewhere,
  introducedHere,
  manyFindings,
  type ReportSource,
  scanHistory,
} from '../gate/documents/fixtures.ts';
import { describe, expect, test } from '../jest.ts';
import { changesOf } from './fixtures.ts';

const hourMs = 3_600_000;
const at = (ms: number): EpochMs => ms as EpochMs;
const scan = aScan({ id: 'wr_1' as ScanId, startedAt: at(0), endedAt: at(hourMs) });
const selected = aSelected({ scan });

const noChanges: ReportSource['context'] = {
  changes: null,
  relevanceKnown: false,
  changesFault: unverified('github-error', 'Could not read the files.'),
};
const notFound: ReportSource = {
  pullRequest: null,
  subject: { pullRequestFault: unverified('github-error', 'Could not find the pull request.') },
};
const broken: ReportSource = { outcome: unverified('no-scan', 'There is none.', ['Scan it.']), selected: null };

/** Five pending findings of a scan of the head of pull request 482. */
const judge = (source: ReportSource) => aReport({ findings: fewFindings, selected, ...source });
const twin = changesOf({ number: 9 });
const notesOf = (source: ReportSource) => judge(source).notes.map(({ text }) => text);

describe('the judgement', () => {
  test.each<[string, ReportSource, string]>([
    ['fails when security bugs exceed the limit', {}, 'threshold-exceeded'],
    ['passes when they do not', { maxSecurityBugs: 2 }, 'within-threshold'],
    ['counts an unclassified bug when told to', { maxSecurityBugs: 2, countUnclassified: true }, 'threshold-exceeded'],
    ['counts what gate-on selects', { gateOn: ['touched'] }, 'within-threshold'],
    [
      'is not red where it is GitHub that did not say what to leave out',
      { gateOn: ['touched'], context: noChanges },
      'github-error',
    ],
    [
      'passes where even everything does not exceed the limit',
      { gateOn: ['touched'], maxSecurityBugs: 9, context: noChanges },
      'within-threshold',
    ],
    ['does not need the changes where gate-on is all', { maxSecurityBugs: 2, context: noChanges }, 'within-threshold'],
    [
      'is not red where gate-on needs a pull request that could not be found',
      { ...notFound, gateOn: ['touched'] },
      'github-error',
    ],
    ['fails without the changes where gate-on is all', { context: noChanges }, 'threshold-exceeded'],
    [
      'counts all bugs where twins are too many',
      { gateOn: ['touched'], related: { uncomparedTwins: 6 } },
      'threshold-exceeded',
    ],
    ['is not green without a scan', broken, 'no-scan'],
    [
      'leaves it to the run for a newer commit',
      { gateOn: ['touched'], maxSecurityBugs: 9, context: { changes: null, changesFault: supersededFault(headSha) } },
      'superseded',
    ],
    [
      'knows what a commit introduces by a scan of it',
      { gateOn: ['introduced'], context: { changes: changesOf({ number: 482 }) }, maxSecurityBugs: 1 },
      'within-threshold',
    ],
    [
      'does not know what the pull request introduces where GitHub did not say, and the scan is older',
      { gateOn: ['introduced'], context: noChanges, selected: aStandIn(2), maxSecurityBugs: 9 },
      'github-error',
    ],
    [
      'knows it by a scan of an older commit of the pull request',
      {
        gateOn: ['introduced'],
        selected: aStandIn(2),
        maxSecurityBugs: 2,
        context: { changes: changesOf({ number: 482, commits: [aStandIn(2).scan.sha ?? ''] }) },
      },
      'within-threshold',
    ],
    [
      'is not green where it is not known whether other pull requests have the same head',
      { maxSecurityBugs: 9, related: { twinsFault: unverified('github-error', 'GitHub said no.') } },
      'github-error',
    ],
  ])('%s', (_, source, reason) => {
    expect(judge(source).verdict.reason).toBe(reason);
  });

  test('makes the job what the policy says', () => {
    expect([judge({}).job, judge({ mode: 'warn' }).job, judge({ maxSecurityBugs: 2 }).job]).toEqual([
      'red',
      'warning',
      'green',
    ]);
  });

  test('keeps every finding in full for the files, and shows what may be shown', () => {
    const evidence = anEvidence({ findings: fewFindings, disclosure: 'counts' });
    const assessed = toAssessed(evidence);
    const { findings } = assessed;
    const report = decideReport(assessed);
    expect(findings).toHaveLength(5);
    expect(JSON.stringify(findings)).toContain('Coupon codes');
    expect(JSON.stringify(report)).not.toContain('Coupon codes');
  });

  test('assesses findings again only for what may change them', () => {
    const alone = toAssessed(anEvidence({ findings: fewFindings }));
    const { related, findings } = alone;
    const again = (change: Partial<typeof related>): boolean =>
      withRelated(alone, { ...related, ...change }).findings !== findings;
    expect([
      again({ others: new Set(), twins: [], twinsFault: unverified('github-error', 'x') }),
      again({ others: new Set([7]) }),
      again({ listed: new Set(['bug_1']) }),
      again({ twins: [changesOf({ number: 11 })] }),
      again({ uncomparedTwins: 6 }),
    ]).toEqual([false, true, true, true, true]);
    const beside = withRelated(alone, { ...related, others: new Set([7]), listed: new Set(['bug_1']), twins: [twin] });
    const changed = (change: Partial<typeof related>): boolean =>
      withRelated(beside, { ...beside.related, ...change }).findings !== beside.findings;
    expect([
      changed({ othersFault: 'GitHub said no.' }),
      changed({ others: new Set([8]) }),
      changed({ listed: new Set(['bug_2']) }),
      changed({ twins: [changesOf({ number: 12 })] }),
    ]).toEqual([false, true, true, true]);
  });

  test('counts nothing where nothing was read', () => {
    expect(judge(broken)).toMatchObject({
      tally: null,
      findings: [],
      scan: null,
      countedFrom: null,
      missing: 0,
      notes: [],
    });
  });

  const narrowed = 'The limits count only bugs that are touched (`gate-on`).';
  test.each<[string, ReportSource, readonly string[]]>([
    ['nothing', {}, []],
    ['what gate-on leaves out', { gateOn: ['touched'] }, [narrowed]],
    [
      'that gate-on counts all where there is no pull request',
      { gateOn: ['touched'], pullRequest: null },
      ['There is no pull request, so gate-on counts all bugs.'],
    ],
    ['nothing of that where it is not known', { ...notFound, gateOn: ['touched'] }, []],
    ['nothing of that where gate-on says so', { pullRequest: null }, []],
    [
      'types of scans that are probably misspelled',
      { scanTypes: ['default', 'recent'] },
      [
        'scan-types names "recent", but none of the scans that were read has this type. The service documents default and recentChanges.',
      ],
    ],
    ['nothing of that where no scan was read', { scanTypes: ['recent'], results: { scans: [] } }, []],
    [
      'what paths leave out, and what unclassified bugs are',
      { paths: ['src/**', '!docs/**'], countUnclassified: true },
      [
        'The limits count only bugs in `src/**, !docs/**` (`paths`).',
        'Bugs that are not classified count as security bugs (`unclassified`).',
      ],
    ],
    [
      'a twin',
      { related: { twins: [twin] } },
      ['This commit is also the head of pull request 9; what gate-on selects for that one counts too.'],
    ],
    [
      'twins',
      { related: { twins: [twin, changesOf({ number: 12 })] } },
      ['This commit is also the head of pull requests 9, 12; what gate-on selects for those counts too.'],
    ],
    [
      'twins that are too many, and nothing of gate-on, which leaves nothing out',
      { gateOn: ['touched'], related: { uncomparedTwins: 6 } },
      [
        'This commit is also the head of 6 other open pull requests, too many to compare with; so every bug counts, whatever gate-on selects.',
      ],
    ],
    [
      'a newer scan that failed',
      { selected: { ...selected, newerFailed: [aScan({ state: 'failed', status: 'dlq' })] } },
      ['A newer scan of this commit failed: `4be1f0c`, 2026-11-20 08:18 UTC, dlq.'],
    ],
    [
      'nothing of that where the older one could not be judged',
      {
        outcome: unverified('stale-scan', 'It is old.'),
        selected: { ...selected, newerFailed: [aScan({ state: 'failed' })] },
      },
      [],
    ],
    ['lists that fall short', { outcome: { missing: 2 } }, ['The scan counts 2 more bugs than the service lists.']],
    [
      'lists that fall short and will stay so',
      { outcome: { unlisted: 1 } },
      ['The scan counts 1 more bug than the service lists.'],
    ],
    [
      'that it is not known which pull requests are open',
      { outcome: { countedFrom: 'repository' }, related: { othersFault: 'GitHub said no.' } },
      ['GitHub said no. So bugs from other pull requests count.'],
    ],
    [
      'nothing of that where it would tell whose a withheld bug is',
      {
        outcome: { countedFrom: 'repository' },
        related: { othersFault: 'GitHub said no.' },
        disclosure: 'counts',
        findings: fewFindings.slice(0, 2),
      },
      [],
    ],
    ['nothing of that where they are why nothing is judged', { findings: [], outcome: { missing: 2 } }, []],
    [
      'that details are withheld where it is not known who may read',
      { disclosure: 'counts', context: { visibility: 'unknown' } },
      ['It is not known whether the repository is public, so details of security bugs are withheld.'],
    ],
    ['nothing of that in a public repository', { disclosure: 'counts' }, []],
  ])('notes %s', (_, source, expected) => {
    expect(notesOf(source)).toEqual(expected);
  });

  test('notes nothing of a visibility that does not matter', () => {
    const { inputs, ...evidence } = anEvidence({ disclosure: 'counts', context: { visibility: 'unknown' } });
    const counts = toAssessed({ ...evidence, inputs: { ...inputs, disclosure: 'counts' } });
    expect(decideReport(counts).notes).toEqual([]);
  });

  test.each<[string, CommitSha | null]>([
    ['commit `c05d9e7`', aStandIn(2).scan.sha],
    ['an unknown commit', null],
  ])('says that a scan of %s knows nothing of the pull request', (named, sha) => {
    const other = aSelected({ scan: aScan({ id: 'wr_1' as ScanId, sha }), standsIn: true });
    expect(judge({ gateOn: ['introduced'], selected: other }).explanation?.what).toBe(
      `No commit of this pull request has been scanned. Scan \`wr_1\` is of ${named}, and cannot know what commit \`4be1f0c\` introduces.`,
    );
  });

  const again = 'Run this job again when that is settled.';
  const recheck = 'The action `recheck/`, on a schedule, does that by itself.';
  test.each<[UnverifiedReason, readonly string[], readonly string[]]>([
    ['github-error', [], [again]],
    ['service-error', ['Mend it.'], ['Mend it.', again, recheck]],
    ['service-error', [], ['Run this job again when the service works again.', recheck]],
  ])('says when to run it again: %s, %j', (reason, advice, expected) => {
    expect(judge({ outcome: unverified(reason, 'It broke.', advice) }).explanation?.advice).toEqual(expected);
  });

  test('says which inputs widen or narrow it', () => {
    const repository = { owner: 'acme', visibility: 'private' };
    expect(judge({})).toMatchObject({ looksElsewhere: false, pathsLimited: false, repository });
    const both = judge({ scanMatch: ['exact', 'ancestor'], paths: ['src/**'] });
    expect(both).toMatchObject({ looksElsewhere: true, pathsLimited: true });
  });

  test('links the job where it is known, else the run', () => {
    const runUrl = 'https://github.com/acme/storefront/actions/runs/19482771';
    expect(judge({ jobId: 5 })).toMatchObject({ runUrl, jobUrl: `${runUrl}/job/5` });
    expect(judge({})).toMatchObject({ runUrl, jobUrl: runUrl });
  });

  test('has a report even where it is not known what to judge', () => {
    const { address } = anEvidence();
    const fault = unverified('invalid-input', 'What is it?');
    const report = decideReportWithoutSubject(fault, {
      inputs: { mode: 'warn', onUnverified: 'warn', bugUrl: null, jobId: 5 },
      address: { ...address, runId: 0 },
      visibility: 'private',
      pullRequest: 7,
      repositoryId: null,
      nowMs: at(9),
    });
    const nothing = { sha: null, runUrl: null, jobUrl: null, repositoryId: null, bugUrl: null };
    expect(report).toEqual({
      ...judge({ outcome: fault, selected: null, pullRequest: 7, results: { scans: [], readAt: at(9) } }),
      ...nothing,
      repository: { ...address, runId: 0, visibility: 'private' },
      isHead: false,
      relevanceKnown: false,
    });
  });
});

describe('what is asked of other pull requests', () => {
  const from = (pullRequest: number | null, parts: Parameters<typeof aFinding>[1] = {}) =>
    aFinding(`of${pullRequest}`, { introducedBy: { ...introducedElsewhere, pullRequest }, path: 'src/a.ts', ...parts });
  const findings = [
    ...[from(455), from(455), from(12), from(482), from(0), from(null), aFinding('1')],
    ...[from(13, { introducedBy: { ...introducedHere, pullRequest: 13 } }), from(14, { path: 'docs/b.md' })],
  ];
  const source: ReportSource = { findings, paths: ['src/**'], outcome: { countedFrom: 'repository' } };
  test.each<[string, ReportSource, readonly number[]]>([
    ['those that counted bugs are attributed to', {}, [12, 455]],
    ['none where a scan is counted from', { outcome: { countedFrom: 'scan' } }, []],
    ['none where nothing was read', broken, []],
    ['none where the changes are not known', { context: noChanges }, []],
    ['none where the pull request is not known', { ...notFound, context: noChanges }, []],
    ['also without a pull request', { pullRequest: null }, [12, 13, 455, 482]],
  ])('%s', (_, change, expected) => {
    const numbers = selectOtherPullRequests(toAssessed(anEvidence({ ...source, ...change })));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(expected);
  });

  test.each<[string, ReportSource, boolean]>([
    ['a gate that failed', { findings: fewFindings }, false],
    ['one that gate-on lets pass', { findings: fewFindings, gateOn: ['touched'] }, true],
    ['one that paths let pass', { findings: fewFindings, paths: ['docs/**'] }, false],
    ['one that passes with everything', { findings: fewFindings, gateOn: ['touched'], maxSecurityBugs: 9 }, false],
    [
      'one of a pull request that is not known',
      { findings: fewFindings, ...notFound, maxSecurityBugs: 1, related: { others: new Set([455]) } },
      false,
    ],
  ])('is whether twins decide %s', (_, change, expected) => {
    expect(isDecidedByTwins(toAssessed(anEvidence(change)))).toBe(expected);
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

  const later = aSelected({ scan: aScan({ endedAt: at(9 * hourMs) }) });
  const open = aSelected({ scan: aScan({ startedAt: at(0), endedAt: null }) });
  test.each<[string, ReportSource, Record<string, string>]>([
    ['may have no commit of the scan', { selected: aSelected({ scan: aScan({ sha: null }) }) }, { 'scan-sha': '' }],
    ['age a scan without an end from its beginning', { selected: open }, { 'scan-age-hours': '3.0' }],
    ['are never a negative age', { selected: later }, { 'scan-age-hours': '0.0' }],
  ])('%s', (_, source, expected) => {
    expect(toOutputs(judge(source), UNPUBLISHED, at(3 * hourMs))).toMatchObject(expected);
  });
});

describe('a comment is wanted', () => {
  const failed = aReport({ findings: fewFindings });
  const warned = aReport({ findings: fewFindings, mode: 'warn' });
  const passedWithFindings = aReport({ findings: fewFindings, maxSecurityBugs: 9 });
  const passed = aReport();
  const unknown = anUnverified('no-scan');
  const all = { failed, warned, passedWithFindings, passed, unknown };
  test.each([
    ['always', 'failed warned passedWithFindings passed unknown'],
    ['on-findings', 'failed warned passedWithFindings unknown'],
    ['on-failure', 'failed warned unknown'],
    ['never', ''],
  ] as const)('%s: %s', (mode, expected) => {
    const wanted = Object.entries(all).flatMap(([name, report]) => (isCommentWanted(report, mode) ? [name] : []));
    expect(wanted.join(' ')).toBe(expected);
  });
});

describe('the log', () => {
  test.each([
    [7, 'Judging commit 4be1f0c of acme/storefront, pull request 7.'],
    [null, 'Judging commit 4be1f0c of acme/storefront.'],
  ])('opens with what is about to be judged: %s', (pullRequest, expected) => {
    expect(toOpening('acme/storefront', headSha, pullRequest)).toBe(expected);
  });

  test.each<[string, ReportSource, readonly string[]]>([
    [
      'a full scan',
      {},
      ['Scan wr_1: full scan, a scan of this commit, finished 1970-01-01 01:00 UTC', 'Commits behind: 0'],
    ],
    [
      'a full scan and a newer partial one',
      { selected: aSelected({ scan, judged: [aPartialScan, scan] }) },
      [
        'Scan wr_1: full scan, a scan of this commit, finished 1970-01-01 01:00 UTC',
        'Judged together with partial scan wr_partial',
        'Commits behind: 0',
      ],
    ],
    [
      'a scan of another branch',
      { selected: aStandIn(null) },
      [
        'Scan wr_stand_in: full scan, the newest scan of the repository, perhaps of another branch, finished 2026-11-20 08:18 UTC',
      ],
    ],
  ])('says what was judged: %s', (_, source, expected) => {
    expect(toFactLines(judge(source))).toEqual([
      'Repository repo_9f3a',
      ...expected,
      'Pending: 5 (security: 2, not classified: 1); resolved: 21; dismissed: 8',
      'Counted from: scan',
      'Not counted: 1 bug in files you changed, 2 elsewhere; 1 of them not classified yet.',
    ]);
  });

  test.each<[string, ReportSource, readonly string[]]>([
    [
      'what counts first, without details where they are withheld',
      { disclosure: 'counts' },
      [
        'security: bug_7c1e (details withheld)',
        'security: bug_a204 (details withheld)',
        'unclassified: bug_09ff (details withheld) (not counted)',
        'bug: Cart total ignores the discount, src/cart/total.ts, bug_1d70 (not counted)',
      ],
    ],
    [
      'no such mark where nothing counts',
      { findings: fewFindings.slice(4), maxSecurityBugs: 'off' },
      ['unclassified: Retry loop never ends when the warehouse answers 204, bug_09ff'],
    ],
  ])('has a line a finding: %s', (_, source, expected) => {
    expect(toFindingLines(judge(source)).slice(0, 4)).toEqual(expected);
  });

  test('has at most a hundred of them, and counts the rest', () => {
    const lines = toFindingLines(aReport({ findings: manyFindings }));
    expect([lines.length, lines.at(-1)]).toEqual([101, '9,900 more bugs']);
    expect(toFindingLines(aReport())).toEqual([]);
  });

  test.each<[string, ReportSource, readonly string[]]>([
    ['nothing where it passed', { maxSecurityBugs: 9 }, []],
    ['to fix', {}, ['2 bugs block. Fix them, or have them dismissed.']],
    [
      'to fix one',
      { findings: [aFinding('1', { kind: 'security' })] },
      ['1 bug blocks. Fix it, or have it dismissed.'],
    ],
    [
      'to fix as many as the limits ask for',
      { maxBugs: 3, maxSecurityBugs: 1 },
      [
        '5 bugs block. Fix at least 2 of the 5 bugs, among them at least 1 of the 2 security bugs, or have them dismissed.',
      ],
    ],
    [
      'that it only warns',
      { mode: 'warn' },
      ['2 bugs would block, but this gate only warns (mode: warn). Fix them, or have them dismissed.'],
    ],
    [
      'nothing of scans where a key is missing',
      { ...broken, outcome: unverified('no-credentials', 'No key.'), results: { scans: [] } },
      [
        'This is not about your change. Ask whoever looks after this workflow for the secret behind the input `api-key`. No key.',
        'Run this job again when that is settled.',
      ],
    ],
    [
      'the newest scans where nothing was judged',
      { ...broken, results: { scans: scanHistory.slice(0, 2), readAt: aScan().endedAt ?? at(0) } },
      [
        'There is none.',
        'The newest scans:',
        '- `4be1f0c`, 0 s old, complete',
        '- `1111111`, 3 days old, complete',
        'Scan it.',
        'Run this job again when that is settled.',
      ],
    ],
  ])('says what to do: %s', (_, source, expected) => {
    expect(toAdviceLines(judge(source))).toEqual(expected);
  });

  test.each(UNVERIFIED_REASONS)('names the way out once, unless another run is the way out: %s', (reason) => {
    const count = (advice: readonly string[]): number =>
      toAdviceLines(judge({ outcome: unverified(reason, 'It broke.', advice), results: { scans: [] } })).filter(
        (line) => /\brun this job again\b/iu.test(line),
      ).length;
    const once = reason === 'superseded' || reason === 'invalid-input' ? 0 : 1;
    expect([count([]), count(['Mend it.']), count(['Mend it, then run this job again.'])]).toEqual([once, once, 1]);
  });
});
