// The selection of the scans to judge: every strategy, every kind of scan, and when an answer is known.
import type { CommitSha } from '../../src/judgement/identifiers.ts';
import { isPassedOver, type Scan, type UsableScan } from '../../src/judgement/scan.ts';
import {
  isDecided,
  type ScanMatch,
  type ScanQuery,
  type ScanSelection,
  selectAlone,
  selectScan,
} from '../../src/judgement/selection.ts';
import { DAY_MS } from '../../src/judgement/time.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { aScan, at, aUsableScan, scanId, shaOf } from './fixtures.ts';

const [head, parent, grandparent, foreign] = ['a', 'b', 'c', 'd'].map(shaOf) as [
  CommitSha,
  CommitSha,
  CommitSha,
  CommitSha,
];

const scan = (name: string, parts: Partial<Scan> = {}): Scan =>
  aScan({ id: scanId(name), sha: head, startedAt: now, ...parts });

const running = (name: string, parts: Partial<Scan> = {}): Scan => scan(name, { state: 'running', ...parts });
const failed = (name: string, parts: Partial<Scan> = {}): Scan => scan(name, { state: 'failed', ...parts });
const partial = (name: string, parts: Partial<Scan> = {}): Scan => scan(name, { type: 'recentChanges', ...parts });
const ofParent = (name: string, parts: Partial<Scan> = {}): Scan => scan(name, { sha: parent, ...parts });

const queryOf = (strategies: string, parts: Partial<ScanQuery> = {}): ScanQuery => ({
  sha: head,
  strategies: strategies.split(' ') as ScanMatch[],
  types: [],
  ancestors: [head, parent, grandparent],
  ...parts,
});

const now = at(2 * DAY_MS);
/** Begun a moment more than a day ago. */
const stuck: Partial<Scan> = { state: 'running', startedAt: at(DAY_MS - 1) };
const dayOld: Partial<Scan> = { state: 'running', startedAt: at(DAY_MS) };

function describePassedOver({ id, state }: Scan): string {
  return `not ${id ?? 'one'} (${state})`;
}

/** Such as `wr_1 exact 0, with wr_2, partial, failed wr_3, not wr_4 (running)`. */
function describeSelection(choice: ScanSelection): string {
  switch (choice.kind) {
    case 'selected': {
      const {
        scan: { id },
        judged,
        match,
        commitsBehind,
        isPartial,
        newerFailed,
        passedOver,
      } = choice;
      expect(judged.map((each) => each.id)).toContain(id);
      expect(choice.standsIn).toBe(choice.scan.sha !== head);
      return [
        `${id} ${match} ${commitsBehind ?? '?'}`,
        ...judged.filter((each) => each.id !== id).map((each) => `with ${each.id}`),
        ...(isPartial ? ['partial'] : []),
        ...newerFailed.map((each) => `failed ${each.id}`),
        ...passedOver.map(describePassedOver),
      ].join(', ');
    }
    case 'running':
    case 'failed':
      return [`${choice.kind} ${choice.scan.id ?? 'without an id'}`, ...choice.passedOver.map(describePassedOver)].join(
        ', ',
      );
    case 'none':
      return ['none', ...choice.passedOver.map(describePassedOver)].join(', ');
  }
}

const choose = (scans: readonly Scan[], query: ScanQuery, exhausted = true): string =>
  exhausted || isDecided(scans, query, now) ? describeSelection(selectScan(scans, query, now)) : 'unknown';

