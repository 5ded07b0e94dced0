// The documents as readers see them: golden files, and what holds for every document.
import { toMarkerLine, withoutMarker } from '../../../src/documents/marker.ts';
import { toAnnotations } from '../../../src/gate/documents/annotations.ts';
import { renderCheckRun } from '../../../src/gate/documents/check-run.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { renderSarif } from '../../../src/gate/documents/sarif.ts';
import { renderSummary } from '../../../src/gate/documents/summary.ts';
import type { WordedReport } from '../../../src/gate/documents/words.ts';
import { toAdviceLines, toFactLines, toFindingLines } from '../../../src/gate/log.ts';
import type { CommitSha } from '../../../src/judgement/identifiers.ts';
import { noCredentialsFault, noScanFault } from '../../../src/judgement/reasons.ts';
import type { Report } from '../../../src/judgement/report.ts';
import { Unverified } from '../../../src/judgement/unverified.ts';
import { expectGolden } from '../../documents/golden.ts';
import { hostileStrings, hostileTexts } from '../../documents/hostile-texts.ts';
import { render, textOf } from '../../documents/rendered.ts';
import { fc } from '../../harness/random.ts';
import { documentFaults } from '../../hostile/document.ts';
import { describe, expect, test } from '../../jest.ts';
import { anOutage } from '../../judgement/fixtures.ts';
import { someInputs } from '../../judgement/world.ts';
import {
  aFinding,
  aMarker,
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
  someOptions,
  withoutFiles,
} from './fixtures.ts';

const MAX_COMMENT_CHARACTERS = 65_000;
const MAX_PASSED_CHARACTERS = 2_000;
const MAX_SUMMARY_BYTES = 1024 * 1024;

const hostileAt = (index: number): string => hostileTexts[index % hostileTexts.length] ?? '';

const hostileFindings = hostileTexts.map((text, index) =>
  aFinding(`hostile${index}`, {
    kind: (['security', 'bug', 'unclassified'] as const)[index % 3] ?? 'bug',
    title: text,
    summary: `${hostileAt(index + 1)}\n\n${hostileAt(index + 2)}`,
    path: index % 5 === 4 ? null : `src/${hostileAt(index + 3).slice(0, 80)}.ts`,
    introducedBy: {
      sha: hostileAt(index + 4),
      date: hostileAt(index + 5),
      author: hostileAt(index + 6),
      pullRequest: index,
    },
    linkedIssues: [{ tracker: hostileAt(index + 7), key: hostileAt(index + 8), url: 'javascript:alert(1)' }],
  }),
);

const otherBugs = fewFindings.filter(({ kind }) => kind !== 'security');
/** As a run says it. */
const noScan = (scans: ReportSource['scans'] = scanHistory.slice(1)): Unverified =>
  noScanFault(
    { sha: headSha, inputs: someInputs, now: aMarker.readAt },
    { repositoryId: 'repo_9f3a', foreignRepositoryIds: [], isWhole: true, scans },
  );

const failedScan = aScan({ state: 'failed', status: 'dlq' });

const withCommands = { reviewPrefix: '/scan-gate' };

