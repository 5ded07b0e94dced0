// The documents as readers see them: golden files, and what holds for every document.
import { toMarkerLine, withoutMarker } from '../../../src/documents/marker.ts';
import { toAnnotations } from '../../../src/gate/documents/annotations.ts';
import { renderCheckRun } from '../../../src/gate/documents/check-run.ts';
import { renderComment } from '../../../src/gate/documents/comment.ts';
import { renderSummary } from '../../../src/gate/documents/summary.ts';
import type { WordedReport } from '../../../src/gate/documents/words.ts';
import { toAdviceLines, toFactLines, toFindingLines } from '../../../src/gate/log.ts';
import type { CommitSha } from '../../../src/judgement/identifiers.ts';
import {
  noCredentialsFault,
  noScanFault,
  otherRepositoryFault,
  scanFailedFault,
} from '../../../src/judgement/reasons.ts';
import type { Report } from '../../../src/judgement/report.ts';
import type { Unverified } from '../../../src/judgement/unverified.ts';
import { expectGolden } from '../../documents/golden.ts';
import { hostileStrings, hostileTexts } from '../../documents/hostile-texts.ts';
import { linksOf, render, textOf } from '../../documents/rendered.ts';
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
  'scan-failed': anUnverified(scanFailedFault({ sha: headSha }, failedScan), {
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
        const fault = otherRepositoryFault(`The service said: ${note}`);
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

  /** Everything that a reader without the key may see. */
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
        const fault = otherRepositoryFault(texts.join(' '));
        const other = renderComment(aReport({ fault, parts }), someOptions);
        expect(other.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
      }),
    );
  });
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

  test('has title and id where the workflow gave no template for links', () => {
    const text = comment({ findings: [aFinding('1', { kind: 'security' })], bugUrl: null });
    expect(text).toContain(
      '- 🔴 **Cart total ignores the discount** (`bug_1`) in [`total.ts`](https://github.com/acme/storefront/blob/',
    );
  });

  test.each([
    ['src/a.ts', true],
    ['src/\u00e9 [1].ts', true],
    ['src\\a.ts', false],
    ['C:/src/a.ts', false],
    ['../a.ts', false],
    [`${'d/'.repeat(512)}a.ts`, false],
    ['caf\ufffd.ts', false],
  ])('links a file only where its path leads somewhere: %s, %s', (path, isLinked) => {
    const text = comment({ findings: [aFinding('1', { kind: 'security', path })] });
    expect([text.includes('/storefront/blob/'), text.includes(') in ')]).toEqual([isLinked, true]);
  });

  test.each([
    ['everything', { introducedBy: introducedElsewhere }, ', from pull request 455 by Luis Ortega'],
    ['no author', { introducedBy: { ...introducedElsewhere, author: null } }, ', from pull request 455'],
    ['no pull request', { introducedBy: { ...introducedElsewhere, pullRequest: null } }, ', by Luis Ortega'],
    ['nothing', {}, ''],
  ])('has of who brought a bug in %s', (_, parts, expected) => {
    const finding = aFinding('1', { kind: 'security', path: 'src/a.ts', ...parts });
    const line = textOf(render(comment({ findings: [finding] }))).split('\n');
    expect(line).toContain(`🔴 Cart total ignores the discount in a.ts${expected}`);
  });

  test('does not link a path that would lead elsewhere, and needs none', () => {
    const paths = ['../../../../evil/repo', null];
    const findings = paths.map((path, index) => aFinding(String(index), { path, kind: 'security', title: '' }));
    const html = render(comment({ findings }));
    expect(linksOf(html).filter((link) => link.includes('evil'))).toEqual([]);
    expect(textOf(html)).toContain('../../../../evil/repo');
    expect(textOf(html)).toContain('🔴 bug_1\n');
  });

  test('lists what was found at one of its commits apart from what it introduces, touches, and neither', () => {
    const parts = { kind: 'security', path: 'src/old.ts' } as const;
    const text = comment({
      findings: [
        aFinding('introduced', { ...parts, commitSha: headSha, introducedBy: introducedHere }),
        aFinding('found', { ...parts, commitSha: headSha }),
        aFinding('touched', { kind: 'security', path: 'src/cart/total.ts', commitSha: headSha }),
        aFinding('elsewhere', { ...parts, commitSha: 'e'.repeat(40) }),
      ],
      parts: { bugUrl: null },
    });
    const headings = ['Introduced by', 'Found in', 'Older, in', 'Older, else'].map((heading) =>
      text.indexOf(`**${heading}`),
    );
    const places = ['introduced', 'found', 'touched', 'elsewhere'].map((id) => text.indexOf(`bug_${id}`));
    const order = headings.flatMap((heading, at) => [heading, places[at] ?? -1]);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(text).toContain('**Found in this pull request**');
  });

  test('says what becomes of a bug that is fixed only where the scan does not list it', () => {
    const findings = [aFinding('a', { kind: 'security' })];
    const said = [true, false].map((isListed) =>
      comment({ findings, isListed }).includes(
        'The bug is not in the scan of this commit. If you fixed it, mark it as resolved in ',
      ),
    );
    expect(said).toEqual([false, true]);
  });

  test('does not say what a bug has to do with the pull request where that is not known', () => {
    const text = comment({ findings: fewFindings, own: withoutFiles(anOutage('github', 'No files.')) });
    expect(text).toContain('**Bugs**');
    expect(text).not.toMatch(/introduces|\*\*Introduced|older|you changed/i);
  });

  test.each([
    ['run', null, ''],
    ['job', 5501, '/job/5501'],
  ])('leads from what to do to the %s, and says nothing twice', (_, jobId, page) => {
    const text = renderComment(anUnverified(noScan(), { jobId }), someOptions);
    expect(text).toContain(`[run the job again](https://github.com/acme/storefront/actions/runs/19482771${page}).`);
    expect(text.match(/run (?:this|the) job again/gi)).toHaveLength(1);
  });

  test.each<[string, boolean, ReportSource]>([
    ['no pull request is scanned', true, { scans: scanHistory.slice(1) }],
    ['the gate has it', false, { scans: scanHistory.slice(1), scanMatch: ['exact', 'ancestor'] }],
    ['nothing is scanned', false, { scans: [] }],
    ['the commit is scanned, if not usably', false, { scans: scanHistory }],
  ])('names the set-up for nightly scans where %s: %s', (_, expected, source) => {
    const text = renderComment(anUnverified(noScan(), source), someOptions);
    expect(text.includes('nightly scans')).toBe(expected);
  });

  // The set-up for nightly scans has `gate-on: touched`, which tells strangers which files have pending bugs.
  test.each([
    ['public', false],
    ['unknown', false],
    ['private', true],
    ['internal', true],
  ] as const)(
    'leaves the choice of a set-up to the doctor unless only members may read it: %s',
    (visibility, isNamed) => {
      const nightly = { scans: scanHistory.slice(1), visibility };
      const text = renderComment(anUnverified(noScan(), nightly), someOptions);
      expect(text).toContain('Every pull request says this?');
      expect([text.includes('nightly scans'), text.includes('the doctor shows')]).toEqual([isNamed, !isNamed]);
    },
  );

  test.each([
    ['public', 'Details are hidden because this repository is public'],
    ['private', 'Details are hidden'],
  ] as const)('withholds details in a repository that is %s', (visibility, expected) => {
    const text = comment({
      findings: [aFinding('1', { kind: 'security' })],
      disclosure: 'counts',
      visibility,
    });
    expect(text).toContain(`**${expected}**\n- 🔴 [`);
  });
});

describe('the job summary', () => {
  test('names every scan that was judged', () => {
    const judged = [aPartialScan, aScan({ sha: 'e'.repeat(40) as CommitSha })];
    const text = renderSummary(aReport({ selected: aSelected({ judged }) }), 10);
    for (const { id } of judged) expect(text).toContain(`- \`${id}\``);
  });
});
