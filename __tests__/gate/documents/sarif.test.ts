// The SARIF log as a pure document: hostile text is text, and a log that is full says so.
import { gzipSync } from 'node:zlib';
import { renderSarif, type SarifDocument, type SarifSource } from '../../../src/gate/documents/sarif.ts';
import type { AssessedFinding, Finding } from '../../../src/judgement/finding.ts';
import { hostileTexts } from '../../documents/hostile-texts.ts';
import { readSarif, type SarifResult } from '../../harness/sarif-log.ts';
import { sarifCheck } from '../../harness/schemas.ts';
import { describe, expect, test } from '../../jest.ts';
import { aFinding, aReport, fewFindings } from './fixtures.ts';

const check = sarifCheck();

function render(findings: readonly Finding[], parts: Partial<SarifSource> = {}): SarifDocument {
  const report = parts.report ?? aReport({ findings });
  const assessed = report.findings.flatMap(({ details, ...finding }): AssessedFinding[] =>
    details === null ? [] : [{ ...finding, details }],
  );
  return renderSarif({
    report,
    findings: assessed,
    dismissed: [],
    firstChangedLine: () => 1,
    key: 'Scan Gate/gate',
    ...parts,
  });
}

function resultsOf(document: SarifDocument): readonly SarifResult[] {
  expect(check(JSON.parse(document.text))).toEqual([]);
  return readSarif(document.text).results;
}

function uriOf(result: SarifResult | undefined): string | undefined {
  return result?.locations[0]?.physicalLocation.artifactLocation.uri;
}

describe('hostile text', () => {
  test.each(hostileTexts.map((text) => [text.slice(0, 40), text]))('%j is text', (_, text) => {
    const finding = aFinding(text || 'empty', { title: text, summary: text, path: text || null });
    const dismissed = [{ ...finding, reason: text, notes: text }];
    const results = resultsOf(render([finding], { dismissed, key: text || 'empty' }));
    expect(results).toHaveLength(2);
    for (const { message } of results) {
      // A bracket that is not escaped begins a link; an image is not known to plain text.
      expect(message.text.replaceAll(/\\[\\[\]]/gu, '')).not.toMatch(/[[\]]/u);
    }
  });

  test.each(['../../etc/passwd', 'a/../../b', '/a//b', 'src/new\nline.ts', '', '.'])(
    'a path that no repository has, %j, points to no file',
    (path) => {
      const [result] = resultsOf(render([aFinding('1', { path })]));
      expect(uriOf(result)).toBe('no-file-is-associated-with-this-bug');
    },
  );

  test.each([
    ['src/a b#c?.ts', 'src/a%20b%23c%3F.ts'],
    ['C:\\x.ts', 'C%3A%5Cx.ts'],
    ['javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['src/ü.ts', 'src/%C3%BC.ts'],
  ])('the path %j is the relative address %j', (path, uri) => {
    expect(uriOf(resultsOf(render([aFinding('1', { path })]))[0])).toBe(uri);
  });
});

test('names the commit, and that paths are relative to its root', () => {
  const report = aReport();
  expect(readSarif(render([], { report }).text).versionControlProvenance).toEqual([
    {
      repositoryUri: 'https://github.com/acme/storefront',
      revisionId: report.sha,
      mappedTo: { uriBaseId: '%SRCROOT%' },
    },
  ]);
});

describe('the results', () => {
  test('link to the bug where the workflow says how', () => {
    const [linked] = resultsOf(render([aFinding('a b')]));
    expect(linked?.hostedViewerUri).toBe('https://app.example.com/bugs/bug_a%20b');
    const report = aReport({ findings: [aFinding('1')], bugUrl: null });
    expect(resultsOf(render([], { report }))[0]?.hostedViewerUri).toBeUndefined();
  });

  test('are on the first changed line', () => {
    const results = resultsOf(render(fewFindings, { firstChangedLine: () => 12 }));
    const lines = results.map(({ locations: [place] }) => place?.physicalLocation.region.startLine);
    // One of them has no file.
    expect(lines.toSorted()).toEqual([1, 12, 12, 12, 12]);
  });

  test('of dismissed bugs are suppressed, also without a word why', () => {
    const finding = aFinding('1', { kind: 'security' });
    const dismissals = [
      [{ reason: 'wont_fix', notes: 'Later.' }, 'wont_fix: Later.'],
      [{ reason: 'wont_fix', notes: null }, 'wont_fix'],
      [{ reason: null, notes: null }, undefined],
    ] as const;
    for (const [words, justification] of dismissals) {
      const [result] = resultsOf(render([], { dismissed: [{ ...finding, ...words }] }));
      expect(result?.ruleId).toBe('security-bug');
      expect(result?.suppressions?.[0]?.justification).toBe(justification);
    }
  });

  test('of dismissed bugs stand in one order, however the service gave them: security, newest, id', () => {
    const [age, words] = [1_000, { reason: null, notes: null }];
    const old = { ...aFinding('old', { kind: 'security' }), ...words };
    const [one, two] = ['a', 'b'].map((id) => ({ ...aFinding(id, { kind: 'bug' }), ...words }));
    if (one === undefined || two === undefined) throw new Error('two of two are missing');
    const recent = { ...two, id: old.id, foundAt: (two.foundAt + age) as typeof two.foundAt };
    const texts = [
      [old, recent, one, two],
      [two, one, recent, old],
      [one, old, two, recent],
    ].map((dismissed) => render([], { dismissed }).text);
    expect(new Set(texts).size).toBe(1);
    const ids = readSarif(texts[0] ?? '').results.map(({ ruleId, partialFingerprints }) => [
      ruleId,
      partialFingerprints['scanGateBugId/v1'],
    ]);
    expect(ids).toEqual([
      ['security-bug', old.id],
      ['bug', recent.id],
      ['bug', one.id],
      ['bug', two.id],
    ]);
  });
});

describe('a log that is full', () => {
  const bulk = (count: number, summary: string): readonly Finding[] =>
    Array.from({ length: count }, (_, at) => aFinding(`n${at}`, { summary }));

  test('has 25,000 results, says how many are missing, and is what code scanning takes', () => {
    const document = render(bulk(25_100, ''));
    expect(resultsOf(document)).toHaveLength(25_000);
    expect(document.leftOut).toBe(100);
    expect(document.text).toContain('100 bugs left out');
    expect(gzipSync(document.text).byteLength).toBeLessThan(10_000_000);
  });

  test('stays under 10 MB before compression, whole results only', () => {
    const document = render(bulk(12_000, '漢'.repeat(400)));
    expect(Buffer.byteLength(document.text)).toBeLessThan(10_000_000);
    expect(resultsOf(document).length + document.leftOut).toBe(12_000);
    expect(document.leftOut).toBeGreaterThan(0);
  });

  test('keeps pending bugs before dismissed ones', () => {
    const dismissed = [{ ...aFinding('old'), reason: 'other', notes: null }];
    const document = render(bulk(25_000, ''), { dismissed });
    expect(document.leftOut).toBe(1);
    expect(resultsOf(document).filter(({ suppressions }) => suppressions)).toEqual([]);
  });
});