const reports: Readonly<Record<string, WordedReport>> = {
  failed: aReport({ findings: fewFindings, parts: withCommands }),
  'failed-no-commands': aReport({ findings: fewFindings.slice(0, 2) }),
  'failed-stand-in': aReport({
    findings: fewFindings,
    gateOn: ['touched', 'introduced'],
    selected: aStandIn(4),
    jobId: 5501,
    parts: withCommands,
  }),
  'failed-limits': aReport({ findings: fewFindings, maxBugs: 2, maxSecurityBugs: 1 }),
  passed: aReport({ findings: otherBugs, gateOn: ['introduced', 'touched'] }),
  'passed-new': aReport({
    findings: [
      ...Array.from({ length: 11 }, (_, index) => aFinding(`n${index}`, { introducedBy: introducedHere })),
      aFinding('n11', { kind: 'unclassified', path: null, introducedBy: introducedHere }),
      ...otherBugs,
    ],
    gateOn: ['introduced', 'touched'],
  }),
  'passed-empty': aReport({ scans: scanHistory.slice(0, 1) }),
  'passed-stand-in': aReport({
    findings: otherBugs,
    gateOn: ['touched'],
    selected: aStandIn(4),
  }),
  'passed-partial': aReport({
    findings: otherBugs,
    maxBugs: 5,
    selected: aSelected({
      scan: aPartialScan,
      newerFailed: [aScan({ state: 'failed', status: 'dlq', type: 'recentChanges' })],
    }),
  }),
  warn: aReport({ findings: fewFindings, mode: 'warn', maxBugs: 2, countUnclassified: true }),
  public: aReport({ findings: fewFindings, maxBugs: 1, disclosure: 'counts' }),
  'no-scan': anUnverified(noScan(), { scans: scanHistory.slice(1) }),
  'no-scan-at-all': anUnverified(noScan([]), { scans: [], mode: 'warn' }),
  'scan-failed': anUnverified(new Unverified({ kind: 'scan-failed', scan: failedScan, sha: headSha }), {
    selected: aSelected({ scan: failedScan }),
  }),
  'no-key': anUnverified(noCredentialsFault('secret'), {
    scans: [],
    mode: 'warn',
  }),
  'no-key-fork': anUnverified(noCredentialsFault('fork'), { scans: [] }),
  'no-key-own-fork': anUnverified(noCredentialsFault('own-fork'), { scans: [], pullRequest: null }),
  'short-lists': aReport({ findings: otherBugs, missing: 2 }),
  hostile: aReport({
    findings: hostileFindings,
    parts: {
      notes: hostileTexts.slice(0, 20).map((text) => ({
        level: 'warning',
        text: `GitHub answered 500 (${text.slice(0, 300)}).`,
      })),
    },
    selected: aSelected({
      scan: aScan({ id: `wr_${hostileAt(13)}` }),
      newerFailed: [
        aScan({
          id: `wr_${hostileAt(8)}`,
          sha: null,
          status: hostileAt(9),
          state: 'failed',
        }),
      ],
    }),
  }),
  many: aReport({ findings: manyFindings, maxBugs: 100 }),
};
/** Their summaries are long, and other tests say what holds for them. */
const WITHOUT_SUMMARY: readonly string[] = ['many', 'hostile'];

describe.each(Object.entries(reports))('the documents of a run that is %s', (name, report) => {
  test('are the golden ones', () => {
    expectGolden(`comment-${name}.md`, renderComment(report, someOptions));
    if (WITHOUT_SUMMARY.includes(name)) return;
    expectGolden(`summary-${name}.md`, renderSummary(report, 200));
  });

  test('fit where they go, however much is listed', () => {
    const comment = renderComment(report, { ...someOptions, maxListed: 1_000 });
    expect(comment.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
    const visible = withoutMarker(comment).replace(/<details>.*?<\/details>/s, '');
    if (report.verdict.kind === 'passed') expect(visible.length).toBeLessThanOrEqual(MAX_PASSED_CHARACTERS);
    expect(Buffer.byteLength(renderSummary(report, 10_000))).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
  });

  test('say the same beside a long marker', () => {
    const marker = { ...aMarker, inputs: { paths: 'src/**,'.repeat(200) } };
    expect(toMarkerLine(marker).length).toBeGreaterThan(1_500);
    const long = renderComment(report, { ...someOptions, marker });
    expect(withoutMarker(long)).toBe(withoutMarker(renderComment(report, someOptions)));
    expect(long.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
  });
});

const SERVICE = 'https://app.example.com/';
const COMMENT = {
  hosts: [
    ...['blob', 'commit', 'actions/runs'].map((page) => `https://github.com/acme/storefront/${page}/`),
    SERVICE,
    'https://github.com/scan-gate/scan-gate/blob/main/',
  ],
  // A step up; of the service, what is neither itself nor one of its bugs.
  wrongLink: /\/\.\.?(?:\/|$)|^https:\/\/app\.example\.com\/(?!bugs\/.|$)/u,
  marked: true,
};
const SUMMARY = { ...COMMENT, marked: false };

/** What is live in the comment and the summary, other than our own frame. */
function faultsOf(report: WordedReport, maxListed = 1_000): readonly string[] {
  return [
    ...documentFaults(renderComment(report, { ...someOptions, maxListed }), COMMENT),
    ...documentFaults(renderSummary(report, maxListed), SUMMARY),
  ];
}

describe('no mention, no reference, no markup', () => {
  test.each(Object.entries(reports))('of a run that is %s', (_, report) => {
    expect(faultsOf(report, 100)).toEqual([]);
  });

  test('whatever a text is made of and wherever it stands', () => {
    const text = hostileStrings;
    const finding = fc
      .record({ title: text, summary: text, path: fc.option(text), author: fc.option(text) })
      .chain(({ author, ...parts }) =>
        fc.record({ id: text, tracker: text, key: text }).map(({ id, tracker, key }) =>
          aFinding(id, {
            ...parts,
            kind: 'security',
            introducedBy: { sha: key, date: key, author, pullRequest: 1 },
            linkedIssues: [{ tracker, key, url: null }],
          }),
        ),
      );
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 3 }), text, (findings, note) => {
        const notes = [{ level: 'warning', text: note }] as const;
        const scan = aScan({ id: `wr_${note}`, status: note, type: note, sha: null });
        const fault = new Unverified({ kind: 'other-repository', said: `The service said: ${note}` });
        const unknown = { scans: [scan], parts: { notes } };
        expect(faultsOf(aReport({ findings, parts: { notes } }))).toEqual([]);
        expect(faultsOf(anUnverified(fault, unknown))).toEqual([]);
      }),
    );
  });
});

