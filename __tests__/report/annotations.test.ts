// The annotations: level, place, order, and how many.
import { describe, expect, test } from '@jest/globals';
import { fc } from '../harness/random.ts';
import type { Annotation, AnnotationLevel } from '../../src/domain/annotation.ts';
import {
  selectForCheckRun,
  selectForWorkflow,
  toAnnotations,
} from '../../src/report/annotations.ts';
import {
  aFinding,
  anUnverified,
  aReport,
  fewFindings,
  manyFindings,
  type ReportSource,
} from './fixtures.ts';

const lineOne = (): number => 1;
const ONE_EACH = { error: 1, warning: 1, notice: 1 };

describe('the level is', () => {
  const security = aFinding('1', { kind: 'security' });
  const bug = aFinding('1');
  const unclassified = aFinding('1', { kind: 'unclassified' });
  test.each<[string, AnnotationLevel, ReportSource]>([
    ['error for a security bug that a threshold counts', 'error', { findings: [security] }],
    [
      'error also where that threshold is not exceeded',
      'error',
      { findings: [security], maxSecurityBugs: 9 },
    ],
    [
      'error where only max-bugs counts it',
      'error',
      { findings: [security], maxSecurityBugs: 'off', maxBugs: 0 },
    ],
    [
      'warning where no threshold counts it',
      'warning',
      { findings: [security], maxSecurityBugs: 'off' },
    ],
    [
      'error for an unclassified bug that counts as security',
      'error',
      { findings: [unclassified], countUnclassified: true },
    ],
    ['warning for one that does not', 'warning', { findings: [unclassified] }],
    ['warning for another bug that is selected', 'warning', { findings: [bug] }],
    [
      'notice for a security bug that gate-on leaves out',
      'notice',
      { findings: [security], gateOn: ['introduced'] },
    ],
    ['notice for a bug that paths leave out', 'notice', { findings: [bug], paths: ['docs/**'] }],
    [
      'error for a security bug that gate-on selects',
      'error',
      { findings: [security], gateOn: ['touched'] },
    ],
    ['the same in warn mode', 'error', { findings: [security], mode: 'warn' }],
  ])('%s', (_, level, source) => {
    expect(toAnnotations(aReport(source), lineOne)).toMatchObject([{ level }]);
  });
});

describe('the annotations', () => {
  test('come in the order of the comment', () => {
    const report = aReport({ findings: fewFindings });
    const titles = report.findings.flatMap(({ details }) =>
      typeof details?.path === 'string' ? [details.title] : [],
    );
    expect(toAnnotations(report, lineOne).map(({ title }) => title)).toEqual(titles);
    expect(titles).toHaveLength(4);
  });

  test('stand on the first changed line of their file', () => {
    const lines = new Map([['src/cart/total.ts', 42]]);
    const annotations = toAnnotations(
      aReport({ findings: fewFindings }),
      (path) => lines.get(path) ?? 1,
    );
    expect(annotations.map(({ path, line }) => [path, line])).toEqual([
      ['src/cart/coupon.ts', 1],
      ['src/server/session.ts', 1],
      ['src/cart/total.ts', 42],
      ['src/search/state.ts', 1],
    ]);
  });

  test('carry title, summary and id', () => {
    expect(toAnnotations(aReport({ findings: [aFinding('1d70')] }), lineOne)).toEqual([
      {
        level: 'warning',
        path: 'src/cart/total.ts',
        line: 1,
        title: 'Cart total ignores the discount',
        message:
          'The discount is read but never subtracted, so customers pay the full price.\n\nbug_1d70',
      },
    ]);
  });

  test.each([
    ['a finding without a path', aReport({ findings: [aFinding('1', { path: null })] })],
    [
      'a withheld security bug',
      aReport({ findings: [aFinding('1', { kind: 'security' })], disclosure: 'counts' }),
    ],
    [
      'a withheld unclassified bug',
      aReport({ findings: [aFinding('1', { kind: 'unclassified' })], disclosure: 'counts' }),
    ],
    [
      'a path that no repository can hold',
      aReport({ findings: [aFinding('1', { path: 'a/../b' })] }),
    ],
    ['a run that counted nothing', anUnverified('no-scan', { what: '', advice: [] })],
  ])('are none for %s', (_, report) => {
    expect(toAnnotations(report, lineOne)).toEqual([]);
  });

  test('are there for other bugs where details of security bugs are withheld', () => {
    const report = aReport({ findings: fewFindings, disclosure: 'counts' });
    expect(toAnnotations(report, lineOne).map(({ level }) => level)).toEqual([
      'warning',
      'warning',
    ]);
  });

  test('fit into what the runner takes, well formed', () => {
    const finding = aFinding('1', { title: '🦊'.repeat(500), summary: '🦊'.repeat(5_000) });
    const [annotation] = toAnnotations(aReport({ findings: [finding] }), lineOne);
    expect(annotation?.title.length).toBeLessThanOrEqual(200);
    expect(annotation?.message.length).toBeLessThanOrEqual(4_096);
    expect(annotation?.title.isWellFormed() && annotation.message.isWellFormed()).toBe(true);
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
    levels.flatMap(([level, count]) =>
      Array.from({ length: count }, (_, index) => anAnnotation(level, index)),
    );

  test.each<[string, Annotation[], number, number]>([
    [
      'is everything while it is little',
      listOf(['error', 9], ['warning', 9], ['notice', 9]),
      50,
      27,
    ],
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
    else
      expect(remainder).toMatch(new RegExp(`^${missing} more annotations? (?:is|are) not shown`));
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
          expect(
            shown.filter((annotation) => annotation.level === level).length,
          ).toBeLessThanOrEqual(9);
        }
        expect(Number(/^\d*/.exec(remainder ?? '0')?.[0])).toBe(all.length - shown.length);
      }),
    );
  });

  test('is less by what else the step says of a level', () => {
    const others = { error: 0, warning: 4, notice: 11 };
    const { shown } = selectForWorkflow(
      listOf(['error', 20], ['warning', 20], ['notice', 20]),
      50,
      others,
    );
    const of = (wanted: AnnotationLevel) => shown.filter(({ level }) => level === wanted).length;
    expect([of('error'), of('warning'), of('notice')]).toEqual([9, 6, 0]);
  });

  test('says why: the runner', () => {
    expect(selectForWorkflow(listOf(['error', 12]), 50, ONE_EACH).remainder).toBe(
      '3 more annotations are not shown: the runner shows 10 of a level. The job summary lists more.',
    );
  });
  test('says why: max-annotations', () => {
    const { remainder } = selectForWorkflow(listOf(['error', 3]), 2, ONE_EACH);
    expect(remainder).toContain('1 more annotation is not shown: max-annotations allows 2.');
  });

  test('counts thousands so that a person can read them', () => {
    const all = toAnnotations(aReport({ findings: manyFindings }), lineOne);
    expect(selectForWorkflow(all, 50, ONE_EACH).remainder).toMatch(
      /^1,216 more annotations are not shown/,
    );
  });

  test('of a check run is as many as max-annotations allows', () => {
    const all = listOf(['error', 60], ['notice', 60]);
    const { shown, remainder } = selectForCheckRun(all, 100);
    expect(shown).toEqual(all.slice(0, 100));
    expect(remainder).toBe(
      '20 more annotations are not shown: max-annotations allows 100. The job summary lists more.',
    );
    expect(selectForCheckRun(all, 120).remainder).toBeNull();
  });
});
