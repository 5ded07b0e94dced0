// The assessment and the tally: findings held against a pull request and the inputs.
import fc from 'fast-check';
import { type AssessmentOptions, decideAssessment } from '../../src/judgement/assessment.ts';
import type { Exclusion, Finding } from '../../src/judgement/finding.ts';
import { toPathFilter } from '../../src/judgement/path-filter.ts';
import { decideTally } from '../../src/judgement/scan-results.ts';
import { describe, expect, test } from '../jest.ts';
import { aFinding, at, bugId, changesOf, findings, shaOf } from './fixtures.ts';

const options = (parts: Partial<AssessmentOptions> = {}): AssessmentOptions => ({
  changes: changesOf({ number: 7, paths: ['src/touched.ts'], removed: ['src/gone.ts'] }),
  twins: [],
  standsIn: false,
  otherPullRequests: new Set(),
  listed: new Set(),
  gateOn: 'all',
  isInPaths: () => true,
  countUnclassified: false,
  ...parts,
});

const introduced = aFinding({
  id: bugId('introduced'),
  details: { path: 'docs/a.md', introducedBy: { sha: shaOf('b'), date: '2026-01-01', author: null, pullRequest: 7 } },
});
const touched = aFinding({ id: bugId('touched'), details: { path: 'src/touched.ts' } });
const backlog = aFinding({ id: bugId('backlog'), details: { path: 'src/old.ts' } });
const nowhere = aFinding({ id: bugId('nowhere'), details: { path: null } });
const all = [nowhere, backlog, touched, introduced];

const gatedIds = (parts: Partial<AssessmentOptions>): string[] =>
  decideAssessment(all, options(parts)).flatMap(({ id, counted: gated }) => (gated ? [id.replace('bug_', '')] : []));