describe('withheld details', () => {
  const words = fc.stringMatching(/^[a-z]{12}$/).map((word) => `LEAK${word}`);
  const secrets = fc.array(
    fc.record({
      kind: fc.constantFrom('security' as const, 'unclassified' as const),
      one: words,
      other: words,
      isHere: fc.boolean(),
      isTouched: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );

  function everythingOf(source: ReportSource): string {
    const report = aReport({ ...source, disclosure: 'counts' });
    const annotations = toAnnotations(report, () => 1);
    return JSON.stringify([
      renderComment(report, someOptions),
      renderSummary(report, 200),
      renderCheckRun(report, annotations, 20),
      toAdviceLines(report),
      toFindingLines(report),
      toFactLines(report),
    ]);
  }

  test('leave no trace: the documents are the same whatever they are', () => {
    const limits = fc.record({
      maxSecurityBugs: fc.constantFrom(0, 3, 'off' as const),
      maxBugs: fc.constantFrom(0, 9, 'off' as const),
      countUnclassified: fc.boolean(),
      missing: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(secrets, limits, (list, { missing, ...inputs }) => {
        const plain = [aFinding('plain'), aFinding('elsewhere', { path: 'docs/a.md' })];
        const told = everythingOf({
          ...inputs,
          missing,
          findings: [...plain, ...list.map(({ kind, one }, index) => aFinding(`s${index}`, { kind, path: one }))],
        });
        const others = list.map(({ kind, one, other, isHere, isTouched }, index) =>
          aFinding(`s${index}`, {
            kind,
            title: one,
            summary: other,
            path: isTouched ? 'src/cart/total.ts' : null,
            introducedBy: { ...introducedHere, author: one, pullRequest: isHere ? 482 : 455 },
            linkedIssues: [{ tracker: one, key: other, url: one }],
          }),
        );
        const again = everythingOf({
          ...inputs,
          missing,
          findings: [...plain, ...others],
        });
        expect(again).toBe(told);
        expect(told).not.toContain('LEAK');
        expect(told).toContain('bug_s0');
      }),
    );
  });
});

describe('many findings', () => {
  const report = aReport({ findings: manyFindings, maxSecurityBugs: 'off', maxBugs: 0, parts: withCommands });
  const listedIn = (text: string): readonly string[] =>
    [...text.matchAll(/^- (?:🔴|🟠).*bugs\/(bug_m\d{4})/gmu)].map(([, id = '']) => id);
  const remainderIn = (text: string): number => {
    const [, count = '0'] = /^([\d,]+) (?:more|bugs? counts?) /m.exec(text) ?? [];
    return Number(count.replaceAll(',', ''));
  };
  const order = report.findings.map(({ id }) => id);

  test.each([0, 1, 20, 1_000])('list at most %d of them, whole, and say how many are missing', (maxListed) => {
    const comment = renderComment(report, { ...someOptions, maxListed });
    const listed = listedIn(comment);
    expect(listed.length).toBeLessThanOrEqual(maxListed);
    expect(listed).toEqual(order.slice(0, listed.length));
    expect(remainderIn(comment)).toBe(10_000 - listed.length);
    expect(comment.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
    const details = comment.split('/scan-gate dismiss bug_m').length - 1;
    const summaries = textOf(render(comment)).split('What is wrong with number').length - 1;
    expect(summaries).toBe(details * 4);
  });

  test('fill the job summary, whole, where they are full of wide characters', () => {
    const wide = manyFindings.slice(0, 1_000).map((finding) => ({
      ...finding,
      details: { ...finding.details, summary: '漢'.repeat(1_999) },
    }));
    const summary = renderSummary(aReport({ findings: wide, maxBugs: 0 }), 10_000);
    const listed = listedIn(summary).length;
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(Buffer.byteLength(summary)).toBeGreaterThan(MAX_SUMMARY_BYTES - 32_768);
    expect(remainderIn(summary)).toBe(1_000 - listed);
    expect(summary.split('漢'.repeat(1_999)).length - 1).toBe(listed);
  });

  test('fit whatever their sizes, their number, the notes and the limits are', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 60 });
    const allowed = fc.constantFrom(0, 10_000);
    const notes = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 40 });
    const letters = fc.constantFrom('x', '<', '漢');
    fc.assert(
      fc.property(sizes, allowed, notes, letters, (lengths, maxSecurityBugs, noted, letter) => {
        const findings = lengths.map((length, index) =>
          aFinding(`m${String(index).padStart(4, '0')}`, {
            kind: 'security',
            title: letter.repeat(length),
            summary: letter.repeat(length),
          }),
        );
        const texts = noted.map((length) => letter.repeat(length));
        const parts = { notes: texts.map((text) => ({ level: 'warning', text }) as const) };
        const one = aReport({ findings, maxSecurityBugs, parts });
        const comment = renderComment(one, { ...someOptions, maxListed: 1_000 });
        const passed = one.verdict.kind === 'passed';
        expect(comment.length).toBeLessThanOrEqual(passed ? MAX_PASSED_CHARACTERS : MAX_COMMENT_CHARACTERS);
        expect(listedIn(comment).length + remainderIn(comment)).toBe(findings.length);
        const fault = new Unverified({ kind: 'other-repository', said: texts.join(' ') });
        const other = renderComment(aReport({ fault, parts }), someOptions);
        expect(other.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
      }),
    );
  });
});

