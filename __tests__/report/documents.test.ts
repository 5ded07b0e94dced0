// The documents as readers see them: golden files, and what holds for every document.
import { describe, expect, test } from '@jest/globals';
import { fc } from '../harness/random.ts';
import type { CommitSha, ScanId } from '../../src/domain/identifiers.ts';
import { renderComment } from '../../src/report/comment.ts';
import { toMarkerLine } from '../../src/report/marker.ts';
import type { Report } from '../../src/report/report.ts';
import { renderSummary } from '../../src/report/summary.ts';
import {
  aFinding,
  aMarker,
  anUnverified,
  aReport,
  aScan,
  fewFindings,
  manyFindings,
  scanHistory,
  someOptions,
} from './fixtures.ts';
import { expectGolden } from './golden.ts';
import { hostilePieces, hostileTexts } from './hostile-texts.ts';
import { linksOf, render, tagsOf, textOf } from './rendered.ts';

const MAX_COMMENT_CHARACTERS = 65_000;
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
    linkedIssues: [
      { tracker: hostileAt(index + 7), key: hostileAt(index + 8), url: 'javascript:alert(1)' },
    ],
  }),
);

const hostileScan = aScan({
  id: `wr_${hostileAt(8)}` as ScanId,
  sha: null,
  status: hostileAt(9),
  state: 'running',
});

const reports: Readonly<Record<string, Report>> = {
  failed: aReport({ findings: fewFindings }),
  passed: aReport({
    findings: fewFindings.filter(({ kind }) => kind === 'bug'),
    maxBugs: 5,
    parts: {
      scan: {
        scan: aScan({ id: 'wr_stand_in' as ScanId }),
        match: 'exact',
        commitsBehind: 0,
        supersededScan: aScan({ state: 'failed', status: 'dlq' }),
      },
    },
  }),
  empty: aReport({ parts: { recentScans: scanHistory.slice(0, 1) } }),
  'no-scan': anUnverified(
    'no-scan',
    {
      what: 'No scan of commit `4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f` can be used. None of the 5 scans that were read fits.',
      advice: [
        'Start a scan of this commit in the service, then run this job again.',
        'If scans start by themselves but late, wait for them with the input `wait-for-scan`, such as `5m`.',
      ],
    },
    { recentScans: scanHistory.slice(1) },
  ),
  warn: aReport({
    findings: fewFindings,
    mode: 'warn',
    maxBugs: 2,
    countUnclassified: true,
    parts: {
      scan: {
        scan: aScan({ sha: 'c'.repeat(40) as CommitSha }),
        match: 'ancestor',
        commitsBehind: 3,
        supersededScan: null,
      },
    },
  }),
  withheld: aReport({
    findings: fewFindings,
    disclosure: 'counts',
    parts: {
      notes: [
        {
          level: 'notice',
          text: 'It is not known whether the repository is public, so details of security bugs are withheld.',
        },
      ],
    },
  }),
  hostile: aReport({
    findings: hostileFindings,
    parts: {
      notes: hostileTexts.map((text) => ({
        level: 'warning',
        text: `GitHub answered 500 (${text.slice(0, 300)}).`,
      })),
      scan: {
        scan: aScan({ id: `wr_${hostileAt(13)}` as ScanId }),
        match: 'latest',
        commitsBehind: null,
        supersededScan: hostileScan,
      },
    },
  }),
  many: aReport({ findings: manyFindings, maxBugs: 100 }),
};