describe('what the thresholds count', () => {
  const everything = ['introduced', 'touched', 'backlog', 'nowhere'];
  test.each<[string, Partial<AssessmentOptions>, string[]]>([
    ['is everything by default', {}, everything],
    ['is what gate-on selects', { gateOn: ['introduced'] }, ['introduced']],
    ['is what either word of gate-on selects', { gateOn: ['touched', 'introduced'] }, ['introduced', 'touched']],
    ['is what paths select', { isInPaths: toPathFilter(['src/**']) }, ['touched', 'backlog']],
    ['is what both select', { gateOn: ['introduced', 'touched'], isInPaths: toPathFilter(['src/**']) }, ['touched']],
    [
      'is everything without a pull request, whatever gate-on says',
      { changes: null, gateOn: ['introduced'] },
      everything,
    ],
    [
      'is still limited by paths without a pull request',
      { changes: null, gateOn: ['introduced'], isInPaths: toPathFilter(['docs/**']) },
      ['introduced'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(gatedIds(parts).toSorted()).toEqual(expected.toSorted());
  });
});

describe('what is listed and not counted', () => {
  const gone = aFinding({ details: { path: 'src/gone.ts' } });
  const ofEight = aFinding({
    details: {
      path: 'src/old.ts',
      introducedBy: { sha: shaOf('c'), date: '2026-01-01', author: null, pullRequest: 8 },
    },
  });
  const isOthers = { otherPullRequests: new Set([8]) };
  test.each<[string, Finding, Partial<AssessmentOptions>, Exclusion | null]>([
    ['a removed file, while the scan is of another commit', gone, { standsIn: true }, 'removed-file'],
    ['not with a scan of the judged commit', gone, {}, null],
    ['not a file that is only changed', touched, { standsIn: true }, null],
    ['not without a pull request', gone, { standsIn: true, changes: null }, null],
    ['only the very same path', aFinding({ details: { path: 'src/Gone.ts' } }), { standsIn: true }, null],
    ['not where a twin keeps the file', gone, { standsIn: true, twins: [changesOf({ number: 9 })] }, null],
    [
      'where every twin removes it',
      gone,
      { standsIn: true, twins: [changesOf({ number: 9, removed: ['src/gone.ts'] })] },
      'removed-file',
    ],
    [
      'not where a file is added, which may be the removed one',
      gone,
      { standsIn: true, changes: changesOf({ removed: ['src/gone.ts'], mayAddFiles: true }) },
      null,
    ],
    [
      'not where a twin adds one',
      gone,
      { standsIn: true, twins: [changesOf({ number: 9, removed: ['src/gone.ts'], mayAddFiles: true })] },
      null,
    ],
    ['not where GitHub refused the files', gone, { standsIn: true, changes: changesOf({ paths: null }) }, null],
    ['a bug of somebody else’s open pull request', ofEight, isOthers, 'other-pull-request'],
    ['not where the judged scan lists it', ofEight, { ...isOthers, listed: new Set([ofEight.id]) }, null],
    ['not of another one', ofEight, { otherPullRequests: new Set([9]) }, null],
    ['not where it was not asked for', ofEight, {}, null],
    [
      'not where a commit of this one brought it in',
      ofEight,
      { ...isOthers, changes: changesOf({ commits: [shaOf('c')] }) },
      null,
    ],
    [
      'not where the commits of this one are cut off',
      ofEight,
      { ...isOthers, changes: changesOf({ isCut: true }) },
      null,
    ],
    ['not where the other one is a twin', ofEight, { ...isOthers, twins: [changesOf({ number: 8 })] }, null],
    ['what gate-on leaves out', ofEight, { gateOn: ['touched'] }, 'gate-on'],
    [
      'not where a twin touches it',
      ofEight,
      { gateOn: ['touched'], twins: [changesOf({ number: 9, paths: ['src/old.ts'] })] },
      null,
    ],
    ['what paths leave out', ofEight, { isInPaths: () => false }, 'paths'],
  ])('%s', (_, finding, parts, expected) => {
    const [assessed] = decideAssessment([finding], options(parts));
    expect([assessed?.exclusion, assessed?.counted]).toEqual([expected, expected === null]);
  });
});

describe('the assessment', () => {
  test('keeps every finding, also what is not counted', () => {
    expect(decideAssessment(all, options({ gateOn: ['introduced'] }))).toHaveLength(4);
  });

  test('sorts as documents show them and leaves the given list alone', () => {
    const given = [...all];
    const ids = decideAssessment(given, options()).map(({ id }) => id);
    expect(ids).toEqual(['introduced', 'touched', 'backlog', 'nowhere'].map(bugId));
    expect(given).toEqual(all);
  });

  test.each([
    ['security', false, true],
    ['security', true, true],
    ['bug', false, false],
    ['bug', true, false],
    ['unclassified', false, false],
    ['unclassified', true, true],
  ] as const)(
    'a finding of kind %s with countUnclassified %s counts as security: %s',
    (kind, countUnclassified, expected) => {
      const [only] = decideAssessment([aFinding({ kind })], options({ countUnclassified }));
      expect(only).toMatchObject({ countsAsSecurity: expected, kind });
    },
  );

  test('shows an unclassified bug that counts as security before other bugs', () => {
    const list = [
      aFinding({ id: bugId('new'), kind: 'bug', foundAt: at(9) }),
      aFinding({ id: bugId('old'), kind: 'unclassified', foundAt: at(1) }),
    ];
    const first = (countUnclassified: boolean): string | undefined =>
      decideAssessment(list, options({ countUnclassified }))[0]?.id;
    expect([first(true), first(false)]).toEqual(['bug_old', 'bug_new']);
  });

  test('never counts more for a narrower gate', () => {
    const count = (list: Parameters<typeof decideAssessment>[0], parts: Partial<AssessmentOptions>) =>
      decideAssessment(list, options(parts)).filter(({ counted: gated }) => gated).length;
    fc.assert(
      fc.property(fc.array(findings), (list) => {
        const narrow = count(list, { gateOn: ['introduced'] });
        const wide = count(list, { gateOn: ['introduced', 'touched'] });
        expect(narrow).toBeLessThanOrEqual(wide);
        expect(wide).toBeLessThanOrEqual(count(list, {}));
      }),
    );
  });
});

describe('the tally', () => {
  test('counts pending findings by kind, and carries what is settled', () => {
    const list = (['security', 'bug', 'unclassified', 'security', 'bug', 'bug'] as const).map((kind) =>
      aFinding({ kind }),
    );
    expect(decideTally(list, { resolved: 4, dismissed: 5 })).toEqual({
      pending: 6,
      pendingSecurity: 2,
      pendingUnclassified: 1,
      resolved: 4,
      dismissed: 5,
    });
  });

  test('holds nothing but counts', () => {
    const counts = { total: 9, open: 0, resolved: 1, dismissed: 2 };
    expect(decideTally([], counts)).toEqual({
      pending: 0,
      pendingSecurity: 0,
      pendingUnclassified: 0,
      resolved: 1,
      dismissed: 2,
    });
  });
});