/** What the service may send as a title: nothing that anybody sees, or far too much. */
const ODD_TITLES = ['', '   ', '\u200b\u200d', '\u202e\u2066', '\ufeff\n\t', 'x'.repeat(5_000), '🦊'.repeat(2_500)];

test.each(ODD_TITLES)('a title that is empty or odd reads as well as another: %j', (title) => {
  const shown = ODD_TITLES.indexOf(title) < 5 ? null : title.slice(0, 20);
  for (const bugUrl of ['https://app.example.com/bugs/{id}', null]) {
    const report = aReport({
      findings: [aFinding('1', { kind: 'security', title, path: 'src/cart/total.ts' })],
      bugUrl,
    });
    const annotations = toAnnotations(report, () => 1);
    const findings = report.findings.flatMap(({ details, ...rest }) =>
      details === null ? [] : [{ ...rest, details }],
    );
    const source = { report, findings, dismissed: [], firstChangedLine: () => 1, key: 'k' };
    const pages = [renderComment(report, someOptions), renderSummary(report, 20)].map((text) => textOf(render(text)));
    const files = [renderSarif(source).text, JSON.stringify(renderCheckRun(report, annotations, 20))];
    const texts = [...pages, ...files, ...toFindingLines(report)];
    expect(texts.map((text) => [text.isWellFormed(), text.includes(shown ?? 'bug_1')])).toEqual(
      texts.map(() => [true, true]),
    );
    for (const { message } of annotations) expect(message.startsWith(shown ?? 'Untitled bug')).toBe(true);
    expect(pages.join()).not.toMatch(/\*\*|x{300}/u);
  }
});