describe.each(Object.entries(reports))('the documents of a run that is %s', (name, report) => {
  test('are the golden ones', () => {
    expectGolden(`comment-${name}.md`, renderComment(report, someOptions));
    expectGolden(`summary-${name}.md`, renderSummary(report, 200));
  });

  test('are the same each time', () => {
    expect(renderComment(report, someOptions)).toBe(renderComment(report, someOptions));
    expect(renderSummary(report, 200)).toBe(renderSummary(report, 200));
  });

  test('fit where they go, however much is listed', () => {
    const comment = renderComment(report, { ...someOptions, maxListed: 1_000 });
    expect(comment.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
    expect(Buffer.byteLength(renderSummary(report, 10_000))).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
  });

  test('are well formed and without trailing spaces that mean a line break', () => {
    for (const text of [renderComment(report, someOptions), renderSummary(report, 200)]) {
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/ {2,}$/m);
      expect(text).not.toMatch(/undefined|NaN|null|\[object/);
    }
  });

  test('begin with the marker and with the title', () => {
    const [marker, title] = renderComment(report, someOptions).split('\n');
    expect(marker).toBe(toMarkerLine(aMarker));
    expect(title).toMatch(/^### (?:✅|❌|⚠️) Scan Gate /u);
    expect(renderSummary(report, 200)).toMatch(/^### (?:✅|❌|⚠️) Scan Gate /u);
  });
});

/** Everything that our own words put into a document. */
const OUR_TAGS = [
  ...['a', 'b', 'blockquote', 'br', 'code', 'details', 'h3', 'h4', 'li', 'p', 'strong', 'sub'],
  ...['summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
];

/** Of a document whose details are balanced. */
function expectInert(markdown: string): void {
  const html = render(markdown);
  expect(tagsOf(html).filter((tag) => !OUR_TAGS.includes(tag))).toEqual([]);
  for (const link of linksOf(html)) {
    expect(link).toMatch(
      /^https:\/\/(?:github\.com\/acme\/storefront\/(?:blob|commit)\/[0-9a-f]{40}|app\.example\.com\/bugs\/)/,
    );
    expect(link).not.toMatch(/\/\.\.?(?:\/|$)/);
  }
  const opened = html.match(/<details>/g)?.length ?? 0;
  expect(html.match(/<\/details>/g)?.length ?? 0).toBe(opened);
  const attributes = [...html.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) => [
    ...tag.matchAll(/\s([^\s=">]+)=/g),
  ]);
  expect(attributes.filter(([, name = '']) => !['href', 'align'].includes(name))).toEqual([]);
}

describe('hostile text', () => {
  test('is nothing but letters in the comment and in the summary', () => {
    const report = reports['hostile'];
    if (report === undefined) throw new Error('no such report');
    const [marker = '', ...body] = renderComment(report, {
      ...someOptions,
      maxListed: 1_000,
    }).split('\n');
    expect(tagsOf(render(marker))).toEqual(['!--']);
    expectInert(body.join('\n'));
    expectInert(renderSummary(report, 1_000));
  });

  test('is nothing but letters, whatever it is made of and wherever it stands', () => {
    const text = fc
      .array(fc.constantFrom(...hostilePieces), { maxLength: 8 })
      .map((pieces) => pieces.join(''));
    const finding = fc
      .record({
        title: text,
        summary: text,
        path: fc.option(text),
        author: fc.option(text),
        date: text,
      })
      .chain(({ author, date, ...parts }) =>
        fc.record({ id: text, tracker: text, key: text }).map(({ id, tracker, key }) =>
          aFinding(id, {
            ...parts,
            kind: 'security',
            introducedBy: { sha: key, date, author, pullRequest: 1 },
            linkedIssues: [{ tracker, key, url: null }],
          }),
        ),
      );
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 3 }), text, (findings, note) => {
        const explanation = { what: `The service said: ${note}`, advice: [note, note] };
        const scan = aScan({ id: `wr_${note}` as ScanId, status: note, sha: null });
        expectInert(
          renderSummary(
            aReport({ findings, parts: { notes: [{ level: 'info', text: note }] } }),
            10,
          ),
        );
        expectInert(
          renderSummary(anUnverified('service-error', explanation, { recentScans: [scan] }), 10),
        );
      }),
    );
  });
});

describe('withheld details', () => {
  test('appear in no document', () => {
    const secret = aFinding('s', {
      kind: 'security',
      title: 'LEAK',
      summary: 'LEAK',
      path: 'LEAK',
      introducedBy: { sha: 'LEAK', date: 'LEAK', author: 'LEAK', pullRequest: 482 },
      linkedIssues: [{ tracker: 'LEAK', key: 'LEAK', url: 'LEAK' }],
    });
    const report = aReport({
      findings: [secret, { ...secret, kind: 'unclassified' }],
      disclosure: 'counts',
    });
    const text = renderComment(report, someOptions) + renderSummary(report, 200);
    expect(text).not.toContain('LEAK');
    expect(text).toContain('bug_s');
  });
});

describe('many findings', () => {
  const report = aReport({ findings: manyFindings });
  const listedIn = (text: string): readonly string[] =>
    [...text.matchAll(/`(bug_m\d{4})`/g)].map(([, id = '']) => id);
  const remainderIn = (text: string): number => {
    const [, count = '0'] = /^([\d,]+) more findings? .* of 1,234 in all\.$/m.exec(text) ?? [];
    return Number(count.replaceAll(',', ''));
  };
  const order = report.findings.map(({ id }) => id);

  test.each([0, 1, 20, 1_000])(
    'list at most %d of them, and say how many are missing',
    (maxListed) => {
      const comment = renderComment(report, { ...someOptions, maxListed });
      const listed = listedIn(comment);
      expect(listed.length).toBeLessThanOrEqual(maxListed);
      expect(listed).toEqual(order.slice(0, listed.length));
      expect(remainderIn(comment)).toBe(1_234 - listed.length);
      expect(comment.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
    },
  );

  test('fill the comment, with whole entries', () => {
    const comment = renderComment(report, { ...someOptions, maxListed: 1_000 });
    expect(comment.length).toBeGreaterThan(MAX_COMMENT_CHARACTERS - 2_500);
    const folded = textOf(render(comment)).split('What is wrong with number').length - 1;
    expect(folded).toBe(listedIn(comment).length * 4);
  });

  test('all stand in the job summary when there is room for them', () => {
    const short = manyFindings.map((finding) => ({
      ...finding,
      details: { ...finding.details, summary: 'What is wrong with it.' },
    }));
    const summary = renderSummary(aReport({ findings: short }), 10_000);
    expect(listedIn(summary)).toEqual(order);
    expect(remainderIn(summary)).toBe(0);
  });

  test('are left out whole where the job summary is full of wide characters', () => {
    const wide = manyFindings.map((finding) => ({
      ...finding,
      details: { ...finding.details, summary: '漢'.repeat(1_999) },
    }));
    const summary = renderSummary(aReport({ findings: wide }), 10_000);
    const listed = listedIn(summary).length;
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(Buffer.byteLength(summary)).toBeGreaterThan(MAX_SUMMARY_BYTES - 32_768);
    expect(remainderIn(summary)).toBe(1_234 - listed);
    expect(summary.split('漢'.repeat(1_999)).length - 1).toBe(listed);
  });

  test('fit whatever their sizes are', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(sizes, fc.constantFrom('x', '<', '漢'), (lengths, letter) => {
        const findings = lengths.map((length, index) =>
          aFinding(`m${String(index).padStart(4, '0')}`, { summary: letter.repeat(length) }),
        );
        const comment = renderComment(aReport({ findings }), { ...someOptions, maxListed: 1_000 });
        expect(comment.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
        expect(listedIn(comment).length + remainderIn(comment)).toBe(findings.length);
      }),
    );
  });
});

describe('the comment', () => {
  test('does not depend on the clock: the same findings read later give the same body', () => {
    const body = (readAt: number): string => {
      const report = aReport({
        findings: fewFindings,
        parts: { readAt: readAt as Report['readAt'] },
      });
      return renderComment(report, someOptions);
    };
    expect(body(1)).toBe(body(2_000_000_000_000));
  });

  test('does not link a bug where the workflow gave no template', () => {
    const report = aReport({ findings: fewFindings, parts: { bugUrl: null } });
    expect(renderComment(report, someOptions)).not.toContain('app.example.com');
  });

  test('does not link a path that would lead elsewhere', () => {
    const finding = aFinding('1', { path: '../../../../evil/repo', kind: 'security' });
    const html = render(renderComment(aReport({ findings: [finding] }), someOptions));
    expect(linksOf(html).filter((link) => link.includes('evil'))).toEqual([]);
    expect(textOf(html)).toContain('../../../../evil/repo');
  });

  test('does not say what a finding has to do with the pull request where that is not known', () => {
    const report = aReport({ findings: fewFindings, parts: { relevanceKnown: false } });
    expect(renderComment(report, someOptions)).not.toMatch(
      /of this pull request|in this pull request/,
    );
  });

  test('names the pull request that introduced a bug only where it is another one', () => {
    const text = renderComment(aReport({ findings: fewFindings }), someOptions);
    expect(text).toContain('in pull request 455');
    expect(text).not.toContain('in pull request 482');
  });
});
