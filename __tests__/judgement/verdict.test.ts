// Thresholds, verdict and what they mean for the job.
import type { AssessedFinding } from '../../src/judgement/finding.ts';
import {
  decideJobStatus,
  decideThresholds,
  decideVerdict,
  type HardReason,
  type JobStatus,
  type Limit,
  type Limits,
  type Policy,
  type SoftReason,
  type Verdict,
} from '../../src/judgement/verdict.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { anAssessed, assessedFindings } from './fixtures.ts';

const security = anAssessed({ kind: 'security' });
const bug = anAssessed({ kind: 'bug' });
const many = (count: number, finding: AssessedFinding): AssessedFinding[] =>
  Array.from({ length: count }, () => finding);
const verdictOf = (findings: readonly AssessedFinding[], limits: Limits): Verdict['kind'] =>
  decideVerdict(decideThresholds(findings, limits)).kind;

describe('the verdict', () => {
  test.each<[string, AssessedFinding[], Limit, Limit, Verdict['kind']]>([
    ['passes without findings', [], 0, 0, 'passed'],
    ['fails when security bugs exceed the limit', [security], 0, 'off', 'failed'],
    ['passes when security bugs equal the limit', many(2, security), 2, 'off', 'passed'],
    ['fails with one more', many(3, security), 2, 'off', 'failed'],
    ['passes when other bugs are many and only security is limited', many(99, bug), 0, 'off', 'passed'],
    ['fails when bugs of any kind exceed the limit', [bug, security], 'off', 1, 'failed'],
    ['passes when bugs of any kind equal the limit', [bug, security], 'off', 2, 'passed'],
    ['passes when both limits are off', many(99, security), 'off', 'off', 'passed'],
    ['does not count what is not gated', [{ ...security, gated: false }], 0, 0, 'passed'],
    [
      'counts an unclassified bug that counts as security',
      [anAssessed({ kind: 'unclassified', security: true })],
      0,
      'off',
      'failed',
    ],
    ['does not count one that does not', [anAssessed({ kind: 'unclassified' })], 0, 'off', 'passed'],
  ])('%s', (_, findings, maxSecurityBugs, maxBugs, expected) => {
    expect(verdictOf(findings, { maxSecurityBugs, maxBugs })).toBe(expected);
  });

  test('names every threshold, security first, also one that is off', () => {
    const limits = { maxSecurityBugs: 'off', maxBugs: 2 } as const;
    expect(decideThresholds([security, security, bug, { ...bug, gated: false }], limits)).toEqual([
      { name: 'max-security-bugs', limit: 'off', count: 2, exceeded: false },
      { name: 'max-bugs', limit: 2, count: 3, exceeded: true },
    ]);
  });

  test('lists all breaches', () => {
    const thresholds = decideThresholds([security], { maxSecurityBugs: 0, maxBugs: 0 });
    expect(thresholds.map(({ exceeded }) => exceeded)).toEqual([true, true]);
    expect(decideVerdict(thresholds)).toEqual({
      kind: 'failed',
      reason: 'threshold-exceeded',
      thresholds,
    });
  });

  const limit = fc.oneof(fc.nat(5), fc.constant<Limit>('off'));
  const limits = fc.record({ maxSecurityBugs: limit, maxBugs: limit });
  const list = fc.array(assessedFindings, { maxLength: 8 });

  test('never turns from failed to passed for one more pending security bug', () => {
    fc.assert(
      fc.property(list, limits, fc.boolean(), (findings, allowed, gated) => {
        fc.pre(verdictOf(findings, allowed) === 'failed');
        expect(verdictOf([...findings, { ...security, gated }], allowed)).toBe('failed');
      }),
    );
  });

  test('never turns from passed to failed for a higher limit', () => {
    const raise = (value: Limit, by: number | null): Limit => (value === 'off' || by === null ? 'off' : value + by);
    fc.assert(
      fc.property(list, limits, fc.option(fc.nat(3)), fc.option(fc.nat(3)), (findings, low, a, b) => {
        fc.pre(verdictOf(findings, low) === 'passed');
        const high = {
          maxSecurityBugs: raise(low.maxSecurityBugs, a),
          maxBugs: raise(low.maxBugs, b),
        };
        expect(verdictOf(findings, high)).toBe('passed');
      }),
    );
  });
});

describe('the job', () => {
  const policies: readonly Policy[] = [
    { mode: 'enforce', onUnverified: 'fail' },
    { mode: 'enforce', onUnverified: 'warn' },
    { mode: 'warn', onUnverified: 'fail' },
    { mode: 'warn', onUnverified: 'warn' },
  ];
  const statuses = (verdict: Verdict): JobStatus[] => policies.map((policy) => decideJobStatus(verdict, policy));

  test('is green when the gate passed', () => {
    const verdict = { kind: 'passed', reason: 'within-threshold', thresholds: [] } as const;
    expect(statuses(verdict)).toEqual(['green', 'green', 'green', 'green']);
  });
  test('is red when the gate failed, and only warns in warn mode', () => {
    const verdict = { kind: 'failed', reason: 'threshold-exceeded', thresholds: [] } as const;
    expect(statuses(verdict)).toEqual(['red', 'red', 'warning', 'warning']);
  });
  test.each<[SoftReason]>([
    ['no-scan'],
    ['scan-failed'],
    ['scan-timeout'],
    ['stale-scan'],
    ['superseded'],
    ['service-error'],
    ['github-error'],
  ])('follows on-unverified alone, whatever the mode: %s', (reason) => {
    const verdict = { kind: 'unverified', reason } as const;
    expect(statuses(verdict)).toEqual(['red', 'warning', 'red', 'warning']);
  });
  test.each<[HardReason]>([['no-credentials'], ['invalid-input'], ['unauthorized'], ['repository-not-found']])(
    'is always red: %s',
    (reason) => {
      expect(statuses({ kind: 'unverified', reason })).toEqual(['red', 'red', 'red', 'red']);
    },
  );
});