describe('exact', () => {
  test.each<[string, Scan[], string]>([
    ['takes a complete scan of the commit', [scan('1')], 'wr_1 exact 0'],
    ['takes the newest of several', [scan('2'), scan('1')], 'wr_2 exact 0'],
    ['waits for the newest although an older one is complete', [running('2'), scan('1')], 'running wr_2'],
    [
      'takes an older complete one of the commit where the newest failed, and says so',
      [failed('2'), scan('1')],
      'wr_1 exact 0, failed wr_2',
    ],
    ['names every newer failure', [failed('3'), failed('2'), scan('1')], 'wr_1 exact 0, failed wr_3, failed wr_2'],
    ['waits for one that runs below a newer failure', [failed('3'), running('2'), scan('1')], 'running wr_2'],
    [
      'does not wait for one that is older than the newest complete full scan',
      [scan('2'), running('1')],
      'wr_2 exact 0',
    ],
    ['is failed where nothing is complete', [failed('1')], 'failed wr_1'],
    ['does not take a complete scan of another commit for a failed one', [failed('2'), ofParent('1')], 'failed wr_2'],
    ['finds nothing among other commits', [ofParent('1')], 'none'],
    ['finds nothing without scans', [], 'none'],
    ['ignores a scan without a commit', [scan('1', { sha: null })], 'none'],
  ])('%s', (_, scans, expected) => {
    expect(choose(scans, queryOf('exact'))).toBe(expected);
  });
});

describe('partial scans of the commit', () => {
  test.each<[string, Scan[], string]>([
    ['are judged together with an older full one', [partial('2'), scan('1')], 'wr_1 exact 0, with wr_2'],
    ['of every type that is not known too', [scan('2', { type: 'nightly' }), scan('1')], 'wr_1 exact 0, with wr_2'],
    ['not where they are older than the full one', [scan('2'), partial('1')], 'wr_2 exact 0'],
    ['a scan without a type is full', [scan('2', { type: null }), partial('1')], 'wr_2 exact 0'],
    ['a newer one that failed is named', [partial('2', { state: 'failed' }), scan('1')], 'wr_1 exact 0, failed wr_2'],
    ['a newer one that runs is waited for', [partial('2', { state: 'running' }), scan('1')], 'running wr_2'],
    ['alone are all judged, the newest reported', [partial('3'), partial('2')], 'wr_3 exact 0, with wr_2, partial'],
    [
      'alone, with a newer failure named',
      [partial('3', { state: 'failed' }), partial('2')],
      'wr_2 exact 0, partial, failed wr_3',
    ],
    [
      'alone, without the failure of an older one',
      [partial('3'), partial('2', { state: 'failed' })],
      'wr_3 exact 0, partial',
    ],
    ['do not make good a full one that failed', [partial('3'), failed('2')], 'failed wr_2'],
    ['that all failed are a failure', [partial('3', { state: 'failed' })], 'failed wr_3'],
  ])('%s', (_, scans, expected) => {
    expect(choose(scans, queryOf('exact'))).toBe(expected);
  });

  test.each<[string, ScanMatch, Scan[], string]>([
    [
      'are no ancestors',
      'ancestor',
      [partial('2', { sha: parent }), scan('1', { sha: grandparent })],
      'wr_1 ancestor 2',
    ],
    ['are not the latest', 'latest', [partial('2', { sha: foreign }), ofParent('1')], 'wr_1 latest 1'],
  ])('%s', (_, strategy, scans, expected) => {
    expect(choose(scans, queryOf(strategy))).toBe(expected);
  });

  test('are ancestors where scan-types names no full type', () => {
    const scans = [partial('2', { sha: parent }), ofParent('1')];
    const query = queryOf('ancestor', { types: ['recentChanges'] });
    expect(choose(scans, query)).toBe('wr_2 ancestor 1, partial');
  });
});

describe('a commit that the scanner failed on', () => {
  const own = failed('9');
  test.each(['exact ancestor', 'exact latest', 'ancestor', 'latest', 'ancestor latest exact'])(
    'is never judged by another commit: %s',
    (strategies) => {
      expect(choose([ofParent('10'), own], queryOf(strategies))).toBe('failed wr_9');
    },
  );

  test('names the full one that failed before a partial one', () => {
    const scans = [partial('10', { state: 'failed' }), own];
    expect(choose(scans, queryOf('latest'))).toBe('failed wr_9');
  });
});

