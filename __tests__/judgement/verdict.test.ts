// Thresholds, verdict and what they mean for the job.
import type { AssessedFinding } from '../../src/judgement/finding.ts';
import { decideThresholds, type Limit, type Limits } from '../../src/judgement/limits.ts';
import {
  decideJobStatus,
  type Policy,
  toOnUnverified,
  toVerdict,
  UNVERIFIED_REASONS,
  type Verdict,
} from '../../src/judgement/verdict.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { anAssessed, assessedFindings } from './fixtures.ts';

const security = anAssessed({ kind: 'security' });
const bug = anAssessed({ kind: 'bug' });
const verdictOf = (findings: readonly AssessedFinding[], limits: Limits): Verdict['kind'] =>
  toVerdict(
    decideThresholds(
      findings.filter(({ counted }) => counted),
      limits,
    ),
  ).kind;

describe('the verdict', () => {
  test('names every threshold, security first, also one that is off', () => {
    const limits = { maxSecurityBugs: 'off', maxBugs: 2 } as const;
    expect(decideThresholds([security, security, bug], limits)).toEqual([
      { name: 'max-security-bugs', limit: 'off', count: 2, exceeded: false },
      { name: 'max-bugs', limit: 2, count: 3, exceeded: true },
    ]);
  });

  const limit = fc.oneof(fc.nat(5), fc.constant<Limit>('off'));
  const limits = fc.record({ maxSecurityBugs: limit, maxBugs: limit });
  const list = fc.array(assessedFindings, { maxLength: 8 });

  test('never turns from failed to passed for one more pending security bug', () => {
    fc.assert(
      fc.property(list, limits, fc.boolean(), (findings, allowed, gated) => {
        fc.pre(verdictOf(findings, allowed) === 'failed');
        expect(verdictOf([...findings, { ...security, counted: gated }], allowed)).toBe('failed');
      }),
    );
  });

  test('never turns from passed to failed for a higher limit', () => {
    const raise = (value: Limit, by: number | null): Limit => (value === 'off' || by === null ? 'off' : value + by);
    fc.assert(
      fc.property(list, limits, fc.option(fc.nat(3)), fc.option(fc.nat(3)), (findings, low, a, b) => {
        fc.pre(verdictOf(findings, low) === 'passed');
        const high = { maxSecurityBugs: raise(low.maxSecurityBugs, a), maxBugs: raise(low.maxBugs, b) };
        expect(verdictOf(findings, high)).toBe('passed');
      }),
    );
  });
});

describe('the job', () => {
  const policies: readonly Policy[] = [
    { mode: 'enforce', onUnverified: 'fail' },
    { mode: 'enforce', onUnverified: 'warn' },
    { mode: 'warn', onUnverified: 'warn' },
    { mode: 'warn', onUnverified: 'fail' },
  ];
  // The README has the same table, made from the code.
  const table = `
    reason               | enforce | enforce, on-unverified: warn | warn    | warn, on-unverified: fail
    within-threshold     | green   | green                        | green   | green
    threshold-exceeded   | red     | red                          | warning | warning
    no-scan              | red     | warning                      | warning | red
    scan-failed          | red     | warning                      | warning | red
    scan-timeout         | red     | warning                      | warning | red
    stale-scan           | red     | warning                      | warning | red
    superseded           | red     | warning                      | warning | red
    service-error        | red     | warning                      | warning | red
    github-error         | red     | warning                      | warning | red
    no-credentials       | red     | red                          | warning | red
    unauthorized         | red     | red                          | warning | red
    repository-not-found | red     | red                          | warning | red
    invalid-input        | red     | red                          | red     | red`;
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const reasons = ['within-threshold', 'threshold-exceeded', ...UNVERIFIED_REASONS] as const;
  const kindOf = (reason: (typeof reasons)[number]): Verdict['kind'] => {
    if (reason === 'within-threshold') return 'passed';
    return reason === 'threshold-exceeded' ? 'failed' : 'unverified';
  };

  test.each(reasons)('has its colour in every mode: %s', (reason) => {
    const verdict = { kind: kindOf(reason), reason };
    const row = [reason, ...policies.map((policy) => decideJobStatus(verdict, policy))];
    expect(row).toEqual(rows.find(([name]) => name === reason));
  });

  test('is warned where nothing else is said and the gate only warns', () => {
    expect([toOnUnverified('warn'), toOnUnverified('enforce')]).toEqual(['warn', 'fail']);
  });
});
