// The annotations: level, place, order, and how many.
import { selectForCheckRun, selectForWorkflow, toAnnotations } from '../../../src/gate/documents/annotations.ts';
import type { Annotation, AnnotationLevel } from '../../../src/runner/runner.ts';
import { fc } from '../../harness/random.ts';
import { describe, expect, test } from '../../jest.ts';
import { aFinding, anUnverified, aReport, fewFindings, introducedHere, type ReportSource } from './fixtures.ts';

const lineOne = (): number => 1;
const ONE_EACH = { error: 1, warning: 1, notice: 1 };

describe('the level is', () => {
  const security = aFinding('1', { kind: 'security' });
  const bug = aFinding('1');
  const unclassified = aFinding('1', { kind: 'unclassified' });
  const ownBug = aFinding('1', { introducedBy: introducedHere });
  const other = aFinding('2', { kind: 'security', path: null });
  test.each<[string, AnnotationLevel, ReportSource]>([
    ['error for a bug of an exceeded limit', 'error', { findings: [security] }],
    ['warning in warn mode', 'warning', { findings: [security], mode: 'warn' }],
    ['error where all bugs are limited', 'error', { findings: [bug], maxBugs: 0 }],
    ['error for one that gate-on selects', 'error', { findings: [security], gateOn: ['touched'] }],
    [
      'error for an unclassified bug that counts as security',
      'error',
      { findings: [unclassified], countUnclassified: true },
    ],
    [
      'warning for a bug that counts, where another limit is exceeded',
      'warning',
      { findings: [bug, other], maxBugs: 9 },
    ],
    ['notice for a new one that no limit counts', 'notice', { findings: [ownBug, other] }],
    [
      'notice for a new one that gate-on leaves out',
      'notice',
      { findings: [ownBug, other], gateOn: ['touched'], paths: ['docs/**'] },
    ],
    ['notice for a new one where the gate passed', 'notice', { findings: [ownBug], maxBugs: 1 }],
    ['notice for a new one where nothing was judged', 'notice', { findings: [ownBug], paths: ['docs/**'], missing: 1 }],
    ['warning where nothing was judged', 'warning', { findings: [bug], missing: 1 }],
  ])('%s', (_, level, source) => {
    expect(toAnnotations(aReport(source), lineOne)).toMatchObject([{ level }]);
  });
});

describe('the annotations', () => {
  test('are in files that the pull request changes, on their first changed line, in order', () => {
    const lines = new Map([
      ['src/cart/total.ts', 42],
      ['src/cart/coupon.ts', 7],
    ]);
    const placesOf = (source: ReportSource) =>
      toAnnotations(aReport(source), (path) => lines.get(path) ?? null).map(({ path, line }) => [path, line]);
    expect(placesOf({ findings: fewFindings, maxBugs: 0 })).toEqual([
      ['src/cart/coupon.ts', 7],
      ['src/cart/total.ts', 42],
    ]);
    expect(placesOf({ findings: fewFindings, maxBugs: 0, pullRequest: null })).toHaveLength(4);
    expect(placesOf({ findings: fewFindings, maxBugs: 0, pullRequest: null })[0]).toEqual(['src/cart/coupon.ts', 1]);
  });

  test.each([
    ['title and link', {}, 'Cart total ignores the discount https://app.example.com/bugs/bug_1d70'],
    ['the id where there is no link', { bugUrl: null }, 'Cart total ignores the discount bug_1d70'],
  ])('carry %s', (_, source, message) => {
    const report = aReport({ findings: [aFinding('1d70')], maxBugs: 0, ...source });
    expect(toAnnotations(report, lineOne)).toEqual([
      { level: 'error', path: 'src/cart/total.ts', line: 1, title: 'Bug (line not known)', message },
    ]);
  });

  test.each([
    ['a finding without a path', aReport({ findings: [aFinding('1', { path: null })], maxBugs: 0 })],
    [
      'withheld bugs',
      aReport({
        findings: [aFinding('1', { kind: 'security' }), aFinding('2', { kind: 'unclassified' })],
        disclosure: 'counts',
        maxBugs: 0,
      }),
    ],
    ['a path that no repository can hold', aReport({ findings: [aFinding('1', { path: 'a/../b' })], maxBugs: 0 })],
    [
      'an older bug that does not count',
      aReport({ findings: [aFinding('1'), aFinding('2', { kind: 'security', path: null })] }),
    ],
    [
      'an older bug where the gate passed',
      aReport({ findings: [aFinding('1', { kind: 'security' })], maxSecurityBugs: 1 }),
    ],
    ['a run that counted nothing', anUnverified('no-scan')],
  ])('are none for %s', (_, report) => {
    expect(toAnnotations(report, lineOne)).toEqual([]);
  });

  test('fit into what the runner takes, well formed, on one line', () => {
    for (const title of ['🦊'.repeat(5_000), 'a\n::error::b', '']) {
      const finding = aFinding('1', { title });
      const [annotation] = toAnnotations(aReport({ findings: [finding], maxBugs: 0 }), lineOne);
      expect(annotation?.message.length).toBeLessThanOrEqual(4_096);
      expect(annotation?.message.isWellFormed()).toBe(true);
      expect(annotation?.message).toMatch(/^\S.* https:\/\/app\.example\.com\/bugs\/bug_1$/u);
    }
  });
});