test('a scan that is not judged is told alone: of which commit, and whether it is full', () => {
  const told = (parts: Partial<UsableScan>): string => {
    const alone = aUsableScan({ sha: head, ...parts });
    return describeSelection({ kind: 'selected', ...selectAlone(alone, head), scan: alone });
  };
  expect(told({})).toBe('wr_1 exact 0');
  expect(told({ type: 'recentChanges' })).toBe('wr_1 exact 0, partial');
  expect(told({ sha: parent })).toBe('wr_1 exact 0');
});

describe('scans without an id, and stuck ones', () => {
  const [withoutId, older] = [{ id: null }, scan('1')];
  const before = ofParent('0');
  test.each<[string, string, Scan[], string]>([
    ['one that runs is waited for', 'exact', [running('', withoutId), older], 'running without an id'],
    ['one that failed has failed', 'exact ancestor latest', [failed('', withoutId), before], 'failed without an id'],
    [
      'one that failed is named beside an older complete one',
      'exact',
      [failed('', withoutId), older],
      'wr_1 exact 0, failed null',
    ],
    ['one that is complete cannot be read', 'exact', [scan('', withoutId)], 'none, not one (complete)'],
    [
      'one that is complete leaves the older one, and is named',
      'exact',
      [scan('', withoutId), older],
      'wr_1 exact 0, not one (complete)',
    ],
    ['an older one does not matter', 'exact', [older, scan('', withoutId), scan('2', stuck)], 'wr_1 exact 0'],
    [
      'a full one that is complete is named beside newer partial ones',
      'exact',
      [partial('3'), scan('', withoutId)],
      'wr_3 exact 0, partial, not one (complete)',
    ],
    [
      'one of the commit is named beside the ancestor',
      'ancestor',
      [scan('', withoutId), before],
      'wr_0 ancestor 1, not one (complete)',
    ],
    [
      'one of a nearer commit is named beside the ancestor',
      'ancestor',
      [scan('0', { sha: grandparent }), scan('', { ...withoutId, sha: parent })],
      'wr_0 ancestor 2, not one (complete)',
    ],
    [
      'one of a farther commit is not',
      'ancestor',
      [scan('', { ...withoutId, sha: grandparent }), before],
      'wr_0 ancestor 1',
    ],
    [
      'the newest one is named beside the latest that can be read',
      'latest',
      [scan('', { ...withoutId, sha: foreign }), before],
      'wr_0 latest 1, not one (complete)',
    ],
    ['after a day one is not waited for', 'exact', [scan('2', stuck)], 'none, not wr_2 (running)'],
    ['until a day is over one is', 'exact', [scan('2', dayOld)], 'running wr_2'],
    [
      'a stuck one does not keep the ancestor from being judged',
      'exact ancestor',
      [scan('2', stuck), before],
      'wr_0 ancestor 1, not wr_2 (running)',
    ],
    ['a stuck one leaves the older one', 'exact', [scan('2', stuck), older], 'wr_1 exact 0, not wr_2 (running)'],
    [
      'a stuck one makes no failure good',
      'latest',
      [scan('2', stuck), failed('1'), before],
      'failed wr_1, not wr_2 (running)',
    ],
    [
      'a stuck one of another commit does not matter',
      'ancestor',
      [scan('2', { ...stuck, sha: parent }), scan('1', { sha: grandparent })],
      'wr_1 ancestor 2',
    ],
  ])('%s', (_, strategies, scans, expected) => {
    expect(choose(scans, queryOf(strategies))).toBe(expected);
  });
});

