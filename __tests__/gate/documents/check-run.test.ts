// The check run: its conclusion, its texts within GitHub's limits, its annotations as GitHub takes them.
import { type Conclusion, decideConclusion, renderCheckRun } from '../../../src/gate/documents/check-run.ts';
import type { Annotation } from '../../../src/runner/runner.ts';
import { hostileTexts } from '../../documents/hostile-texts.ts';
import { describe, expect, test } from '../../jest.ts';
import { aFinding, anUnverified, aReport, fewFindings, manyFindings } from './fixtures.ts';

describe('the conclusion is', () => {
  const failing = { findings: fewFindings };
  test.each<[string, Conclusion, Parameters<typeof decideConclusion>[0]]>([
    ['success for passed', 'success', aReport()],
    ['success for passed in mode warn', 'success', aReport({ mode: 'warn' })],
    ['failure for failed', 'failure', aReport(failing)],
    ['neutral for failed in mode warn', 'neutral', aReport({ ...failing, mode: 'warn' })],
    ['failure for unverified', 'failure', anUnverified('no-scan')],
    ['neutral for unverified that only warns', 'neutral', anUnverified('no-scan', { onUnverified: 'warn' })],
    ['failure for a hard reason', 'failure', anUnverified('no-credentials')],
  ])('%s', (_, conclusion, report) => {
    expect(decideConclusion(report)).toBe(conclusion);
  });
});

describe('the texts', () => {
  test('say verdict and why in the title, and the summary is the comment’s', () => {
    const report = aReport({ findings: fewFindings });
    const { title, summary } = renderCheckRun(report, [], 20);
    expect(title).toBe(report.words.headline);
    expect(summary).toContain('Coupon codes are compared');
    expect(summary).not.toContain('scan-gate:v');
  });

  test.each([20, 1_000])('stay within 65,535 bytes with %d listed of 10,000', (maxListed) => {
    const emoji = manyFindings.map(({ details, ...finding }) => ({
      ...finding,
      details: { ...details, summary: '🦊'.repeat(500) },
    }));
    const { title, summary } = renderCheckRun(aReport({ findings: emoji }), [], maxListed);
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(65_535);
    expect(title.length).toBeLessThanOrEqual(255);
    expect(summary).toMatch(/[\d,]+ (?:more|are not listed)/u);
    expect(summary.isWellFormed()).toBe(true);
  });
});

describe('the annotations', () => {
  const annotation: Annotation = {
    level: 'error',
    path: 'src/cart/total.ts',
    line: 7,
    title: 'Title',
    message: 'Message',
  };
  const toCheck = (...all: readonly Annotation[]) =>
    renderCheckRun(aReport({ findings: [aFinding('1')] }), all, 20).annotations;

  test('have one line, no column, and GitHub’s word for the level', () => {
    const levels = (['error', 'warning', 'notice'] as const).map((level) => ({ ...annotation, level }));
    expect(toCheck(...levels).map((each) => each.annotation_level)).toEqual(['failure', 'warning', 'notice']);
    expect(toCheck(annotation)[0]).toEqual({
      path: 'src/cart/total.ts',
      start_line: 7,
      end_line: 7,
      annotation_level: 'failure',
      title: 'Title',
      message: 'Message',
    });
  });

  test('hold no character that nobody sees, and keep their lines', () => {
    const hidden = '\u0000\u001b[2J\u202e\u200b\u2066\u{e0041}';
    const [made] = toCheck({ ...annotation, title: `a${hidden}b`, message: `a${hidden}\r\n\nb` });
    expect([made?.title, made?.message]).toEqual(['a[2Jb', 'a[2J\n\nb']);
  });

  test('have titles of at most 255 characters that end in no half of a letter', () => {
    for (const title of [...hostileTexts, '🦊'.repeat(400), `${'x'.repeat(253)}🦊🦊`]) {
      const [made] = toCheck({ ...annotation, title });
      expect(made?.title.length).toBeLessThanOrEqual(255);
      if (title.isWellFormed()) expect(made?.title.isWellFormed()).toBe(true);
    }
  });
});