describe('what the runner shows', () => {
  const anAnnotation = (level: AnnotationLevel, index: number): Annotation => ({
    level,
    path: 'a.ts',
    line: 1,
    title: String(index),
    message: 'm',
  });
  const listOf = (...levels: readonly [AnnotationLevel, number][]): Annotation[] =>
    levels.flatMap(([level, count]) => Array.from({ length: count }, (_, index) => anAnnotation(level, index)));

  test.each<[string, Annotation[], number, number]>([
    ['is everything while it is little', listOf(['error', 9], ['warning', 9], ['notice', 9]), 50, 27],
    ['is nine of a level', listOf(['error', 10]), 50, 9],
    ['is nine of each level', listOf(['error', 20], ['warning', 20], ['notice', 20]), 50, 27],
    ['is no more than max-annotations', listOf(['error', 9], ['warning', 9]), 5, 5],
    ['is nothing where none are wanted', listOf(['error', 3]), 0, 0],
    ['is nothing where there is nothing', [], 50, 0],
  ])('%s', (_, all, max, expected) => {
    const { shown, remainder } = selectForWorkflow(all, max, ONE_EACH);
    expect(shown).toHaveLength(expected);
    const missing = all.length - expected;
    if (missing === 0) expect(remainder).toBeNull();
    else expect(remainder).toMatch(new RegExp(`^${missing} more annotations? (?:is|are) not shown`));
  });

  test('is the first of each level, in order, and the rest is counted', () => {
    const levels = fc.constantFrom<AnnotationLevel[]>('error', 'warning', 'notice');
    fc.assert(
      fc.property(fc.array(levels, { maxLength: 60 }), fc.nat(60), (list, max) => {
        const all = list.map(anAnnotation);
        const { shown, remainder } = selectForWorkflow(all, max, ONE_EACH);
        expect(shown.length).toBeLessThanOrEqual(max);
        expect(all.filter((annotation) => shown.includes(annotation))).toEqual(shown);
        for (const level of ['error', 'warning', 'notice'] as const) {
          expect(shown.filter((annotation) => annotation.level === level).length).toBeLessThanOrEqual(9);
        }
        expect(Number(/^\d*/.exec(remainder ?? '0')?.[0])).toBe(all.length - shown.length);
      }),
    );
  });

  test('is less by what else the step says of a level', () => {
    const others = { error: 0, warning: 4, notice: 11 };
    const { shown } = selectForWorkflow(listOf(['error', 20], ['warning', 20], ['notice', 20]), 50, others);
    const of = (wanted: AnnotationLevel) => shown.filter(({ level }) => level === wanted).length;
    expect([of('error'), of('warning'), of('notice')]).toEqual([9, 6, 0]);
  });

  test.each([
    ['the runner', listOf(['error', 12]), 50, '3 more annotations are not shown: the runner shows 10 of a level.'],
    ['max-annotations', listOf(['error', 3]), 2, '1 more annotation is not shown: max-annotations allows 2.'],
  ])('says why: %s', (_, all, max, expected) => {
    expect(selectForWorkflow(all, max, ONE_EACH).remainder).toBe(`${expected} The job summary lists more.`);
  });

  test('of a check run is as many as max-annotations allows', () => {
    const all = listOf(['error', 60], ['notice', 60]);
    const { shown, remainder } = selectForCheckRun(all, 100);
    expect(shown).toEqual(all.slice(0, 100));
    expect(remainder).toMatch(/^20 more .* allows 100\./u);
    expect(selectForCheckRun(all, 120).remainder).toBeNull();
  });
});