describe('scan-types', () => {
  test.each<[string, string[], Scan[], string]>([
    ['leave out other types', ['default'], [partial('2'), scan('1')], 'wr_1'],
    ['default admits a scan without a type', ['default'], [scan('2', { type: null }), scan('1')], 'wr_2'],
    ['empty means any', [], [scan('2', { type: null }), scan('1')], 'wr_2'],
    ['carry unknown types', ['deep'], [scan('2'), scan('1', { type: 'deep' })], 'wr_1'],
    ['keep out a running scan too', ['default'], [partial('2', { state: 'running' }), scan('1')], 'wr_1'],
  ])('%s', (_, types, scans, expected) => {
    expect(choose(scans, queryOf('exact', { types }))).toContain(`${expected} exact 0`);
    const elsewhere = scans.map((each) => ({ ...each, sha: parent }));
    expect(choose(elsewhere, queryOf('ancestor', { types }))).toContain(`${expected} ancestor 1`);
    expect(choose(elsewhere, queryOf('latest', { types }))).toContain(`${expected} latest 1`);
  });
});

describe('ancestor', () => {
  test.each<[string, Scan[], string]>([
    [
      'takes the nearest commit, not the newest scan',
      [scan('2', { sha: grandparent }), ofParent('1')],
      'wr_1 ancestor 1',
    ],
    [
      'takes the newest scan of the nearest commit',
      [scan('3', { sha: grandparent }), ofParent('2'), ofParent('1')],
      'wr_2 ancestor 1',
    ],
    [
      'looks at complete scans alone',
      [ofParent('3', { state: 'running' }), ofParent('2', { state: 'failed' }), scan('1', { sha: grandparent })],
      'wr_1 ancestor 2',
    ],
    ['does not take an unrelated commit', [scan('1', { sha: foreign })], 'none'],
    ['does not take a scan without a commit', [scan('1', { sha: null })], 'none'],
  ])('%s', (_, scans, expected) => {
    expect(choose(scans, queryOf('ancestor'))).toBe(expected);
  });
});

describe('latest', () => {
  test.each<[string, Scan[], string]>([
    ['takes the newest complete scan of any commit', [scan('2', { sha: foreign }), ofParent('1')], 'wr_2 latest ?'],
    [
      'looks at complete scans alone',
      [ofParent('3', { state: 'running' }), scan('2', { sha: foreign, state: 'failed' }), ofParent('1')],
      'wr_1 latest 1',
    ],
    ['takes a scan without a commit', [scan('1', { sha: null })], 'wr_1 latest ?'],
    ['finds nothing where nothing is complete', [ofParent('1', { state: 'failed' })], 'none'],
  ])('%s', (_, scans, expected) => {
    expect(choose(scans, queryOf('latest'))).toBe(expected);
  });
});

describe('the strategies are tried in order', () => {
  test.each<[string, string, Scan[], string]>([
    ['the first that matches wins', 'exact latest', [ofParent('2'), scan('1')], 'wr_1 exact 0'],
    [
      'also when it is not the nearest',
      'latest ancestor',
      [scan('2', { sha: foreign }), ofParent('1')],
      'wr_2 latest ?',
    ],
    ['the next where the first finds nothing', 'exact ancestor', [ofParent('1')], 'wr_1 ancestor 1'],
    ['nothing matches', 'exact ancestor', [scan('1', { sha: foreign })], 'none'],
  ])('%s', (_, strategies, scans, expected) => {
    expect(choose(scans, queryOf(strategies))).toBe(expected);
  });
});