describe('the comment', () => {
  const comment = (source: ReportSource): string => renderComment(aReport(source), someOptions);

  test('is no other for another run, and no other for another time of reading', () => {
    const body = (runId: number, readAt: number): string => {
      const report = aReport({ findings: fewFindings });
      const runUrl = report.runUrl?.replace(/\d+$/, String(runId)) ?? null;
      const marker = { ...aMarker, runId, readAt: readAt as Report['readAt'] };
      const other = { ...report, runUrl, jobUrl: `${runUrl ?? ''}/job/${runId}`, readAt: marker.readAt };
      return renderComment(other, { ...someOptions, marker });
    };
    expect(withoutMarker(body(1, 1))).toBe(withoutMarker(body(22, 2_000_000_000_000)));
    expect(body(1, 1)).toContain('/actions/runs/1)');
    expect(body(1, 1)).toContain('/actions/runs/1/job/1)');
  });

  const one = (parts: Parameters<typeof aFinding>[1]): ReportSource => ({
    findings: [aFinding('1', { kind: 'security', path: 'src/a.ts', ...parts })],
  });
  const old = { kind: 'security', path: 'src/old.ts' } as const;
  const FORMS: Readonly<Record<string, ReportSource>> = {
    'without bug-url': { ...one({}), bugUrl: null },
    ...Object.fromEntries(
      ['src/\u00e9 [1].ts', 'src\\a.ts', 'C:/src/a.ts', '../a.ts', `${'d/'.repeat(512)}a.ts`, 'caf\ufffd.ts'].map(
        (path) => [`in ${path.slice(0, 20)}`, one({ path })],
      ),
    ),
    'introduced elsewhere': one({ introducedBy: introducedElsewhere }),
    'introduced elsewhere, by nobody known': one({ introducedBy: { ...introducedElsewhere, author: null } }),
    'introduced in no pull request': one({ introducedBy: { ...introducedElsewhere, pullRequest: null } }),
    'introduced, found, touched, and neither': {
      findings: [
        aFinding('introduced', { ...old, commitSha: headSha, introducedBy: introducedHere }),
        aFinding('found', { ...old, commitSha: headSha }),
        aFinding('touched', { kind: 'security', path: 'src/cart/total.ts', commitSha: headSha }),
        aFinding('elsewhere', { ...old, commitSha: 'e'.repeat(40) }),
      ],
    },
    'not in the scan of this commit': { ...one({}), isListed: false },
    'of relations that are not known': { findings: fewFindings, own: withoutFiles(anOutage('github', 'No files.')) },
    'withheld in a public repository': { ...one({}), disclosure: 'counts', visibility: 'public' },
    'withheld in a private repository': { ...one({}), disclosure: 'counts', visibility: 'private' },
    'from a fork': { ...one({}), parts: { rerunBy: 'maintainer' } },
    'in a merge queue': { ...one({}), parts: { rerunBy: 'queue' } },
    'of a run over thirty days old': { ...one({}), parts: { rerunBy: 'nobody' } },
  };

  test('has these forms', () => {
    const said = Object.entries(FORMS).map(([name, source]) => `# ${name}\n\n${withoutMarker(comment(source))}\n`);
    expectGolden('comment-forms.md', said.join('\n'));
  });

  test('says what to do about a commit that is not scanned', () => {
    const cases: Readonly<Record<string, ReportSource>> = {
      'where no pull request is scanned': { scans: scanHistory.slice(1) },
      'in a public repository': { scans: scanHistory.slice(1), visibility: 'public' },
      'where it is not known who may read': { scans: scanHistory.slice(1), visibility: 'unknown' },
      'where nothing is scanned': { scans: [] },
      'where the commit is scanned, if not usably': { scans: scanHistory },
      'by a job whose page is known': { jobId: 5501 },
    };
    const said = Object.entries(cases).map(([name, source]) => {
      const text = withoutMarker(renderComment(anUnverified(noScan(source.scans), source), someOptions));
      return `# ${name}\n\n${text}\n`;
    });
    expectGolden('comment-no-scan-forms.md', said.join('\n'));
  });
});

describe('the job summary', () => {
  test('names every scan that was judged', () => {
    const judged = [aPartialScan, aScan({ sha: 'e'.repeat(40) as CommitSha })];
    const text = renderSummary(aReport({ selected: aSelected({ judged }) }), 10);
    for (const { id } of judged) expect(text).toContain(`- \`${id}\``);
  });
});