describe('while older scans are left to read', () => {
  test.each<[string, string, Scan[], string]>([
    ['a complete scan of the commit is an answer', 'exact', [scan('1')], 'wr_1 exact 0'],
    ['a running one is an answer', 'exact', [running('1')], 'running wr_1'],
    ['a failed one is none: an older one may be complete', 'exact', [failed('1')], 'unknown'],
    ['no scan of the commit is none', 'exact latest', [ofParent('1')], 'unknown'],
    ['an ancestor is none: an older scan may be of a nearer commit', 'ancestor', [ofParent('1')], 'unknown'],
    [
      'an ancestor is none although a partial scan of the commit is complete',
      'ancestor',
      [partial('2'), ofParent('1')],
      'unknown',
    ],
    ['the commit itself cannot be beaten', 'ancestor', [scan('1')], 'wr_1 exact 0'],
    [
      'the newest complete scan is none: an older one may be of the commit',
      'latest',
      [scan('1', { sha: foreign })],
      'unknown',
    ],
    [
      'a full scan of the commit is one, though another is newer',
      'latest',
      [scan('2', { sha: foreign }), scan('1')],
      'wr_1 exact 0',
    ],
    ['no complete scan is none', 'latest', [failed('1')], 'unknown'],
    ['nothing read is none', 'latest', [], 'unknown'],
    ['a partial scan of the commit is none', 'latest', [partial('1')], 'unknown'],
  ])('%s', (_, strategies, scans, expected) => {
    expect(choose(scans, queryOf(strategies), false)).toBe(expected);
  });
});

describe('whatever the scans are', () => {
  const scans = fc
    .array(
      fc.record({
        sha: fc.constantFrom(head, parent, grandparent, foreign, null),
        state: fc.constantFrom<Scan['state'][]>('complete', 'running', 'failed'),
        type: fc.constantFrom('default', 'recentChanges', null),
        hasId: fc.boolean(),
        startedAt: fc.constantFrom(now, stuck.startedAt ?? now),
      }),
      { maxLength: 6 },
    )
    .map((list) =>
      list.map(({ hasId, ...parts }, index) => scan(String(index), { ...parts, ...(hasId ? {} : { id: null }) })),
    );
  const strategies = fc
    .shuffledSubarray(['exact', 'ancestor', 'latest'], { minLength: 1 })
    .map((list) => list.join(' '));

  test('a scan of another commit never changes an exact answer', () => {
    const unrelated = fc
      .record({
        sha: fc.constantFrom(parent, foreign, null),
        state: fc.constantFrom<Scan['state'][]>('complete', 'running', 'failed'),
      })
      .map((parts) => scan('unrelated', parts));
    fc.assert(
      fc.property(scans, unrelated, fc.nat(6), fc.boolean(), (list, other, index, exhausted) => {
        const query = queryOf('exact');
        expect(choose(list.toSpliced(index, 0, other), query, exhausted)).toBe(choose(list, query, exhausted));
      }),
    );
  });

  test('a commit that has scans of its own is judged the same by every strategy', () => {
    fc.assert(
      fc.property(scans, strategies, fc.boolean(), (list, words, exhausted) => {
        const exact = choose(list, queryOf('exact'), exhausted);
        fc.pre(!exact.startsWith('none'));
        expect(choose(list, queryOf(words), exhausted)).toBe(exact);
      }),
    );
  });

  test('scans that are passed over change nothing but that they are named', () => {
    fc.assert(
      fc.property(scans, strategies, (list, words) => {
        const present = list.filter((each) => !isPassedOver(each, now));
        const bare = choose(list, queryOf(words)).replaceAll(/, not [^,]*/gu, '');
        expect(bare).toBe(choose(present, queryOf(words)));
      }),
    );
  });

  test('what was known before the end is still right at the end', () => {
    fc.assert(
      fc.property(scans, scans, strategies, (newer, older, words) => {
        const query = queryOf(words);
        const early = choose(newer, query, false);
        fc.pre(early !== 'unknown');
        expect(choose([...newer, ...older], query, true)).toBe(early);
      }),
    );
  });

  test('the answer is known when there is nothing left to read', () => {
    fc.assert(
      fc.property(scans, strategies, (list, words) => {
        expect(choose(list, queryOf(words), true)).not.toBe('unknown');
      }),
    );
  });

  test('only a complete scan with an id is chosen', () => {
    fc.assert(
      fc.property(scans, strategies, (list, words) => {
        const choice = selectScan(list, queryOf(words), now);
        if (choice.kind !== 'selected') return;
        expect(choice.scan.state).toBe('complete');
        expect(choice.scan.id).not.toBeNull();
      }),
    );
  });
});
